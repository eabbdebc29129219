#include "language/smt/reduce/text_move.h"

#include <string.h>

#include "smt/text/script.h"

static const struct {
  SortClass class;
  const char *text;
} plain_words[] = {{SORT_BOOL, "true"}, {SORT_INT, "0"}, {SORT_STRING, "\"\""}};
enum { PLAIN_WORDS = sizeof plain_words / sizeof *plain_words };

/* --- commands --- */

/* What is used goes after its uses. */
void text_move_uses(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++)
    if (spans->items[i].depth == depth &&
        !span_is_declaration(self->work->base->text.bytes, &spans->items[i]))
      text_edit_literal(self, &spans->items[i], "");
}

static bool occurs_once(const char *text, const Spans *spans, size_t word)
{
  for (size_t i = 0; i < spans->count; i++)
    if (i != word && !spans->items[i].list &&
        span_equal(text, &spans->items[i], &spans->items[word]))
      return false;
  return true;
}

void text_move_unused(TextSubject *self, const Spans *spans, uint32_t depth)
{
  const char *text = self->work->base->text.bytes;
  for (size_t i = 0; i < spans->count; i++) {
    const Span *list = &spans->items[i];
    if (!list->list || list->depth != depth || !span_is_declaration(text, list)) continue;
    size_t name = spans_name(spans, i);
    if (name && occurs_once(text, spans, name)) text_edit_literal(self, list, "");
  }
}

/* --- words and lists --- */

void text_move_drop(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++)
    if (spans->items[i].depth == depth) text_edit_literal(self, &spans->items[i], "");
}

/* A let also becomes one of the terms that it binds. */
static void hoist(TextSubject *self, const Spans *spans, size_t list)
{
  const Span *outer = &spans->items[list];
  bool let = span_begins_with(self->work->base->text.bytes, outer, "(let ");
  for (size_t i = list + 1; i < spans->count && spans->items[i].start < outer->end; i++) {
    uint32_t inside = spans->items[i].depth - outer->depth;
    if (inside == 1 || (let && inside == 3))
      text_edit_part(self, outer, spans->items[i].start, spans->items[i].end);
  }
}

void text_move_hoist(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++)
    if (spans->items[i].list && spans->items[i].depth == depth) hoist(self, spans, i);
}

/* The sort of a list whose first word is a function of a theory; SORT_PARAMETER: who knows. */
static SortClass class_of(const TextSubject *self, const Spans *spans, size_t list)
{
  const Bank *bank = self->bank;
  const Span *head = &spans->items[list + 1];
  if (list + 1 >= spans->count || head->list || head->depth != spans->items[list].depth + 1)
    return SORT_PARAMETER;
  Symbol symbol = symbols_find(&bank->symbols, self->work->base->text.bytes + head->start,
                               head->end - head->start);
  Fun fun = symbol ? bank_theory_fun(bank, symbol) : 0;
  return fun ? sorts_class(&bank->sorts, funs_result(&bank->funs, fun)) : SORT_PARAMETER;
}

static void plain(TextSubject *self, const Spans *spans, size_t list)
{
  SortClass class = class_of(self, spans, list);
  for (size_t w = 0; w < PLAIN_WORDS; w++)
    if (class == SORT_PARAMETER || plain_words[w].class == class ||
        (class == SORT_REAL && plain_words[w].class == SORT_INT))
      text_edit_literal(self, &spans->items[list], plain_words[w].text);
}

void text_move_plain(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++)
    if (spans->items[i].list && spans->items[i].depth == depth) plain(self, spans, i);
}

void text_move_around(TextSubject *self, const Spans *spans, size_t offset)
{
  size_t around[2] = {0}, found = 0; /* the innermost list and the next one, + 1 */
  for (size_t i = spans->count; i-- > 0 && found < 2;) {
    const Span *span = &spans->items[i];
    if (!span->list || span->depth == 0 || span->start > offset || span->end <= offset) continue;
    around[found++] = i + 1;
  }
  while (found-- > 0) {
    size_t list = around[found] - 1;
    hoist(self, spans, list);
    plain(self, spans, list);
  }
}

/* --- letters --- */

/* What is between the quotes. */
static Span inside_quotes(const char *text, Span span)
{
  bool quoted = strchr("\"|", text[span.start]) != NULL;
  span.start += quoted;
  span.end -= quoted && span.end > span.start;
  return span;
}

void text_move_halves(TextSubject *self, const Spans *spans, uint32_t depth)
{
  for (size_t i = 0; i < spans->count; i++) {
    if (spans->items[i].list || spans->items[i].depth != depth) continue;
    Span span = inside_quotes(self->work->base->text.bytes, spans->items[i]);
    if (span.end - span.start < 2) continue;
    size_t half = span.start + (span.end - span.start) / 2;
    text_edit_part(self, &span, span.start, half);
    text_edit_part(self, &span, half, span.end);
  }
}

static bool is_known(const Bank *bank, const char *word, size_t length)
{
  for (CommandKind kind = 0; kind < CMD_EXTENSION; kind++) {
    const char *name = command_name(kind);
    if (strlen(name) == length && memcmp(name, word, length) == 0) return true;
  }
  Symbol symbol = symbols_find(&bank->symbols, word, length);
  return symbol && bank_theory_fun(bank, symbol);
}

void text_move_characters(TextSubject *self, const Spans *spans, uint32_t depth)
{
  const char *text = self->work->base->text.bytes;
  for (size_t i = 0; i < spans->count; i++) {
    Span word = spans->items[i];
    if (word.list || word.depth != depth) continue;
    if (is_known(self->bank, text + word.start, word.end - word.start)) continue;
    word = inside_quotes(text, word);
    for (size_t at = word.start; at < word.end && word.end - word.start > 1; at++)
      text_edit_literal(self, &(Span){.start = at, .end = at + 1}, "");
  }
}
