/* Values as terms, to be printed or put into scripts. */
#ifndef SMT_VALUE_VALUE_TERM_H
#define SMT_VALUE_VALUE_TERM_H

#include "smt/term/bank.h"
#include "smt/value/value.h"

/* The term that denotes a value of this sort, in the simplest form that solvers read back. 0 for
 * what has none: undetermined values, functions with captured values, regular expressions. */
Term value_to_term(Bank *bank, Sort sort, Value value);

#endif
