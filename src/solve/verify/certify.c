#include "solve/verify/certify.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/processors.h"

enum {
  VALUE_UNIT = CERTIFY_UNIT,
  CLAIM_UNIT = 64,
  SLOPE_UNIT = 14,
  VALUE_BITS = 60, /* values are below 2^30 */
  WIDTH = 64,      /* functions at a time */
  LANES = 8,
  BIAS_HALF = 20, /* bits of the lower half */
  BITS_MAX = 26
};

typedef int64_t Long __attribute__((vector_size(64), aligned(8), may_alias));
typedef int32_t Short __attribute__((vector_size(32), aligned(4), may_alias));

/* --- the network --- */

static Status refuse(Error *error, const char *why)
{
  return error_set(error, STATUS_LIMIT, "there is no proof in integers: %s", why);
}

static double weight_of(const NetMatrix *matrix, uint32_t i, uint32_t j)
{
  assert(i < matrix->rows && j < matrix->columns);
  if (!matrix->sparse) return net_matrix_row(matrix, i)[j];
  for (size_t p = matrix->starts[i]; p < matrix->starts[i + 1]; p++)
    if (matrix->places[p] == j) return matrix->values[p];
  return 0;
}

static Status set_bias(CertifyLayer *layer, const Layer *from, Error *error)
{
  layer->bias_low = mem_alloc(2 * (size_t)layer->size + 1, sizeof(int64_t));
  layer->bias_high = layer->bias_low + layer->size;
  for (uint32_t i = 0; i < layer->size; i++) {
    double scaled = ldexp(from->bias[i], VALUE_UNIT);
    if (!(fabs(scaled) < 0x1p44)) return refuse(error, "a bias is too large");
    layer->bias_low[i] = (int64_t)floor(scaled);
    layer->bias_high[i] = (int64_t)ceil(scaled);
  }
  return STATUS_OK;
}

static Status set_weights(CertifyLayer *layer, const Layer *from, int bits, Error *error)
{
  const NetMatrix *matrix = &from->sources.items[0].matrix;
  double largest = 0;
  for (uint32_t i = 0; i < matrix->rows; i++)
    for (uint32_t j = 0; j < matrix->columns; j++)
      largest = fmax(largest, fabs(weight_of(matrix, i, j)));
  int exponent = 0;
  if (largest > 0) frexp(largest, &exponent); /* largest < 2^exponent */
  if (exponent > 30 || exponent < -60) return refuse(error, "weights are too large or too small");
  layer->scale = bits - 1 - exponent;
  layer->exact = true;
  layer->stride = (uint32_t)kernel_pad(matrix->columns);
  layer->weights = mem_alloc_zero((size_t)layer->size * layer->stride + 1, sizeof(int32_t));
  for (uint32_t i = 0; i < matrix->rows; i++)
    for (uint32_t j = 0; j < matrix->columns; j++) {
      double scaled = ldexp(weight_of(matrix, i, j), layer->scale), near = rint(scaled);
      layer->exact &= near == scaled;
      layer->weights[(size_t)i * layer->stride + j] = (int32_t)near;
    }
  return set_bias(layer, from, error);
}

static Status set_layer(Certifier *certifier, size_t at, Error *error)
{
  assert(at < certifier->count);
  const Layer *from = &certifier->net->layers.items[at];
  CertifyLayer *layer = &certifier->layers[at];
  layer->size = from->size;
  layer->lower = mem_alloc_zero(2 * (size_t)from->size + 1, sizeof(int64_t));
  layer->upper = layer->lower + from->size;
  if (at == 0) return STATUS_OK;
  if (from->sources.count != 1 || from->sources.items[0].layer != at - 1)
    return refuse(error, "the layers are not a chain");
  if (from->kind != LAYER_AFFINE && from->kind != LAYER_RELU)
    return refuse(error, "an activation is not a ReLU");
  layer->relu = from->kind == LAYER_RELU;
  if (layer->relu) return STATUS_OK;
  if (from->uncertainty > 0) return refuse(error, "coefficients are not exact");
  return set_weights(layer, from, certifier->bits, error);
}

