#include "run/solver/start_cost.h"

#include <string.h>

#include "run/solver/outcome.h"
#include "run/solver/profile.h"

static const char script[] = "(set-logic QF_BV)\n(check-sat)\n(exit)\n";

static bool run_once(Supervisor *sup, const Solver *solver, uint64_t *cpu_ns)
{
  enum { WALL_SECONDS = 10, OUTPUT = 1 << 16 };
  const uint64_t wall_ns = WALL_SECONDS * UINT64_C(1000000000);
  SolveRequest request = {
      .solver = solver,
      .bytes = script,
      .length = sizeof script - 1,
      .traits = script_traits(script, sizeof script - 1),
      .limits = {.wall_ns = wall_ns, .stdout_bytes = OUTPUT, .stderr_bytes = OUTPUT}};
  Outcome outcome;
  bool answered = outcome_solve(sup, &request, &outcome) && outcome.kind == OUTCOME_SAT;
  *cpu_ns = outcome.run.cpu_ns;
  outcome_deinit(&outcome);
  return answered;
}

uint64_t solver_start_cost_ns(Supervisor *sup, const Solver *solver)
{
  enum { RUNS = 2 };
  uint64_t least = UINT64_MAX;
  if (solver->profile->language) return 0;
  for (int i = 0; i < RUNS; i++) {
    uint64_t cpu_ns;
    if (!run_once(sup, solver, &cpu_ns)) return 0;
    if (cpu_ns < least) least = cpu_ns;
  }
  return least;
}
