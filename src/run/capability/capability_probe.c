#include "run/capability/capability_probe.h"

#include <assert.h>
#include <string.h>

/* Time is that of the processor mostly, so that a busy machine changes no result. */
#define PROBE_CPU_NS  UINT64_C(300000000)
#define PROBE_WALL_NS UINT64_C(5000000000)
#define PROBE_MEMORY  (UINT64_C(2) << 30)
#define PROBE_OUTPUT  ((size_t)1 << 20)

void probe_write(const Probe *probe, size_t logic, StrBuf *script)
{
  static const char mark[] = "{logic}";
  assert(logic < strlen(probe->logics));
  const char *name = probe->logics + logic, *at = probe->script;
  strbuf_clear(script);
  for (const char *hit; (hit = strstr(at, mark)); at = hit + sizeof mark - 1) {
    strbuf_add(script, at, (size_t)(hit - at));
    strbuf_add(script, name, strcspn(name, " "));
  }
  strbuf_add_text(script, at);
}

SolveRequest probe_request(const Solver *solver, const StrBuf *script)
{
  return (SolveRequest){.solver = solver,
                        .bytes = script->bytes,
                        .length = script->length,
                        .traits = script_traits(script->bytes, script->length),
                        .limits = {.wall_ns = PROBE_WALL_NS,
                                   .cpu_ns = PROBE_CPU_NS,
                                   .memory_bytes = PROBE_MEMORY,
                                   .stdout_bytes = PROBE_OUTPUT,
                                   .stderr_bytes = PROBE_OUTPUT}};
}

static bool says_unsupported(const Outcome *outcome)
{
  for (size_t i = 0; i < outcome->responses.count; i++)
    if (outcome->responses.items[i].kind == RESPONSE_UNSUPPORTED) return true;
  return false;
}

static CapabilityStatus judge(const Probe *probe, const Outcome *outcome)
{
  switch (outcome->kind) {
  case OUTCOME_SAT:
  case OUTCOME_UNSAT:
    if (says_unsupported(outcome) || outcome->responses.count < probe->responses)
      return CAPABILITY_UNSUPPORTED;
    return outcome->kind == (probe->unsat ? OUTCOME_UNSAT : OUTCOME_SAT) ? CAPABILITY_WORKS
                                                                         : CAPABILITY_WRONG;
  case OUTCOME_UNKNOWN:
  case OUTCOME_TIMEOUT:
  case OUTCOME_MEMORY: return CAPABILITY_UNDECIDED;
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_ERROR: return CAPABILITY_UNSUPPORTED;
  case OUTCOME_KILLED:
  case OUTCOME_NOT_STARTED: return CAPABILITY_NOT_ASKED;
  default: return CAPABILITY_FAILS;
  }
}

ProbeResult probe_result(const Probe *probe, const SolveRequest *request, Outcome *outcome)
{
  assert(request->bytes && outcome->kind < OUTCOME_COUNT);
  ProbeResult finding = {{judge(probe, outcome), outcome->message, NULL}, outcome->unknown_name};
  CapabilityResult *result = &finding.result;
  outcome->message = NULL;
  if (result->status >= CAPABILITY_FAILS) {
    const char *name = outcome_name(outcome->kind);
    if (!result->message) result->message = mem_copy_string(name, strlen(name));
    result->script = mem_copy_string(request->bytes, request->length);
  }
  outcome_deinit(outcome);
  return finding;
}

bool probe_next_logic(const Probe *probe, bool knows_all, size_t *logic)
{
  assert(*logic < strlen(probe->logics));
  size_t length = strcspn(probe->logics + *logic, " ");
  bool all = length >= 3 && memcmp(probe->logics + *logic + length - 3, "ALL", 3) == 0;
  if (all && knows_all) return false;
  const char *rest = probe->logics + *logic;
  rest += strcspn(rest, " ");
  rest += strspn(rest, " ");
  *logic = (size_t)(rest - probe->logics);
  return *rest != 0;
}
