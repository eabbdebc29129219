#include "nn/bound/refine.h"

#include <assert.h>
#include <math.h>

#include "base/clock.h"

enum { REMEMBERED = 2000 }; /* ReLUs, at most, whose slopes are kept for all others */

void refine_init(Refiner *refiner, Dual *dual)
{
  size_t relus = dual->relus.count;
  *refiner = (Refiner){.dual = dual};
  refiner->chosen = mem_alloc(relus + 1, sizeof(uint32_t));
  if (relus > REMEMBERED) return;
  refiner->alpha = mem_alloc_zero(2 * relus * (3 * relus + dual->rows_max) + 1, sizeof(float));
  refiner->beta = refiner->alpha + 2 * relus * relus;
  refiner->adverse = refiner->beta + 2 * relus * relus;
  refiner->lambda = refiner->adverse + 2 * relus * relus;
  for (size_t k = 0; k < 2 * relus * relus; k++) refiner->alpha[k] = NAN; /* nothing yet */
}

void refine_deinit(Refiner *refiner)
{
  free(refiner->chosen);
  free(refiner->alpha);
}

static float round_down(double number)
{
  float rounded = (float)number;
  return (double)rounded > number ? nextafterf(rounded, -INFINITY) : rounded;
}

static float round_up(double number)
{
  return -round_down(-number);
}

static size_t source_of(const Dual *dual, uint32_t relu)
{
  return dual->net->layers.items[dual->relus.items[relu].layer].sources.items[0].layer;
}

void refine_root_ranges(const Dual *dual, float *ranges)
{
  size_t relus = dual->relus.count;
  for (uint32_t r = 0; r < relus; r++) {
    size_t source = source_of(dual, r);
    uint32_t neuron = dual->relus.items[r].neuron;
    ranges[r] = round_down(bounds_lower(dual->root, source)[neuron]);
    ranges[relus + r] = round_up(bounds_upper(dual->root, source)[neuron]);
  }
}

void refine_apply(Dual *dual, size_t function, const RefineQuery *query, const float *ranges)
{
  size_t relus = dual->relus.count;
  for (uint32_t r = 0; r < relus; r++)
    dual_set_range(dual, function, r, (double)ranges[r], (double)ranges[relus + r]);
  for (size_t i = 0; i < query->sign_count; i++)
    dual_assume(dual, function, query->signs[i].relu, query->signs[i].side, 0);
}

/* What assumed signs say about the ranges themselves. */
static bool clamp(const RefineQuery *query, size_t relus, float *ranges)
{
  for (size_t i = 0; i < query->sign_count; i++) {
    uint32_t r = query->signs[i].relu;
    if (query->signs[i].side > 0)
      ranges[r] = fmaxf(ranges[r], 0);
    else
      ranges[relus + r] = fminf(ranges[relus + r], 0);
    if (ranges[r] > ranges[relus + r]) return false;
  }
  return true;
}

/* Slopes and weights as they were found best for this side of the neuron the last time. */
static void recall(const Refiner *refiner, const RefineQuery *query, size_t function, size_t side)
{
  Dual *dual = refiner->dual;
  size_t relus = dual->relus.count;
  const float *alpha = refiner->alpha + side * relus, *beta = refiner->beta + side * relus;
  if (isnan(alpha[0])) return;
  for (uint32_t r = 0; r < dual->relu_count; r++) {
    *dual_alpha(dual, r, function) = (double)alpha[r];
    size_t k = r * dual->width + function;
    dual->beta[k] = fmax(0, dual->side[k] * (double)beta[r]); /* weights have the sign's sign */
  }
  for (uint32_t r = 0; query->rows && r < query->rows->count; r++)
    *dual_lambda(dual, r, function) = (double)refiner->lambda[side * dual->rows_max + r];
}

static void remember(Refiner *refiner, const RefineQuery *query, size_t function, size_t side)
{
  const Dual *dual = refiner->dual;
  size_t relus = dual->relus.count;
  float *alpha = refiner->alpha + side * relus, *beta = refiner->beta + side * relus;
  bool first = isnan(alpha[0]);
  for (uint32_t r = 0; r < dual->first[dual->last]; r++) {
    DualRelu place = dual->relus.items[r];
    double c = dual->coefficients[place.layer][place.neuron * dual->width + function];
    refiner->adverse[side * relus + r] =
        dual->settled[r * dual->width + function] ? 0 : (float)fmax(0, -c);
  }
  for (uint32_t r = 0; r < relus; r++) {
    bool used = r < dual->relu_count;
    size_t k = r * dual->width + function;
    if (used || first) alpha[r] = used ? (float)dual->best_alpha[k] : 0;
    if (used && dual->side[k])
      beta[r] = (float)(dual->side[k] * dual->best_beta[k]);
    else if (first)
      beta[r] = 0;
  }
  for (uint32_t r = 0; query->rows && r < query->rows->count; r++)
    refiner->lambda[side * dual->rows_max + r] =
        (float)dual->best_lambda[function * dual->rows_max + r];
}

