#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "nn/onnx/read.h"

/* A call of a function whose nodes are being read. Names inside it are its own. */
typedef struct Scope {
  const Onnx__FunctionProto *function;
  const Onnx__NodeProto *call;
  const ValueId *inputs;      /* of the call */
  const char *const *outputs; /* names of what the call computes */
  const char *prefix;
} Scope;

typedef struct {
  const ReadPlace *place;
  const Onnx__ModelProto *model;
  Graph *graph;
  Error *error;
  uint64_t calls; /* so far */
  uint64_t work;  /* of calls: names that were compared, bytes that were copied, about */
} Reader;

enum { CALL_DEPTH_MAX = 16 };
/* Few bytes can call large functions many times. */
static const uint64_t CALL_WORK_MAX = (uint64_t)1 << 28;

static Status check_work(const Reader *reader, const char *where)
{
  if (reader->work <= CALL_WORK_MAX) return STATUS_OK;
  return error_set(reader->error, STATUS_LIMIT, "%s: functions are too large or called too often",
                   where);
}

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
        onnx_read_tensor(from->initializer[i], name, reader->place, &tensor, reader->error);
    if (status != STATUS_OK) return status;
    ValueId value = *name ? graph_add_value(reader->graph, name) : VALUE_NONE;
    if (value == VALUE_NONE) {
      tensor_deinit(&tensor);
      return error_set(reader->error, STATUS_SCOPE, "the initialiser '%s' %s", name,
                       *name ? "is there twice" : "has no name");
    }
    graph_set_constant(reader->graph, value, &tensor);
    if (reader->graph->bytes > reader->place->limits->constant_bytes)
      return error_set(reader->error, STATUS_LIMIT,
                       "the constants have more than %" PRIu64 " bytes",
                       reader->place->limits->constant_bytes);
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
  if (!tensor_shape_count(shape, reader->place->limits->elements, &count))
    return error_set(reader->error, STATUS_LIMIT, "'%s' has more than %" PRIu64 " elements", name,
                     reader->place->limits->elements);
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
    Status status = onnx_read_tensor(from->t, to->name, reader->place, &tensor, reader->error);
    if (status != STATUS_OK) return status;
    to->tensor = graph_add_tensor(reader->graph, &tensor);
    if (reader->graph->bytes > reader->place->limits->constant_bytes)
      return error_set(reader->error, STATUS_LIMIT,
                       "the constants have more than %" PRIu64 " bytes",
                       reader->place->limits->constant_bytes);
  }
  }
  return STATUS_OK;
}

