#include "nn/onnx/save.h"

#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "nn/onnx/save_parts.h"

/* The structures of protobuf-c want pointers that are not const; nothing is written through them. */
static void *loose(const void *pointer)
{
  union {
    const void *from;
    void *to;
  } same = {pointer};
  return same.to;
}

static char *text(const char *from)
{
  return loose(from);
}

Onnx__TensorProto *onnx_make_header(Arena *arena, const TensorShape *shape, const char *name)
{
  Onnx__TensorProto *made = arena_alloc(arena, 1, sizeof *made);
  onnx__tensor_proto__init(made);
  made->name = text(name);
  made->has_data_type = true;
  made->data_type = (int32_t)shape->type;
  made->n_dims = shape->rank;
  made->dims = loose(shape->dims);
  return made;
}

static Onnx__TensorProto *make_tensor(Arena *arena, const Tensor *tensor, const char *name)
{
  Onnx__TensorProto *made = onnx_make_header(arena, &tensor->shape, name);
  made->has_raw_data = true;
  made->raw_data.data = tensor->data;
  made->raw_data.len = tensor->count * tensor_type_size(tensor->shape.type);
  return made;
}

static Onnx__ValueInfoProto *make_value(Arena *arena, const GraphValue *value)
{
  Onnx__ValueInfoProto *made = arena_alloc(arena, 1, sizeof *made);
  Onnx__TypeProto *type = arena_alloc(arena, 1, sizeof *type);
  Onnx__TypeProto__Tensor *tensor = arena_alloc(arena, 1, sizeof *tensor);
  Onnx__TensorShapeProto *shape = arena_alloc(arena, 1, sizeof *shape);
  onnx__value_info_proto__init(made);
  onnx__type_proto__init(type);
  onnx__type_proto__tensor__init(tensor);
  onnx__tensor_shape_proto__init(shape);
  made->name = text(value->name);
  made->type = type;
  type->value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  type->tensor_type = tensor;
  tensor->has_elem_type = true;
  tensor->elem_type = (int32_t)value->shape.type;
  tensor->shape = shape;
  shape->n_dim = value->shape.rank;
  shape->dim = arena_alloc(arena, shape->n_dim + 1, sizeof *shape->dim);
  for (uint32_t i = 0; i < value->shape.rank; i++) {
    shape->dim[i] = arena_alloc(arena, 1, sizeof *shape->dim[i]);
    onnx__tensor_shape_proto__dimension__init(shape->dim[i]);
    shape->dim[i]->value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
    shape->dim[i]->dim_value = value->shape.dims[i];
  }
  return made;
}

static void fill_texts(Arena *arena, const GraphAttribute *from, Onnx__AttributeProto *made)
{
  made->n_strings = from->count;
  made->strings = arena_alloc(arena, from->count + 1, sizeof *made->strings);
  for (uint32_t i = 0; i < from->count; i++)
    made->strings[i] = (ProtobufCBinaryData){strlen(from->texts[i]), loose(from->texts[i])};
}

static Onnx__AttributeProto *make_attribute(Arena *arena, const GraphAttribute *from)
{
  Onnx__AttributeProto *made = arena_alloc(arena, 1, sizeof *made);
  onnx__attribute_proto__init(made);
  made->name = text(from->name);
  made->has_type = true;
  switch (from->kind) {
  case 'i':
    made->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
    made->has_i = true;
    made->i = from->number;
    break;
  case 'f':
    made->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
    made->has_f = true;
    made->f = from->real;
    break;
  case 's':
    made->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING;
    made->has_s = true;
    made->s = (ProtobufCBinaryData){strlen(from->text), loose(from->text)};
    break;
  case 'I':
    made->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS;
    made->n_ints = from->count;
    made->ints = loose(from->numbers);
    break;
  case 'F':
    made->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS;
    made->n_floats = from->count;
    made->floats = loose(from->reals);
    break;
  case 'S':
    made->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS;
    fill_texts(arena, from, made);
    break;
  default:
    assert(from->kind == 't');
    made->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR;
    made->t = make_tensor(arena, from->tensor, "");
  }
  return made;
}

