#include "testing.h"

#include "nn/graph/graph.h"
#include "support/network.h"

static void expect_shape(int64_t opset, const char *text, const char *shape)
{
  Graph graph;
  Error error = {0};
  Status status = network_infer(&graph, opset, text, &error);
  if (status != STATUS_OK) fail_msg("%s: %s", text, error.message);
  StrBuf out;
  strbuf_init(&out, 0);
  for (size_t i = 0; i < graph.outputs.count; i++) {
    if (i) strbuf_add_char(&out, ' ');
    tensor_shape_print(&graph_value(&graph, graph.outputs.items[i])->shape, &out);
  }
  if (strcmp(strbuf_text(&out), shape) != 0) fail_msg("%s: %s", text, strbuf_text(&out));
  strbuf_deinit(&out);
  graph_deinit(&graph);
}

static void expect_error(int64_t opset, const char *text, const char *part)
{
  Graph graph;
  Error error = {0};
  Status status = network_infer(&graph, opset, text, &error);
  assert_int_not_equal(status, STATUS_OK);
  if (!strstr(error.message, part)) fail_msg("%s: %s", text, error.message);
  graph_deinit(&graph);
}

static void test_broadcast(void **state)
{
  (void)state;
  expect_shape(13, "x:float[2,1,3]; y:float[4,1]; z = Add(x, y); -> z", "float[2,4,3]");
  expect_shape(13, "x:int64[]; y:int64[0]; z = Mul(x, y); -> z", "int64[0]");
  expect_error(13, "x:float[2]; y:float[3]; z = Add(x, y); -> z", "node 0 (Add): the shapes");
  expect_error(13, "x:float[2]; y:double[2]; z = Add(x, y); -> z", "another is of type float");
  expect_error(13, "x:bool[2]; y:bool[2]; z = Add(x, y); -> z", "may not be of type bool");
}

static void test_products(void **state)
{
  (void)state;
  expect_shape(13, "x:float[3,5]; w:float[4,5]; y = Gemm(x, w) transB=1; -> y", "float[3,4]");
  expect_shape(13, "x:float[3,5]; w:float[5]; y = MatMul(x, w); -> y", "float[3]");
  expect_shape(13, "x:float[5]; w:float[5]; y = MatMul(x, w); -> y", "float[]");
  expect_shape(13, "x:float[7,1,3,5]; w:float[2,5,4]; y = MatMul(x, w); -> y", "float[7,2,3,4]");
  expect_error(13, "x:float[3,5]; w:float[4,5]; y = Gemm(x, w); -> y", "5 columns and 4 rows");
  expect_error(13, "x:float[3,5]; w:float[5,4]; c:float[5]; y = Gemm(x, w, c); -> y",
               "C cannot be");
}

static void test_windows(void **state)
{
  (void)state;
  expect_shape(
      11, "x:float[1,3,32,30]; w:float[8,3,3,5]; y = Conv(x, w) strides=[2,1] pads=[1,2,1,2]; -> y",
      "float[1,8,16,30]");
  expect_shape(11, "x:float[1,4,9]; w:float[6,2,3]; y = Conv(x, w) group=2 dilations=[4]; -> y",
               "float[1,6,1]");
  expect_shape(
      11, "x:float[1,1,7]; w:float[1,1,3]; y = Conv(x, w) strides=[2] auto_pad=SAME_UPPER; -> y",
      "float[1,1,4]");
  expect_shape(
      12, "x:float[1,2,5,5]; y,i = MaxPool(x) kernel_shape=[2,2] strides=[2,2] ceil_mode=1; -> y,i",
      "float[1,2,3,3] int64[1,2,3,3]");
  expect_shape(11, "x:float[1,2,5,5]; y = AveragePool(x) kernel_shape=[2,2]; -> y",
               "float[1,2,4,4]");
  expect_error(11, "x:float[1,2,5,5]; y = AveragePool(x); -> y", "'kernel_shape' is missing");
  expect_error(11, "x:float[1,2,5]; y = AveragePool(x) kernel_shape=[6]; -> y",
               "larger than the padded");
  expect_error(11, "x:float[1,3,9]; w:float[6,2,3]; y = Conv(x, w); -> y", "do not fit weights");
  expect_error(11, "x:float[1,1,9]; y = AveragePool(x) kernel_shape=[2] strides=[0]; -> y",
               "out of range");
}

