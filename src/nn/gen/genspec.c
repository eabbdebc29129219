#include "nn/gen/genspec.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

enum { PARTS = 8 };

static double **part_of(Spec *spec, size_t number)
{
  double **parts[PARTS] = {&spec->x,         &spec->x_low, &spec->x_high, &spec->wide_low,
                           &spec->wide_high, &spec->y,     &spec->y_low,  &spec->y_high};
  assert(number < PARTS);
  return parts[number];
}

void genspec_init(Spec *spec, const NetworkSettings *settings)
{
  *spec = (Spec){.inputs = (size_t)settings->numbers[SET_inputs],
                 .outputs = (size_t)settings->numbers[SET_outputs]};
  for (size_t i = 0; i < PARTS; i++)
    *part_of(spec, i) = mem_alloc_zero(1 + (i < 5 ? spec->inputs : spec->outputs), sizeof(double));
}

void genspec_deinit(Spec *spec)
{
  for (size_t i = 0; i < PARTS; i++) free(*part_of(spec, i));
}

static double draw_input(Builder *b)
{
  return (float)build_real(b, SET_input_low);
}

void genspec_draw_input(Spec *spec, Builder *b)
{
  bool hard = b->settings->spec == SPEC_SAT_HARD;
  double radius = build_number(b, hard ? SET_hard_input_radius : SET_input_radius);
  double spread = build_number(b, SET_input_spread);
  for (size_t i = 0; i < spec->inputs; i++) {
    double own = radius * (1 + spread * (2 * random_unit(b->random) - 1));
    if (build_happens(b, SET_input_fixed)) own = 0;
    spec->x[i] = draw_input(b);
    spec->x_low[i] = spec->x[i] - own;
    spec->x_high[i] = spec->x[i] + own;
    spec->wide_low[i] = spec->x_low[i] - 1e-9 * fmax(1, fabs(spec->x_low[i]));
    spec->wide_high[i] = spec->x_high[i] + 1e-9 * fmax(1, fabs(spec->x_high[i]));
  }
}

bool genspec_is_finite(const Spec *spec)
{
  for (size_t i = 0; i < spec->outputs; i++)
    if (!(fabs(spec->y[i]) < 1e12)) return false;
  return true;
}

void genspec_enclose_point(Spec *spec)
{
  double size = 1e-3;
  for (size_t i = 0; i < spec->outputs; i++) size = fmax(size, fabs(spec->y[i]));
  for (size_t i = 0; i < spec->outputs; i++) {
    spec->y_low[i] = spec->y[i] - 1e-3 * size;
    spec->y_high[i] = spec->y[i] + 1e-3 * size;
  }
}

/* --- text --- */

/* Boxes only grow by printing: a bound is moved by more than its last digit. */
static const double PRINTED = 1e-30;

static void print_bound(StrBuf *out, char side, size_t number, bool upper, double bound)
{
  double wide =
      upper ? nextafter(bound + PRINTED, INFINITY) : nextafter(bound - PRINTED, -INFINITY);
  strbuf_printf(out, "(%s %c_%zu %.40f)", upper ? "<=" : ">=", side, number, wide);
}

static void assert_bound(StrBuf *out, char side, size_t number, bool upper, double bound)
{
  strbuf_add_text(out, "(assert ");
  print_bound(out, side, number, upper, bound);
  strbuf_add_text(out, ")\n");
}

/* The bounds of one output in one of the boxes. */
typedef struct {
  double low, high;
  bool has_low, has_high;
} OutputBounds;

/* Which bounds are left out. Of a box that is moved away from the output, the one between them stays. */
static void open_bounds(Builder *b, bool kept, bool moved, bool up, OutputBounds *bounds)
{
  bool open = build_happens(b, SET_output_open), half = build_happens(b, SET_output_half_open);
  bool upper = moved ? !up : random_chance(b->random, 1, 2);
  bounds->has_low = bounds->has_high = true;
  if (half) *(upper ? &bounds->has_low : &bounds->has_high) = false;
  if (open && !kept) bounds->has_low = bounds->has_high = false;
}

