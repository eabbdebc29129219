/* The simplest closed term of a sort. */
#ifndef LANGUAGE_SMT_REDUCE_PLAIN_H
#define LANGUAGE_SMT_REDUCE_PLAIN_H

#include "smt/term/bank.h"

/* 0 where no value can be written that all solvers read: uninterpreted sorts, functions, arrays. */
Term plain_value(Bank *bank, Sort sort);
Term plain_bool(Bank *bank, bool value);

/* The neutral value of an argument of a connective: what takes the argument out of it. 0: none. */
Term plain_neutral(Bank *bank, Term parent, uint32_t argument);

#endif
