#include "reduce/reduce.h"

#include <string.h>

#include "base/clock.h"
#include "reduce/move.h"
#include "reduce/pool.h"

/* Terms in the bank from which on it is made anew. */
enum { TERMS_MAX = 8 << 20, LEVELS_MAX = 100 };

typedef struct {
  MoveFunction *function;
  SearchStyle style;
} Move;

#define MOVE_ENTRY(function, name, ...) {function, __VA_ARGS__},
static const Move moves[] = {MOVE_LIST(MOVE_ENTRY)};
#undef MOVE_ENTRY
enum { MOVE_COUNT = sizeof moves / sizeof *moves };

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

/* The same for the text of the best script, which is counted. */
static bool shows(Work *work, const StrBuf *text)
{
  ProbeVerdict verdict = PROBE_NO;
  Error error;
  work->statistics.checks++;
  if (!reduce_examine(work->sup, work->check, text->bytes, text->length, &verdict, &error))
    work->stopped = true;
  return verdict == PROBE_YES;
}

/* --- phases --- */

static uint64_t run_move(Work *work, MoveFunction *function, SearchStyle style)
{
  Edits edits = {0};
  if (work->bank->terms.count > TERMS_MAX) work_refresh(work);
  function(work, &edits);
  uint64_t changes = edits.count ? search_edits(work, &edits, style) : 0;
  VEC_FREE(&edits);
  return changes;
}

/* The largest cuts: commands, conjuncts, and terms from the outside in. */
static void cut_coarsely(Work *work)
{
  const SearchStyle plain = {0}, growing = {.singly = false, .may_grow = true};
  run_move(work, move_assertions, plain);
  run_move(work, move_commands, plain);
  if (run_move(work, move_split, growing)) run_move(work, move_assertions, plain);
  run_move(work, move_names, plain);
  for (uint32_t level = 1; level < LEVELS_MAX && !work->stopped; level++) {
    Edits edits = {0};
    bool deep = move_level(work, level, &edits);
    if (edits.count) search_edits(work, &edits, plain);
    VEC_FREE(&edits);
    if (!deep) break;
    if (run_move(work, move_split, growing)) run_move(work, move_assertions, plain);
  }
}

/* All moves in turn, until none of them changes anything. */
static void cut_finely(Work *work)
{
  uint32_t idle = 0;
  for (uint32_t i = 0; idle < MOVE_COUNT && !work->stopped; i = (i + 1) % MOVE_COUNT) {
    idle = run_move(work, moves[i].function, moves[i].style) ? 0 : idle + 1;
    if (idle == 0 && run_move(work, move_split, (SearchStyle){.may_grow = true})) idle = 0;
  }
  work->statistics.minimal = !work->stopped;
}

/* --- beginning and end --- */

/* Leaves out declarations that are not used, if that does no harm. */
static void start_pruning(Work *work)
{
  Script script = {0};
  StrBuf text;
  TextHash hash;
  strbuf_init(&text, 0);
  work->prune = true;
  bool good = work_candidate(work, NULL, 0, &script, &text, &hash);
  if (good && text.length < work->text.length) {
    good = shows(work, &text);
    if (good) work_take_script(work, &script);
  }
  script_deinit(&script);
  strbuf_deinit(&text);
  work->prune = good;
}

static Status reduce_work(Work *work, const char *text, size_t length, Error *error)
{
  Status status = work_open(work, text, length, error);
  if (status != STATUS_OK) return status;
  if (!shows(work, &work->text)) {
    if (work->stopped) return STATUS_OK;
    return error_set(error, STATUS_USAGE,
                     "the behaviour goes with the way the script is written; try --text");
  }
  work_report(work, true);
  start_pruning(work);
  cut_coarsely(work);
  cut_finely(work);
  work_report(work, true);
  return STATUS_OK;
}

ReduceEnd reduce_script(Supervisor *sup, Checker *check, const ReduceOptions *options,
                        const char *text, size_t length, ReduceStatistics *statistics, Error *error)
{
  Work work = {.options = options,
               .sup = sup,
               .check = check,
               .end_ns = options->time_ns ? clock_monotonic_ns() + options->time_ns : 0};
  Status status = reduce_work(&work, text, length, error);
  work.statistics.own_ns = clock_process_cpu_ns();
  *statistics = work.statistics;
  bool stopped = work.stopped;
  work_close(&work);
  if (status != STATUS_OK) return REDUCE_FAILED;
  if (check->error.status != STATUS_OK) {
    *error = check->error;
    return REDUCE_FAILED;
  }
  return stopped ? REDUCE_STOPPED : REDUCE_DONE;
}