static OutputBounds draw_bounds(const Spec *spec, Builder *b, size_t output, size_t box, bool kept)
{
  SpecKind kind = b->settings->spec;
  bool sat = kind == SPEC_SAT || kind == SPEC_SAT_HARD, hard = kind == SPEC_SAT_HARD;
  bool moved = kind == SPEC_PUNSAT || kind == SPEC_UNSAT;
  bool up = moved && !build_happens(b, SET_shift_down);
  double y = spec->y[output], low = spec->y_low[output], high = spec->y_high[output];
  double extent = build_number(b, hard ? SET_hard_output_radius : SET_output_radius);
  if (hard) extent *= fmax(1, fabs(y));
  double times = (double)(box + 1);
  OutputBounds bounds;
  if (kind == SPEC_UNSAT) {
    double margin = times * build_number(b, SET_margin) * fmax(1, fabs(up ? high : low));
    bounds.low = up ? high + margin : low - margin - extent;
    bounds.high = bounds.low + extent;
  } else if (sat && box == 0) {
    bounds.low = low - extent;
    bounds.high = high + extent;
  } else {
    double shift = times * build_number(b, SET_shift);
    double centre = kind == SPEC_PUNSAT ? y + (up ? shift : -shift) : draw_input(b);
    bounds.low = centre - extent;
    bounds.high = centre + extent;
  }
  open_bounds(b, kept, moved, up, &bounds);
  return bounds;
}

/* A box of the outputs: assertions, or a conjunction. One output always has a bound. */
static void print_box(const Spec *spec, Builder *b, size_t box, bool asserted, StrBuf *out)
{
  size_t kept = build_below(b, spec->outputs);
  for (size_t i = 0; i < spec->outputs; i++) {
    OutputBounds bounds = draw_bounds(spec, b, i, box, i == kept);
    assert(i != kept || bounds.has_low || bounds.has_high);
    void (*print)(StrBuf *, char, size_t, bool, double) = asserted ? assert_bound : print_bound;
    if (bounds.has_low) print(out, 'Y', i, false, bounds.low);
    if (bounds.has_high) print(out, 'Y', i, true, bounds.high);
  }
}

static void print_boxes(const Spec *spec, Builder *b, StrBuf *out)
{
  size_t count = build_between(b, SET_disjuncts_min);
  if (count == 1) {
    print_box(spec, b, 0, true, out);
    return;
  }
  strbuf_add_text(out, "(assert (or\n");
  for (size_t i = 0; i < count; i++) {
    strbuf_add_text(out, "  (and ");
    print_box(spec, b, i, false, out);
    strbuf_add_text(out, ")\n");
  }
  strbuf_add_text(out, "))\n");
}

static void print_term(StrBuf *out, int64_t weight, size_t output)
{
  if (weight == 1)
    strbuf_printf(out, " Y_%zu", output);
  else
    strbuf_printf(out, " (* %d.0 Y_%zu)", (int)weight, output);
}

/* Comparisons of two outputs that hold at the point, so that answers stay what they are. */
static void print_rows(const Spec *spec, Builder *b, StrBuf *out)
{
  size_t rows = (size_t)random_below(b->random, (uint64_t)build_number(b, SET_rows) + 1);
  for (size_t i = 0; i < rows && spec->outputs > 1; i++) {
    size_t p = build_below(b, spec->outputs), q = build_below(b, spec->outputs);
    int64_t u = build_up_to(b, SET_row_weight_max), v = build_up_to(b, SET_row_weight_max);
    double left = (double)u * spec->y[p], right = (double)v * spec->y[q];
    /* Nearly the same: another order of sums could turn them round. */
    double size = fmax(1, fmax(fabs(left), fabs(right)));
    if (p == q || fabs(left - right) < 1e-2 * size) continue;
    strbuf_printf(out, "(assert (%s", left <= right ? "<=" : ">=");
    print_term(out, u, p);
    print_term(out, v, q);
    strbuf_add_text(out, "))\n");
  }
}

void genspec_print(const Spec *spec, Builder *b, NetworkAnswer answer, StrBuf *out)
{
  static const char *const ANSWERS[] = {"", "; sat\n", "; unsat\n"};
  strbuf_add_text(out, ANSWERS[answer]);
  for (size_t i = 0; i < spec->inputs; i++) strbuf_printf(out, "(declare-const X_%zu Real)\n", i);
  for (size_t i = 0; i < spec->outputs; i++) strbuf_printf(out, "(declare-const Y_%zu Real)\n", i);
  for (size_t i = 0; i < spec->inputs; i++) {
    assert_bound(out, 'X', i, false, spec->x_low[i]);
    assert_bound(out, 'X', i, true, spec->x_high[i]);
  }
  print_boxes(spec, b, out);
  print_rows(spec, b, out);
}
