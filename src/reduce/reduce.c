#include "reduce/reduce.h"

#include "base/clock.h"
#include "reduce/phases.h"
#include "reduce/pool.h"
#include "reduce/text.h"

/* --- examining --- */

bool reduce_examine(Supervisor *sup, Checker *check, const char *text, size_t length,
                    ProbeVerdict *verdict, Error *error)
{
  StrBuf copy;
  strbuf_init(&copy, 0);
  strbuf_add(&copy, text, length);
  work_pad(&copy);
  Pool *pool = pool_create(sup, check, 1);
  PoolEntry *entry;
  bool done =
      pool_add(pool, &copy, 0) && pool_wait(pool, SUPERVISOR_FOREVER, &entry) == POOL_DECIDED;
  if (done) {
    *verdict = entry->verdict;
    if (entry->verdict == PROBE_YES) checker_adapt(check, &entry->probe);
  } else {
    *error = check->error;
  }
  pool_destroy(pool);
  strbuf_deinit(&copy);
  return done;
}

ReduceStart reduce_start(Supervisor *sup, Checker *check, const char *text, size_t length,
                         bool trivial, Error *error)
{
  static const char empty[] = "(check-sat)\n";
  ProbeVerdict verdict = PROBE_NO;
  for (int round = 0; round < 2; round++) {
    if (!reduce_examine(sup, check, text, length, &verdict, error)) return START_STOPPED;
    if (verdict == PROBE_YES) continue;
    *error = check->error;
    return round ? START_FLAKY : START_NOTHING;
  }
  if (trivial) return START_READY;
  if (!reduce_examine(sup, check, empty, sizeof empty - 1, &verdict, error)) return START_STOPPED;
  return verdict == PROBE_YES ? START_TRIVIAL : START_READY;
}

/* --- scripts --- */

static Status reduce_terms(Work *work, Error *error)
{
  Status status = work_read(work, error);
  if (status != STATUS_OK) return status;
  if (!work_shows(work, &work->text)) {
    if (work->stopped) return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "the behaviour goes with the way the script is written; try --text");
  }
  work_report(work, true);
  phases_run(work);
  return STATUS_OK;
}

static Status reduce_words(Work *work, Error *error)
{
  (void)error;
  text_reduce(work);
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
               .end_ns = options->time_ns ? clock_monotonic_ns() + options->time_ns : 0};
  work_init(&work, text, length);
  Status status = (options->text ? reduce_words : reduce_terms)(&work, error);
  return finish(&work, status, statistics, error);
}
