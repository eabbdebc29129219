#include "language/smt/reduce/phases.h"

#include <assert.h>
#include <string.h>

#include "language/smt/reduce/move.h"

/* Terms in the bank from which on it is made anew. */
enum { TERMS_MAX = 8 << 20, LEVELS_MAX = 100 };

/* The parts of a script that have to go with one cut if checks are slow, from stage to stage: 1/part. */
static const uint32_t parts[] = {32, 256, 0};
enum { STAGES = sizeof parts / sizeof *parts };

typedef struct {
  MoveFunction *function;
  SearchStyle style;
} Move;

#define MOVE_ENTRY(function, name, ...) {function, __VA_ARGS__},
static const Move moves[] = {MOVE_LIST(MOVE_ENTRY)};
#undef MOVE_ENTRY
enum { MOVE_COUNT = sizeof moves / sizeof *moves };

/* --- phases --- */

static uint64_t run_move(Work *work, MoveFunction *function, SearchStyle style)
{
  assert(work->bank);
  Edits edits = {0};
  if (work->bank->terms.count > TERMS_MAX) work_refresh(work);
  function(work, &edits);
  uint64_t changes = edits.count ? edits_search(work, &edits, style) : 0;
  VEC_FREE(&edits);
  return changes;
}

/* The largest cuts: commands, conjuncts, and terms from the outside in. */
static void cut_coarsely(Work *work)
{
  const SearchStyle plain = {.coarse = true, .part = work->base->slow ? parts[0] : 0};
  const SearchStyle growing = {.may_grow = true};
  run_move(work, move_assertions, plain);
  while (work->base->slow && !work->base->stopped &&
         run_move(work, move_large, (SearchStyle){.singly = true, .part = parts[0]})) {
  }
  run_move(work, move_commands, plain);
  if (run_move(work, move_split, growing)) run_move(work, move_assertions, plain);
  run_move(work, move_names, plain);
  run_move(work, move_shapes, plain);
  run_move(work, move_simplify, plain);
  for (uint32_t level = 1; level < LEVELS_MAX && !work->base->stopped; level++) {
    Edits edits = {0};
    bool deep = move_level(work, level, &edits);
    if (edits.count) edits_search(work, &edits, plain);
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

static bool take_turn(Work *work, Turn *turn, uint32_t part)
{
  SearchStyle style = turn->move->style;
  if (part && style.may_grow) return false;
  style.singly |= turn->singly;
  style.part = part;
  uint64_t chunks = work->base->chunks;
  turn->changes = run_move(work, turn->move->function, style);
  turn->singly = work->base->chunks == chunks;
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
static void run_stage(Work *work, Turn *turns, uint32_t part)
{
  for (uint32_t idle = 0; idle < MOVE_COUNT && !work->base->stopped;) {
    for (uint32_t i = 0; i < MOVE_COUNT && idle < MOVE_COUNT && !work->base->stopped; i++)
      idle = take_turn(work, &turns[i], part) ? 0 : idle + 1;
    if (idle < MOVE_COUNT) idle = 0; /* the order is another one: count anew */
    qsort(turns, MOVE_COUNT, sizeof *turns, compare_turns);
  }
}

/* A check may take seconds, whatever it brings: what brings most comes first then. */
static void cut_finely(Work *work)
{
  Turn turns[MOVE_COUNT];
  for (uint32_t i = 0; i < MOVE_COUNT; i++) turns[i] = (Turn){.move = &moves[i]};
  for (uint32_t stage = work->base->slow ? 0 : STAGES - 1; stage < STAGES; stage++)
    run_stage(work, turns, parts[stage]);
  work->base->statistics.minimal = !work->base->stopped;
}

/* --- beginning and end --- */

static bool is_same_text(const StrBuf *a, const StrBuf *b)
{
  return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Takes the script in this form if that shows the behaviour. */
static bool try_form(Work *work, bool brief, bool prune, const StrBuf *known)
{
  Script script = {0};
  StrBuf text;
  TextHash hash;
  strbuf_init(&text, 0);
  if (work->print.brief_sorts != brief) {
    PrintOptions style = work->print;
    style.brief_sorts = brief;
    work_restyle(work, &style);
  }
  work->prune = prune;
  bool good = work_candidate(work, NULL, 0, &script, &text, &hash) &&
              !text_set_has(&work->base->failed, hash);
  if (good && !(known && is_same_text(&text, known))) {
    good = reduce_shows(work->base, &text);
    if (!good && !work->base->stopped) text_set_add(&work->base->failed, hash);
  }
  if (good) work_take_script(work, &script);
  script_deinit(&script);
  strbuf_deinit(&text);
  return good;
}

bool phases_begin(Work *work, const StrBuf *known)
{
  bool brief = work->print.brief_sorts;
  for (int prune = 1; prune >= 0; prune--)
    for (int shorter = !brief; shorter >= 0; shorter--) {
      if (try_form(work, brief || shorter, prune, known)) return true;
      if (work->base->stopped) return false;
    }
  return false;
}

/* Prints in another style from now on, if that is shorter and shows the behaviour. */
static void try_style(Work *work, PrintOptions style)
{
  const PrintOptions old = work->print;
  const size_t length = work->base->text.length;
  work_restyle(work, &style);
  if (work->base->text.length < length && reduce_shows(work->base, &work->base->text)) return;
  work_restyle(work, &old);
}

/* Small scripts are shorter with less sharing. */
static void unshare(Work *work)
{
  PrintOptions style = work->print;
  style.min_share_size = 1000;
  try_style(work, style);
}

void phases_run(Work *work)
{
  cut_coarsely(work);
  cut_finely(work);
  if (!work->base->stopped) unshare(work);
  reduce_report(work->base, true);
}
