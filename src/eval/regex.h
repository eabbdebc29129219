/* Regular expressions as values, and matching strings against them by derivatives. */
#ifndef EVAL_REGEX_H
#define EVAL_REGEX_H

#include "eval/operator.h"

/* Does the string belong to the language? A BOOL, or unknown (steps, memory). */
Value regex_match(Eval *eval, Value string, Value regex, Term term);

/* For value_compare on equal hashes: an order on expressions as they are written. */
int regex_order(const RegexObject *a, const RegexObject *b);

#endif
