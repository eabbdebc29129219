/* Engines: ways to decide one subproblem, behind one interface.
 *
 *   const EngineKind *kind = engine_kind(ENGINE_MILP_CBC);
 *   EngineRun *run = kind->create(&problem, &options);
 *   state = kind->run(run, until_ns, stop);   may be called again, with a later time, while the state is SPLIT_OPEN
 *   if (state == SPLIT_SAT) witness = kind->take_witness(run);
 *   kind->destroy(run);
 *
 * Witnesses are validated (witness.h). A new engine is a row of ENGINE_LIST (verify.h) and one of engine_kind. */
#ifndef SOLVE_VERIFY_ENGINE_H
#define SOLVE_VERIFY_ENGINE_H

#include "solve/verify/split.h"
#include "solve/verify/verify.h"

typedef struct EngineRun EngineRun;

typedef struct {
  bool proves; /* its SPLIT_UNSAT is a proof; else it is only claimed, by a program that rounds */
  EngineRun *(*create)(const Problem *problem, const SplitOptions *options);
  void (*destroy)(EngineRun *run);
  /* Runs until a time of clock_monotonic_ns, or until `stop`, where it is not NULL, is set. */
  SplitState (*run)(EngineRun *run, uint64_t until_ns, const volatile bool *stop);
  SplitProgress (*progress)(EngineRun *run);
  /* Of SPLIT_SAT: the caller takes it over. */
  Witness (*take_witness)(EngineRun *run);
  /* Of SPLIT_STUCK: why. The text lives as long as the run. */
  const char *(*reason)(EngineRun *run);
} EngineKind;

/* ENGINE_ALL is that of proofs: engine_split. */
const EngineKind *engine_kind(Engine engine);

/* engine_split.c */
extern const EngineKind engine_split, engine_zonotope, engine_interval;
/* engine_attack.c */
extern const EngineKind engine_pgd, engine_pgd_corners, engine_genetic, engine_random;
/* engine_phase.c */
extern const EngineKind engine_relu;
/* engine_milp.c */
extern const EngineKind engine_milp_cbc, engine_milp_glpk;
/* engine_smt.c */
extern const EngineKind engine_smt_z3, engine_smt_cvc5;
/* engine_external.c */
extern const EngineKind engine_external;

#endif