static void begin_side(Refiner *refiner, const RefineQuery *query, const float *ranges,
                       size_t function, uint32_t relu)
{
  Dual *dual = refiner->dual;
  bool negated = function % 2;
  dual_set_neuron(dual, function, dual->relus.items[relu].neuron, negated ? -1 : 1);
  refine_apply(dual, function, query, ranges);
  if (query->rows) dual_constrain(dual, function, query->rows);
}

/* Bounds the arguments of `count` ReLUs of one layer, both sides of each. */
static bool refine_some(Refiner *refiner, const RefineQuery *query, float *ranges, size_t count)
{
  Dual *dual = refiner->dual;
  size_t relus = dual->relus.count;
  dual_begin(dual, source_of(dual, refiner->chosen[0]), 2 * count);
  for (size_t f = 0; f < 2 * count; f++)
    begin_side(refiner, query, ranges, f, refiner->chosen[f / 2]);
  for (size_t f = 0; f < 2 * count && refiner->alpha; f++)
    recall(refiner, query, f, 2 * (size_t)refiner->chosen[f / 2] + f % 2);
  dual_optimise(dual, query->steps);
  for (size_t f = 0; f < 2 * count; f++) {
    uint32_t r = refiner->chosen[f / 2];
    if (refiner->alpha && isfinite(dual->best[f]))
      remember(refiner, query, f, 2 * (size_t)r + f % 2);
    float bound = round_down(dual->best[f]);
    if (f % 2)
      ranges[relus + r] = fminf(ranges[relus + r], -bound);
    else
      ranges[r] = fmaxf(ranges[r], bound);
    if (ranges[r] > ranges[relus + r]) return false;
  }
  return true;
}

/* Bounds of the first layer are exact already if nothing is assumed. */
static bool is_exact(const Dual *dual, const RefineQuery *query, size_t source)
{
  const Layer *layer = &dual->net->layers.items[source];
  return !query->rows && query->sign_count == 0 && layer->sources.count == 1 &&
         layer->sources.items[0].layer == 0;
}

bool refine_ranges(Refiner *refiner, const RefineQuery *query, float *ranges)
{
  Dual *dual = refiner->dual;
  size_t relus = dual->relus.count, most = dual->capacity / 2, count = 0;
  assert(query->steps > 0 && most > 0);
  if (!clamp(query, relus, ranges)) return false;
  for (uint32_t r = 0; r < relus && clock_monotonic_ns() < query->until_ns; r++) {
    size_t source = source_of(dual, r);
    bool open = dual->relus.items[r].layer > query->after && ranges[r] < 0 &&
                ranges[relus + r] > 0 && !is_exact(dual, query, source) &&
                dual->net->layers.items[source].kind == LAYER_AFFINE;
    if (open) refiner->chosen[count++] = r;
    bool last = r + 1 == relus || dual->relus.items[r + 1].layer != dual->relus.items[r].layer;
    if (count == 0 || (count < most && !last)) continue;
    if (!refine_some(refiner, query, ranges, count)) return false;
    count = 0;
  }
  return true;
}

void refine_add_indirect(const Refiner *refiner, const float *ranges, double *used)
{
  const Dual *dual = refiner->dual;
  size_t relus = dual->relus.count;
  for (uint32_t r = (uint32_t)relus; refiner->adverse && r-- > 0;) {
    double lower = (double)ranges[r], upper = (double)ranges[relus + r];
    if (lower >= 0 || upper <= 0 || used[r] == 0) continue;
    double from_lower = 0.5 * used[r] * upper / (upper - lower),
           from_upper = 0.5 * used[r] * -lower / (upper - lower);
    const float *low = refiner->adverse + 2 * r * relus, *high = low + relus;
    for (uint32_t k = 0; k < dual->first[dual->relus.items[r].layer]; k++)
      used[k] += from_lower * (double)low[k] + from_upper * (double)high[k];
  }
}
