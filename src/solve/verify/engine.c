#include "solve/verify/engine.h"

const EngineKind *engine_kind(Engine engine)
{
  switch (engine) {
  case ENGINE_ALL:
  case ENGINE_CROWN: return &engine_split;
  case ENGINE_RELU: return &engine_relu;
  case ENGINE_INTERVAL: return &engine_split_intervals;
  case ENGINE_MILP_CBC: return &engine_milp_cbc;
  case ENGINE_MILP_GLPK: return &engine_milp_glpk;
  case ENGINE_SMT_Z3: return &engine_smt_z3;
  case ENGINE_SMT_CVC5: return &engine_smt_cvc5;
  case ENGINE_PGD:
  case ENGINE_PGD_CORNERS:
  case ENGINE_RANDOM:
  case ENGINE_COUNT: break;
  }
  return NULL;
}
