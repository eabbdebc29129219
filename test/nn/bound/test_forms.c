/* Small networks with odd forms of operators: layers compute what inference computes, or the network is refused. */
#include <math.h>
#include <string.h>

#include "nn/bound/compile.h"
#include "nn/infer/infer.h"
#include "support/network.h"
#include "testing.h"

typedef struct {
  const char *network;
  const char *refusal; /* NULL: it is compiled */
} FormCase;

#define PRODUCT "x:float[1,2]; w:float[2,2]=1,2,3,4; c:float[1,2]=5,6; p = MatMul(x, w); "
#define AVERAGE "x:float[1,1,4]; y = AveragePool(x) kernel_shape=[3] strides=[2] pads=[1,1] "
#define DROPOUT "x:float[3]; f:bool[]=0; t:bool[]=1; "

static const FormCase cases[] = {
    /* a constant is added to a layer that other values share */
    {PRODUCT "f = Flatten(p); s = Add(f, c); y = Add(p, s); -> y", NULL},
    {PRODUCT "f = Flatten(p); g = Identity(f); s = Add(g, c); h = Dropout(f); y = Sub(h, s); -> y",
     NULL},
    {PRODUCT "y = Identity(p); s = Add(y, c); -> y", NULL},
    {PRODUCT "y = Identity(p); s = Add(p, c); -> y", NULL},
    {PRODUCT "f = Flatten(p); g = Flatten(p); s = Add(f, c); t = Add(g, c); y = Sub(s, t); -> y",
     NULL},
    {PRODUCT "f = Flatten(p); y = Add(f, c); -> y", NULL},
    {"x:float[2]; n:int64[2]=1; s = ReduceSum(x) keepdims=0; y = Pad(x, n, s); -> y",
     "pads with a value that is not constant"},
    {"x:float[2]; n:int64[2]=1; e:float[0]=; y = Pad(x, n, e); -> y", NULL},
    {AVERAGE "ceil_mode=1 count_include_pad=1; -> y", NULL},
    {AVERAGE "ceil_mode=0 count_include_pad=1; -> y", NULL},
    {AVERAGE "ceil_mode=1 count_include_pad=0; -> y", NULL},
    {DROPOUT "y = Dropout(x, _, f); -> y", NULL},
    {DROPOUT "y = Dropout(x, _, t); -> y", "training mode"},
    {"x:float[2,3]; e:int64[0]=; y = ReduceSum(x, e); -> y", NULL},
    {"x:float[2,3]; e:int64[0]=; y = ReduceSum(x, e) noop_with_empty_axes=1; -> y", NULL},
    {"x:float[2,3]; c:float[3]=1; a, b = BatchNormalization(x, c, c, c, c); -> b", "second result"},
    {"x:float[2]; n:int64[2]=1; v:float[]=-2.5; y = Pad(x, n, v); -> y", NULL},
    {"x:float[2,3]; y = Mul(x, x); -> y", NULL},
    {"x:float[2,3]; a = ReduceSum(x) keepdims=1; y = Mul(x, a); -> y", NULL},
    {"x:float[2,3]; t = Transpose(x); f = Flatten(t) axis=0; g = Flatten(x) axis=0; y = Mul(f, g); "
     "-> y",
     NULL},
    {"x:float[1,4]; a, b = Split(x) axis=1; y = Div(a, b); -> y", NULL},
    {"x:float[3]; c:float[3]=1,2,3; y = Div(c, x); -> y", NULL},
    {"x:float[3]; y = Reciprocal(x); -> y", NULL},
    {"x:float[3]; e:float[]=2; y = Pow(x, e); -> y", NULL},
    {"x:float[3]; e:float[2,3]=3; y = Pow(x, e); -> y", NULL},
    {"x:float[3]; e:float[]=5; y = Pow(x, e); -> y", NULL},
    {"x:float[3]; e:float[]=-2; y = Pow(x, e); -> y", NULL},
    {"x:float[3]; e:float[]=0.5; y = Pow(x, e); -> y", "no whole number"},
    {"x:float[3]; e:float[2]=2,3; f:float[2,1]=2,3; y = Pow(x, f); -> y", "no whole number"},
    {"x:float[3]; y = Pow(x, x); -> y", "not constant"},
    {"x:float[3]; y = Exp(x); -> y", "has no relaxation"},
    {"x:double[1]; c:double[1]=1e-310; y = Div(x, c); -> y", "beyond the numbers"},
    {"x:float[1,1]; a:float[8192,1]=1; b:float[1,8192]=1; s = MatMul(a, b); p = MatMul(b, s); "
     "y = Add(x, p); -> y",
     "too costly"},
};

