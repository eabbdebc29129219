/* Lines of sigmoid and tanh: tangents whose points are optimised for each function (nn/bound/dual.h). */
#include <assert.h>
#include <math.h>

#include "nn/bound/dual.h"

static size_t source_of(const Dual *dual, const DualCurve *curve)
{
  return dual->net->layers.items[curve->layer].sources.items[0].layer;
}

static void add_curve(Dual *dual, uint32_t at, uint32_t neuron)
{
  const Layer *layer = &dual->net->layers.items[at];
  DualCurve curve = {.layer = at, .neuron = neuron};
  size_t source = source_of(dual, &curve);
  double lower = bounds_lower(dual->root, source)[neuron],
         upper = bounds_upper(dual->root, source)[neuron];
  relax_lines(layer->kind, RELAX_NEAREST, lower, upper, &curve.lines);
  for (int above = 0; above < 2; above++)
    curve.free[above] = relax_tangents(layer->kind, above, lower, upper, &curve.tangents[above]);
  VEC_PUSH(&dual->curves, curve);
}

void dual_curves_find(Dual *dual)
{
  const Net *net = dual->net;
  dual->first_curve = mem_alloc_zero(net->layers.count + 1, sizeof(uint32_t));
  for (size_t at = 0; at < net->layers.count; at++) {
    LayerKind kind = net->layers.items[at].kind;
    if (kind == LAYER_SIGMOID || kind == LAYER_TANH)
      for (uint32_t i = 0; i < net->layers.items[at].size; i++) add_curve(dual, (uint32_t)at, i);
    dual->first_curve[at + 1] = (uint32_t)dual->curves.count;
  }
  size_t each = dual->curves.count * dual->capacity;
  dual->curve_moments = mem_alloc_zero(10 * each + 1, sizeof(double));
  double *rest = dual->curve_moments + 4 * each;
  for (int above = 0; above < 2; above++, rest += 3 * each) {
    dual->places[above] = rest;
    dual->slopes[above] = rest + each;
    dual->intercepts[above] = rest + 2 * each;
  }
}

void dual_curves_begin(Dual *dual)
{
  for (size_t c = 0; c < dual->curves.count; c++) {
    const DualCurve *curve = &dual->curves.items[c];
    for (size_t k = c * dual->width; k < (c + 1) * dual->width; k++)
      for (int above = 0; above < 2; above++) {
        dual->places[above][k] = curve->tangents[above].at;
        dual->slopes[above][k] = above ? curve->lines.high_slope : curve->lines.low_slope;
        dual->intercepts[above][k] =
            above ? curve->lines.high_intercept : curve->lines.low_intercept;
      }
  }
}

void dual_curves_set_lines(Dual *dual)
{
  for (size_t c = 0; c < dual->first_curve[dual->top + 1]; c++) {
    const DualCurve *curve = &dual->curves.items[c];
    size_t source = source_of(dual, curve), first = c * dual->width;
    double lower = bounds_lower(dual->root, source)[curve->neuron],
           upper = bounds_upper(dual->root, source)[curve->neuron];
    LayerKind kind = dual->net->layers.items[curve->layer].kind;
    for (int above = 0; above < 2; above++)
      for (size_t k = first; curve->free[above] && k < first + dual->count; k++)
        relax_tangent(kind, above, dual->places[above][k], lower, upper, &dual->slopes[above][k],
                      &dual->intercepts[above][k]);
  }
}
