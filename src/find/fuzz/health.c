#include "find/fuzz/health.h"

#include <assert.h>

/* How much the last run counts, and which part of them is too many: a few in a row get there. */
static const double MISSING_WEIGHT = 0.1, MISSING_MOST = 0.8;

void health_note(Health *health, OutcomeKind outcome, bool reused)
{
  assert(outcome < OUTCOME_COUNT);
  bool missing = outcome == OUTCOME_NOT_STARTED;
  /* Copies of a program that was started once run on when it is gone. */
  if (missing || !reused) health->missing += MISSING_WEIGHT * (missing - health->missing);
  health->runs++;
  health->outcomes[outcome]++;
}

HealthState health_state(const Health *health)
{
  const uint64_t *count = health->outcomes;
  if (health->runs < HEALTH_RUNS || count[OUTCOME_SAT] || count[OUTCOME_UNSAT]) return HEALTH_FINE;
  bool tries = count[OUTCOME_UNKNOWN] || count[OUTCOME_TIMEOUT] || count[OUTCOME_MEMORY];
  return tries ? HEALTH_SILENT : HEALTH_USELESS;
}

bool health_is_missing(const Health *health)
{
  return health->missing > MISSING_MOST;
}

bool health_is_hopeless(const Health *health)
{
  return health->runs >= HEALTH_HOPELESS_RUNS && health_state(health) == HEALTH_USELESS;
}

void health_describe(const Health *health, StrBuf *out)
{
  strbuf_printf(out, "has decided none of %ju inputs: ", (uintmax_t)health->runs);
  const char *between = "";
  for (OutcomeKind kind = 0; kind < OUTCOME_COUNT; kind++) {
    if (!health->outcomes[kind]) continue;
    strbuf_printf(out, "%s%ju %s", between, (uintmax_t)health->outcomes[kind], outcome_name(kind));
    between = ", ";
  }
}