Status certifier_init(Certifier *certifier, const Net *net, Error *error)
{
  enum { LARGEST = 1 << 14 };
  uint32_t largest = 1;
  for (size_t i = 0; i < net->layers.count; i++)
    if (net->layers.items[i].size > largest) largest = net->layers.items[i].size;
  *certifier = (Certifier){.net = net, .count = net->layers.count};
  if (largest > LARGEST) return refuse(error, "a layer is too large");
  int size_bits = 0;
  while ((UINT32_C(1) << size_bits) < largest) size_bits++;
  certifier->bits = (62 - size_bits) / 2 < BITS_MAX ? (62 - size_bits) / 2 : BITS_MAX;
  certifier->layers = mem_alloc_zero(net->layers.count, sizeof(CertifyLayer));
  certifier->coefficients = mem_alloc_zero((largest + LANES) * (size_t)WIDTH, sizeof(int32_t));
  certifier->products = mem_alloc_zero((largest + LANES) * (size_t)WIDTH, sizeof(int64_t));
  certifier->scales = mem_alloc_zero(WIDTH, sizeof(int));
  certifier->totals = mem_alloc_zero(WIDTH, sizeof(Claim));
  Status status = STATUS_OK;
  for (size_t at = 0; at < net->layers.count && !status; at++)
    status = set_layer(certifier, at, error);
  if (status) certifier_deinit(certifier);
  return status;
}

void certifier_deinit(Certifier *certifier)
{
  for (size_t i = 0; certifier->layers && i < certifier->count; i++) {
    free(certifier->layers[i].weights);
    free(certifier->layers[i].bias_low);
    free(certifier->layers[i].lower);
  }
  free(certifier->layers);
  free(certifier->coefficients);
  free(certifier->products);
  free(certifier->scales);
  free(certifier->totals);
  *certifier = (Certifier){0};
}

/* --- numbers --- */

/* A number in units of 2^-unit as a claim, rounded down. Claims are small enough for sums of many. */
static Claim claim_of(Certifier *certifier, Wide number, int unit)
{
  enum { MOST = 110 };
  const int down = unit - CLAIM_UNIT;
  if (down > 126) return -(number < 0);
  if (down >= 0) {
    number >>= down;
  } else if (-down > MOST || number >= (Wide)1 << (MOST + down) ||
             number <= -((Wide)1 << (MOST + down))) {
    certifier->overflow = true;
    return 0;
  } else {
    number *= (Wide)1 << -down;
  }
  if (number >= (Wide)1 << MOST || number <= -((Wide)1 << MOST)) certifier->overflow = true;
  return number;
}

static int64_t larger_size(int64_t low, int64_t high)
{
  return -low > high ? -low : high;
}

static int bits_of(uint64_t number)
{
  return number ? 64 - __builtin_clzll(number) : 0;
}

/* --- functions --- */

/* The largest |product| of each function. */
FOR_PROCESSORS
static void find_largest(const int64_t *products, uint32_t size, size_t width, int64_t *largest)
{
  for (size_t w = 0; w < width; w += LANES) {
    Long most = {0};
    for (uint32_t i = 0; i < size; i++) {
      Long number = *(const Long *)(products + i * width + w);
      Long sign = number >> 63, absolute = (number ^ sign) - sign;
      Long more = absolute > most;
      most = (absolute & more) | (most & ~more);
    }
    *(Long *)(largest + w) = most;
  }
}

FOR_PROCESSORS
static void shift_products(const int64_t *products, uint32_t size, size_t width,
                           const int64_t *shifts, const int64_t *halves, int32_t *coefficients)
{
  for (size_t w = 0; w < width; w += LANES) {
    Long shift = *(const Long *)(shifts + w), half = *(const Long *)(halves + w);
    for (uint32_t i = 0; i < size; i++) {
      Long number = (*(const Long *)(products + i * width + w) + half) >> shift;
      *(Short *)(coefficients + i * width + w) = __builtin_convertvector(number, Short);
    }
  }
}

/* Rounds the products of all functions to coefficients that fit. What that changes is at most half a unit times each value;
 * `sum` is that of the largest |values|. */
static void reduce(Certifier *certifier, uint32_t size, Wide sum)
{
  assert(certifier->width <= WIDTH && certifier->width % LANES == 0 && sum >= 0);
  int64_t largest[WIDTH], shifts[WIDTH], halves[WIDTH];
  size_t width = certifier->width;
  find_largest(certifier->products, size, width, largest);
  for (size_t f = 0; f < width; f++) {
    int shift = bits_of((uint64_t)largest[f]) - certifier->bits + 1;
    shifts[f] = shift > 0 ? shift : 0;
    halves[f] = shift > 0 ? INT64_C(1) << (shift - 1) : 0;
    if (shift <= 0) continue;
    /* half of 2^shift */
    certifier->totals[f] +=
        claim_of(certifier, -sum, certifier->scales[f] + VALUE_UNIT + 1 - shift);
    certifier->scales[f] -= shift;
  }
  shift_products(certifier->products, size, width, shifts, halves, certifier->coefficients);
}

