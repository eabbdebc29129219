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
  run_move(work, move_simplify, plain);
  for (uint32_t level = 1; level < LEVELS_MAX && !work->stopped; level++) {
    Edits edits = {0};
    bool deep = move_level(work, level, &edits);
    if (edits.count) search_edits(work, &edits, plain);
    VEC_FREE(&edits);
    if (!deep) break;
    run_move(work, move_simplify, plain);
    if (run_move(work, move_split, growing)) run_move(work, move_assertions, plain);
  }
}

/* What a move has done so far. */
typedef struct {
  const Move *move;
  uint64_t changes; /* in its last turn */
  bool singly;      /* several edits at once have not worked the last time */
} Turn;

static bool take_turn(Work *work, Turn *turn)
{
  SearchStyle style = turn->move->style;
  style.singly |= turn->singly;
  uint64_t chunks = work->chunks;
  turn->changes = run_move(work, turn->move->function, style);
  turn->singly = work->chunks == chunks;
  if (!turn->changes) return false;
  run_move(work, move_split, (SearchStyle){.may_grow = true});
  return true;
}

static int compare_turns(const void *left, const void *right)
{
  const Turn *a = left, *b = right;
  if (a->changes != b->changes) return a->changes > b->changes ? -1 : 1;
  return a->move < b->move ? -1 : a->move > b->move;
}

/* All moves in turn, until none of them changes anything. The ones that did most come first. */
static void cut_finely(Work *work)
{
  Turn turns[MOVE_COUNT];
  for (uint32_t i = 0; i < MOVE_COUNT; i++) turns[i] = (Turn){.move = &moves[i]};
  for (uint32_t idle = 0; idle < MOVE_COUNT && !work->stopped;) {
    for (uint32_t i = 0; i < MOVE_COUNT && idle < MOVE_COUNT && !work->stopped; i++)
      idle = take_turn(work, &turns[i]) ? 0 : idle + 1;
    if (idle < MOVE_COUNT) idle = 0; /* the order is another one: count anew */
    qsort(turns, MOVE_COUNT, sizeof *turns, compare_turns);
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

/* Small scripts are shorter with less sharing. */
static void unshare(Work *work)
{
  const PrintOptions old = work->print;
  const size_t length = work->text.length;
  work_restyle(work, &(PrintOptions){.share = SHARE_LET, .min_share_size = 1000});
  if (work->text.length < length && shows(work, &work->text)) return;
  work_restyle(work, &old);
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
  if (!work->stopped) unshare(work);
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
