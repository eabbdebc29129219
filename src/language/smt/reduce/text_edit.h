/* Changes of a text, and the search for those that keep the behaviour. */
#ifndef LANGUAGE_SMT_REDUCE_TEXT_EDIT_H
#define LANGUAGE_SMT_REDUCE_TEXT_EDIT_H

#include "language/smt/reduce/script_search.h"
#include "language/smt/reduce/span.h"

/* The text [start, end) becomes another one, which may be a part of the text itself. */
typedef struct {
  size_t start, end;
  const char *literal; /* NULL: the text [from, to) */
  size_t from, to;
} TextEdit;

typedef struct {
  Work *work;          /* of which the text counts; the script need not be there */
  const Bank *bank;    /* that knows the names of theories */
  VEC(TextEdit) edits; /* sorted by start, outer ones before inner ones; they may overlap */
} TextSubject;

/* Lists one edit: a span becomes a literal, or the part [from, to) of the text. */
void text_edit_literal(TextSubject *self, const Span *span, const char *literal);
void text_edit_part(TextSubject *self, const Span *span, size_t from, size_t to);

/* Tries the edits in the list and keeps what shows the behaviour. Blanks that are left go. Returns how often something was accepted. */
uint64_t text_search(TextSubject *self, SearchStyle style);

/* Comments and needless blanks go, if that does no harm. True if they did. */
bool text_tidy(Work *work);

#endif
