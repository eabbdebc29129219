/* Evaluates ground terms with the kernels alone: no model, no binders, no functions. */
#ifndef SUPPORT_GROUND_H
#define SUPPORT_GROUND_H

#include "base/strbuf.h"
#include "eval/operator.h"
#include "smtlib/parser.h"

typedef struct {
  Eval eval;
  Parser *parser;
  Error error;
} Ground;

void ground_init(Ground *ground, size_t heap_limit, uint64_t steps);
void ground_deinit(Ground *ground);

/* A term as text, evaluated. Fails the test if it does not parse. */
Value ground_evaluate(Ground *ground, const char *text);
/* The value of a term of the bank. */
Value ground_value(Ground *ground, Term term);

/* Writes a value: true, -3, "ab", (1 2) for a sequence, and the reason of what is undetermined in
 * angle brackets. */
void ground_write(Value value, StrBuf *text);

/* Checks a table of terms and what ground_write makes of their values. */
typedef struct {
  const char *term, *value;
} GroundCase;
void ground_check(Ground *ground, const GroundCase *cases, size_t count);

#endif
