#include "campaign/reduce.h"

#include "base/clock.h"
#include "find/reduce/checker_slow.h"
#include "find/reduce/checker_vote.h"
#include "find/reduce/reduce.h"

enum { JOBS_MAX = 256 };

typedef struct {
  const CampaignReduction *context;
  size_t before; /* bytes of the original */
  StrBuf *best;
} Progress;

static bool take_progress(void *user, const char *text, size_t length, bool improved,
                          const ReduceStatistics *statistics)
{
  Progress *progress = user;
  if (improved && length < progress->before) {
    strbuf_clear(progress->best);
    strbuf_add(progress->best, text, length);
  }
  listener_progress(progress->context->listener, "%zu -> %ju bytes, %ju check%s", progress->before,
                    (uintmax_t)statistics->bytes, (uintmax_t)statistics->checks,
                    statistics->checks == 1 ? "" : "s");
  return true;
}

/* A flood or a rejection may come from asking for a model: that is another matter. */
static bool is_without_models(const CampaignOptions *options, FindingKind kind)
{
  return options->no_models || kind == FINDING_FLOOD || kind == FINDING_REJECTS;
}

static Checker *make_checker(const CampaignOptions *options, const ReducerTask *task)
{
  if (!task->finding)
    return checker_slow_create(&(SlowBehaviour){
        .language = task->language,
        .target = task->target,
        .reference = task->reference,
        .keep_margin = task->keep_margin,
        .queries = options->rule.queries,
        .timeout_ns = options->limits.cpu_ns ? options->limits.cpu_ns : options->limits.wall_ns,
        .memory_bytes = options->limits.memory_bytes});
  return checker_vote_create(
      &(VoteBehaviour){.language = task->language,
                       .solvers = task->solvers,
                       .count = task->solver_count,
                       .first_ns = task->first_ns,
                       .memory_bytes = options->limits.memory_bytes,
                       .eval = options->eval,
                       .no_models = is_without_models(options, task->finding->kind),
                       .trace = finding_has_stack(task->finding),
                       .choice = task->finding->signature});
}

static ReducerEnd begin(const CampaignReduction *context, Supervisor *sup, Checker *check,
                        const ReducerTask *task, uint64_t end_ns, Error *error)
{
  switch (reduce_start(sup, check, task->text, task->length, NULL, end_ns, error)) {
  case START_READY: return REDUCER_MINIMAL;
  case START_FLAKY:
    error_set(error, STATUS_USAGE, "of two runs on the original only the first showed it");
    break;
  case START_TIME: return REDUCER_STOPPED;
  case START_STOPPED:
    if (listener_interrupted(context->listener)) return REDUCER_INTERRUPTED;
    break;
  default: break;
  }
  return REDUCER_REFUSED;
}

ReducerEnd campaign_reducer(void *user, Supervisor *sup, const ReducerTask *task, StrBuf *best,
                            Error *error)
{
  Progress progress = {.context = user, .before = task->length, .best = best};
  const CampaignOptions *options = &progress.context->setup->options;
  Checker *check = make_checker(options, task);
  uint64_t end_ns = task->time_ns ? clock_monotonic_ns() + task->time_ns : 0;
  ReducerEnd end = begin(user, sup, check, task, end_ns, error);
  if (end == REDUCER_MINIMAL) {
    ReduceOptions how = {.language = task->language,
                         .jobs = options->jobs < JOBS_MAX ? options->jobs : JOBS_MAX,
                         .end_ns = end_ns,
                         .sink = take_progress,
                         .user = &progress};
    ReduceStatistics statistics;
    ReduceEnd ended = reduce_text(sup, check, &how, task->text, task->length, &statistics, error);
    if (ended == REDUCE_FAILED) end = REDUCER_REFUSED;
    if (ended == REDUCE_STOPPED)
      end =
          listener_interrupted(progress.context->listener) ? REDUCER_INTERRUPTED : REDUCER_STOPPED;
  }
  checker_destroy(check);
  return end;
}
