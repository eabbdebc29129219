/* Small queries a second in the modes of solve_pool.h, one at a time, as ratios to plain runs.
 *
 * The machine may be busy, so the modes take turns in batches and the best batch of each counts. Every answer
 * is compared with what it must be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "run/solver/solve_pool.h"

#define MS UINT64_C(1000000)

enum { BATCH = 40, ROUNDS = 8, SCRIPT_BYTES = 1000 };

static const SolveMode modes[] = {SOLVE_PLAIN, SOLVE_FAST, SOLVE_RESET, SOLVE_PUSH};
enum { MODES = sizeof modes / sizeof *modes };

/* Two kinds in turn, never the same twice; every third of each is unsatisfiable. */
static OutcomeKind make_script(unsigned number, char text[SCRIPT_BYTES])
{
  bool sat = number / 2 % 3 != 0;
  if (number % 2)
    snprintf(text, SCRIPT_BYTES,
             "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n"
             "(declare-fun z () Int)\n(assert (and (< x y) (< y z) (> x %u)))\n"
             "(assert (= (+ x y z) (+ x x x %u)))\n(check-sat)\n",
             number, sat ? 3 : 2);
  else
    snprintf(text, SCRIPT_BYTES,
             "(set-logic QF_BV)\n(declare-fun a () (_ BitVec 16))\n"
             "(declare-fun b () (_ BitVec 16))\n(assert (= (bvxor a b) (_ bv%u 16)))\n"
             "(assert (%s (= a b)))\n(assert (bvult a #x0100))\n(check-sat)\n",
             number % 60000 + 1, sat ? "not" : "and");
  return sat ? OUTCOME_SAT : OUTCOME_UNSAT;
}

/* Seconds for a query; `number` is that of the first script. */
static double run_batch(SolvePool *pool, const Solver *solver, unsigned number, unsigned *plain)
{
  uint64_t begin = clock_monotonic_ns();
  for (unsigned i = 0; i < BATCH; i++) {
    char script[SCRIPT_BYTES];
    OutcomeKind expected = make_script(number + i, script);
    SolveRequest request = {.solver = solver,
                            .bytes = script,
                            .length = strlen(script),
                            .traits = script_traits(script, strlen(script)),
                            .limits = {.wall_ns = 60000 * MS, .memory_bytes = (uint64_t)2 << 30}};
    Outcome outcome;
    solve_pool_solve(pool, &request, &outcome);
    if (outcome.kind != expected) {
      fprintf(stderr, "%s: %s instead of %s for\n%s", solver->name, outcome_name(outcome.kind),
              outcome_name(expected), script);
      exit(1);
    }
    *plain += outcome.run.manner == RUN_FRESH;
    outcome_deinit(&outcome);
  }
  return (double)(clock_monotonic_ns() - begin) / 1e9 / BATCH;
}

static void measure(Supervisor *sup, const Profiles *profiles, const char *name)
{
  Solver solver;
  Error error;
  if (solver_find(profiles, name, &solver, &error) != STATUS_OK) {
    printf("%-6s is not installed\n", name);
    return;
  }
  SolvePool *pools[MODES];
  double best[MODES] = {0};
  unsigned plain[MODES] = {0}, number = 0;
  for (int i = 0; i < MODES; i++) {
    pools[i] = solve_pool_create(sup, modes[i]);
    run_batch(pools[i], &solver, number, &(unsigned){0}); /* self-tests and the like */
  }
  for (int round = 0; round < ROUNDS; round++) {
    number += BATCH;
    for (int i = 0; i < MODES; i++) {
      double seconds = run_batch(pools[i], &solver, number, &plain[i]);
      if (best[i] == 0 || seconds < best[i]) best[i] = seconds;
    }
  }
  printf("%-6s plain %.0f a second", name, 1 / best[0]);
  for (int i = 1; i < MODES; i++) {
    printf(", %s %.0f: %.1fx", solve_mode_name(modes[i]), 1 / best[i], best[0] / best[i]);
    if (plain[i]) printf(" (%u of %d were plain runs)", plain[i], BATCH * ROUNDS);
  }
  putchar('\n');
  fflush(stdout);
  for (int i = 0; i < MODES; i++) solve_pool_destroy(pools[i]);
  solver_deinit(&solver);
}

int main(void)
{
  Supervisor *sup;
  Error error;
  if (supervisor_create(&sup, &error) != STATUS_OK) {
    fprintf(stderr, "bench_modes: %s\n", error.message);
    return 1;
  }
  Profiles *profiles = profiles_create();
  measure(sup, profiles, "z3");
  measure(sup, profiles, "cvc5");
  measure(sup, profiles, "cvc4");
  profiles_destroy(profiles);
  supervisor_destroy(sup);
  return 0;
}
