#include <inttypes.h>
#include <string.h>

#include "nn/onnx/read.h"

typedef struct {
  const GraphLimits *limits;
  Graph *graph;
  Error *error;
} Reader;

static const char *text_or_empty(const char *text)
{
  return text ? text : "";
}

static Status read_initializers(Reader *reader, const Onnx__GraphProto *from)
{
  if (from->n_sparse_initializer)
    return error_set(reader->error, STATUS_SORT, "has sparse tensors, which are not supported");
  for (size_t i = 0; i < from->n_initializer; i++) {
    const char *name = text_or_empty(from->initializer[i]->name);
    Tensor tensor;
    Status status =
        onnx_read_tensor(from->initializer[i], name, reader->limits, &tensor, reader->error);
    if (status != STATUS_OK) return status;
    ValueId value = *name ? graph_add_value(reader->graph, name) : VALUE_NONE;
    if (value == VALUE_NONE) {
      tensor_deinit(&tensor);
      return error_set(reader->error, STATUS_SCOPE, "the initialiser '%s' %s", name,
                       *name ? "is there twice" : "has no name");
    }
    graph_set_constant(reader->graph, value, &tensor);
    if (reader->graph->bytes > reader->limits->constant_bytes)
      return error_set(reader->error, STATUS_LIMIT,
                       "the constants have more than %" PRIu64 " bytes",
                       reader->limits->constant_bytes);
  }
  return STATUS_OK;
}

/* The type of an input. Extents that are open become 1. */
static Status read_type(Reader *reader, const Onnx__ValueInfoProto *info, TensorShape *shape)
{
  const char *name = text_or_empty(info->name);
  const Onnx__TypeProto__Tensor *tensor =
      info->type && info->type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE
          ? info->type->tensor_type
          : NULL;
  if (!tensor || tensor->elem_type <= 0 || tensor->elem_type >= TENSOR_TYPE_COUNT ||
      tensor_type_size((TensorType)tensor->elem_type) == 0)
    return error_set(reader->error, STATUS_SORT, "'%s' is not a tensor of numbers", name);
  if (!tensor->shape) return error_set(reader->error, STATUS_SORT, "'%s' has no shape", name);
  if (tensor->shape->n_dim > TENSOR_RANK_MAX)
    return error_set(reader->error, STATUS_LIMIT, "'%s' has rank %zu, at most %d is supported",
                     name, tensor->shape->n_dim, TENSOR_RANK_MAX);
  *shape =
      (TensorShape){.type = (TensorType)tensor->elem_type, .rank = (uint32_t)tensor->shape->n_dim};
  for (uint32_t i = 0; i < shape->rank; i++) {
    const Onnx__TensorShapeProto__Dimension *dim = tensor->shape->dim[i];
    bool given = dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
    shape->dims[i] = given && dim->dim_value > 0 ? dim->dim_value : 1;
  }
  size_t count;
  if (!tensor_shape_count(shape, reader->limits->elements, &count))
    return error_set(reader->error, STATUS_LIMIT, "'%s' has more than %" PRIu64 " elements", name,
                     reader->limits->elements);
  return STATUS_OK;
}

static Status read_inputs(Reader *reader, const Onnx__GraphProto *from)
{
  for (size_t i = 0; i < from->n_input; i++) {
    const char *name = text_or_empty(from->input[i]->name);
    TensorShape shape;
    ValueId known = graph_find_value(reader->graph, name);
    if (known != VALUE_NONE && graph_constant(reader->graph, known)) continue;
    if (!*name || known != VALUE_NONE)
      return error_set(reader->error, STATUS_SCOPE, "the input '%s' %s", name,
                       *name ? "is there twice" : "has no name");
    Status status = read_type(reader, from->input[i], &shape);
    if (status != STATUS_OK) return status;
    ValueId value = graph_add_value(reader->graph, name);
    reader->graph->values.items[value].shape = shape;
    VEC_PUSH(&reader->graph->inputs, value);
  }
  return STATUS_OK;
}

