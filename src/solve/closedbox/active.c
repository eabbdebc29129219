/* Active learning, as Delphi does it: the SMT engine proposes a model, every application of a box is called, and what
 * the calls answered are facts for the next model. */
#include "solve/closedbox/engine.h"

static bool step(Engine *engine, uint64_t end)
{
  closedbox_poll_background(engine);
  if (engine->decided) return false;
  SmtSide *smt = closedbox_smt(engine);
  uint64_t now = clock_monotonic_ns();
  if (!smt || now >= end) return false;
  SmtAnswer answer;
  bool more = false;
  smt_side_check(smt, NULL, 0, end - now, &answer);
  engine->result->iterations++;
  closedbox_say(engine, "iteration %llu", (unsigned long long)engine->result->iterations);
  closedbox_say(engine, "  SMT engine      %s", answer_name(answer.answer));
  uint32_t learnt = 0;
  if (answer.answer == ANSWER_UNSAT) {
    closedbox_conclude_unsat(
        engine, "the SMT engine proves it from the constraints and what calls answered");
  } else if (answer.answer == ANSWER_SAT) {
    more = !closedbox_try_model(engine, &answer.model, &learnt) && learnt > 0 && !engine->decided &&
           !engine->inconsistent;
  }
  smt_answer_deinit(&answer);
  return more;
}

void closedbox_run_active(Engine *engine, uint64_t wall_ns, uint32_t iterations)
{
  uint64_t end = clock_monotonic_ns() + wall_ns;
  for (uint32_t i = 0; i < iterations && !engine->decided && step(engine, end); i++) continue;
}
