/* Models with functions, and with tensors in other files. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <onnx.pb-c.h>

#include "base/file.h"
#include "nn/infer/infer.h"
#include "nn/onnx/load.h"
#include "support/scratch.h"

/* A model y = CALL(x) or y = Add(x, w) for x:float[2], of parts that a test changes before it is read. */
typedef struct {
  Onnx__ModelProto model;
  Onnx__OperatorSetIdProto opset, *opsets[1];
  Onnx__GraphProto graph;
  Onnx__ValueInfoProto in, out, *ins[1], *outs[1];
  Onnx__TypeProto type;
  Onnx__TypeProto__Tensor tensor;
  Onnx__TensorShapeProto shape;
  Onnx__TensorShapeProto__Dimension dim, *dims[1];
  Onnx__NodeProto node, *nodes[1];
  char *inputs[2], *outputs[1];
} Model;

static void model_init(Model *m)
{
  onnx__model_proto__init(&m->model);
  onnx__operator_set_id_proto__init(&m->opset);
  onnx__graph_proto__init(&m->graph);
  onnx__value_info_proto__init(&m->in);
  onnx__value_info_proto__init(&m->out);
  onnx__type_proto__init(&m->type);
  onnx__type_proto__tensor__init(&m->tensor);
  onnx__tensor_shape_proto__init(&m->shape);
  onnx__tensor_shape_proto__dimension__init(&m->dim);
  onnx__node_proto__init(&m->node);
  static char x[] = "x", y[] = "y";
  m->opset.has_version = true;
  m->opset.version = 13;
  m->dim.value_case = ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
  m->dim.dim_value = 2;
  m->dims[0] = &m->dim;
  m->shape.n_dim = 1;
  m->shape.dim = m->dims;
  m->tensor.has_elem_type = true;
  m->tensor.elem_type = TENSOR_FLOAT;
  m->tensor.shape = &m->shape;
  m->type.value_case = ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE;
  m->type.tensor_type = &m->tensor;
  m->in.name = m->inputs[0] = x;
  m->out.name = m->outputs[0] = y;
  m->in.type = m->out.type = &m->type;
  m->ins[0] = &m->in;
  m->outs[0] = &m->out;
  m->nodes[0] = &m->node;
  m->node.n_input = m->node.n_output = 1;
  m->node.input = m->inputs;
  m->node.output = m->outputs;
  m->graph.n_input = m->graph.n_output = m->graph.n_node = 1;
  m->graph.input = m->ins;
  m->graph.output = m->outs;
  m->graph.node = m->nodes;
  m->opsets[0] = &m->opset;
  m->model.n_opset_import = 1;
  m->model.opset_import = m->opsets;
  m->model.graph = &m->graph;
}

/* Writes the model to the scratch folder and loads it. */
static Status model_load(const Model *m, Graph *graph, Error *error)
{
  size_t size = onnx__model_proto__get_packed_size(&m->model);
  uint8_t *bytes = malloc(size + 1);
  onnx__model_proto__pack(&m->model, bytes);
  const char *path = scratch_path("model.onnx");
  assert_int_equal(file_write(path, (const char *)bytes, size, error), STATUS_OK);
  free(bytes);
  return onnx_load(path, NULL, graph, error);
}

static void expect_output(const Graph *graph, double first, double second)
{
  Tensor x, y;
  Error error = {0};
  tensor_init(&x, graph_value(graph, graph->inputs.items[0])->shape);
  tensor_set_double(&x, 0, 1);
  tensor_set_double(&x, 1, -3);
  if (infer_run(graph, &x, &y, &error) != STATUS_OK) fail_msg("%s", error.message);
  assert_true(tensor_get_double(&y, 0) == first && tensor_get_double(&y, 1) == second);
  tensor_deinit(&x);
  tensor_deinit(&y);
}

/* A function f(a) = b of one node, with an attribute that refers to one of the call. */
typedef struct {
  Onnx__FunctionProto function, *functions[1];
  Onnx__NodeProto node, *nodes[1];
  Onnx__AttributeProto reference, *references[1];
  char *formal[1], *result[1];
} Function;

static void function_init(Function *f, Model *m, char *type)
{
  static char a[] = "a", b[] = "b", name[] = "f", domain[] = "mine", alpha[] = "alpha",
              own[] = "own";
  onnx__function_proto__init(&f->function);
  onnx__node_proto__init(&f->node);
  onnx__attribute_proto__init(&f->reference);
  f->formal[0] = a;
  f->result[0] = b;
  f->reference.name = alpha;
  f->reference.ref_attr_name = own;
  f->reference.has_type = true;
  f->reference.type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
  f->references[0] = &f->reference;
  f->node.op_type = type;
  f->node.n_input = f->node.n_output = 1;
  f->node.input = f->formal;
  f->node.output = f->result;
  f->nodes[0] = &f->node;
  f->function.name = name;
  f->function.domain = domain;
  f->function.n_input = f->function.n_output = f->function.n_node = 1;
  f->function.input = f->formal;
  f->function.output = f->result;
  f->function.node = f->nodes;
  f->functions[0] = &f->function;
  m->model.n_functions = 1;
  m->model.functions = f->functions;
  m->node.op_type = name;
  m->node.domain = domain;
}

