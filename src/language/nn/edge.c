#include "language/nn/edge.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/infer/infer.h"

enum { SAMPLES = 48 };

void nn_print_witness(const float *inputs, size_t count, StrBuf *out)
{
  assert(count == 0 || inputs);
  for (size_t i = 0; i < count; i++)
    strbuf_printf(out, "%s(X_%zu %.50g)", i ? " " : "(", i, (double)inputs[i]);
  strbuf_add_char(out, ')');
}

typedef struct {
  const Graph *graph;
  Random *random;
  Tensor x;
  size_t inputs, outputs;
  float *lower, *upper;
  float *best; /* the sample with the largest value of the output `aim` */
  size_t aim;
  double least, most; /* of that output */
} Edge;

/* Boxes are of several sizes; many inputs need small ones. */
static void draw_box(Edge *edge)
{
  static const double radii[] = {0.02, 0.05, 0.1, 0.25, 0.5, 1};
  double radius = radii[random_below(edge->random, sizeof radii / sizeof *radii)];
  for (size_t i = 0; i < edge->inputs; i++) {
    double centre = random_unit(edge->random) * 2 - 1;
    /* few digits, which are exact in binary: neither printing nor reading rounds */
    edge->lower[i] = (float)(round((centre - radius) * 1024) / 1024);
    edge->upper[i] = (float)(round((centre + radius) * 1024) / 1024);
  }
}

/* Corners as often as points within. */
static void draw_point(Edge *edge)
{
  bool corner = random_chance(edge->random, 1, 2);
  for (size_t i = 0; i < edge->inputs; i++) {
    float low = edge->lower[i], high = edge->upper[i];
    float drawn = corner ? (random_chance(edge->random, 1, 2) ? low : high)
                         : low + (high - low) * (float)random_unit(edge->random);
    tensor_set_double(&edge->x, i, (double)fminf(fmaxf(drawn, low), high));
  }
}

static bool sample(Edge *edge)
{
  assert(edge->aim < edge->outputs && edge->x.count == edge->inputs);
  edge->least = INFINITY;
  edge->most = -INFINITY;
  for (int k = 0; k < SAMPLES; k++) {
    Tensor y;
    Error error;
    draw_point(edge);
    if (infer_run(edge->graph, &edge->x, &y, &error) != STATUS_OK) return false;
    double value = tensor_get_double(&y, edge->aim);
    tensor_deinit(&y);
    if (!(fabs(value) < 1e12)) return false;
    edge->least = fmin(edge->least, value);
    if (value <= edge->most) continue;
    edge->most = value;
    for (size_t i = 0; i < edge->inputs; i++) edge->best[i] = (float)tensor_get_double(&edge->x, i);
  }
  return true;
}

static void print(const Edge *edge, double threshold, StrBuf *out)
{
  assert(isfinite(threshold) && edge->aim < edge->outputs);
  for (size_t i = 0; i < edge->inputs; i++) strbuf_printf(out, "(declare-const X_%zu Real)\n", i);
  for (size_t i = 0; i < edge->outputs; i++) strbuf_printf(out, "(declare-const Y_%zu Real)\n", i);
  for (size_t i = 0; i < edge->inputs; i++)
    strbuf_printf(out, "(assert (>= X_%zu %.10f))\n(assert (<= X_%zu %.10f))\n", i,
                  (double)edge->lower[i], i, (double)edge->upper[i]);
  strbuf_printf(out, "(assert (>= Y_%zu %.9f))\n", edge->aim, threshold);
}

static bool draw_property(Edge *edge, Bundle *bundle)
{
  assert(edge->outputs > 0);
  /* parts of the range of samples that the threshold is above the largest one */
  static const double steps[] = {-0.3, -0.05, -0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};
  edge->aim = random_below(edge->random, edge->outputs);
  draw_box(edge);
  if (!sample(edge)) return false;
  double step = steps[random_below(edge->random, sizeof steps / sizeof *steps)];
  double range = fmax(edge->most - edge->least, 1e-3 * fmax(1, fabs(edge->most)));
  print(edge, edge->most + step * range, &bundle->property);
  if (step < 0) {
    bundle->status = SAYS_SAT;
    nn_print_witness(edge->best, edge->inputs, &bundle->witness);
  }
  return true;
}

bool nn_edge_property(const Graph *graph, Random *random, Bundle *bundle)
{
  assert(graph->inputs.count > 0 && graph->outputs.count > 0);
  const TensorShape *out = &graph_value(graph, graph->outputs.items[0])->shape;
  Edge edge = {.graph = graph, .random = random};
  tensor_init(&edge.x, graph_value(graph, graph->inputs.items[0])->shape);
  edge.inputs = edge.x.count;
  edge.outputs = tensor_shape_extent(out, 0, out->rank);
  edge.lower = mem_alloc(3 * edge.inputs + 1, sizeof(float));
  edge.upper = edge.lower + edge.inputs;
  edge.best = edge.upper + edge.inputs;
  bool good = edge.outputs > 0 && draw_property(&edge, bundle);
  free(edge.lower);
  tensor_deinit(&edge.x);
  return good;
}
