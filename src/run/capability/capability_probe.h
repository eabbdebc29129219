/* One question to a solver: its script, the run, its result. Private to capability_*.c. */
#ifndef RUN_CAPABILITY_CAPABILITY_PROBE_H
#define RUN_CAPABILITY_CAPABILITY_PROBE_H

#include "run/capability/capability.h"

/* What one run says of its probe. */
typedef struct {
  CapabilityResult result;
  bool unknown_name; /* refused: the solver does not know a name in it */
} ProbeResult;

/* The script with the logic that begins at probe->logics[logic]. Takes the place of what is in `script`. */
void probe_write(const Probe *probe, size_t logic, StrBuf *script);
/* To the next logic that is worth a try after a refusal. False if there is none: one that has everything is
 * not the reason of a refusal if the solver knows it. */
bool probe_next_logic(const Probe *probe, bool knows_all, size_t *logic);
/* A run under limits that fit questions. The script has to stay as it is until its end. */
SolveRequest probe_request(const Solver *solver, const StrBuf *script);
/* Releases the outcome. */
ProbeResult probe_result(const Probe *probe, const SolveRequest *request, Outcome *outcome);

#endif
