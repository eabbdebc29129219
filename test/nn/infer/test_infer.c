#include "testing.h"

#include <math.h>
#include <stdlib.h>

#include "nn/infer/infer.h"
#include "nn/infer/kernel.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"
#include "support/network.h"

/* Runs the network on 1, 2, 3, ... for each input and compares its only output with the numbers. */
static void expect_numbers(int64_t opset, const char *text, const char *numbers)
{
  Graph graph;
  Error error = {0};
  Tensor in[4], out[4];
  if (network_infer(&graph, opset, text, &error) != STATUS_OK)
    fail_msg("%s: %s", text, error.message);
  for (size_t i = 0; i < graph.inputs.count; i++) {
    tensor_init(&in[i], graph_value(&graph, graph.inputs.items[i])->shape);
    for (size_t k = 0; k < in[i].count; k++) tensor_set_int(&in[i], k, (int64_t)k + 1);
  }
  if (infer_run(&graph, in, out, &error) != STATUS_OK) fail_msg("%s: %s", text, error.message);
  char *end;
  for (size_t i = 0; i < out[0].count; i++, numbers = end) {
    double wanted = strtod(numbers, &end);
    if (end == numbers) fail_msg("%s: has %zu elements", text, out[0].count);
    if (!(fabs(tensor_get_double(&out[0], i) - wanted) <= 1e-6 * fmax(1, fabs(wanted))))
      fail_msg("%s: element %zu is %.9g", text, i, tensor_get_double(&out[0], i));
  }
  assert_true(strtod(numbers, &end) == 0 && end == numbers);
  for (size_t i = 0; i < graph.inputs.count; i++) tensor_deinit(&in[i]);
  for (size_t i = 0; i < graph.outputs.count; i++) tensor_deinit(&out[i]);
  graph_deinit(&graph);
}

static void test_elements(void **state)
{
  (void)state;
  expect_numbers(13, "x:float[3]; c:float[]=2; y = Sub(x, c); z = Relu(y); -> z", "0 0 1");
  expect_numbers(13, "x:float[3]; y:float[2,1]; z = Mul(x, y); -> z", "1 2 3 2 4 6");
  expect_numbers(13, "x:int64[3]; c:int64[]=-2; z = Mod(x, c); -> z", "-1 0 -1");
  expect_numbers(13, "x:int64[3]; c:int64[]=-2; z = Div(x, c); -> z", "0 -1 -1");
  expect_numbers(13, "x:uint8[3]; c:uint8[]=255; z = Add(x, c); -> z", "0 1 2");
  expect_numbers(13, "x:float[4]; a:float[]=2; b:float[]=3; z = Clip(x, a, b); -> z", "2 2 3 3");
  expect_numbers(13, "x:float[2]; y:float[2]; c = Less(x, y); z = Where(c, x, y); -> z", "1 2");
  expect_numbers(13, "x:float[3]; y = Softmax(x); -> y", "0.09003057 0.24472847 0.66524096");
  expect_numbers(13, "x:float[3]; y = Cast(x) to=3; z = Neg(y); -> z", "-1 -2 -3");
}

static void test_products(void **state)
{
  (void)state;
  expect_numbers(13, "x:float[2,2]; w:float[2,2]=1,0,0,2; y = MatMul(x, w); -> y", "1 4 3 8");
  expect_numbers(13, "x:double[2,2]; w:double[2]=1,1; y = MatMul(x, w); -> y", "3 7");
  expect_numbers(13,
                 "x:float[2,2]; w:float[1,2]=1,2; c:float[1]=10; y = Gemm(x, w, c) transB=1 "
                 "alpha=0.5 beta=2.0; -> y",
                 "22.5 25.5");
  expect_numbers(11,
                 "x:float[1,1,2,3]; w:float[1,1,2,2]=1; b:float[1]=100; y = Conv(x, w, b); -> y",
                 "112 116");
  expect_numbers(11,
                 "x:float[1,2,3]; w:float[2,1,2]=1,1,1,-1; y = Conv(x, w) group=2 pads=[1,0]; -> y",
                 "1 3 5 -4 -1 -1");
  expect_numbers(11, "x:double[1,1,4]; w:double[1,1,2]=1; y = Conv(x, w) strides=[2]; -> y", "3 7");
  expect_numbers(13, "x:int32[2,2]; w:int32[2,2]=1,0,0,2; y = MatMul(x, w); -> y", "1 4 3 8");
}

static void test_windows(void **state)
{
  (void)state;
  expect_numbers(12, "x:float[1,1,2,3]; y = MaxPool(x) kernel_shape=[2,2]; -> y", "5 6");
  expect_numbers(
      12, "x:float[1,1,5]; y = MaxPool(x) kernel_shape=[2] strides=[2] ceil_mode=1; -> y", "2 4 5");
  expect_numbers(11, "x:float[1,1,3]; y = AveragePool(x) kernel_shape=[2] pads=[1,0]; -> y",
                 "1 1.5 2.5");
  expect_numbers(
      11,
      "x:float[1,1,3]; y = AveragePool(x) kernel_shape=[2] pads=[1,0] count_include_pad=1; -> y",
      "0.5 1.5 2.5");
  expect_numbers(11, "x:float[1,2,2]; y = GlobalAveragePool(x); -> y", "1.5 3.5");
}