static char attribute_kind(const Onnx__AttributeProto *from)
{
  switch (from->type) {
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT: return 'f';
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT: return 'i';
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING: return 's';
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR: return from->t ? 't' : '?';
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS: return 'F';
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS: return 'I';
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS: return 'S';
  default: return '?';
  }
}

static const char **copy_texts(Reader *reader, const Onnx__AttributeProto *from)
{
  const char **texts = arena_alloc(&reader->graph->arena, from->n_strings + 1, sizeof *texts);
  for (size_t i = 0; i < from->n_strings; i++)
    texts[i] = arena_copy_string(&reader->graph->arena, (const char *)from->strings[i].data,
                                 from->strings[i].len);
  return texts;
}

static void *copy_numbers(Reader *reader, const void *from, size_t count, size_t size)
{
  void *copy = arena_alloc(&reader->graph->arena, count + 1, size);
  if (count) memcpy(copy, from, count * size);
  return copy;
}

static Status copy_attribute(Reader *reader, const Onnx__AttributeProto *from, GraphAttribute *to)
{
  Arena *arena = &reader->graph->arena;
  Tensor tensor;
  switch (to->kind) {
  case 'i': to->number = from->i; break;
  case 'f': to->real = from->f; break;
  case 's':
    to->text = arena_copy_string(arena, (const char *)from->s.data, from->s.len);
    to->count = (uint32_t)from->s.len;
    break;
  case 'I':
    to->numbers = copy_numbers(reader, from->ints, from->n_ints, sizeof(int64_t));
    to->count = (uint32_t)from->n_ints;
    break;
  case 'F':
    to->reals = copy_numbers(reader, from->floats, from->n_floats, sizeof(float));
    to->count = (uint32_t)from->n_floats;
    break;
  case 'S':
    to->texts = copy_texts(reader, from);
    to->count = (uint32_t)from->n_strings;
    break;
  default: {
    Status status = onnx_read_tensor(from->t, to->name, reader->limits, &tensor, reader->error);
    if (status != STATUS_OK) return status;
    to->tensor = graph_add_tensor(reader->graph, &tensor);
  }
  }
  return STATUS_OK;
}

/* `where` is "node 3 'conv1' (Conv)". */
static Status read_attribute(Reader *reader, const Operator *op, const char *where,
                             const Onnx__AttributeProto *from, GraphAttribute *to)
{
  const char *name = text_or_empty(from->name), *initial;
  char kind;
  if (!operator_attribute(op, name, &kind, &initial))
    return error_set(reader->error, STATUS_SCOPE, "%s: there is no attribute '%s'", where, name);
  if (attribute_kind(from) != kind || (from->ref_attr_name && *from->ref_attr_name))
    return error_set(reader->error, STATUS_SORT, "%s: the attribute '%s' is of a wrong type", where,
                     name);
  *to = (GraphAttribute){.name = arena_copy_string(&reader->graph->arena, name, strlen(name)),
                         .kind = kind};
  return copy_attribute(reader, from, to);
}

static Status read_attributes(Reader *reader, const Onnx__NodeProto *from, const char *where,
                              GraphNode *node)
{
  GraphAttribute *attributes =
      arena_alloc(&reader->graph->arena, from->n_attribute + 1, sizeof *attributes);
  for (size_t i = 0; i < from->n_attribute; i++) {
    Status status = read_attribute(reader, node->op, where, from->attribute[i], &attributes[i]);
    if (status != STATUS_OK) return status;
    for (size_t k = 0; k < i; k++)
      if (strcmp(attributes[k].name, attributes[i].name) == 0)
        return error_set(reader->error, STATUS_SCOPE, "%s: the attribute '%s' is there twice",
                         where, attributes[i].name);
  }
  node->attributes = attributes;
  node->attribute_count = (uint32_t)from->n_attribute;
  return STATUS_OK;
}

