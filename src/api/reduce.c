#include <assert.h>

#include "api/api.h"
#include "base/clock.h"
#include "find/reduce/checker_vote.h"
#include "find/reduce/reduce.h"

static bool take_best(void *user, const char *text, size_t length, bool improved,
                      const ReduceStatistics *statistics)
{
  StrBuf *best = user;
  (void)statistics;
  if (!improved) return true;
  strbuf_clear(best);
  strbuf_add(best, text, length);
  return true;
}

/* Learns what is to be kept. */
static assay_status learn(Supervisor *sup, Checker *check, const assay_script *script,
                          uint64_t end_ns, assay_error *error)
{
  Error own = {0};
  switch (reduce_start(sup, check, script->text, script->length, NULL, end_ns, &own)) {
  case START_READY: return ASSAY_OK;
  case START_FLAKY:
    return api_refuse(error, ASSAY_USAGE, "the finding does not reproduce each time");
  case START_TIME:
    return api_refuse(error, ASSAY_LIMIT, "the time was over before the finding was reproduced");
  default: break;
  }
  if (own.status != STATUS_OK) return api_fail(&own, error);
  return api_refuse(error, ASSAY_USAGE, "there is no finding to keep");
}

static assay_status reduce_script(Supervisor *sup, Checker *check, const assay_script *script,
                                  uint64_t end_ns, assay_script **smaller, assay_error *error)
{
  assay_status status = learn(sup, check, script, end_ns, error);
  if (status != ASSAY_OK) return status;
  StrBuf best;
  strbuf_init(&best, 0);
  strbuf_add(&best, script->text, script->length);
  ReduceOptions options = {
      .language = script->language, .jobs = 1, .end_ns = end_ns, .sink = take_best, .user = &best};
  ReduceStatistics statistics;
  Error own;
  ReduceEnd end =
      reduce_text(sup, check, &options, script->text, script->length, &statistics, &own);
  if (end == REDUCE_FAILED)
    status = api_fail(&own, error);
  else
    status = assay_script_read(script->context, best.bytes, best.length, smaller, error);
  strbuf_deinit(&best);
  return status;
}

assay_status assay_reduce(const assay_script *script, const assay_solver *const *solvers,
                          size_t count, const char *finding, uint64_t timeout_ms,
                          uint64_t memory_bytes, uint64_t time_ms, assay_script **smaller,
                          assay_error *error)
{
  assert(script && smaller);
  ApiSolvers run = {0};
  Supervisor *sup;
  Error own;
  *smaller = NULL;
  assay_status status = api_solvers(solvers, count, &run, error);
  if (status != ASSAY_OK) return status;
  if (supervisor_create(&sup, &own) == STATUS_OK) {
    VoteBehaviour behaviour = {.language = script->language,
                               .solvers = run.items,
                               .count = run.count,
                               .timeout_ns = api_limits(timeout_ms, 0).wall_ns,
                               .memory_bytes = memory_bytes,
                               .eval = API_EXAMINE_LIMITS,
                               .choice = finding};
    Checker *check = checker_vote_create(&behaviour);
    uint64_t time_ns = api_limits(time_ms, 0).wall_ns;
    uint64_t end_ns = time_ns ? clock_monotonic_ns() + time_ns : 0;
    status = reduce_script(sup, check, script, end_ns, smaller, error);
    checker_destroy(check);
    supervisor_destroy(sup);
  } else {
    status = api_fail(&own, error);
  }
  api_solvers_free(&run);
  return status;
}