/* products[j] = sum of coefficients[i] * weights[i][j]. */
FOR_PROCESSORS
static void multiply(const CertifyLayer *layer, const int32_t *coefficients, int64_t *products,
                     uint32_t columns, size_t width)
{
  enum { TILE = 4 };
  for (size_t w = 0; w < width; w += LANES)
    for (uint32_t j = 0; j < columns; j += TILE) {
      Long sums[TILE] = {0};
      for (uint32_t i = 0; i < layer->size; i++) {
        Long column = __builtin_convertvector(*(const Short *)(coefficients + i * width + w), Long);
        const int32_t *row = layer->weights + (size_t)i * layer->stride + j;
        for (size_t t = 0; t < TILE; t++) sums[t] += column * (int64_t)row[t];
      }
      for (size_t t = 0; t < TILE; t++) *(Long *)(products + (j + t) * width + w) = sums[t];
    }
}

/* Of each function: the products with biases, in two halves, and the sum of the |coefficients|. Negative ones take the bias that
 * was rounded up. */
FOR_PROCESSORS
static void add_biases(const CertifyLayer *layer, const int32_t *coefficients, size_t width,
                       int64_t *low, int64_t *high, int64_t *absolute)
{
  for (size_t w = 0; w < width; w += LANES) {
    Long lows = {0}, highs = {0}, sizes = {0};
    for (uint32_t i = 0; i < layer->size; i++) {
      Long c = __builtin_convertvector(*(const Short *)(coefficients + i * width + w), Long);
      Long sign = c >> 63;
      int64_t bias = layer->bias_low[i], above = layer->bias_high[i] - bias;
      highs += c * (bias >> BIAS_HALF);
      lows += c * (bias & ((INT64_C(1) << BIAS_HALF) - 1)) + (c & sign) * above;
      sizes += (c ^ sign) - sign;
    }
    *(Long *)(low + w) = lows;
    *(Long *)(high + w) = highs;
    *(Long *)(absolute + w) = sizes;
  }
}

/* Functions of an affine layer become functions of its source. */
static void pull_affine(Certifier *certifier, size_t at)
{
  assert(at > 0 && at < certifier->count && !certifier->layers[at].relu);
  const CertifyLayer *layer = &certifier->layers[at], *source = &certifier->layers[at - 1];
  int64_t low[WIDTH], high[WIDTH], absolute[WIDTH];
  multiply(layer, certifier->coefficients, certifier->products, source->size, certifier->width);
  add_biases(layer, certifier->coefficients, certifier->width, low, high, absolute);
  for (size_t f = 0; f < certifier->width; f++) {
    Wide constant = (Wide)high[f] * (INT64_C(1) << BIAS_HALF) + low[f];
    certifier->totals[f] += claim_of(certifier, constant, certifier->scales[f] + VALUE_UNIT);
    certifier->scales[f] += layer->scale;
    /* Weights that were rounded are off by half a unit. */
    if (!layer->exact)
      certifier->totals[f] +=
          claim_of(certifier, -absolute[f] * source->sum, certifier->scales[f] + VALUE_UNIT + 1);
  }
  reduce(certifier, source->size, source->sum);
}

/* The line above a ReLU: slope in units of 2^-SLOPE_UNIT; the intercept is at least what both ends need. */
static void line_above(int64_t lower, int64_t upper, int64_t *slope, Wide *intercept)
{
  assert(lower < 0 && upper > 0);
  const int64_t one = INT64_C(1) << SLOPE_UNIT;
  *slope = (int64_t)(((Wide)upper << SLOPE_UNIT) / (upper - lower));
  Wide left = -(Wide)*slope * lower, right = (Wide)(one - *slope) * upper;
  *intercept = left > right ? left : right;
}

/* Coefficients times the slope of their sign. */
FOR_PROCESSORS
static void apply_slopes(const int32_t *coefficients, int64_t below, int64_t above, size_t width,
                         int64_t *products)
{
  for (size_t w = 0; w < width; w += LANES) {
    Long c = __builtin_convertvector(*(const Short *)(coefficients + w), Long), sign = c >> 63;
    *(Long *)(products + w) = (c & sign) * above + (c & ~sign) * below;
  }
}