static Status read_names(Reader *reader, const Onnx__NodeProto *from, const char *where,
                         GraphNode *node)
{
  Graph *graph = reader->graph;
  ValueId *inputs = arena_alloc(&graph->arena, from->n_input + 1, sizeof *inputs);
  ValueId *outputs = arena_alloc(&graph->arena, from->n_output + 1, sizeof *outputs);
  for (size_t i = 0; i < from->n_input; i++) {
    const char *name = text_or_empty(from->input[i]);
    inputs[i] = *name ? graph_find_value(graph, name) : VALUE_NONE;
    if (*name && inputs[i] == VALUE_NONE)
      return error_set(reader->error, STATUS_SCOPE, "%s: nothing before it computes '%s'", where,
                       name);
  }
  for (size_t i = 0; i < from->n_output; i++) {
    const char *name = text_or_empty(from->output[i]);
    bool needed = *name || i == 0; /* the first result has a value, even if nobody uses it */
    outputs[i] = needed ? graph_add_value(graph, name) : VALUE_NONE;
    if (needed && outputs[i] == VALUE_NONE)
      return error_set(reader->error, STATUS_SCOPE, "%s: '%s' is computed twice", where, name);
  }
  if (from->n_output == 0)
    return error_set(reader->error, STATUS_SCOPE, "%s: has no result", where);
  node->inputs = inputs;
  node->outputs = outputs;
  node->input_count = (uint32_t)from->n_input;
  node->output_count = (uint32_t)from->n_output;
  return STATUS_OK;
}

static Status read_node(Reader *reader, const Onnx__NodeProto *from)
{
  const char *domain = text_or_empty(from->domain), *type = text_or_empty(from->op_type);
  GraphNode node = {.name = text_or_empty(from->name)};
  size_t number = reader->graph->nodes.count;
  StrBuf where;
  strbuf_init(&where, 500);
  strbuf_printf(&where, "node %zu", number);
  if (*node.name) strbuf_printf(&where, " '%s'", node.name);
  strbuf_printf(&where, " (%s)", type);
  bool standard = !*domain || strcmp(domain, "ai.onnx") == 0;
  node.op = standard ? operator_find(type) : NULL;
  Status status = STATUS_OK;
  if (!node.op)
    status = error_set(reader->error, STATUS_SCOPE, "%s: the operator '%s%s%s' is not supported",
                       strbuf_text(&where), standard ? "" : domain, standard ? "" : ".", type);
  if (status == STATUS_OK) status = read_names(reader, from, strbuf_text(&where), &node);
  if (status == STATUS_OK) status = read_attributes(reader, from, strbuf_text(&where), &node);
  if (status == STATUS_OK) graph_add_node(reader->graph, &node);
  strbuf_deinit(&where);
  return status;
}

static Status read_outputs(Reader *reader, const Onnx__GraphProto *from)
{
  for (size_t i = 0; i < from->n_output; i++) {
    const char *name = text_or_empty(from->output[i]->name);
    ValueId value = graph_find_value(reader->graph, name);
    if (value == VALUE_NONE)
      return error_set(reader->error, STATUS_SCOPE, "nothing computes the output '%s'", name);
    VEC_PUSH(&reader->graph->outputs, value);
  }
  if (from->n_output == 0) return error_set(reader->error, STATUS_SCOPE, "has no output");
  return STATUS_OK;
}

Status onnx_read_graph(const Onnx__GraphProto *from, const GraphLimits *limits, Graph *graph,
                       Error *error)
{
  Reader reader = {limits, graph, error};
  const char *name = text_or_empty(from->name);
  graph->name = arena_copy_string(&graph->arena, name, strlen(name));
  if (from->n_node > limits->nodes)
    return error_set(error, STATUS_LIMIT, "has more than %" PRIu64 " nodes", limits->nodes);
  Status status = read_initializers(&reader, from);
  if (status == STATUS_OK) status = read_inputs(&reader, from);
  for (size_t i = 0; status == STATUS_OK && i < from->n_node; i++)
    status = read_node(&reader, from->node[i]);
  if (status == STATUS_OK) status = read_outputs(&reader, from);
  return status;
}