static void test_moves(void **state)
{
  (void)state;
  expect_numbers(13, "x:float[2,3]; y = Transpose(x); -> y", "1 4 2 5 3 6");
  expect_numbers(9, "x:float[5]; y = Slice(x) starts=[-3] ends=[-1]; -> y", "3 4");
  expect_numbers(13,
                 "x:float[5]; s:int64[1]=-1; e:int64[1]=-100; a:int64[1]=0; t:int64[1]=-2; y = "
                 "Slice(x, s, e, a, t); -> y",
                 "5 3 1");
  expect_numbers(9, "x:float[1,2]; y = Pad(x) pads=[0,1,1,0] value=9.0; -> y", "9 1 2 9 9 9");
  expect_numbers(9, "x:float[3]; y = Pad(x) pads=[2,1] mode=reflect; -> y", "3 2 1 2 3 2");
  expect_numbers(13, "x:float[2]; y:float[3]; z = Concat(x, y) axis=0; -> z", "1 2 1 2 3");
  expect_numbers(13, "x:float[4]; a,b = Split(x); -> b", "3 4");
  expect_numbers(13, "x:float[3,2]; i:int64[2]=-1,0; y = Gather(x, i); -> y", "5 6 1 2");
  expect_numbers(13, "x:float[2]; s:int64[2]=2,2; y = Expand(x, s); z = Tile(y, s); -> y",
                 "1 2 1 2");
}

/* Corners of the standard's text: where ends are beyond the axis, places that are counted along columns, large whole numbers. */
static void test_corners(void **state)
{
  (void)state;
  expect_numbers(13,
                 "x:float[5]; s:int64[1]=-10; e:int64[1]=-20; a:int64[1]=0; t:int64[1]=-1; y = "
                 "Slice(x, s, e, a, t); -> y",
                 "1");
  expect_numbers(13,
                 "x:float[5]; s:int64[1]=20; e:int64[1]=2; a:int64[1]=-1; t:int64[1]=-1; y = "
                 "Slice(x, s, e, a, t); -> y",
                 "5 4");
  expect_numbers(
      13,
      "x:float[5]; z:int64[1]=0; a:int64[1]=0; o:int64[1]=-9; t:int64[1]=-1; e = Slice(x, z, z); "
      "y = Slice(e, o, o, a, t); -> y",
      "");
  expect_numbers(19, "x:float[3]; p:int64[2]=4,2; y = Pad(x, p) mode=wrap; -> y",
                 "3 1 2 3 1 2 3 1 2");
  expect_numbers(12, "x:float[1,2,2,3]; y,i = MaxPool(x) kernel_shape=[1,2] storage_order=1; -> i",
                 "2 4 3 5 8 10 9 11");
  expect_numbers(
      11,
      "b:float[1,2,4]=0,0,1,1,5,5,6,6; s:float[1,1,2]=0.5,0.25; l:int64[1]=-9223372036854775808; "
      "o:int64[1]=1; m = Sub(l, o); x:float[6]; i = NonMaxSuppression(b, s, m); y = Cast(i) to=1; "
      "f:int64[1]=-1; z = Reshape(y, f); w = Add(x, z); -> w",
      "1 2 3 4 5 7");
  expect_numbers(11,
                 "c:int64[3]=9007199254740992; d:int64[3]=1,0,1; a = Add(c, d); x:int64[2]; y = "
                 "Unique(a); z = "
                 "Sub(y, x); -> z",
                 "9007199254740991 9007199254740991");
  expect_numbers(11,
                 "l:int64[2]=-9223372036854775808,0; o:int64[2]=1,1; i = Sub(l, o); d:int64[]=2; "
                 "v:float[2]=0,1; "
                 "x:float[2]; y = OneHot(i, d, v); z = Add(x, y); -> z",
                 "1 2 1 3");
}

static void test_reductions(void **state)
{
  (void)state;
  expect_numbers(11, "x:float[2,3]; y = ReduceSum(x) axes=[0]; -> y", "5 7 9");
  expect_numbers(11, "x:float[2,3]; y = ReduceMax(x) axes=[1] keepdims=0; -> y", "3 6");
  expect_numbers(11, "x:float[2,3]; y = ReduceMean(x); -> y", "3.5");
  expect_numbers(13, "x:float[2,3]; y = ArgMax(x) axis=1; -> y", "2 2");
  expect_numbers(14, "x:float[3]; a:int64[]=0; y = CumSum(x, a) reverse=1; -> y", "6 5 3");
}

/* What is written is read back as the same bytes. */
static void test_saved(void **state)
{
  (void)state;
  static const char TEXT[] =
      "x:float[1,3]; w:float[3,2]=1,2,3,4,5,6; y = MatMul(x, w); z,m = Dropout(y); "
      "s:int64[1]=-1; r = Reshape(z, s); p = Transpose(y) perm=[1,0]; -> r,p";
  Graph graph, again;
  Error error = {0};
  StrBuf first, second;
  strbuf_init(&first, 0);
  strbuf_init(&second, 0);
  assert_int_equal(network_infer(&graph, 13, TEXT, &error), STATUS_OK);
  onnx_print(&graph, &first);
  if (onnx_read(first.bytes, first.length, NULL, &again, &error) != STATUS_OK)
    fail_msg("%s", error.message);
  onnx_print(&again, &second);
  assert_int_equal(first.length, second.length);
  assert_memory_equal(first.bytes, second.bytes, first.length);
  graph_deinit(&graph);
  graph_deinit(&again);
  strbuf_deinit(&first);
  strbuf_deinit(&second);
}

/* Every operator of the table can be computed. */
static void test_kernels(void **state)
{
  (void)state;
  for (int kind = 0; kind < OPERATOR_COUNT; kind++)
    if (!compute_find(operator_get((OperatorKind)kind)))
      fail_msg("%s", operator_get((OperatorKind)kind)->name);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_elements), cmocka_unit_test(test_products),
      cmocka_unit_test(test_windows),  cmocka_unit_test(test_moves),
      cmocka_unit_test(test_corners),  cmocka_unit_test(test_reductions),
      cmocka_unit_test(test_saved),    cmocka_unit_test(test_kernels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
