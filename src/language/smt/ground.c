#include "language/smt/ground.h"

/* Beyond this many queries nobody would look at each. */
enum { QUERIES_MAX = 1000 };

static SolverAnswer answer_of(const Check *check)
{
  SolverAnswer answer = check->status == STATUS_OK ? SAYS_SAT : SAYS_UNKNOWN;
  for (size_t i = 0; i < check->verdicts.count; i++) {
    Truth truth = check->verdicts.items[i].truth;
    if (truth == TRUTH_FALSE) return SAYS_UNSAT;
    if (truth == TRUTH_UNKNOWN) answer = SAYS_UNKNOWN;
  }
  return answer;
}

/* The empty model is checked at each query. */
void smtlib_ground_answer(const Examination *examination, Facts *facts)
{
  uint64_t queries = facts->traits.queries;
  if (!facts->understood || !facts->conclusive || facts->constants || queries > QUERIES_MAX) return;
  StrBuf output;
  strbuf_init(&output, 0);
  for (uint64_t i = 0; i < queries; i++) strbuf_add_text(&output, "sat\n()\n");
  CheckRequest request = examination_check(examination, strbuf_text(&output), output.length);
  Checks checks = {0};
  Error error;
  if (check_output(&request, &checks, &error) == STATUS_OK && checks.count == queries)
    for (size_t i = 0; i < checks.count; i++)
      VEC_PUSH(&facts->computed, answer_of(&checks.items[i]));
  checks_deinit(&checks);
  strbuf_deinit(&output);
}
