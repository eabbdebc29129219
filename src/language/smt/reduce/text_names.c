/* Names in a text: fewer and shorter ones. */
#include "language/smt/reduce/names.h"
#include "language/smt/reduce/text_move.h"

typedef struct {
  Symbol from, to;
  bool merged; /* the declaration goes */
} Renaming;

typedef struct {
  Work *work;
  Bank *bank; /* whose symbols are used */
  VEC(Renaming) list;
  U32Vec place_of; /* by Symbol: its place in the list, + 1 */
} NamesSubject;

static Symbol symbol_of(Bank *bank, const char *text, const Span *span)
{
  return symbols_intern(&bank->symbols, text + span->start, span->end - span->start);
}

/* --- applying --- */

static void number_list(NamesSubject *self)
{
  self->place_of.count = 0;
  for (size_t i = 0; i < symbols_count(&self->bank->symbols); i++) VEC_PUSH(&self->place_of, 0);
  for (size_t i = 0; i < self->list.count; i++)
    self->place_of.items[self->list.items[i].from] = (uint32_t)i + 1;
}

/* What becomes of a word by the changes [at, end); NULL: it stays. */
static const Renaming *renaming_of(const NamesSubject *self, const Span *span, size_t at,
                                   size_t end)
{
  const char *text = self->work->base->text.bytes;
  if (span->list) return NULL;
  Symbol symbol = symbols_find(&self->bank->symbols, text + span->start, span->end - span->start);
  size_t place = symbol && symbol < self->place_of.count ? self->place_of.items[symbol] : 0;
  return place > at && place <= end ? &self->list.items[place - 1] : NULL;
}

static void apply(const NamesSubject *self, size_t at, size_t end, StrBuf *out)
{
  const StrBuf *text = &self->work->base->text;
  const SymbolTable *symbols = &self->bank->symbols;
  Spans spans = {0};
  spans_read(text->bytes, text->length, &spans);
  size_t done = 0;
  for (size_t i = 0; i < spans.count; i++) {
    const Span *span = &spans.items[i];
    if (span->start < done) continue;
    bool declares = span->list && span->depth == 0 && span_is_declaration(text->bytes, span);
    size_t name = declares ? spans_name(&spans, i) : i;
    const Renaming *renaming = renaming_of(self, &spans.items[name], at, end);
    if (!renaming || (declares && !(name && renaming->merged))) continue;
    strbuf_add(out, text->bytes + done, span->start - done);
    if (!declares)
      strbuf_add(out, symbols_text(symbols, renaming->to), symbols_length(symbols, renaming->to));
    done = span->end;
  }
  strbuf_add(out, text->bytes + done, text->length - done);
  VEC_FREE(&spans);
}

static size_t count_names(const void *subject)
{
  return ((const NamesSubject *)subject)->list.count;
}

static bool make_text(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash)
{
  NamesSubject *self = subject;
  strbuf_clear(text);
  text->limit = 0;
  apply(self, at, end, text);
  *hash = text_hash(text->bytes, text->length);
  return text->length < self->work->base->text.length;
}

static size_t accept_names(void *subject, size_t at, size_t end)
{
  NamesSubject *self = subject;
  StrBuf text;
  strbuf_init(&text, 0);
  apply(self, at, end, &text);
  reduce_take_text(self->work->base, &text);
  strbuf_deinit(&text);
  for (size_t i = end; i < self->list.count; i++)
    self->list.items[at + i - end] = self->list.items[i];
  self->list.count -= end - at;
  number_list(self);
  return at;
}

static uint64_t search_names(NamesSubject *self, SearchStyle style)
{
  static const SearchSubject kind = {count_names, make_text, accept_names};
  number_list(self);
  uint64_t changes = self->list.count && !self->work->base->stopped
                         ? reduce_search(self->work->base, &kind, self, style)
                         : 0;
  VEC_FREE(&self->list);
  VEC_FREE(&self->place_of);
  if (changes && !self->work->base->stopped) text_tidy(self->work);
  return changes;
}

/* --- lists --- */

/* Of two declarations: are they the same but for the name? */
static bool same_but_name(const char *text, const Spans *spans, size_t a, size_t b)
{
  const Span *first = &spans->items[a], *second = &spans->items[b];
  const Span *first_name = &spans->items[a + 2], *second_name = &spans->items[b + 2];
  Span heads[2] = {{.start = first->start, .end = first_name->start},
                   {.start = second->start, .end = second_name->start}};
  Span tails[2] = {{.start = first_name->end, .end = first->end},
                   {.start = second_name->end, .end = second->end}};
  return span_equal(text, &heads[0], &heads[1]) && span_equal(text, &tails[0], &tails[1]);
}

uint64_t text_merge_names(Work *work, Bank *bank, SearchStyle style)
{
  const char *text = work->base->text.bytes;
  NamesSubject self = {.work = work, .bank = bank};
  Spans spans = {0};
  U32Vec firsts = {0}; /* lists: one for each kind of declaration */
  spans_read(text, work->base->text.length, &spans);
  for (size_t i = 0; i < spans.count; i++) {
    const Span *list = &spans.items[i];
    if (!list->list || list->depth || !span_begins_with(text, list, "(declare")) continue;
    if (!spans_name(&spans, i)) continue;
    size_t first = 0;
    while (first < firsts.count && !same_but_name(text, &spans, firsts.items[first], i)) first++;
    if (first == firsts.count) {
      VEC_PUSH(&firsts, (uint32_t)i);
      continue;
    }
    Symbol from = symbol_of(bank, text, &spans.items[i + 2]);
    Symbol to = symbol_of(bank, text, &spans.items[firsts.items[first] + 2]);
    if (from != to) VEC_PUSH(&self.list, ((Renaming){from, to, true}));
  }
  VEC_FREE(&firsts);
  VEC_FREE(&spans);
  return search_names(&self, style);
}

uint64_t text_shorten_names(Work *work, Bank *bank)
{
  const char *text = work->base->text.bytes;
  if (work->base->keep_names) return 0;
  NamesSubject self = {.work = work, .bank = bank};
  Spans spans = {0};
  Namer names;
  spans_read(text, work->base->text.length, &spans);
  namer_init(&names, bank, &(Script){0});
  for (size_t i = 0; i < spans.count; i++)
    if (!spans.items[i].list) namer_take(&names, symbol_of(bank, text, &spans.items[i]));
  Symbol next = 0;
  for (size_t i = 0; i < spans.count; i++) {
    const Span *list = &spans.items[i];
    if (!list->list || list->depth || !span_is_declaration(text, list)) continue;
    size_t name = spans_name(&spans, i);
    if (!name || span_begins_with(text, list, "(set-")) continue;
    if (!next) next = namer_next(&names);
    if (symbols_length(&bank->symbols, next) >= spans.items[name].end - spans.items[name].start)
      continue;
    VEC_PUSH(&self.list, ((Renaming){symbol_of(bank, text, &spans.items[name]), next, false}));
    next = 0;
  }
  namer_deinit(&names);
  VEC_FREE(&spans);
  return search_names(&self, (SearchStyle){0});
}
