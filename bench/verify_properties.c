/* Properties that are neither plainly sat nor plainly unsat, for networks that 'assay gen --language nn' has made.
 *
 *   verify_properties SEED BOXES NETWORK.onnx...
 *
 * For each network NAME.onnx it writes NAME.vnnlib: BOXES boxes of inputs (subproblems), in each of which a difference of two
 * outputs has to reach a threshold. The thresholds are what random points and descent reach there, plus some part of their
 * spread, which is negative for some, so that these are sat. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "nn/bound/compile.h"
#include "nn/onnx/load.h"

enum { POINTS = 200, DESCENTS = 20, STEPS = 40 };

typedef struct {
  Net net;
  NetRun run;
  double *lower, *upper, *x, *gradient, *weights;
  uint32_t inputs, outputs;
} Bench;

static double within(Random *random, double low, double high)
{
  return low + (high - low) * random_unit(random);
}

static void draw_box(Bench *bench, Random *random)
{
  double radius = exp(within(random, log(0.02), log(1.0)));
  if (bench->inputs > 16) radius /= 5;
  for (uint32_t i = 0; i < bench->inputs; i++) {
    double centre = within(random, -1, 1);
    bench->lower[i] = centre - radius;
    bench->upper[i] = centre + radius;
  }
}

static double value_at(Bench *bench)
{
  const double *y = net_evaluate(&bench->net, &bench->run, bench->x);
  double sum = 0;
  for (uint32_t i = 0; i < bench->outputs; i++) sum += bench->weights[i] * y[i];
  return sum;
}

static void draw_point(Bench *bench, Random *random)
{
  for (uint32_t i = 0; i < bench->inputs; i++)
    bench->x[i] = within(random, bench->lower[i], bench->upper[i]);
}

/* Steps up along the sign of the gradient. */
static double climb(Bench *bench, Random *random)
{
  draw_point(bench, random);
  double best = -INFINITY;
  for (int step = 0; step < STEPS; step++) {
    best = fmax(best, value_at(bench));
    memset(bench->gradient, 0, bench->inputs * sizeof(double));
    net_gradient(&bench->net, &bench->run, bench->weights, bench->gradient);
    for (uint32_t i = 0; i < bench->inputs; i++) {
      double size = (bench->upper[i] - bench->lower[i]) * 0.2 * pow(0.9, step);
      double move = ((bench->gradient[i] > 0) - (bench->gradient[i] < 0)) * size;
      bench->x[i] = fmin(bench->upper[i], fmax(bench->lower[i], bench->x[i] + move));
    }
  }
  return best;
}

/* The threshold of one box: `part` of the spread above the largest value that was seen. */
static double threshold(Bench *bench, Random *random, double part)
{
  double most = -INFINITY, least = INFINITY;
  for (int i = 0; i < POINTS; i++) {
    draw_point(bench, random);
    double value = value_at(bench);
    most = fmax(most, value);
    least = fmin(least, value);
  }
  for (int i = 0; i < DESCENTS; i++) most = fmax(most, climb(bench, random));
  return most + part * (most - least) + (part < 0 ? -1e-4 : 1e-4);
}

static void write_box(Bench *bench, Random *random, double part, FILE *out)
{
  uint32_t a = (uint32_t)random_below(random, bench->outputs),
           b = (uint32_t)random_below(random, bench->outputs);
  memset(bench->weights, 0, bench->outputs * sizeof(double));
  bench->weights[a] += 1;
  bench->weights[b] -= 1;
  if (a == b) bench->weights[a] = 1;
  draw_box(bench, random);
  double limit = threshold(bench, random, part);
  fputs("(and ", out);
  for (uint32_t i = 0; i < bench->inputs; i++)
    fprintf(out, "(>= X_%u %.9f) (<= X_%u %.9f) ", i, bench->lower[i], i, bench->upper[i]);
  if (a == b)
    fprintf(out, "(>= Y_%u %.9f))\n", a, limit);
  else
    fprintf(out, "(>= (- Y_%u Y_%u) %.9f))\n", a, b, limit);
}

static void write_property(Bench *bench, Random *random, uint64_t boxes, FILE *out)
{
  static const double parts[] = {-0.3, -0.03, 0.03, 0.1, 0.3, 1};
  for (uint32_t i = 0; i < bench->inputs; i++) fprintf(out, "(declare-const X_%u Real)\n", i);
  for (uint32_t i = 0; i < bench->outputs; i++) fprintf(out, "(declare-const Y_%u Real)\n", i);
  fputs("(assert (or\n", out);
  /* With several boxes at most one is sat. */
  uint64_t sat = boxes > 1 ? random_below(random, 2 * boxes) : boxes;
  for (uint64_t i = 0; i < boxes; i++) {
    size_t first = boxes > 1 ? 2 : 0, count = sizeof parts / sizeof *parts - first;
    double part = i == sat ? -0.03 : parts[first + random_below(random, count)];
    write_box(bench, random, part, out);
  }
  fputs("))\n", out);
}

static int make_property(const char *path, Random *random, uint64_t boxes)
{
  Graph graph;
  Error error;
  Bench bench;
  size_t length = strlen(path);
  if (length < 5 || strcmp(path + length - 5, ".onnx") != 0) return EXIT_FAILURE;
  if (onnx_load(path, NULL, &graph, &error) || compile_graph(&graph, &bench.net, &error)) {
    fprintf(stderr, "%s: %s\n", path, error.message);
    return EXIT_FAILURE;
  }
  graph_deinit(&graph);
  bench.inputs = net_input_size(&bench.net);
  bench.outputs = net_output(&bench.net)->size;
  bench.lower = calloc(4 * (size_t)bench.inputs + bench.outputs, sizeof(double));
  bench.upper = bench.lower + bench.inputs;
  bench.x = bench.upper + bench.inputs;
  bench.gradient = bench.x + bench.inputs;
  bench.weights = bench.gradient + bench.inputs;
  net_run_init(&bench.run, &bench.net);
  char *name = calloc(length + 10, 1);
  snprintf(name, length + 10, "%.*s.vnnlib", (int)(length - 5), path);
  FILE *out = fopen(name, "w");
  if (out) {
    write_property(&bench, random, boxes, out);
    fclose(out);
  }
  free(name);
  free(bench.lower);
  net_run_deinit(&bench.run);
  net_deinit(&bench.net);
  return out ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **arguments)
{
  if (count < 4) {
    fputs("usage: verify_properties SEED BOXES NETWORK.onnx...\n", stderr);
    return 2;
  }
  uint64_t seed = strtoull(arguments[1], NULL, 10), boxes = strtoull(arguments[2], NULL, 10);
  for (int i = 3; i < count; i++) {
    Random random = random_stream(seed, 1, (uint64_t)i);
    if (boxes == 0 || make_property(arguments[i], &random, boxes)) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
