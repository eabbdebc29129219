/* Reduction of texts: parentheses and words are all that is understood. */
#include <ctype.h>
#include <string.h>

#include "base/clock.h"
#include "reduce/search.h"

/* A word or a list with its parentheses. */
typedef struct {
  size_t start, end;
  uint32_t depth;
  bool list;
} Span;

typedef VEC(Span) Spans;

/* The text [start, end) becomes another one, which may be a part of the text itself. */
typedef struct {
  size_t start, end;
  const char *literal; /* NULL: the text [from, to) */
  size_t from, to;
} TextEdit;

/* An edit that was applied: what was between start and end ends at new_end now. */
typedef struct {
  size_t start, end, new_end;
} Shift;

typedef struct {
  Work *work;
  VEC(TextEdit) edits; /* sorted by start, outer ones before inner ones; they may overlap */
} TextSubject;

/* --- reading --- */

static size_t word_end(const char *text, size_t at, size_t length)
{
  char quote = text[at];
  if (quote == '"' || quote == '|') {
    const char *close = memchr(text + at + 1, quote, length - at - 1);
    return close ? (size_t)(close - text) + 1 : length;
  }
  if (quote == '(' || quote == ')') return at + 1;
  while (at < length && !isspace((unsigned char)text[at]) && !strchr("()\";|", text[at])) at++;
  return at;
}

/* The next word or parenthesis from `at` on; false at the end. */
static bool next_word(const char *text, size_t length, size_t *at, size_t *start)
{
  while (*at < length && (isspace((unsigned char)text[*at]) || text[*at] == ';')) {
    if (text[*at] == ';') {
      const char *line = memchr(text + *at, '\n', length - *at);
      *at = line ? (size_t)(line - text) : length;
    } else {
      ++*at;
    }
  }
  *start = *at;
  if (*at >= length) return false;
  *at = word_end(text, *at, length);
  if (*at == *start) ++*at;
  return true;
}

/* In the order of their starts. What is not closed ends at the end. */
static void read_spans(const char *text, size_t length, Spans *spans)
{
  U32Vec open = {0};
  for (size_t at = 0, start; next_word(text, length, &at, &start);) {
    if (text[start] == ')') {
      if (open.count) spans->items[open.items[--open.count]].end = at;
      continue;
    }
    bool list = text[start] == '(';
    Span span = {start, list ? length : at, (uint32_t)open.count, list};
    if (list) VEC_PUSH(&open, (uint32_t)spans->count);
    VEC_PUSH(spans, span);
  }
  VEC_FREE(&open);
}

/* Comments and needless blanks go. Each list outside of all others has a line. */
static void tidy(const char *text, size_t length, StrBuf *out)
{
  uint32_t depth = 0;
  bool after_word = false;
  for (size_t at = 0, start; next_word(text, length, &at, &start);) {
    bool opens = text[start] == '(', closes = text[start] == ')';
    if (after_word && !closes) strbuf_add_char(out, ' ');
    strbuf_add(out, text + start, at - start);
    if (opens) depth++;
    if (closes && depth > 0) depth--;
    after_word = !opens;
    if (depth > 0) continue;
    strbuf_add_char(out, '\n');
    after_word = false;
  }
}

/* --- edits --- */

static void apply(const TextSubject *self, size_t at, size_t end, StrBuf *out)
{
  const StrBuf *text = &self->work->text;
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
  TextSubject *self = subject;
  strbuf_clear(text);
  apply(self, at, end, text);
  *hash = text_hash(text->bytes, text->length);
  return text->length < self->work->text.length;
}

static void take_text(Work *work, StrBuf *text)
{
  StrBuf old = work->text;
  work->text = *text;
  *text = old;
  work->statistics.bytes = work->text.length;
}

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
  take_text(self->work, &text);
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

/* --- moves --- */

typedef void TextMove(TextSubject *self, const Spans *spans, uint32_t depth);

static void add(TextSubject *self, const Span *span, const char *literal, size_t from, size_t to)
{
  VEC_PUSH(&self->edits, ((TextEdit){span->start, span->end, literal, from, to}));
}

static bool begins_with(const Work *work, const Span *span, const char *text)
{
  size_t length = strlen(text);
  return span->end - span->start > length &&
         memcmp(work->text.bytes + span->start, text, length) == 0;
}

static bool is_declaration(const Work *work, const Span *span)
{
  return begins_with(work, span, "(declare") || begins_with(work, span, "(define") ||
         begins_with(work, span, "(set-");
}

/* What is used goes after its uses. */
static void drop_uses(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++)
    if (spans->items[i].depth == depth && !is_declaration(self->work, &spans->items[i]))
      add(self, &spans->items[i], "", 0, 0);
}

static void drop_spans(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++)
    if (spans->items[i].depth == depth) add(self, &spans->items[i], "", 0, 0);
}

