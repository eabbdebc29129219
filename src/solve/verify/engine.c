#include "solve/verify/engine.h"
#include "base/bug.h"

#include <assert.h>

const EngineKind *engine_kind(Engine engine)
{
  switch (engine) {
  case ENGINE_ALL:
  case ENGINE_CROWN: return &engine_split;
  case ENGINE_RELU: return &engine_relu;
  case ENGINE_ZONOTOPE: return &engine_zonotope;
  case ENGINE_INTERVAL: return &engine_interval;
  case ENGINE_PGD: return &engine_pgd;
  case ENGINE_PGD_CORNERS: return &engine_pgd_corners;
  case ENGINE_GENETIC: return &engine_genetic;
  case ENGINE_RANDOM: return &engine_random;
  case ENGINE_MILP_CBC: return &engine_milp_cbc;
  case ENGINE_MILP_GLPK: return &engine_milp_glpk;
  case ENGINE_SMT_Z3: return &engine_smt_z3;
  case ENGINE_SMT_CVC5: return &engine_smt_cvc5;
  case ENGINE_EXTERNAL: return &engine_external;
  case ENGINE_COUNT: break;
  }
  BUG("engine %d", (int)engine);
  return NULL;
}
