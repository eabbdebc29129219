#include "language/smt/reduce/span.h"

#include <ctype.h>
#include <string.h>

#include "smt/text/command.h"

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

void spans_read(const char *text, size_t length, Spans *spans)
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

void spans_tidy(const char *text, size_t length, StrBuf *out)
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

bool span_begins_with(const char *text, const Span *span, const char *begin)
{
  size_t length = strlen(begin);
  return span->end - span->start > length && memcmp(text + span->start, begin, length) == 0;
}

bool span_equal(const char *text, const Span *a, const Span *b)
{
  size_t length = a->end - a->start;
  return b->end - b->start == length && memcmp(text + a->start, text + b->start, length) == 0;
}

size_t spans_name(const Spans *spans, size_t list)
{
  size_t name = list + 2;
  if (name >= spans->count || spans->items[name].start >= spans->items[list].end) return 0;
  bool words = !spans->items[list + 1].list && !spans->items[name].list;
  return words && spans->items[name].depth == spans->items[list].depth + 1 ? name : 0;
}

bool span_is_declaration(const char *text, const Span *span)
{
  size_t start = span->start + 1;
  if (!span->list || start >= span->end) return false;
  size_t end = word_end(text, start, span->end);
  uint32_t flags = command_likely_flags(text + start, end - start);
  return flags & (COMMAND_DECLARES | COMMAND_DEFINES | COMMAND_SETTING);
}
