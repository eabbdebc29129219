#include "solve/portfolio/compare.h"

#include <assert.h>

const char *change_name(ChangeKind kind)
{
#define CHANGE_NAME(code, name, worse) name,
  static const char *const names[] = {CHANGE_LIST(CHANGE_NAME)};
#undef CHANGE_NAME
  assert(kind < CHANGE_COUNT);
  return names[kind];
}

bool change_is_worse(ChangeKind kind)
{
#define CHANGE_WORSE(code, name, worse) worse,
  static const bool worse[] = {CHANGE_LIST(CHANGE_WORSE)};
#undef CHANGE_WORSE
  assert(kind <= CHANGE_COUNT);
  return kind != CHANGE_NONE && worse[kind];
}

/* Is there a check that one of them answers by sat and the other one by unsat? */
static bool answers_differ(const LoggedRun *before, const LoggedRun *after)
{
  for (size_t i = 0; before->letters[i] && after->letters[i]; i++) {
    char a = before->letters[i], b = after->letters[i];
    if (a != LETTER_OPEN && b != LETTER_OPEN && (a == LETTER_UNSAT) != (b == LETTER_UNSAT))
      return true;
  }
  return false;
}

/* Solvers may give up; these are no ways to do so. */
static bool is_failure(const LoggedRun *run)
{
  switch (run->outcome) {
  case OUTCOME_ERROR:
  case OUTCOME_CRASH:
  case OUTCOME_FLOOD:
  case OUTCOME_NO_ANSWER:
  case OUTCOME_NOT_STARTED:
  case OUTCOME_ESCAPED: return true;
  default: return false;
  }
}

static bool is_slower(const CompareRule *rule, double before, double after)
{
  return after > rule->factor * before && after - before > rule->floor;
}

ChangeKind compare_runs(const CompareRule *rule, const LoggedRun *before, const LoggedRun *after)
{
  assert(before->benchmark == after->benchmark);
  assert(rule->factor >= 1 && rule->floor >= 0);
  if (after->wrong && !before->wrong) return CHANGE_WRONG;
  if (before->wrong && !after->wrong) return is_failure(after) ? CHANGE_FAILED : CHANGE_RIGHT;
  if (answers_differ(before, after)) return CHANGE_ANSWER;
  if (after->solved != before->solved)
    return after->solved < before->solved ? CHANGE_UNSOLVED : CHANGE_SOLVED;
  if (is_failure(after) && !is_failure(before)) return CHANGE_FAILED;
  if (!scores_is_solved(before) || !scores_is_solved(after)) return CHANGE_NONE;
  double old_time = scores_time(before, rule->limit, rule->cpu);
  double new_time = scores_time(after, rule->limit, rule->cpu);
  if (is_slower(rule, old_time, new_time)) return CHANGE_SLOW;
  return is_slower(rule, new_time, old_time) ? CHANGE_FAST : CHANGE_NONE;
}

bool compare_depends_on_time(ChangeKind kind, const LoggedRun *after)
{
  return kind == CHANGE_SLOW || (kind == CHANGE_UNSOLVED && after->outcome == OUTCOME_TIMEOUT);
}
