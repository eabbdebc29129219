#include "find/reduce/reduce.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "find/reduce/pool.h"
#include "find/reduce/search.h"
#include "find/reduce/staged.h"

/* An original that takes less CPU time is run again at once to see whether it shows the behaviour each time.
 * Of others that is seen in what is made of them. */
#define AGAIN_NS UINT64_C(500000000)
/* From here on time is spent on large cuts first. */
#define SLOW_NS UINT64_C(1000000000)

/* --- examining --- */

CheckVerdict reduce_examine(Supervisor *sup, Checker *check, const char *text, size_t length,
                            uint64_t end_ns, Error *error)
{
  assert(text || length == 0);
  StrBuf copy;
  strbuf_init(&copy, 0);
  strbuf_add(&copy, text, length);
  reduce_pad_text(&copy);
  Pool *pool = pool_create(sup, check, 1);
  PoolEntry *entry;
  CheckVerdict verdict = CHECK_OPEN;
  if (pool_add(pool, &copy, 0) &&
      pool_wait(pool, end_ns ? end_ns : SUPERVISOR_FOREVER, &entry) == POOL_DECIDED) {
    verdict = entry->verdict;
    if (verdict == CHECK_YES) checker_adapt(check, &entry->probe);
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
                         const char *trivial, uint64_t end_ns, Error *error)
{
  switch (reduce_examine(sup, check, text, length, end_ns, error)) {
  case CHECK_OPEN: return start_stopped(end_ns, error);
  case CHECK_NO: return START_NOTHING;
  default: break;
  }
  if (check->original_ns < AGAIN_NS) {
    CheckVerdict again = reduce_examine(sup, check, text, length, end_ns, error);
    if (again == CHECK_OPEN) return start_stopped(end_ns, error);
    if (again == CHECK_NO) return START_FLAKY;
  }
  if (!trivial) return START_READY;
  switch (reduce_examine(sup, check, trivial, strlen(trivial), end_ns, error)) {
  case CHECK_OPEN: return start_stopped(end_ns, error);
  case CHECK_YES: return START_TRIVIAL;
  default: return START_READY;
  }
}

/* --- what reducers of languages need --- */

void reduce_run_report(ReduceRun *run, bool improved)
{
  assert(run->options->sink);
  enum { PERIOD_NS = 100000000 };
  ReduceContext *context = &run->base;
  uint64_t now = clock_monotonic_ns();
  if (!improved && now < run->tick_ns) return;
  run->tick_ns = now + PERIOD_NS;
  context->has_best |= improved;
  context->statistics.own_ns = clock_process_cpu_ns();
  const ReduceOptions *options = run->options;
  if (!options->sink(options->user, context->text.bytes, context->text.length, improved,
                     &context->statistics))
    context->stopped = true;
}

bool reduce_run_is_over(ReduceRun *run)
{
  uint64_t end_ns = run->options->end_ns;
  if (end_ns && clock_monotonic_ns() >= end_ns) run->base.stopped = true;
  return run->base.stopped;
}

static void report(ReduceContext *context, bool improved)
{
  reduce_run_report((ReduceRun *)context, improved);
}

static bool shows(ReduceContext *context, const StrBuf *text)
{
  ReduceRun *run = (ReduceRun *)context;
  Error error;
  context->statistics.checks++;
  CheckVerdict verdict = reduce_examine(run->sup, run->check, text->bytes ? text->bytes : "",
                                        text->length, run->options->end_ns, &error);
  if (verdict == CHECK_OPEN) context->stopped = true;
  return verdict == CHECK_YES;
}

static uint64_t search(ReduceContext *context, const SearchSubject *kind, void *subject,
                       SearchStyle style)
{
  return reduce_search_run((ReduceRun *)context, kind, subject, style);
}

/* --- the whole --- */

static void start(ReduceRun *run, const char *text, size_t length)
{
  static const ReduceServices services = {search, shows, report};
  const ReduceOptions *options = run->options;
  run->base = (ReduceContext){.services = &services,
                              .goal = options->goal,
                              .keep_names = options->keep_names,
                              .any_text = options->any_text,
                              .slow = run->check->original_ns >= SLOW_NS};
  strbuf_init(&run->base.text, 0);
  strbuf_add(&run->base.text, text, length);
  reduce_pad_text(&run->base.text);
  run->base.statistics.bytes = length;
}

static ReduceEnd finish(ReduceRun *run, Status status, ReduceStatistics *statistics, Error *error)
{
  run->base.statistics.own_ns = clock_process_cpu_ns();
  *statistics = run->base.statistics;
  bool stopped = run->base.stopped;
  text_set_free(&run->base.failed);
  strbuf_deinit(&run->base.text);
  if (status != STATUS_OK) return REDUCE_FAILED;
  if (run->check->error.status != STATUS_OK) {
    *error = run->check->error;
    return REDUCE_FAILED;
  }
  return stopped ? REDUCE_STOPPED : REDUCE_DONE;
}

ReduceEnd reduce_text(Supervisor *sup, Checker *check, const ReduceOptions *options,
                      const char *text, size_t length, ReduceStatistics *statistics, Error *error)
{
  double part = staged_first_part(check);
  return part < 1 ? staged_reduce(sup, check, options, part, text, length, statistics, error)
                  : reduce_run(sup, check, options, text, length, statistics, error);
}

ReduceEnd reduce_run(Supervisor *sup, Checker *check, const ReduceOptions *options,
                     const char *text, size_t length, ReduceStatistics *statistics, Error *error)
{
  assert(check->learnt && options->jobs && options->language->reducer);
  ReduceRun run = {.options = options, .sup = sup, .check = check};
  start(&run, text, length);
  Status status = options->language->reducer->reduce(&run.base, error);
  if (status == STATUS_OK && !run.base.has_best) {
    StrBuf original;
    strbuf_init(&original, 0);
    strbuf_add(&original, text, length);
    reduce_take_text(&run.base, &original);
    reduce_run_report(&run, true);
    strbuf_deinit(&original);
  }
  return finish(&run, status, statistics, error);
}
