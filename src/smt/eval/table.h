/* Functions that are finite tables: nested conditionals that compare the arguments with values, which
 * is how models give functions and arrays. */
#ifndef SMT_EVAL_TABLE_H
#define SMT_EVAL_TABLE_H

#include "smt/value/operator.h"

/* The array that a FUNCTION of one argument stands for: finite changes on a constant if it is a
 * table, otherwise one given by a formula. */
Value table_array(Eval *eval, Value function, Sort sort, Term term);

#endif
