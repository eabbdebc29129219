#include "language/smt/reduce/text.h"

#include "language/smt/reduce/phases.h"
#include "language/smt/reduce/text_move.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"

/* Errors that are mended at most. */
enum { MEND_MAX = 8 };

/* function, how to search at first */
#define TEXT_MOVE_LIST(X)                                                                          \
  X(USES, text_move_uses, {0})                                                                     \
  X(UNUSED, text_move_unused, {0})                                                                 \
  X(DROP, text_move_drop, {0})                                                                     \
  X(PLAIN, text_move_plain, {0})                                                                   \
  X(HOIST, text_move_hoist, {.singly = true})                                                      \
  X(HALVES, text_move_halves, {.singly = true})                                                    \
  X(CHARACTERS, text_move_characters, {0})

#define TEXT_MOVE_ENUM(name, function, ...) TEXT_##name,
typedef enum { TEXT_MOVE_LIST(TEXT_MOVE_ENUM) TEXT_MOVE_COUNT } TextMoveKind;
#undef TEXT_MOVE_ENUM

typedef struct {
  TextSubject subject;
  Bank *bank;                   /* knows the names of theories */
  bool singly[TEXT_MOVE_COUNT]; /* several edits at once have not worked the last time */
} TextWork;

/* --- text --- */

static uint64_t run_move(TextWork *text, TextMoveKind kind, uint32_t depth, bool coarse)
{
#define TEXT_MOVE_ENTRY(name, function, ...) {function, __VA_ARGS__},
  static const struct {
    TextMove *function;
    SearchStyle style;
  } moves[] = {TEXT_MOVE_LIST(TEXT_MOVE_ENTRY)};
#undef TEXT_MOVE_ENTRY
  TextSubject *self = &text->subject;
  Work *work = self->work;
  if (work->base->stopped) return 0;
  Spans spans = {0};
  spans_read(work->base->text.bytes, work->base->text.length, &spans);
  self->edits.count = 0;
  moves[kind].function(self, &spans, depth);
  VEC_FREE(&spans);
  SearchStyle style = moves[kind].style;
  style.coarse = coarse;
  style.singly |= text->singly[kind] && !coarse;
  uint64_t chunks = work->base->chunks, changes = text_search(self, style);
  text->singly[kind] = work->base->chunks == chunks;
  return changes;
}

static uint32_t deepest(const Work *work)
{
  Spans spans = {0};
  uint32_t depth = 0;
  spans_read(work->base->text.bytes, work->base->text.length, &spans);
  for (size_t i = 0; i < spans.count; i++)
    if (spans.items[i].depth > depth) depth = spans.items[i].depth;
  VEC_FREE(&spans);
  return depth;
}

/* Declarations that are used do not go: that is tried when nothing else helps any more. */
static uint64_t cut_commands(TextWork *text, bool coarse)
{
  return run_move(text, TEXT_USES, 0, coarse) + run_move(text, TEXT_UNUSED, 0, coarse);
}

/* Words and lists from the outside in. */
static uint64_t cut_levels(TextWork *text, bool coarse)
{
  const Work *work = text->subject.work;
  uint64_t changes = 0;
  for (uint32_t depth = 1; depth <= deepest(work) && !work->base->stopped; depth++) {
    uint64_t cuts = run_move(text, TEXT_DROP, depth, coarse);
    cuts += run_move(text, TEXT_PLAIN, depth, coarse);
    if (!coarse) cuts += run_move(text, TEXT_HOIST, depth, false);
    if (cuts) run_move(text, TEXT_UNUSED, 0, false);
    changes += cuts;
  }
  return changes;
}

/* The same and commands, as long as something changes. */
static uint64_t cut_lists(TextWork *text)
{
  Work *work = text->subject.work;
  uint64_t all = cut_levels(text, true), changes = 1;
  while (changes && !work->base->stopped) {
    changes = cut_commands(text, false);
    changes += text_merge_names(work, text->bank, (SearchStyle){.coarse = true});
    changes += cut_levels(text, false);
    if (!changes) changes = text_merge_names(work, text->bank, (SearchStyle){0});
    if (!changes) changes = run_move(text, TEXT_DROP, 0, false);
    all += changes;
  }
  return all;
}

static uint64_t cut_characters(TextWork *text)
{
  Work *work = text->subject.work;
  uint64_t changes = text_shorten_names(work, text->bank);
  for (uint32_t depth = 0; depth <= deepest(work) && !work->base->stopped; depth++)
    changes += run_move(text, TEXT_HALVES, depth, false);
  for (uint32_t depth = 0; depth <= deepest(work) && !work->base->stopped; depth++)
    changes += run_move(text, TEXT_CHARACTERS, depth, false);
  return changes;
}

/* --- terms --- */

/* Where the text cannot be read; false if it can. */
static bool find_error(TextWork *text, size_t *offset)
{
  Work *work = text->subject.work;
  Script script = {0};
  Error error;
  reduce_pad_text(&work->base->text);
  Status status =
      script_read(text->bank, work->base->text.bytes, work->base->text.length, &script, &error);
  script_deinit(&script);
  *offset = error.offset;
  return status != STATUS_OK;
}

/* Often an error has nothing to do with the behaviour: tries what would take its place. */
static void mend(TextWork *text)
{
  TextSubject *self = &text->subject;
  size_t offset;
  for (int i = 0; i < MEND_MAX && !self->work->base->stopped && find_error(text, &offset); i++) {
    Spans spans = {0};
    spans_read(self->work->base->text.bytes, self->work->base->text.length, &spans);
    self->edits.count = 0;
    text_move_around(self, &spans, offset);
    VEC_FREE(&spans);
    if (!text_search(self, (SearchStyle){.singly = true})) return;
  }
}

static bool is_smaller(const Work *work, Cost first, size_t bytes)
{
  if (work->base->goal == GOAL_BYTES) return work->base->text.length < bytes;
  return cost_less(work->cost, first);
}

/* Reduces what can be read as terms. Returns whether that made it smaller. */
static bool cut_terms(Work *work)
{
  StrBuf before;
  strbuf_init(&before, 0);
  strbuf_add(&before, work->base->text.bytes, work->base->text.length);
  bool smaller = false;
  if (!work->base->stopped && work_read_leniently(work)) {
    Cost first = work->cost;
    if (phases_begin(work, &before)) {
      phases_run(work);
      smaller = is_smaller(work, first, before.length);
    }
  }
  if (!smaller) reduce_take_text(work->base, &before);
  reduce_report(work->base, true);
  strbuf_deinit(&before);
  return smaller;
}

/* --- all --- */

void text_reduce(Work *work)
{
  TextWork text = {.bank = theory_create_bank()};
  text.subject = (TextSubject){.work = work, .bank = text.bank};
  size_t offset;
  work->base->statistics.bytes = work->base->text.length;
  reduce_report(work->base, true);
  if (find_error(&text, &offset)) {
    cut_commands(&text, true);
    mend(&text);
  }
  for (uint64_t changes = 1; changes && !work->base->stopped;) {
    changes = cut_terms(work);
    changes += cut_lists(&text);
    changes += cut_characters(&text);
  }
  work->base->statistics.minimal = !work->base->stopped;
  VEC_FREE(&text.subject.edits);
  bank_destroy(text.bank);
}