static void pull_relu(Certifier *certifier, size_t at)
{
  assert(at > 0 && certifier->layers[at].size == certifier->layers[at - 1].size);
  const CertifyLayer *source = &certifier->layers[at - 1];
  const int64_t one = INT64_C(1) << SLOPE_UNIT;
  size_t width = certifier->width;
  Wide constants[WIDTH] = {0};
  for (uint32_t i = 0; i < source->size; i++) {
    const int32_t *row = certifier->coefficients + i * width;
    int64_t lower = source->lower[i], upper = source->upper[i];
    int64_t below = 0, above = 0;
    if (lower >= 0) {
      below = above = one;
    } else if (upper > 0) {
      Wide intercept;
      line_above(lower, upper, &above, &intercept);
      below = upper > -lower && !certifier->zero ? one : 0;
      for (size_t f = 0; f < width; f++)
        if (row[f] < 0) constants[f] += row[f] * intercept;
    }
    apply_slopes(row, below, above, width, certifier->products + i * width);
  }
  for (size_t f = 0; f < width; f++) {
    certifier->scales[f] += SLOPE_UNIT;
    certifier->totals[f] += claim_of(certifier, constants[f], certifier->scales[f] + VALUE_UNIT);
  }
  reduce(certifier, source->size, source->sum);
}

/* The least values of functions of layer `at` over the box. */
static void pull_back(Certifier *certifier, size_t at)
{
  for (; at > 0; at--) {
    if (certifier->layers[at].relu)
      pull_relu(certifier, at);
    else
      pull_affine(certifier, at);
  }
  const CertifyLayer *input = &certifier->layers[0];
  for (size_t f = 0; f < certifier->width; f++) {
    Wide sum = 0;
    for (uint32_t i = 0; i < input->size; i++) {
      int64_t c = certifier->coefficients[i * certifier->width + f];
      sum += (Wide)c * (c > 0 ? input->lower[i] : input->upper[i]);
    }
    certifier->totals[f] += claim_of(certifier, sum, certifier->scales[f] + VALUE_UNIT);
  }
}

static void start(Certifier *certifier, size_t functions, uint32_t size)
{
  assert(functions > 0 && functions <= WIDTH);
  certifier->width = kernel_pad(functions);
  memset(certifier->coefficients, 0, size * certifier->width * sizeof(int32_t));
  memset(certifier->scales, 0, WIDTH * sizeof(int));
  memset(certifier->totals, 0, WIDTH * sizeof(Claim));
  certifier->overflow = false;
}

/* --- boxes --- */

static void add_up(CertifyLayer *layer)
{
  layer->sum = 0;
  for (uint32_t i = 0; i < layer->size; i++)
    layer->sum += larger_size(layer->lower[i], layer->upper[i]);
}

static bool fits(const CertifyLayer *layer)
{
  for (uint32_t i = 0; i < layer->size; i++)
    if (layer->lower[i] > layer->upper[i] ||
        larger_size(layer->lower[i], layer->upper[i]) >= INT64_C(1) << (VALUE_BITS - 8))
      return false;
  return true;
}

static bool forward_affine(Certifier *certifier, size_t at)
{
  CertifyLayer *layer = &certifier->layers[at];
  const CertifyLayer *source = &certifier->layers[at - 1];
  Wide off = layer->exact ? 0 : (source->sum + 1) / 2;
  for (uint32_t i = 0; i < layer->size; i++) {
    Wide low = -off, high = off;
    const int32_t *row = layer->weights + (size_t)i * layer->stride;
    for (uint32_t j = 0; j < source->size; j++) {
      low += (Wide)row[j] * (row[j] > 0 ? source->lower[j] : source->upper[j]);
      high += (Wide)row[j] * (row[j] > 0 ? source->upper[j] : source->lower[j]);
    }
    if (layer->scale >= 0) {
      low >>= layer->scale;
      high = -(-high >> layer->scale);
    } else {
      low *= (Wide)1 << -layer->scale;
      high *= (Wide)1 << -layer->scale;
    }
    low += layer->bias_low[i];
    high += layer->bias_high[i];
    const Wide limit = (Wide)1 << (VALUE_BITS - 8);
    if (low <= -limit || high >= limit) return false;
    layer->lower[i] = (int64_t)low;
    layer->upper[i] = (int64_t)high;
  }
  return true;
}

