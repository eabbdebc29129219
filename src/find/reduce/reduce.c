#include "find/reduce/reduce.h"

#include "base/clock.h"
#include "find/reduce/phases.h"
#include "find/reduce/pool.h"
#include "find/reduce/text.h"
#include "find/reduce/text_edit.h"

/* An original that takes less CPU time is run again at once to see whether it shows the behaviour each time.
 * Of others that is seen in what is made of them. */
#define AGAIN_NS UINT64_C(500000000)
/* From here on time is spent on large cuts first. */
#define SLOW_NS UINT64_C(1000000000)

/* --- examining --- */

ProbeVerdict reduce_examine(Supervisor *sup, Checker *check, const char *text, size_t length,
                            uint64_t end_ns, Error *error)
{
  StrBuf copy;
  strbuf_init(&copy, 0);
  strbuf_add(&copy, text, length);
  work_pad(&copy);
  Pool *pool = pool_create(sup, check, 1);
  PoolEntry *entry;
  ProbeVerdict verdict = PROBE_OPEN;
  if (pool_add(pool, &copy, 0) &&
      pool_wait(pool, end_ns ? end_ns : SUPERVISOR_FOREVER, &entry) == POOL_DECIDED) {
    verdict = entry->verdict;
    if (verdict == PROBE_YES) checker_adapt(check, &entry->probe);
  }
  *error = check->error;
  pool_destroy(pool);
  strbuf_deinit(&copy);
  return verdict;
}

static ReduceStart start_stopped(uint64_t end_ns, const Error *error)
{
  bool time = error->status == STATUS_OK && end_ns && clock_monotonic_ns() >= end_ns;
  return time ? START_TIME : START_STOPPED;
}

ReduceStart reduce_start(Supervisor *sup, Checker *check, const char *text, size_t length,
                         bool trivial, uint64_t end_ns, Error *error)
{
  static const char empty[] = "(check-sat)\n";
  switch (reduce_examine(sup, check, text, length, end_ns, error)) {
  case PROBE_OPEN: return start_stopped(end_ns, error);
  case PROBE_NO: return START_NOTHING;
  default: break;
  }
  if (check->original_ns < AGAIN_NS) {
    ProbeVerdict again = reduce_examine(sup, check, text, length, end_ns, error);
    if (again == PROBE_OPEN) return start_stopped(end_ns, error);
    if (again == PROBE_NO) return START_FLAKY;
  }
  if (trivial) return START_READY;
  switch (reduce_examine(sup, check, empty, sizeof empty - 1, end_ns, error)) {
  case PROBE_OPEN: return start_stopped(end_ns, error);
  case PROBE_YES: return START_TRIVIAL;
  default: return START_READY;
  }
}

/* --- scripts --- */

/* Nothing but the original is left: does it show the behaviour each time? */
static bool shows_again(Work *work, const StrBuf *original, Error *error)
{
  if (work->stopped || work_shows(work, original) || work->stopped) return true;
  error_set(error, STATUS_USAGE, "the original does not show it again; see --runs and --need");
  return false;
}

static Status reduce_terms(Work *work, const StrBuf *original, Error *error)
{
  Status status = work_read(work, error);
  if (status != STATUS_OK) return status;
  if (phases_begin(work, NULL)) {
    work_report(work, true);
    phases_run(work);
    return STATUS_OK;
  }
  if (!shows_again(work, original, error)) return error->status;
  if (work->stopped) return STATUS_OK;
  return error_set(error, STATUS_USAGE,
                   "the behaviour goes with the way the script is written; try --text");
}

static Status reduce_words(Work *work, const StrBuf *original, Error *error)
{
  if (!text_tidy(work) && !shows_again(work, original, error)) return error->status;
  if (!work->stopped) text_reduce(work);
  return STATUS_OK;
}

static ReduceEnd finish(Work *work, Status status, ReduceStatistics *statistics, Error *error)
{
  work->statistics.own_ns = clock_process_cpu_ns();
  *statistics = work->statistics;
  bool stopped = work->stopped;
  const Checker *check = work->check;
  work_deinit(work);
  if (status != STATUS_OK) return REDUCE_FAILED;
  if (check->error.status != STATUS_OK) {
    *error = check->error;
    return REDUCE_FAILED;
  }
  return stopped ? REDUCE_STOPPED : REDUCE_DONE;
}

ReduceEnd reduce(Supervisor *sup, Checker *check, const ReduceOptions *options, const char *text,
                 size_t length, ReduceStatistics *statistics, Error *error)
{
  Work work = {.options = options,
               .sup = sup,
               .check = check,
               .slow = check->original_ns >= SLOW_NS,
               .end_ns = options->end_ns};
  StrBuf original;
  strbuf_init(&original, 0);
  strbuf_add(&original, text, length);
  work_init(&work, text, length);
  Status status = (options->text ? reduce_words : reduce_terms)(&work, &original, error);
  if (status == STATUS_OK && !work.has_best) {
    text_take(&work, &original);
    work_report(&work, true);
  }
  strbuf_deinit(&original);
  return finish(&work, status, statistics, error);
}
