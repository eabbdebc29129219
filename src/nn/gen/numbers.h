/* Random numbers of constants: which distribution, with which parameters, from which stream. The numbers of a recipe are
 * always the same, so that constants need not be held to be known. */
#ifndef NN_GEN_NUMBERS_H
#define NN_GEN_NUMBERS_H

#include "base/random.h"
#include "nn/gen/settings.h"

/* In the order of the settings weight_normal .. weight_rayleigh. */
typedef enum {
  DISTRIBUTION_NORMAL,
  DISTRIBUTION_UNIFORM,
  DISTRIBUTION_GEOMETRIC,
  DISTRIBUTION_BETA,
  DISTRIBUTION_GAMMA,
  DISTRIBUTION_ZIPF,
  DISTRIBUTION_RAYLEIGH,
} Distribution;

typedef struct {
  Distribution distribution;
  double a, b;  /* its parameters */
  double scale; /* of all numbers */
  double flip;  /* chance of another sign, where the distribution has none below 0 */
  double zero;  /* chance of 0 */
  Random random;
} NumberRecipe;

/* Draws what the settings say for a kind of constants. `inputs` of a layer scale its weights (0: none). */
NumberRecipe numbers_choose(const NetworkSettings *settings, Random *random, ConstantKind kind,
                            size_t inputs);
/* The next numbers. */
void numbers_draw(NumberRecipe *recipe, float *numbers, size_t count);

#endif