/* `where` is "node 3 'conv1' (Conv)". */
static Status read_attribute(Reader *reader, const Operator *op, const char *where,
                             const char *name, const Onnx__AttributeProto *from, GraphAttribute *to)
{
  const char *initial;
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

/* Inside of functions an attribute may be that of the call: NULL if the call has none. */
static const Onnx__AttributeProto *resolve_attribute(const Scope *scope,
                                                     const Onnx__AttributeProto *from)
{
  const char *other = text_or_empty(from->ref_attr_name);
  if (!scope || !*other) return from;
  for (size_t i = 0; i < scope->call->n_attribute; i++)
    if (strcmp(text_or_empty(scope->call->attribute[i]->name), other) == 0)
      return scope->call->attribute[i];
  return NULL;
}

static Status read_attributes(Reader *reader, const Scope *scope, const Onnx__NodeProto *from,
                              const char *where, GraphNode *node)
{
  GraphAttribute *attributes =
      arena_alloc(&reader->graph->arena, from->n_attribute + 1, sizeof *attributes);
  uint32_t count = 0;
  for (size_t i = 0; i < from->n_attribute; i++) {
    const Onnx__AttributeProto *given = resolve_attribute(scope, from->attribute[i]);
    if (!given) continue;
    if (scope)
      reader->work += 8 * (given->n_ints + given->n_floats + given->n_strings) +
                      scope->call->n_attribute + given->s.len + 1;
    if (check_work(reader, where) != STATUS_OK) return STATUS_LIMIT;
    Status status = read_attribute(reader, node->op, where, text_or_empty(from->attribute[i]->name),
                                   given, &attributes[count]);
    if (status != STATUS_OK) return status;
    for (size_t k = 0; k < count; k++)
      if (strcmp(attributes[k].name, attributes[count].name) == 0)
        return error_set(reader->error, STATUS_SCOPE, "%s: the attribute '%s' is there twice",
                         where, attributes[count].name);
    count++;
  }
  node->attributes = attributes;
  node->attribute_count = count;
  return STATUS_OK;
}

/* A name as the graph has it: inside of functions it has a prefix, unless it is what the call computes. */
static const char *outer_name(Reader *reader, const Scope *scope, const char *name)
{
  if (!scope) return name;
  for (size_t i = 0; i < scope->function->n_output; i++)
    if (strcmp(text_or_empty(scope->function->output[i]), name) == 0 && scope->outputs[i])
      return scope->outputs[i];
  size_t prefix = strlen(scope->prefix), length = strlen(name);
  char *joined = arena_alloc(&reader->graph->arena, prefix + length + 1, 1);
  memcpy(joined, scope->prefix, prefix);
  memcpy(joined + prefix, name, length + 1);
  return joined;
}

static ValueId find_name(Reader *reader, const Scope *scope, const char *name, bool *formal)
{
  *formal = false;
  if (scope) reader->work += scope->function->n_input + scope->function->n_output + strlen(name);
  for (size_t i = 0; scope && i < scope->function->n_input; i++)
    if (strcmp(text_or_empty(scope->function->input[i]), name) == 0) {
      *formal = true;
      return i < scope->call->n_input ? scope->inputs[i] : VALUE_NONE;
    }
  return graph_find_value(reader->graph, outer_name(reader, scope, name));
}

static Status read_names(Reader *reader, const Scope *scope, const Onnx__NodeProto *from,
                         const char *where, GraphNode *node)
{
  Graph *graph = reader->graph;
  ValueId *inputs = arena_alloc(&graph->arena, from->n_input + 1, sizeof *inputs);
  ValueId *outputs = arena_alloc(&graph->arena, from->n_output + 1, sizeof *outputs);
  for (size_t i = 0; i < from->n_input; i++) {
    const char *name = text_or_empty(from->input[i]);
    bool formal = false; /* one that the call leaves out is left out */
    inputs[i] = *name ? find_name(reader, scope, name, &formal) : VALUE_NONE;
    if (*name && inputs[i] == VALUE_NONE && !formal)
      return error_set(reader->error, STATUS_SCOPE, "%s: nothing before it computes '%s'", where,
                       name);
    if (check_work(reader, where) != STATUS_OK) return STATUS_LIMIT;
  }
  for (size_t i = 0; i < from->n_output; i++) {
    const char *name = text_or_empty(from->output[i]);
    bool needed = *name || i == 0; /* the first result has a value, even if nobody uses it */
    outputs[i] = needed ? graph_add_value(graph, *name ? outer_name(reader, scope, name) : name)
                        : VALUE_NONE;
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

static const Onnx__FunctionProto *find_function(const Reader *reader, const char *domain,
                                                const char *type)
{
  for (size_t i = 0; i < reader->model->n_functions; i++) {
    const Onnx__FunctionProto *function = reader->model->functions[i];
    if (strcmp(text_or_empty(function->domain), domain) == 0 &&
        strcmp(text_or_empty(function->name), type) == 0)
      return function;
  }
  return NULL;
}

static Status read_function(Reader *reader, const Scope *scope, const Onnx__NodeProto *call,
                            const Onnx__FunctionProto *function, const char *where, size_t depth);

static Status read_node(Reader *reader, const Scope *scope, const Onnx__NodeProto *from,
                        size_t depth)
{
  const char *domain = text_or_empty(from->domain), *type = text_or_empty(from->op_type);
  GraphNode node = {.name = text_or_empty(from->name)};
  size_t number = reader->graph->nodes.count;
  if (number >= reader->place->limits->nodes)
    return error_set(reader->error, STATUS_LIMIT, "has more than %" PRIu64 " nodes",
                     reader->place->limits->nodes);
  StrBuf where;
  strbuf_init(&where, 500);
  strbuf_printf(&where, "node %zu", number);
  if (*node.name) strbuf_printf(&where, " '%s'", node.name);
  strbuf_printf(&where, " (%s)", type);
  bool standard = !*domain || strcmp(domain, "ai.onnx") == 0;
  node.op = standard ? operator_find(type) : NULL;
  const Onnx__FunctionProto *function = node.op ? NULL : find_function(reader, domain, type);
  Status status = STATUS_OK;
  if (function) {
    status = read_function(reader, scope, from, function, strbuf_text(&where), depth);
    strbuf_deinit(&where);
    return status;
  }
  if (!node.op)
    status = error_set(reader->error, STATUS_SCOPE, "%s: the operator '%s%s%s' is not supported",
                       strbuf_text(&where), standard ? "" : domain, standard ? "" : ".", type);
  if (status == STATUS_OK) status = read_names(reader, scope, from, strbuf_text(&where), &node);
  if (status == STATUS_OK)
    status = read_attributes(reader, scope, from, strbuf_text(&where), &node);
  if (status == STATUS_OK) graph_add_node(reader->graph, &node);
  strbuf_deinit(&where);
  return status;
}

/* An input that a function gives back as it is. */
static Status copy_through(Reader *reader, const Scope *scope, const char *where)
{
  for (size_t i = 0; i < scope->function->n_output; i++) {
    const char *name = text_or_empty(scope->function->output[i]);
    if (!scope->outputs[i] || graph_find_value(reader->graph, scope->outputs[i]) != VALUE_NONE)
      continue;
    bool formal;
    ValueId from = find_name(reader, scope, name, &formal);
    if (from == VALUE_NONE)
      return error_set(reader->error, STATUS_SCOPE, "%s: nothing computes the output '%s'", where,
                       name);
    ValueId to = graph_add_value(reader->graph, scope->outputs[i]);
    GraphNode node = {.name = "",
                      .op = operator_get(OP_Identity),
                      .inputs = &from,
                      .outputs = &to,
                      .input_count = 1,
                      .output_count = 1};
    graph_add_node(reader->graph, &node);
  }
  return STATUS_OK;
}

/* The nodes of a function take the place of the call. Calls in functions are bounded in depth and number. */
static Status read_function(Reader *reader, const Scope *scope, const Onnx__NodeProto *call,
                            const Onnx__FunctionProto *function, const char *where, size_t depth)
{
  Arena *arena = &reader->graph->arena;
  if (depth == CALL_DEPTH_MAX || ++reader->calls > reader->place->limits->nodes)
    return error_set(reader->error, STATUS_LIMIT, "%s: functions call each other too often", where);
  if (call->n_input > function->n_input || call->n_output > function->n_output)
    return error_set(reader->error, STATUS_SORT, "%s: more inputs or outputs than the function has",
                     where);
  ValueId *inputs = arena_alloc(arena, call->n_input + 1, sizeof *inputs);
  const char **outputs = arena_alloc(arena, function->n_output + 1, sizeof *outputs);
  for (size_t i = 0; i < call->n_input; i++) {
    const char *name = text_or_empty(call->input[i]);
    bool formal = false;
    inputs[i] = *name ? find_name(reader, scope, name, &formal) : VALUE_NONE;
    if (*name && inputs[i] == VALUE_NONE && !formal)
      return error_set(reader->error, STATUS_SCOPE, "%s: nothing before it computes '%s'", where,
                       name);
    if (check_work(reader, where) != STATUS_OK) return STATUS_LIMIT;
  }
  for (size_t i = 0; i < function->n_output; i++) {
    bool wanted = i < call->n_output && *text_or_empty(call->output[i]);
    outputs[i] = wanted ? outer_name(reader, scope, call->output[i]) : NULL;
    if (wanted && graph_find_value(reader->graph, outputs[i]) != VALUE_NONE)
      return error_set(reader->error, STATUS_SCOPE, "%s: '%s' is computed twice", where,
                       call->output[i]);
  }
  char prefix[40];
  snprintf(prefix, sizeof prefix, "call_%" PRIu64 "/", reader->calls);
  Scope inner = {function, call, inputs, outputs, arena_copy_string(arena, prefix, strlen(prefix))};
  Status status = STATUS_OK;
  for (size_t i = 0; i < function->n_node && status == STATUS_OK; i++)
    status = read_node(reader, &inner, function->node[i], depth + 1);
  return status == STATUS_OK ? copy_through(reader, &inner, where) : status;
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

Status onnx_read_graph(const Onnx__ModelProto *model, const ReadPlace *place, Graph *graph,
                       Error *error)
{
  const Onnx__GraphProto *from = model->graph;
  Reader reader = {.place = place, .model = model, .graph = graph, .error = error};
  const char *name = text_or_empty(from->name);
  graph->name = arena_copy_string(&graph->arena, name, strlen(name));
  Status status = read_initializers(&reader, from);
  if (status == STATUS_OK) status = read_inputs(&reader, from);
  for (size_t i = 0; status == STATUS_OK && i < from->n_node; i++)
    status = read_node(&reader, NULL, from->node[i], 0);
  if (status == STATUS_OK) status = read_outputs(&reader, from);
  return status;
}
