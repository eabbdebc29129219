/* The text of an input of B and what is in it. An input is any predicate or machine; solvers see its rewriting into one that is
 * well defined (b/wd), so that it means the same to all, while mutation and reduction work on what it was made from. */
#ifndef LANGUAGE_B_PREDICATE_H
#define LANGUAGE_B_PREDICATE_H

#include "b/text/module.h"
#include "base/strbuf.h"
#include "run/solver/response.h"

typedef struct {
  BBank *bank;
  BModule module;
  BTerm goal; /* properties and invariant */
} BPredicate;

/* On error nothing has to be released. */
Status b_predicate_read(BPredicate *predicate, const char *text, size_t length, Error *error);
void b_predicate_deinit(BPredicate *predicate);
/* The rewritten goal; B_TERM_NONE if it would be nested too deeply. */
BTerm b_predicate_rewrite(BPredicate *predicate);
/* Appends the module with another goal, with the types of its identifiers, and with its sets if they are used. */
void b_predicate_print(BPredicate *predicate, BTerm goal, StrBuf *out);

/* What a comment at the head of the text, as b_known_text writes it, says of it: sat or unsat; SAYS_UNKNOWN: nothing. */
SolverAnswer b_predicate_status(const char *text, size_t length);

#endif
