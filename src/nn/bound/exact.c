#include "nn/bound/exact.h"

#include <assert.h>

void net_set_rational(arb_t ball, mpq_srcptr value)
{
  fmpq_t copy;
  fmpq_init(copy);
  fmpq_set_mpq(copy, value);
  arb_set_fmpq(ball, copy, EXACT_PRECISION);
  fmpq_clear(copy);
}

/* sum += weight * x, where the weight may be off by a part of its size. */
static void add_product(arb_t sum, arb_t weight, double number, double uncertainty, const arb_t x)
{
  if (number == 0) return;
  arb_set_d(weight, number);
  if (uncertainty > 0) {
    mag_t radius;
    mag_init(radius);
    mag_set_d(radius, uncertainty * (number < 0 ? -number : number) * (1 + 0x1p-50));
    arb_add_error_mag(weight, radius);
    mag_clear(radius);
  }
  arb_addmul(sum, weight, x, EXACT_PRECISION);
}

static void evaluate_affine(const Layer *layer, arb_ptr *values, arb_ptr to)
{
  arb_t weight, one;
  arb_init(weight);
  arb_init(one);
  arb_one(one);
  for (uint32_t i = 0; i < layer->size; i++) {
    add_product(to + i, weight, layer->bias[i], layer->uncertainty, one);
    for (size_t k = 0; k < layer->sources.count; k++) {
      const NetMatrix *matrix = &layer->sources.items[k].matrix;
      arb_srcptr x = values[layer->sources.items[k].layer];
      if (matrix->sparse)
        for (size_t p = matrix->starts[i]; p < matrix->starts[i + 1]; p++)
          add_product(to + i, weight, matrix->values[p], layer->uncertainty, x + matrix->places[p]);
      else
        for (uint32_t j = 0; j < matrix->columns; j++)
          add_product(to + i, weight, net_matrix_row(matrix, i)[j], layer->uncertainty, x + j);
    }
  }
  arb_clear(weight);
  arb_clear(one);
}

static void evaluate_activation(const Layer *layer, arb_srcptr from, arb_ptr to)
{
  for (uint32_t i = 0; i < layer->size; i++) {
    switch (layer->kind) {
    case LAYER_RELU: arb_nonnegative_part(to + i, from + i); break;
    case LAYER_TANH: arb_tanh(to + i, from + i, EXACT_PRECISION); break;
    case LAYER_SIGMOID:
      arb_neg(to + i, from + i);
      arb_exp(to + i, to + i, EXACT_PRECISION);
      arb_add_ui(to + i, to + i, 1, EXACT_PRECISION);
      arb_inv(to + i, to + i, EXACT_PRECISION);
      break;
    case LAYER_SQUARE: arb_sqr(to + i, from + i, EXACT_PRECISION); break;
    case LAYER_CUBE: arb_pow_ui(to + i, from + i, 3, EXACT_PRECISION); break;
    case LAYER_RECIPROCAL: arb_inv(to + i, from + i, EXACT_PRECISION); break;
    default: assert(0);
    }
  }
}

void net_evaluate_exactly(const Net *net, mpq_t *inputs, arb_ptr outputs)
{
  size_t layers = net->layers.count;
  arb_ptr *values = mem_alloc(layers, sizeof(arb_ptr));
  for (size_t at = 0; at < layers; at++) values[at] = _arb_vec_init(net->layers.items[at].size);
  for (uint32_t i = 0; i < net_input_size(net); i++) net_set_rational(values[0] + i, inputs[i]);
  for (size_t at = 1; at < layers; at++) {
    const Layer *layer = &net->layers.items[at];
    if (layer->kind == LAYER_AFFINE)
      evaluate_affine(layer, values, values[at]);
    else
      evaluate_activation(layer, values[layer->sources.items[0].layer], values[at]);
  }
  for (uint32_t i = 0; i < net_output(net)->size; i++) arb_set(outputs + i, values[layers - 1] + i);
  for (size_t at = 0; at < layers; at++) _arb_vec_clear(values[at], net->layers.items[at].size);
  free(values);
}

