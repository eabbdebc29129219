#include "nn/gen/generate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "nn/gen/interval.h"
#include "nn/gen/layers.h"
#include "nn/gen/random_build.h"
#include "nn/infer/infer.h"

enum { STREAM = 21 };

static void build_graph(Builder *b)
{
  graph_init(b->graph);
  b->graph->opset = (int64_t)build_number(b, SET_opset);
  b->graph->ir_version = 8;
  ValueId x = graph_add_value(b->graph, "X"), y;
  b->graph->values.items[x].shape = build_matrix(1, (int64_t)build_number(b, SET_inputs));
  VEC_PUSH(&b->graph->inputs, x);
  switch (b->settings->class) {
  case NETWORK_RAND: y = random_graph_build(b, x); break;
  case NETWORK_TREE: y = tree_build(b, x); break;
  default: y = layers_build(b, x); break;
  }
  VEC_PUSH(&b->graph->outputs, y);
  build_prune(b->graph);
}

static double draw_input(Builder *b)
{
  double low = build_number(b, SET_input_low), high = build_number(b, SET_input_high);
  return (float)(low + (high - low) * random_unit(b->random));
}

/* Boxes only grow by printing: a bound is moved by more than its last digit. */
static const double PRINTED = 1e-30;

static void add_bound(StrBuf *out, char side, size_t number, const char *comparison, double bound)
{
  double wide = comparison[0] == '<' ? nextafter(bound + PRINTED, INFINITY)
                                     : nextafter(bound - PRINTED, -INFINITY);
  strbuf_printf(out, "(assert (%s %c_%zu %.40f))\n", comparison, side, number, wide);
}

static void add_box(StrBuf *out, char side, size_t count, const double *low, const double *high)
{
  for (size_t i = 0; i < count; i++) {
    add_bound(out, side, i, ">=", low[i]);
    add_bound(out, side, i, "<=", high[i]);
  }
}

/* The pieces of a property. */
typedef struct {
  size_t inputs, outputs;
  double *x, *x_low, *x_high, *y, *y_low, *y_high;
} Spec;

static void spec_init(Spec *spec, const NetworkSettings *settings)
{
  *spec = (Spec){.inputs = (size_t)settings->numbers[SET_inputs],
                 .outputs = (size_t)settings->numbers[SET_outputs]};
  double **parts[] = {&spec->x, &spec->x_low, &spec->x_high, &spec->y, &spec->y_low, &spec->y_high};
  for (size_t i = 0; i < 6; i++)
    *parts[i] = mem_alloc_zero(1 + (i < 3 ? spec->inputs : spec->outputs), sizeof(double));
}

static void spec_deinit(Spec *spec)
{
  free(spec->x);
  free(spec->x_low);
  free(spec->x_high);
  free(spec->y);
  free(spec->y_low);
  free(spec->y_high);
}

/* An input and its output, if that is finite. */
static bool draw_point(Builder *b, Spec *spec, Tensor *witness)
{
  Tensor out;
  Error error;
  tensor_init(witness, build_matrix(1, (int64_t)spec->inputs));
  for (size_t i = 0; i < spec->inputs; i++) {
    spec->x[i] = draw_input(b);
    tensor_set_double(witness, i, spec->x[i]);
  }
  bool finite = infer_run(b->graph, witness, &out, &error) == STATUS_OK;
  if (!finite) return false;
  for (size_t i = 0; i < spec->outputs; i++) {
    spec->y[i] = tensor_get_double(&out, i);
    if (!(fabs(spec->y[i]) < 1e12)) finite = false;
  }
  tensor_deinit(&out);
  return finite;
}

/* How far the output may be from what was computed, in exact arithmetic or by another order of sums: proved by
 * intervals where they know all operators, else a thousandth of its size. */
static void enclose_point(Builder *b, Spec *spec)
{
  SpecKind kind = b->settings->spec;
  for (size_t i = 0; i < spec->outputs; i++) spec->y_low[i] = spec->y_high[i] = spec->y[i];
  if (kind != SPEC_SAT && kind != SPEC_SAT_HARD) return; /* then nothing is claimed of it */
  if (b->settings->class == NETWORK_VNNLIB &&
      interval_output(b->graph, spec->x, spec->x, spec->y_low, spec->y_high))
    return;
  double size = 1e-3;
  for (size_t i = 0; i < spec->outputs; i++) size = fmax(size, fabs(spec->y[i]));
  for (size_t i = 0; i < spec->outputs; i++) {
    spec->y_low[i] = spec->y[i] - 1e-3 * size;
    spec->y_high[i] = spec->y[i] + 1e-3 * size;
  }
}

