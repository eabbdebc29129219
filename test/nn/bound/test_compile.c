/* Networks of the competition as layers compute what inference computes. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/bound/bound.h"
#include "nn/bound/compile.h"
#include "nn/infer/infer.h"
#include "nn/onnx/load.h"
#include "testing.h"

/* Within float rounding of the largest value of any layer. */
static void compare(const char *path, const Graph *graph, const Net *net, Random *random)
{
  uint32_t inputs = net_input_size(net), outputs = net_output(net)->size;
  Tensor x, y;
  Error error;
  tensor_init(&x, graph_value(graph, graph->inputs.items[0])->shape);
  assert_int_equal(x.count, inputs);
  double *point = calloc(inputs, sizeof *point);
  for (uint32_t i = 0; i < inputs; i++) {
    ((float *)x.data)[i] = (float)(random_unit(random) - 0.3);
    point[i] = (double)((float *)x.data)[i];
  }
  if (infer_run(graph, &x, &y, &error)) fail_msg("%s: %s", path, error.message);
  assert_int_equal(y.count, outputs);
  NetRun run;
  net_run_init(&run, net);
  double largest = 0;
  const double *values = net_evaluate(net, &run, point);
  for (size_t i = 0; i < run.count; i++) largest = fmax(largest, fabs(run.values[i]));
  for (uint32_t i = 0; i < outputs; i++)
    if (!(fabs(values[i] - tensor_get_double(&y, i)) <= 1e-4 * (1 + largest)))
      fail_msg("%s: output %u is %g, and not %g", path, i, values[i], tensor_get_double(&y, i));
  net_run_deinit(&run);
  free(point);
  tensor_deinit(&x);
  tensor_deinit(&y);
}

static size_t check_network(const char *path, Random *random)
{
  Graph graph;
  Net net;
  Error error;
  if (onnx_load(path, NULL, &graph, &error)) fail_msg("%s: %s", path, error.message);
  if (compile_graph(&graph, &net, &error)) fail_msg("%s: %s", path, error.message);
  for (int i = 0; i < 2; i++) compare(path, &graph, &net, random);
  net_deinit(&net);
  graph_deinit(&graph);
  return 1;
}

static size_t check_folder(const char *folder, Random *random)
{
  DIR *dir = opendir(folder);
  size_t count = 0, seen = 0;
  for (struct dirent *entry; dir && (entry = readdir(dir));) {
    char path[2000];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    /* Of the many networks of one kind some will do, and the largest take seconds. */
    if (!strstr(entry->d_name, ".onnx") || strstr(entry->d_name, "N=M=48") ||
        strstr(entry->d_name, "N=M=56") || strstr(entry->d_name, "N=M=64") || seen++ % 4 != 0)
      continue;
    count += check_network(path, random);
  }
  if (dir) closedir(dir);
  return count;
}

static void test_competition(void **state)
{
  (void)state;
  const char *shared = getenv("ASSAY_SHARED");
  char folder[1000];
  snprintf(folder, sizeof folder, "%s/data/nnv", shared ? shared : "");
  DIR *dir = shared ? opendir(folder) : NULL;
  if (!dir) skip();
  Random random = random_stream(5, 6, 7);
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    char path[1500];
    snprintf(path, sizeof path, "%s/%s/onnx", folder, entry->d_name);
    if (entry->d_name[0] != '.') count += check_folder(path, &random);
  }
  closedir(dir);
  assert_true(count > 15);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_competition)};
  return cmocka_run_group_tests_name("nn_bound_compile", tests, NULL, NULL);
}
