#include "language/smt/reduce/text_edit.h"

#include <assert.h>
#include <string.h>

/* An edit that was applied: what was between start and end ends at new_end now. */
typedef struct {
  size_t start, end, new_end;
} Shift;

/* --- lists --- */

void text_edit_literal(TextSubject *self, const Span *span, const char *literal)
{
  assert(span->start <= span->end && literal);
  VEC_PUSH(&self->edits, ((TextEdit){span->start, span->end, literal, 0, 0}));
}

void text_edit_part(TextSubject *self, const Span *span, size_t from, size_t to)
{
  assert(span->start <= span->end && from <= to);
  VEC_PUSH(&self->edits, ((TextEdit){span->start, span->end, NULL, from, to}));
}

/* --- applying --- */

static void apply(const TextSubject *self, size_t at, size_t end, StrBuf *out)
{
  const StrBuf *text = &self->work->base->text;
  size_t done = 0;
  for (size_t i = at; i < end; i++) {
    const TextEdit *edit = &self->edits.items[i];
    if (edit->start < done) continue; /* inside of one before */
    strbuf_add(out, text->bytes + done, edit->start - done);
    if (edit->literal)
      strbuf_add_text(out, edit->literal);
    else
      strbuf_add(out, text->bytes + edit->from, edit->to - edit->from);
    done = edit->end;
  }
  strbuf_add(out, text->bytes + done, text->length - done);
}

static size_t count_edits(const void *subject)
{
  return ((const TextSubject *)subject)->edits.count;
}

static bool make_text(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash)
{
  assert(at < end && end <= ((TextSubject *)subject)->edits.count);
  TextSubject *self = subject;
  strbuf_clear(text);
  text->limit = 0;
  apply(self, at, end, text);
  *hash = text_hash(text->bytes, text->length);
  return text->length < self->work->base->text.length;
}

/* --- carrying over --- */

/* Where a place is after the edits that were applied; false if it is inside of one of them. */
static bool move_place(const Shift *shifts, size_t count, size_t *place)
{
  size_t low = 0, high = count; /* the first that ends behind the place */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (shifts[middle].end <= *place)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < count && shifts[low].start < *place) return false;
  if (low > 0) *place = *place - shifts[low - 1].end + shifts[low - 1].new_end;
  return true;
}

static bool carry(const Shift *shifts, size_t count, TextEdit *edit)
{
  /* An edit of the same text as one that was applied, or inside of it, is gone. */
  for (size_t low = 0, high = count; low < high;) {
    size_t middle = low + (high - low) / 2;
    const Shift *shift = &shifts[middle];
    if (shift->start <= edit->start && edit->end <= shift->end) return false;
    if (shift->start < edit->start)
      low = middle + 1;
    else
      high = middle;
  }
  return move_place(shifts, count, &edit->start) && move_place(shifts, count, &edit->end) &&
         (edit->literal ||
          (move_place(shifts, count, &edit->from) && move_place(shifts, count, &edit->to)));
}

static size_t accept_text(void *subject, size_t at, size_t end)
{
  TextSubject *self = subject;
  VEC(Shift) shifts = {0};
  size_t done = 0, made = 0;
  for (size_t i = at; i < end; i++) {
    const TextEdit *edit = &self->edits.items[i];
    if (edit->start < done) continue;
    made += edit->start - done;
    made += edit->literal ? strlen(edit->literal) : edit->to - edit->from;
    VEC_PUSH(&shifts, ((Shift){edit->start, edit->end, made}));
    done = edit->end;
  }
  StrBuf text;
  strbuf_init(&text, 0);
  apply(self, at, end, &text);
  reduce_take_text(self->work->base, &text);
  strbuf_deinit(&text);
  size_t kept = 0, before = 0;
  for (size_t i = 0; i < self->edits.count; i++) {
    if (i == at) before = kept;
    if (i >= at && i < end) continue;
    TextEdit edit = self->edits.items[i];
    if (carry(shifts.items, shifts.count, &edit)) self->edits.items[kept++] = edit;
  }
  self->edits.count = kept;
  VEC_FREE(&shifts);
  return before;
}

/* --- searching --- */

bool text_tidy(Work *work)
{
  StrBuf text;
  strbuf_init(&text, 0);
  spans_tidy(work->base->text.bytes, work->base->text.length, &text);
  TextHash hash = text_hash(text.bytes, text.length);
  bool shorter = text.length < work->base->text.length && !text_set_has(&work->base->failed, hash);
  bool good = shorter && reduce_shows(work->base, &text);
  if (good) {
    reduce_take_text(work->base, &text);
    reduce_report(work->base, true);
  } else if (shorter && !work->base->stopped) {
    text_set_add(&work->base->failed, hash);
  }
  strbuf_deinit(&text);
  return good;
}

uint64_t text_search(TextSubject *self, SearchStyle style)
{
  static const SearchSubject kind = {count_edits, make_text, accept_text};
  if (self->work->base->stopped || self->edits.count == 0) return 0;
  uint64_t changes = reduce_search(self->work->base, &kind, self, style);
  if (changes && !self->work->base->stopped) text_tidy(self->work);
  return changes;
}