/* A list becomes one of those in it; a let also one of the terms that it binds. */
static void hoist_spans(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++) {
    const Span *outer = &spans->items[i];
    if (!outer->list || outer->depth != depth) continue;
    bool let = begins_with(self->work, outer, "(let ");
    for (size_t k = i + 1; k < spans->count && spans->items[k].start < outer->end; k++) {
      uint32_t inside = spans->items[k].depth - depth;
      if (inside == 1 || (let && inside == 3))
        add(self, outer, NULL, spans->items[k].start, spans->items[k].end);
    }
  }
}

static void plain_spans(TextSubject *self, const Spans *spans, uint32_t depth)
{
  static const char *const words[] = {"true", "0", "\"\""};
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    for (size_t i = 0; i < spans->count; i++)
      if (spans->items[i].list && spans->items[i].depth == depth)
        add(self, &spans->items[i], words[w], 0, 0);
}

/* Words become their first or second half, inside of their quotes. */
static void shorten_words(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++) {
    Span span = spans->items[i];
    bool quoted = strchr("\"|", self->work->text.bytes[span.start]) != NULL;
    if (span.list || span.depth != depth) continue;
    span.start += quoted;
    span.end -= quoted && span.end > span.start;
    if (span.end - span.start < 2) continue;
    size_t half = span.start + (span.end - span.start) / 2;
    add(self, &span, NULL, span.start, half);
    add(self, &span, NULL, half, span.end);
  }
}

static bool shows(Work *work, const StrBuf *text)
{
  ProbeVerdict verdict = PROBE_NO;
  Error error;
  work->statistics.checks++;
  if (!reduce_examine(work->sup, work->check, text->bytes ? text->bytes : "", text->length,
                      &verdict, &error))
    work->stopped = true;
  return verdict == PROBE_YES;
}

/* Dropped words leave blanks behind. */
static void tidy_best(Work *work)
{
  StrBuf text;
  strbuf_init(&text, 0);
  tidy(work->text.bytes, work->text.length, &text);
  TextHash hash = text_hash(text.bytes, text.length);
  if (text.length < work->text.length && !text_set_has(&work->failed, hash)) {
    if (shows(work, &text)) {
      take_text(work, &text);
      work_report(work, true);
    } else {
      text_set_add(&work->failed, hash);
    }
  }
  strbuf_deinit(&text);
}

static uint64_t run_move(TextSubject *self, TextMove *move, uint32_t depth, bool singly)
{
  static const SearchSubject kind = {count_edits, make_text, accept_text};
  if (self->work->stopped) return 0;
  Spans spans = {0};
  read_spans(self->work->text.bytes, self->work->text.length, &spans);
  self->edits.count = 0;
  move(self, &spans, depth);
  VEC_FREE(&spans);
  uint64_t changes = search(self->work, &kind, self, singly);
  if (changes && !self->work->stopped) tidy_best(self->work);
  return changes;
}

static uint32_t deepest(const Work *work)
{
  Spans spans = {0};
  uint32_t depth = 0;
  read_spans(work->text.bytes, work->text.length, &spans);
  for (size_t i = 0; i < spans.count; i++)
    if (spans.items[i].depth > depth) depth = spans.items[i].depth;
  VEC_FREE(&spans);
  return depth;
}

static void reduce_all(TextSubject *self)
{
  uint64_t changes = 1;
  while (changes && !self->work->stopped) {
    changes = 0;
    for (uint32_t depth = 0; depth <= deepest(self->work) && !self->work->stopped; depth++) {
      if (depth == 0) changes += run_move(self, drop_uses, depth, false);
      changes += run_move(self, drop_spans, depth, false);
      if (depth > 0) changes += run_move(self, hoist_spans, depth, true);
      if (depth > 0) changes += run_move(self, plain_spans, depth, false);
    }
    for (uint32_t depth = 0; depth <= deepest(self->work) && !self->work->stopped; depth++)
      changes += run_move(self, shorten_words, depth, true);
  }
  self->work->statistics.minimal = !self->work->stopped;
}

/* Comments go first. If the behaviour needs them, the text is taken as it is. */
static void start(Work *work, const char *bytes, size_t length)
{
  strbuf_add(&work->text, bytes, length);
  tidy_best(work);
  work->statistics.bytes = work->text.length;
  work_report(work, true);
}

ReduceEnd reduce_text(Supervisor *sup, Checker *check, const ReduceOptions *options,
                      const char *text, size_t length, ReduceStatistics *statistics, Error *error)
{
  Work work = {.options = options,
               .sup = sup,
               .check = check,
               .end_ns = options->time_ns ? clock_monotonic_ns() + options->time_ns : 0};
  TextSubject self = {.work = &work};
  strbuf_init(&work.text, 0);
  start(&work, text, length);
  if (!work.stopped) reduce_all(&self);
  work.statistics.own_ns = clock_process_cpu_ns();
  *statistics = work.statistics;
  bool stopped = work.stopped;
  VEC_FREE(&self.edits);
  strbuf_deinit(&work.text);
  text_set_free(&work.failed);
  if (check->error.status != STATUS_OK) {
    *error = check->error;
    return REDUCE_FAILED;
  }
  return stopped ? REDUCE_STOPPED : REDUCE_DONE;
}
