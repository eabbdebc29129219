#include "solve/verify/allot.h"

#include <assert.h>
#include <math.h>

#include "solve/verify/phase.h"

/* How sharp choices are: costs that differ by this factor (as logs) differ by e in their shares. */
#define ENGINE_TEMPERATURE     0.3
#define SUBPROBLEM_TEMPERATURE 0.1
/* Engines with less than this part of the largest share get nothing: starting them would cost more. */
#define SHARE_LEAST 0.1

const EngineKind *allot_engine(size_t engine)
{
  static const EngineKind *const engines[NETFEATURE_ENGINES] = {
      [NETFEATURE_ENGINE_PGD] = &engine_pgd,
      [NETFEATURE_ENGINE_PGD_CORNERS] = &engine_pgd_corners,
      [NETFEATURE_ENGINE_GENETIC] = &engine_genetic,
      [NETFEATURE_ENGINE_RANDOM] = &engine_random,
      [NETFEATURE_ENGINE_CROWN] = &engine_split,
      [NETFEATURE_ENGINE_RELU] = &engine_relu,
      [NETFEATURE_ENGINE_ZONOTOPE] = &engine_zonotope,
      [NETFEATURE_ENGINE_INTERVAL] = &engine_interval,
  };
  assert(engine < NETFEATURE_ENGINES);
  return engines[engine];
}

static uint32_t wide_inputs(const Problem *problem)
{
  uint32_t wide = 0;
  for (uint32_t i = 0; i < problem_inputs(problem); i++)
    wide += problem->lower[i] < problem->upper[i];
  return wide;
}

bool allot_applies(size_t engine, const Problem *problem)
{
  enum { TOO_MANY = 50 };
  switch (engine) {
  case NETFEATURE_ENGINE_RELU: return phase_applies(problem);
  case NETFEATURE_ENGINE_CROWN:
  case NETFEATURE_ENGINE_ZONOTOPE:
  case NETFEATURE_ENGINE_INTERVAL:
    return wide_inputs(problem) <= TOO_MANY ||
           (engine == NETFEATURE_ENGINE_CROWN && !phase_splits(problem));
  default: return true;
  }
}

void allot_rule(const Problem *problem, double margin, CostPrediction *predictions)
{
  assert(predictions);
  enum { FEW_INPUTS = 16 };
  /* From 1, a witness, to 0. */
  double near = isfinite(margin) ? 1 / (1 + fmax(0, margin)) : 0.5;
  double relu = ENGINE_TEMPERATURE * ((double)FEW_INPUTS - wide_inputs(problem)) / 3;
  double best = fmin(0, relu);
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++)
    predictions[e] = (CostPrediction){.log_par2 = best + 9, .sat = near, .unsat = 1 - near};
  predictions[NETFEATURE_ENGINE_CROWN].log_par2 = 0;
  predictions[NETFEATURE_ENGINE_RELU].log_par2 = relu;
  predictions[NETFEATURE_ENGINE_PGD].log_par2 = best + 1.8 * ENGINE_TEMPERATURE;
  predictions[NETFEATURE_ENGINE_PGD_CORNERS].log_par2 = best + 1.8 * ENGINE_TEMPERATURE;
}

void allot_engines(const CostPrediction *predictions, const bool *usable, bool equal,
                   double *shares)
{
  double least = INFINITY, total = 0;
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++)
    if (usable[e]) least = fmin(least, predictions[e].log_par2);
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) {
    shares[e] = usable[e];
    if (usable[e] && !equal)
      shares[e] = exp((least - predictions[e].log_par2) / ENGINE_TEMPERATURE);
    if (shares[e] < SHARE_LEAST) shares[e] = 0;
    total += shares[e];
  }
  assert(total > 0);
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) shares[e] /= total;
}

double allot_chance(const CostPrediction *predictions)
{
  double sum = 0;
  for (size_t e = 0; e < NETFEATURE_ENGINES; e++) sum += predictions[e].sat;
  return sum / NETFEATURE_ENGINES;
}

void allot_subproblems(double *chances, size_t count)
{
  assert(chances || count == 0);
  double most = 0, total = 0;
  for (size_t i = 0; i < count; i++) most = fmax(most, chances[i]);
  for (size_t i = 0; i < count; i++) {
    chances[i] = chances[i] < 0 ? 0 : exp((chances[i] - most) / SUBPROBLEM_TEMPERATURE);
    total += chances[i];
  }
  for (size_t i = 0; i < count && total > 0; i++) chances[i] /= total;
}
