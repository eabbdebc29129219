#include "solve/verify/share.h"

#include <assert.h>
#include <math.h>

#include "solve/verify/phase.h"

void share_softmin(double *numbers, size_t count)
{
  double least = INFINITY, spread = 0, total = 0;
  size_t finite = 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(numbers[i])) continue;
    finite++;
    least = fmin(least, numbers[i]);
  }
  for (size_t i = 0; i < count; i++)
    if (isfinite(numbers[i])) spread += (numbers[i] - least) / (double)finite;
  for (size_t i = 0; i < count; i++) {
    double cost = finite == 0 ? 0 : spread > 0 ? (numbers[i] - least) / spread : 0;
    numbers[i] = finite > 0 && !isfinite(numbers[i]) ? 0 : exp(-cost);
    total += numbers[i];
  }
  double each = 1 / (double)(finite ? finite : count ? count : 1);
  for (size_t i = 0; i < count; i++)
    if (numbers[i] > 0 || finite == 0) numbers[i] = 0.5 * numbers[i] / total + 0.5 * each;
}

/* Splitting inputs pays where few of them have a range: the number of boxes grows with a power of their number. */
size_t share_engines(const Problem *problem, bool equal, EngineShare *shares)
{
  enum { HARDLY_ANY = 3, FEW_INPUTS = 16, TOO_MANY = 50 };
  double wide = 0;
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    wide += problem->lower[i] < problem->upper[i];
  bool applies = phase_applies(problem);
  if (!applies || wide <= HARDLY_ANY || wide > TOO_MANY) {
    shares[0] = (EngineShare){applies && wide > TOO_MANY ? &engine_relu : &engine_split, 1};
    return 1;
  }
  double relu = equal ? 0.5 : 1 / (1 + exp((FEW_INPUTS - wide) / 3));
  relu = fmin(0.9, fmax(0.1, relu));
  EngineShare by_input = {&engine_split, 1 - relu}, by_relu = {&engine_relu, relu};
  shares[0] = relu > 0.5 ? by_relu : by_input;
  shares[1] = relu > 0.5 ? by_input : by_relu;
  return 2;
}
