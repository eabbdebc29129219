/* Words and lists of a text, without regard to what they mean. */
#ifndef LANGUAGE_SMT_REDUCE_SPAN_H
#define LANGUAGE_SMT_REDUCE_SPAN_H

#include "base/strbuf.h"
#include "base/vec.h"

/* A word or a list with its parentheses. */
typedef struct {
  size_t start, end;
  uint32_t depth; /* lists around it */
  bool list;
} Span;

typedef VEC(Span) Spans;

/* Appends all of them in the order of their starts. What is not closed ends at the end of the text. */
void spans_read(const char *text, size_t length, Spans *spans);

/* Appends the text without comments and needless blanks; each list outside of all others has a line. */
void spans_tidy(const char *text, size_t length, StrBuf *out);

/* Is it longer than this, and begins so? */
bool span_begins_with(const char *text, const Span *span, const char *begin);
/* Are the two the same text? */
bool span_equal(const char *text, const Span *a, const Span *b);
/* The number of the word after the first one in list number `list`: the name in a declaration. 0: none. */
size_t spans_name(const Spans *spans, size_t list);
/* Does the list declare or define something, or set something up? */
bool span_is_declaration(const char *text, const Span *span);

#endif