/* --- rationals --- */

typedef struct {
  mpq_t **values; /* by layer */
  mpq_t weight, product;
} Rationals;

static void add_rational(Rationals *run, mpq_t sum, double number, mpq_t x)
{
  if (number == 0) return;
  mpq_set_d(run->weight, number);
  mpq_mul(run->product, run->weight, x);
  mpq_add(sum, sum, run->product);
}

static void evaluate_rational_row(Rationals *run, const Layer *layer, uint32_t i, mpq_t sum)
{
  mpq_set_d(sum, layer->bias[i]);
  for (size_t k = 0; k < layer->sources.count; k++) {
    const NetMatrix *matrix = &layer->sources.items[k].matrix;
    mpq_t *x = run->values[layer->sources.items[k].layer];
    if (matrix->sparse)
      for (size_t p = matrix->starts[i]; p < matrix->starts[i + 1]; p++)
        add_rational(run, sum, matrix->values[p], x[matrix->places[p]]);
    else
      for (uint32_t j = 0; j < matrix->columns; j++)
        add_rational(run, sum, net_matrix_row(matrix, i)[j], x[j]);
  }
}

/* False: it has no value. */
static bool activate_rational(LayerKind kind, mpq_t x, mpq_t to)
{
  mpq_set(to, x);
  switch (kind) {
  case LAYER_RELU:
    if (mpq_sgn(x) < 0) mpq_set_ui(to, 0, 1);
    return true;
  case LAYER_CUBE:
    mpq_mul(to, to, x);
    mpq_mul(to, to, x);
    return true;
  case LAYER_SQUARE: mpq_mul(to, to, x); return true;
  case LAYER_RECIPROCAL:
    if (mpq_sgn(x) == 0) return false;
    mpq_inv(to, x);
    return true;
  default: assert(0); return false;
  }
}

static bool evaluate_rational_layer(Rationals *run, const Layer *layer, size_t at)
{
  for (uint32_t i = 0; i < layer->size; i++) {
    if (layer->kind == LAYER_AFFINE) {
      evaluate_rational_row(run, layer, i, run->values[at][i]);
      continue;
    }
    mpq_t *source = run->values[layer->sources.items[0].layer];
    if (!activate_rational(layer->kind, source[i], run->values[at][i])) return false;
  }
  return true;
}

static bool is_rational(const Net *net)
{
  for (size_t at = 1; at < net->layers.count; at++) {
    const Layer *layer = &net->layers.items[at];
    bool smooth = layer->kind == LAYER_SIGMOID || layer->kind == LAYER_TANH;
    if (smooth || (layer->kind == LAYER_AFFINE && layer->uncertainty > 0)) return false;
  }
  return true;
}

bool net_evaluate_rational(const Net *net, mpq_t *inputs, mpq_t *outputs)
{
  if (!is_rational(net)) return false;
  size_t layers = net->layers.count;
  Rationals run = {.values = mem_alloc(layers, sizeof *run.values)};
  mpq_inits(run.weight, run.product, NULL);
  for (size_t at = 0; at < layers; at++) {
    run.values[at] = mem_alloc(net->layers.items[at].size + 1u, sizeof(mpq_t));
    for (uint32_t i = 0; i < net->layers.items[at].size; i++) mpq_init(run.values[at][i]);
  }
  for (uint32_t i = 0; i < net_input_size(net); i++) mpq_set(run.values[0][i], inputs[i]);
  bool defined = true;
  for (size_t at = 1; at < layers && defined; at++)
    defined = evaluate_rational_layer(&run, &net->layers.items[at], at);
  for (uint32_t i = 0; i < net_output(net)->size && defined; i++)
    mpq_set(outputs[i], run.values[layers - 1][i]);
  for (size_t at = 0; at < layers; at++) {
    for (uint32_t i = 0; i < net->layers.items[at].size; i++) mpq_clear(run.values[at][i]);
    free(run.values[at]);
  }
  free(run.values);
  mpq_clears(run.weight, run.product, NULL);
  return defined;
}
