/* Whether solvers do anything useful in a campaign: what they said so far, and whether someone should look. */
#ifndef FIND_FUZZ_HEALTH_H
#define FIND_FUZZ_HEALTH_H

#include "base/strbuf.h"
#include "run/solver/outcome.h"

typedef struct {
  uint64_t runs;
  uint64_t outcomes[OUTCOME_COUNT];
  bool complained;
  double missing; /* which part of the last programs could not be started */
} Health;

typedef enum {
  HEALTH_FINE,   /* or too early to tell */
  HEALTH_SILENT, /* never decides anything: it gives up or runs out of time or memory */
  HEALTH_USELESS /* has not even tried: it rejects inputs, lacks something, fails */
} HealthState;

/* Runs after which something can be told, and after which it will not get better. */
enum { HEALTH_RUNS = 10, HEALTH_HOPELESS_RUNS = 50 };

/* `reused`: see run_is_reused. */
void health_note(Health *health, OutcomeKind outcome, bool reused);
HealthState health_state(const Health *health);
/* Useless for so long that there is no hope, or hardly any of the last runs could be started: the program is gone, or the
 * machine has no more processes or files to give. */
bool health_is_hopeless(const Health *health);
bool health_is_missing(const Health *health);
/* "has decided none of 10 inputs: 8 unsupported, 2 timeout" */
void health_describe(const Health *health, StrBuf *out);

#endif
