/* A run of a solver on a script. See outcome.h for its result. */
#ifndef RUN_SOLVER_SOLVE_H
#define RUN_SOLVER_SOLVE_H

#include "run/process/supervisor.h"
#include "run/solver/script_traits.h"
#include "run/solver/solver.h"

/* Zeroed plus solver, script and traits is a plain run. */
typedef struct {
  const Solver *solver;
  const char
      *path; /* the file that holds the script; NULL: the solver gets the bytes, as it does if
                     * the traits say that these are several files */
  const char *bytes;
  size_t length;
  ScriptTraits traits; /* of the script */
  RunLimits limits;    /* enforced by us */
  /* Wishes to the solver. Those that its profile has no words for are left out: see solve_check. */
  uint64_t soft_ms;          /* answer unknown after that, or at least end; 0: no wish */
  uint64_t solver_megabytes; /* give up at that much memory; 0: no wish */
  bool has_seed;
  uint64_t seed;
  bool print_models; /* after each sat */
  bool quiet;        /* no warnings */
  bool counter;      /* print its own measure of work */
  bool count_instructions;
  bool apart; /* no other run can signal it, where that can be had (RunRequest) */
  bool
      trace; /* of a crash the stack is wanted (run/process/trace.h); a plain run, only where the program that runs is ours */
  void *user; /* comes back in the run's result */
} SolveRequest;

/* Can the solver be asked for all wishes? STATUS_USAGE says which one it cannot. */
Status solve_check(const SolveRequest *request, Error *error);

/* Starts it; the request is not needed for the run any more. */
RunHandle solve_start(Supervisor *sup, const SolveRequest *request);

#endif
