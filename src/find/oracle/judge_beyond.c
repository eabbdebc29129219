/* Which solvers need not know what a script uses. */
#include <string.h>

#include "find/oracle/judge.h"

static bool knows_logic(const Profile *profile, const Logic *used)
{
  for (uint32_t i = 0; i < profile->logics.items_count; i++) {
    const char *name = profile->logics.items[i];
    Logic known;
    if (logic_parse(name, strlen(name), &known) && logic_includes(&known, used)) return true;
  }
  return profile->logics.items_count == 0;
}

SolverSet judge_beyond(const Solver *solvers, size_t count, const Logic *used)
{
  SolverSet set = 0;
  for (size_t i = 0; i < count; i++)
    if (!knows_logic(solvers[i].profile, used)) set |= SOLVER_BIT(i);
  return set;
}