static void test_moves(void **state)
{
  (void)state;
  expect_shape(13, "x:float[2,3,4]; s:int64[2]=0,-1; y = Reshape(x, s); -> y", "float[2,12]");
  expect_shape(13, "x:float[2,3,4]; y = Flatten(x) axis=2; -> y", "float[6,4]");
  expect_shape(13, "x:float[2,3,4]; y = Transpose(x); z = Transpose(x) perm=[1,0,2]; -> y,z",
               "float[4,3,2] float[3,2,4]");
  expect_shape(9, "x:float[1,3,1]; y = Squeeze(x) axes=[0]; z = Unsqueeze(y) axes=[0,3]; -> y,z",
               "float[3,1] float[1,3,1,1]");
  expect_shape(13, "x:float[2,3]; y:float[2,5]; z = Concat(x, y) axis=-1; -> z", "float[2,8]");
  expect_shape(13, "x:float[2,8]; a,b = Split(x) axis=1; -> a,b", "float[2,4] float[2,4]");
  expect_shape(13, "x:float[7,2]; i:int64[3,1]; y = Gather(x, i); -> y", "float[3,1,2]");
  expect_shape(9, "x:float[9,9]; y = Slice(x) starts=[1,-2] ends=[-1,100]; -> y", "float[7,2]");
  expect_shape(13,
               "x:float[9]; s:int64[1]=-1; e:int64[1]=-100; a:int64[1]=0; t:int64[1]=-2; y = "
               "Slice(x, s, e, a, t); -> y",
               "float[5]");
  expect_shape(9, "x:float[3,3]; y = Pad(x) pads=[1,0,2,-1]; -> y", "float[6,2]");
  expect_error(13, "x:float[2,3]; s:int64[2]=4,-1; y = Reshape(x, s); -> y", "do not fit");
  expect_error(13, "x:float[2,3]; s:int64[2]; y = Reshape(x, s); -> y", "depends on the inputs");
  expect_error(13, "x:float[2,3]; y = Transpose(x) perm=[0,0]; -> y", "not a permutation");
  expect_error(13, "x:float[2,7]; s:int64[2]=3,3; a,b = Split(x, s) axis=1; -> a,b", "do not fit");
}

static void test_reductions(void **state)
{
  (void)state;
  expect_shape(13, "x:float[2,3,4]; a:int64[2]=0,-1; y = ReduceSum(x, a) keepdims=0; -> y",
               "float[3]");
  expect_shape(11, "x:float[2,3,4]; y = ReduceSum(x) axes=[1]; -> y", "float[2,1,4]");
  expect_shape(13, "x:float[2,3]; y = ReduceSum(x) keepdims=0; -> y", "float[]");
  expect_error(11, "x:float[2,3]; y = ReduceSum(x) axes=[1,-1]; -> y", "given twice");
}

/* What depends only on shapes is a constant. */
static void test_folded(void **state)
{
  (void)state;
  expect_shape(13, "x:float[2,3]; y:float[6]; s = Shape(x); z = Reshape(y, s); -> z", "float[2,3]");
}

static void test_limits(void **state)
{
  (void)state;
  expect_error(13, "x:float[100000,1]; y:float[100000]; z = Add(x, y); -> z", "has more than");
  expect_error(13, "s:int64[3]=4000000000,4000000000,4000000000; z = ConstantOfShape(s); -> z",
               "has more than");
}

/* The table is in order, and every line of it can be read. */
static void test_table(void **state)
{
  (void)state;
  for (int kind = 0; kind < OPERATOR_COUNT; kind++) {
    const Operator *op = operator_get((OperatorKind)kind);
    size_t least, most;
    OperatorSlot slot;
    assert_ptr_equal(operator_find(op->name), op);
    operator_input_range(op, &least, &most);
    assert_true(least <= most);
    for (size_t i = 0; i < (most == SIZE_MAX ? 1 : most); i++) {
      assert_true(operator_input(op, i, &slot));
      assert_true(operator_accepts(op, slot.type, TENSOR_FLOAT) ||
                  operator_accepts(op, slot.type, TENSOR_INT64) ||
                  operator_accepts(op, slot.type, TENSOR_UINT8) ||
                  operator_accepts(op, slot.type, TENSOR_INT32) ||
                  operator_accepts(op, slot.type, TENSOR_BOOL));
    }
    operator_output_range(op, &least, &most);
    assert_true(most >= 1);
  }
  assert_null(operator_find("Nonsense"));
  assert_null(operator_find(""));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_broadcast),  cmocka_unit_test(test_products),
      cmocka_unit_test(test_windows),    cmocka_unit_test(test_moves),
      cmocka_unit_test(test_reductions), cmocka_unit_test(test_folded),
      cmocka_unit_test(test_limits),     cmocka_unit_test(test_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