static void test_functions(void **state)
{
  (void)state;
  Model m;
  Function f;
  Graph graph;
  Error error = {0};
  static char leaky[] = "LeakyRelu", itself[] = "f", own[] = "own";
  model_init(&m);
  function_init(&f, &m, leaky);
  f.node.n_attribute = 1;
  f.node.attribute = f.references;
  Onnx__AttributeProto given = ONNX__ATTRIBUTE_PROTO__INIT, *list = &given;
  given.name = own;
  given.has_type = given.has_f = true;
  given.type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
  given.f = 0.5F;
  m.node.n_attribute = 1;
  m.node.attribute = &list;
  if (model_load(&m, &graph, &error) != STATUS_OK) fail_msg("%s", error.message);
  assert_int_equal(graph.nodes.count, 1);
  assert_int_equal(graph.nodes.items[0].op->kind, OP_LeakyRelu);
  expect_output(&graph, 1, -1.5);
  graph_deinit(&graph);
  /* Without the call's attribute, the operator's default. */
  m.node.n_attribute = 0;
  assert_int_equal(model_load(&m, &graph, &error), STATUS_OK);
  assert_int_equal(graph.nodes.items[0].attribute_count, 0);
  graph_deinit(&graph);
  /* What a function gives back unchanged. */
  f.function.n_node = 0;
  f.result[0] = f.formal[0];
  assert_int_equal(model_load(&m, &graph, &error), STATUS_OK);
  expect_output(&graph, 1, -3);
  graph_deinit(&graph);
  /* A function that calls itself. */
  function_init(&f, &m, itself);
  f.node.domain = m.node.domain;
  assert_int_equal(model_load(&m, &graph, &error), STATUS_LIMIT);
  assert_non_null(strstr(error.message, "call each other too often"));
}

static void test_external(void **state)
{
  (void)state;
  static char add[] = "Add", w[] = "w", location[] = "location", offset[] = "offset", four[] = "4";
  static char inside[] = "weights", link[] = "link", above[] = "../weights", deep[] = "sub/weights";
  static char missing[] = "nothing", absolute[] = "/etc/passwd";
  static const float numbers[] = {9, 10, 20};
  Model m;
  Graph graph;
  Error error = {0};
  model_init(&m);
  m.node.op_type = add;
  m.node.n_input = 2;
  m.inputs[1] = w;
  Onnx__TensorProto tensor = ONNX__TENSOR_PROTO__INIT, *tensors = &tensor;
  Onnx__StringStringEntryProto where = ONNX__STRING_STRING_ENTRY_PROTO__INIT, at = where;
  Onnx__StringStringEntryProto *entries[2] = {&where, &at};
  int64_t dims[1] = {2};
  where.key = location;
  at.key = offset;
  at.value = four;
  tensor.name = w;
  tensor.has_data_type = tensor.has_data_location = true;
  tensor.data_type = TENSOR_FLOAT;
  tensor.data_location = ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL;
  tensor.n_dims = 1;
  tensor.dims = dims;
  tensor.n_external_data = 2;
  tensor.external_data = entries;
  m.graph.n_initializer = 1;
  m.graph.initializer = &tensors;
  char path[4096];
  snprintf(path, sizeof path, "%s", scratch_path(inside));
  assert_int_equal(file_write(path, (const char *)numbers, sizeof numbers, &error), STATUS_OK);
  assert_int_equal(symlink(path, scratch_path(link)), 0);
  where.value = inside;
  if (model_load(&m, &graph, &error) != STATUS_OK) fail_msg("%s", error.message);
  expect_output(&graph, 11, 17);
  graph_deinit(&graph);
  char *const wrong[] = {link, above, deep, missing, absolute};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    where.value = wrong[i];
    assert_int_equal(model_load(&m, &graph, &error), STATUS_IO);
  }
  where.value = inside;
  dims[0] = 3; /* more than the file has after the offset */
  m.dim.dim_value = 3;
  assert_int_equal(model_load(&m, &graph, &error), STATUS_SORT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_external),
  };
  return cmocka_run_group_tests_name("nn_onnx_model", tests, scratch_set_up, scratch_tear_down);
}