static void tighten(Certifier *certifier, size_t at, const uint32_t *neurons, size_t count)
{
  assert(count > 0 && count <= WIDTH / 2);
  CertifyLayer *layer = &certifier->layers[at];
  start(certifier, 2 * count, layer->size);
  for (size_t k = 0; k < count; k++) {
    int32_t *row = certifier->coefficients + neurons[k] * certifier->width;
    row[2 * k] = 1;
    row[2 * k + 1] = -1;
  }
  pull_back(certifier, at);
  if (certifier->overflow) return; /* intervals have to do */
  for (size_t k = 0; k < count; k++) {
    Claim low = certifier->totals[2 * k] >> (CLAIM_UNIT - VALUE_UNIT),
          high = -(certifier->totals[2 * k + 1] >> (CLAIM_UNIT - VALUE_UNIT));
    uint32_t i = neurons[k];
    if (low > high) continue;
    if (low > layer->lower[i] && low <= layer->upper[i]) layer->lower[i] = (int64_t)low;
    if (high < layer->upper[i] && high >= layer->lower[i]) layer->upper[i] = (int64_t)high;
  }
}

/* Neurons whose sign intervals leave open are bounded by functions of the input. */
static void tighten_layer(Certifier *certifier, size_t at)
{
  const CertifyLayer *layer = &certifier->layers[at];
  uint32_t neurons[WIDTH / 2];
  size_t count = 0;
  for (uint32_t i = 0; i < layer->size; i++) {
    if (layer->lower[i] < 0 && layer->upper[i] > 0) neurons[count++] = i;
    if (count < WIDTH / 2) continue;
    tighten(certifier, at, neurons, count);
    count = 0;
  }
  if (count > 0) tighten(certifier, at, neurons, count);
}

static bool set_input(CertifyLayer *layer, const double *lower, const double *upper)
{
  for (uint32_t i = 0; i < layer->size; i++) {
    double low = floor(ldexp(lower[i], VALUE_UNIT)), high = ceil(ldexp(upper[i], VALUE_UNIT));
    if (!(fabs(low) < 0x1p51 && fabs(high) < 0x1p51)) return false;
    layer->lower[i] = (int64_t)low;
    layer->upper[i] = (int64_t)high;
  }
  return true;
}

void certifier_set_box(Certifier *certifier, const double *lower, const double *upper)
{
  assert(certifier->count > 0 && lower && upper);
  certifier->zero = false;
  certifier->valid = set_input(&certifier->layers[0], lower, upper);
  for (size_t at = 0; at < certifier->count && certifier->valid; at++) {
    CertifyLayer *layer = &certifier->layers[at];
    if (layer->relu) {
      const CertifyLayer *source = &certifier->layers[at - 1];
      for (uint32_t i = 0; i < layer->size; i++) {
        layer->lower[i] = source->lower[i] > 0 ? source->lower[i] : 0;
        layer->upper[i] = source->upper[i] > 0 ? source->upper[i] : 0;
      }
    } else if (at > 0) {
      certifier->valid = forward_affine(certifier, at);
      bool inner = at > 1 && at + 1 < certifier->count && certifier->layers[at + 1].relu;
      if (certifier->valid && inner) tighten_layer(certifier, at);
    }
    certifier->valid &= fits(layer);
    add_up(layer);
  }
}

/* --- rows --- */

/* The sum of the rows: coefficients of outputs and inputs, and minus the bounds. */
static void add_rows(const Problem *problem, const PropertyPart *part, const uint32_t *weights,
                     mpq_t *sums, mpq_t constant)
{
  const Property *property = problem->property;
  mpq_t term, weight;
  mpq_inits(term, weight, NULL);
  size_t row = 0;
  uint32_t variables = property->inputs + property->outputs;
  for (size_t k = 0; k < 2 * (size_t)property->outputs + part->rows.count; k++) {
    uint32_t at = property->inputs + (uint32_t)(k / 2);
    uint32_t atom;
    if (k < 2 * (size_t)property->outputs) {
      atom = k % 2 ? part->upper.items[at] : part->lower.items[at];
      if (atom-- == 0) continue;
    } else {
      atom = part->rows.items[k - 2 * (size_t)property->outputs];
    }
    const PropertyAtom *from = &property->atoms.items[atom];
    mpq_set_ui(weight, weights[row++], 1);
    for (uint32_t i = 0; i < from->count; i++) {
      const PropertyCoefficient *coefficient = &property->coefficients.items[from->first + i];
      assert(coefficient->variable < variables);
      mpq_mul(term, weight, coefficient->value);
      mpq_add(sums[coefficient->variable], sums[coefficient->variable], term);
    }
    mpq_mul(term, weight, from->bound);
    mpq_sub(constant, constant, term);
  }
  mpq_clears(term, weight, NULL);
}

