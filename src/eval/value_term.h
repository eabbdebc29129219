/* Values as terms, to be printed or put into scripts. */
#ifndef EVAL_VALUE_TERM_H
#define EVAL_VALUE_TERM_H

#include "eval/value.h"
#include "term/bank.h"

/* The term that denotes a value of this sort, in the simplest form that solvers read back. 0 for
 * what has none: undetermined values, functions with captured values, regular expressions. */
Term value_to_term(Bank *bank, Sort sort, Value value);

#endif
