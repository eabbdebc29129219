#include "nn/gen/numbers.h"

#include <assert.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

enum { STREAM_NUMBERS = 23 };

/* Our streams behind the interface of GSL. */
static unsigned long stream_get(void *state)
{
  return (unsigned long)(random_u64(*(Random **)state) >> 32);
}

static double stream_unit(void *state)
{
  return random_unit(*(Random **)state);
}

static const gsl_rng_type STREAM_TYPE = {.name = "stream",
                                         .max = UINT32_MAX,
                                         .min = 0,
                                         .size = sizeof(Random *),
                                         .get = stream_get,
                                         .get_double = stream_unit};

/* Inversion by rejection (Devroye, Non-Uniform Random Variate Generation, X.6). */
static double draw_zipf(Random *random, double exponent, double most)
{
  double b = pow(2, exponent - 1);
  for (int tries = 0; tries < 1000; tries++) {
    double u = 1 - random_unit(random), v = random_unit(random);
    double x = floor(pow(u, -1 / (exponent - 1)));
    double t = pow(1 + 1 / x, exponent - 1);
    if (x <= most && v * x * (t - 1) / (b - 1) <= t / b) return x;
  }
  return 1;
}

static size_t choose_distribution(const NetworkSettings *settings, Random *random,
                                  const double *own)
{
  const double *general = &settings->numbers[SET_weight_normal];
  double sum = 0;
  size_t last = 0;
  for (size_t i = 0; i < DISTRIBUTION_COUNT; i++) {
    sum += general[i] * own[i];
    if (general[i] * own[i] > 0) last = i;
  }
  assert(sum > 0);
  double at = random_unit(random) * sum;
  for (size_t i = 0; i < last; i++) {
    if (at < general[i] * own[i]) return i;
    at -= general[i] * own[i];
  }
  return last;
}

NumberRecipe numbers_choose(const NetworkSettings *settings, Random *random, ConstantKind kind,
                            size_t inputs)
{
  /* the settings of a distribution's parameters; the second is not used if there is one only */
  static const SettingKind FIRST[DISTRIBUTION_COUNT] = {
      SET_normal_mean, SET_uniform_low,   SET_geometric_chance, SET_beta_a,
      SET_gamma_shape, SET_zipf_exponent, SET_rayleigh_scale};
  assert(kind < CONSTANT_KIND_COUNT);
  const double *n = settings->numbers, *own = &n[SET_CONSTANTS + kind * CONSTANT_FIELD_COUNT];
  size_t distribution = choose_distribution(settings, random, own);
  double scale = own[CONSTANT_FIELD_SCALE];
  if (inputs > 0 && n[SET_scale_by_inputs] != 0) scale /= sqrt((double)inputs);
  return (NumberRecipe){.distribution = (Distribution)distribution,
                        .a = n[FIRST[distribution]],
                        .b = n[FIRST[distribution] + 1],
                        .scale = scale,
                        .flip = n[SET_sign_flip],
                        .zero = own[CONSTANT_FIELD_ZERO],
                        .random = random_stream(random_u64(random), STREAM_NUMBERS, 0)};
}

/* A number of the distributions that are never negative. */
static double draw_positive(const NumberRecipe *recipe, gsl_rng *source, Random *random)
{
  switch (recipe->distribution) {
  case DISTRIBUTION_GEOMETRIC: return gsl_ran_geometric(source, recipe->a);
  case DISTRIBUTION_BETA: return gsl_ran_beta(source, recipe->a, recipe->b);
  case DISTRIBUTION_GAMMA: return gsl_ran_gamma(source, recipe->a, recipe->b);
  case DISTRIBUTION_ZIPF: return draw_zipf(random, recipe->a, recipe->b);
  default:
    assert(recipe->distribution == DISTRIBUTION_RAYLEIGH);
    return gsl_ran_rayleigh(source, recipe->a);
  }
}

static void draw_some(NumberRecipe *recipe, float *numbers, size_t count)
{
  Random *random = &recipe->random;
  gsl_rng source = {.type = &STREAM_TYPE, .state = &random};
  double scale = recipe->scale;
  if (recipe->distribution == DISTRIBUTION_NORMAL) {
    for (size_t i = 0; i < count; i++)
      numbers[i] = (float)(scale * (recipe->a + gsl_ran_gaussian_ziggurat(&source, recipe->b)));
  } else if (recipe->distribution == DISTRIBUTION_UNIFORM) {
    for (size_t i = 0; i < count; i++)
      numbers[i] = (float)(scale * (recipe->a + (recipe->b - recipe->a) * random_unit(random)));
  } else {
    for (size_t i = 0; i < count; i++) {
      double number = scale * draw_positive(recipe, &source, random);
      numbers[i] = (float)(random_unit(random) < recipe->flip ? -number : number);
    }
  }
}

/* The numbers do not depend on how many are drawn at once. */
void numbers_draw(NumberRecipe *recipe, float *numbers, size_t count)
{
  if (recipe->zero <= 0) {
    draw_some(recipe, numbers, count);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    draw_some(recipe, &numbers[i], 1);
    if (random_unit(&recipe->random) < recipe->zero) numbers[i] = 0;
  }
}