static void compare(const char *network, const Graph *graph, const Net *net)
{
  Tensor x, y;
  Error error;
  double point[16];
  tensor_init(&x, graph_value(graph, graph->inputs.items[0])->shape);
  assert_in_range(x.count, 1, 16);
  for (size_t i = 0; i < x.count; i++) {
    point[i] = i % 2 ? -0.5 * (double)i : 1.25 + (double)i;
    tensor_set_double(&x, i, point[i]);
  }
  if (infer_run(graph, &x, &y, &error)) fail_msg("%s: %s", network, error.message);
  assert_int_equal(y.count, net_output(net)->size);
  NetRun run;
  net_run_init(&run, net);
  const double *values = net_evaluate(net, &run, point);
  for (size_t i = 0; i < y.count; i++)
    if (!(fabs(values[i] - tensor_get_double(&y, i)) <= 1e-5 * (1 + fabs(values[i]))))
      fail_msg("%s: output %zu is %g instead of %g", network, i, values[i],
               tensor_get_double(&y, i));
  net_run_deinit(&run);
  tensor_deinit(&x);
  tensor_deinit(&y);
}

static void test_cases(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const FormCase *form = &cases[i];
    Graph graph;
    Error error;
    Net net;
    if (network_infer(&graph, 17, form->network, &error))
      fail_msg("%s: %s", form->network, error.message);
    Status status = compile_graph(&graph, &net, &error);
    if (status && (!form->refusal || !strstr(error.message, form->refusal)))
      fail_msg("%s: %s", form->network, error.message);
    if (!status && form->refusal) fail_msg("%s: not refused", form->network);
    if (!status) {
      compare(form->network, &graph, &net);
      net_deinit(&net);
    }
    graph_deinit(&graph);
  }
}

static void check_refused(const char *network, const char *message)
{
  Graph graph;
  Error error;
  assert_int_not_equal(network_infer(&graph, 17, network, &error), STATUS_OK);
  if (!strstr(error.message, message)) fail_msg("%s: %s", network, error.message);
  graph_deinit(&graph);
}

/* Before anything is compiled. */
static void test_refused_shapes(void **state)
{
  (void)state;
  check_refused("x:float[1,1,2,2]; y = AveragePool(x) kernel_shape=[1073741824,1073741824] "
                "pads=[536870911,536870911,536870911,536870911]; -> y",
                "the window has more than");
  check_refused("x:float[3]; a, _, b = Split(x) axis=0; -> a", "output 1 is left out");
}

/* A pool of a constant with many large windows is not computed in advance. */
static void test_costly_pool(void **state)
{
  (void)state;
  Graph graph;
  Error error;
  assert_int_equal(network_infer(&graph, 17,
                                 "x:float[1]; c:float[1,1,256,256]=1; p = LpPool(c) "
                                 "kernel_shape=[256,256] pads=[256,256,256,256]; -> p",
                                 &error),
                   STATUS_OK);
  assert_null(graph_constant(&graph, graph_find_value(&graph, "p")));
  graph_deinit(&graph);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cases),
      cmocka_unit_test(test_refused_shapes),
      cmocka_unit_test(test_costly_pool),
  };
  return cmocka_run_group_tests_name("nn_bound_forms", tests, NULL, NULL);
}