static void set_boxes(Builder *b, Spec *spec)
{
  SpecKind kind = b->settings->spec;
  bool hard = kind == SPEC_SAT_HARD;
  double radius = build_number(b, hard ? SET_hard_input_radius : SET_input_radius);
  double reach = build_number(b, hard ? SET_hard_output_radius : SET_output_radius);
  for (size_t i = 0; i < spec->inputs; i++) {
    spec->x_low[i] = spec->x[i] - radius;
    spec->x_high[i] = spec->x[i] + radius;
  }
  enclose_point(b, spec);
  for (size_t i = 0; i < spec->outputs; i++) {
    double extent = hard ? reach * fmax(1, fabs(spec->y[i])) : reach;
    double moved = kind == SPEC_RAND     ? draw_input(b) - spec->y[i]
                   : kind == SPEC_PUNSAT ? build_number(b, SET_shift)
                                         : 0;
    spec->y_low[i] += moved - extent;
    spec->y_high[i] += moved + extent;
  }
}

/* Moves the output box beyond the bounds that are proved for a little more than the input box, as printing moves it. */
static bool refute(Builder *b, Spec *spec)
{
  double *low = mem_alloc(spec->inputs + 1, sizeof *low),
         *high = mem_alloc(spec->inputs + 1, sizeof *high);
  for (size_t i = 0; i < spec->inputs; i++) {
    low[i] = spec->x_low[i] - 1e-9 * fmax(1, fabs(spec->x_low[i]));
    high[i] = spec->x_high[i] + 1e-9 * fmax(1, fabs(spec->x_high[i]));
  }
  bool proved = interval_output(b->graph, low, high, spec->y_low, spec->y_high);
  for (size_t i = 0; proved && i < spec->outputs; i++) {
    spec->y_low[i] = spec->y_high[i] + build_number(b, SET_margin) * fmax(1, fabs(spec->y_high[i]));
    spec->y_high[i] = spec->y_low[i] + build_number(b, SET_output_radius);
  }
  free(low);
  free(high);
  return proved;
}

/* Comparisons of two outputs that hold at the point, so that answers stay what they are. */
static void add_rows(Builder *b, const Spec *spec, StrBuf *out)
{
  size_t rows = (size_t)random_below(b->random, (uint64_t)build_number(b, SET_rows) + 1);
  for (size_t i = 0; i < rows && spec->outputs > 1; i++) {
    size_t p = build_below(b, spec->outputs), q = build_below(b, spec->outputs);
    /* Nearly the same: another order of sums could turn them round. */
    double size = fmax(1, fmax(fabs(spec->y[p]), fabs(spec->y[q])));
    if (p == q || fabs(spec->y[p] - spec->y[q]) < 1e-2 * size) continue;
    strbuf_printf(out, "(assert (%s Y_%zu Y_%zu))\n", spec->y[p] <= spec->y[q] ? "<=" : ">=", p, q);
  }
}

static void print_property(Builder *b, const Spec *spec, NetworkInstance *instance)
{
  static const char *const ANSWERS[] = {"", "; sat\n", "; unsat\n"};
  StrBuf *out = &instance->property;
  strbuf_add_text(out, ANSWERS[instance->answer]);
  for (size_t i = 0; i < spec->inputs; i++) strbuf_printf(out, "(declare-const X_%zu Real)\n", i);
  for (size_t i = 0; i < spec->outputs; i++) strbuf_printf(out, "(declare-const Y_%zu Real)\n", i);
  add_box(out, 'X', spec->inputs, spec->x_low, spec->x_high);
  add_box(out, 'Y', spec->outputs, spec->y_low, spec->y_high);
  add_rows(b, spec, out);
}

/* One attempt: false if the output is not finite, or nothing can be proved of it. */
static bool attempt(const NetworkSettings *settings, Random *random, Spec *spec,
                    NetworkInstance *instance)
{
  Builder b = {settings, random, &instance->graph, (uint64_t)1 << 28};
  build_graph(&b);
  bool good = draw_point(&b, spec, &instance->witness);
  if (good) set_boxes(&b, spec);
  if (good && settings->spec == SPEC_UNSAT) good = refute(&b, spec);
  if (!good) {
    graph_deinit(&instance->graph);
    tensor_deinit(&instance->witness);
    return false;
  }
  strbuf_init(&instance->property, 0);
  print_property(&b, spec, instance);
  if (instance->answer != ANSWER_SAT) tensor_deinit(&instance->witness);
  return true;
}

Status network_generate(const NetworkSettings *settings, uint64_t index, NetworkInstance *instance,
                        Error *error)
{
  enum { ATTEMPTS = 100 };
  bool sat = settings->spec == SPEC_SAT || settings->spec == SPEC_SAT_HARD, done = false;
  Spec spec;
  spec_init(&spec, settings);
  *instance = (NetworkInstance){.answer = sat                            ? ANSWER_SAT
                                          : settings->spec == SPEC_UNSAT ? ANSWER_UNSAT
                                                                         : ANSWER_UNKNOWN};
  for (uint64_t i = 0; i < ATTEMPTS && !done; i++) {
    Random random = random_stream(settings->seed, STREAM + i, index);
    done = attempt(settings, &random, &spec, instance);
  }
  spec_deinit(&spec);
  if (done) return STATUS_OK;
  return error_set(error, STATUS_USAGE,
                   "no network with finite outputs was found: use smaller constants");
}

void network_instance_deinit(NetworkInstance *instance)
{
  graph_deinit(&instance->graph);
  strbuf_deinit(&instance->property);
  tensor_deinit(&instance->witness);
}