static char **make_names(Arena *arena, const Graph *graph, const ValueId *values, uint32_t count)
{
  char **names = arena_alloc(arena, count + 1, sizeof *names);
  for (uint32_t i = 0; i < count; i++)
    names[i] = text(values[i] == VALUE_NONE ? "" : graph_value(graph, values[i])->name);
  return names;
}

static Onnx__NodeProto *make_node(Arena *arena, const Graph *graph, const GraphNode *node)
{
  Onnx__NodeProto *made = arena_alloc(arena, 1, sizeof *made);
  onnx__node_proto__init(made);
  made->name = *node->name ? text(node->name) : NULL;
  made->op_type = text(node->op->name);
  made->n_input = node->input_count;
  made->input = make_names(arena, graph, node->inputs, node->input_count);
  made->n_output = node->output_count;
  made->output = make_names(arena, graph, node->outputs, node->output_count);
  made->n_attribute = node->attribute_count;
  made->attribute = arena_alloc(arena, node->attribute_count + 1, sizeof *made->attribute);
  for (uint32_t i = 0; i < node->attribute_count; i++)
    made->attribute[i] = make_attribute(arena, &node->attributes[i]);
  return made;
}

static Onnx__ValueInfoProto **make_values(Arena *arena, const Graph *graph, const U32Vec *values)
{
  Onnx__ValueInfoProto **made = arena_alloc(arena, values->count + 1, sizeof *made);
  for (size_t i = 0; i < values->count; i++)
    made[i] = make_value(arena, graph_value(graph, values->items[i]));
  return made;
}

void onnx_make_graph(Arena *arena, const Graph *graph, Onnx__GraphProto *made)
{
  onnx__graph_proto__init(made);
  made->name = text(*graph->name ? graph->name : "network");
  made->initializer = arena_alloc(arena, graph->values.count + 1, sizeof *made->initializer);
  for (size_t i = 0; i < graph->values.count; i++) {
    const GraphValue *value = &graph->values.items[i];
    if (value->constant && value->producer == NODE_NONE)
      made->initializer[made->n_initializer++] = make_tensor(arena, value->constant, value->name);
  }
  made->n_node = graph->nodes.count;
  made->node = arena_alloc(arena, graph->nodes.count + 1, sizeof *made->node);
  for (size_t i = 0; i < graph->nodes.count; i++)
    made->node[i] = make_node(arena, graph, &graph->nodes.items[i]);
  made->n_input = graph->inputs.count;
  made->input = make_values(arena, graph, &graph->inputs);
  made->n_output = graph->outputs.count;
  made->output = make_values(arena, graph, &graph->outputs);
}

void onnx_make_model(const Graph *graph, Onnx__OperatorSetIdProto **opset, Onnx__ModelProto *model)
{
  onnx__operator_set_id_proto__init(*opset);
  (*opset)->has_version = true;
  (*opset)->version = graph->opset;
  (*opset)->domain = text("");
  onnx__model_proto__init(model);
  model->has_ir_version = true;
  model->ir_version = graph->ir_version ? graph->ir_version : 8;
  model->producer_name = text("assay");
  model->n_opset_import = 1;
  model->opset_import = opset;
}

void onnx_print(const Graph *graph, StrBuf *out)
{
  Arena arena = {0};
  Onnx__ModelProto model;
  Onnx__GraphProto made;
  Onnx__OperatorSetIdProto opset, *opsets = &opset;
  onnx_make_graph(&arena, graph, &made);
  onnx_make_model(graph, &opsets, &model);
  model.graph = &made;
  size_t size = onnx__model_proto__get_packed_size(&model);
  if (strbuf_reserve(out, size)) {
    onnx__model_proto__pack(&model, (uint8_t *)out->bytes + out->length);
    out->length += size;
  }
  arena_deinit(&arena);
}

Status onnx_save(const Graph *graph, const char *path, Error *error)
{
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  onnx_print(graph, &bytes);
  Status status = file_write(path, bytes.bytes, bytes.length, error);
  strbuf_deinit(&bytes);
  return status;
}