/* value * 2^unit, rounded down; false if it does not fit. */
static bool scale_down(mpq_srcptr value, int unit, Claim *result)
{
  assert(unit >= 0);
  mpz_t whole;
  mpz_init(whole);
  mpz_mul_2exp(whole, mpq_numref(value), (mp_bitcnt_t)unit);
  mpz_fdiv_q(whole, whole, mpq_denref(value));
  bool small = mpz_sizeinbase(whole, 2) <= 120;
  mpz_t part;
  mpz_init(part);
  mpz_fdiv_q_2exp(part, whole, 60);
  mpz_fdiv_r_2exp(whole, whole, 60);
  if (small) *result = (Claim)mpz_get_si(part) * ((Claim)1 << 60) + (Claim)mpz_get_si(whole);
  mpz_clears(whole, part, NULL);
  return small;
}

/* Coefficients of the outputs, in units that let the largest fit; what rounding changes is taken off. */
static bool start_outputs(Certifier *certifier, mpq_t *sums)
{
  CertifyLayer *output = &certifier->layers[certifier->count - 1];
  int unit = 20;
  for (uint32_t i = 0; i < output->size; i++) {
    Claim number;
    if (!scale_down(sums[i], unit, &number)) return false;
    while (unit > 0 &&
           (number >= 1 << (certifier->bits - 1) || number < -(1 << (certifier->bits - 1)))) {
      unit--;
      number >>= 1;
    }
  }
  for (uint32_t i = 0; i < output->size; i++) {
    Claim number;
    if (!scale_down(sums[i], unit, &number)) return false;
    if (number >= 1 << certifier->bits || number <= -(1 << certifier->bits)) return false;
    certifier->coefficients[i * certifier->width] = (int32_t)number;
    mpq_t back;
    mpq_init(back);
    mpq_set_si(back, (long)number, 1);
    mpq_div_2exp(back, back, (mp_bitcnt_t)unit);
    if (!mpq_equal(back, sums[i]))
      certifier->totals[0] += claim_of(
          certifier, -(Wide)larger_size(output->lower[i], output->upper[i]), unit + VALUE_UNIT);
    mpq_clear(back);
  }
  certifier->scales[0] = unit;
  return true;
}

/* The least of the inputs' part of the rows. */
static bool start_inputs(Certifier *certifier, mpq_t *sums)
{
  const CertifyLayer *input = &certifier->layers[0];
  mpq_t term;
  mpq_init(term);
  bool fine = true;
  for (uint32_t i = 0; i < input->size && fine; i++) {
    Claim number;
    if (mpq_sgn(sums[i]) == 0) continue;
    mpq_set_si(term, mpq_sgn(sums[i]) > 0 ? input->lower[i] : input->upper[i], 1);
    mpq_div_2exp(term, term, VALUE_UNIT);
    mpq_mul(term, term, sums[i]);
    fine = scale_down(term, CLAIM_UNIT, &number);
    if (fine) certifier->totals[0] += number;
  }
  mpq_clear(term);
  return fine;
}

bool certifier_close(Certifier *certifier, const Problem *problem, const Disjunct *disjunct,
                     const uint32_t *weights, bool zero, Claim *claim)
{
  if (!certifier->valid) return false;
  const Property *property = problem->property;
  uint32_t variables = property->inputs + property->outputs;
  PropertyPart part = {0};
  property_part(property, disjunct->part, &part);
  mpq_t *sums = mem_alloc(variables + 1, sizeof(mpq_t));
  for (uint32_t i = 0; i <= variables; i++) mpq_init(sums[i]);
  add_rows(problem, &part, weights, sums, sums[variables]);
  property_part_deinit(&part);
  start(certifier, 1, certifier->layers[certifier->count - 1].size);
  Claim constant = 0;
  bool fine = scale_down(sums[variables], CLAIM_UNIT, &constant) &&
              start_outputs(certifier, sums + property->inputs) && start_inputs(certifier, sums);
  for (uint32_t i = 0; i <= variables; i++) mpq_clear(sums[i]);
  free(sums);
  if (!fine) return false;
  certifier->zero = zero;
  pull_back(certifier, certifier->count - 1);
  certifier->zero = false;
  *claim = certifier->totals[0] + constant;
  return !certifier->overflow && *claim > 0;
}
