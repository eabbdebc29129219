/* Literals of the bank as values. */
#ifndef SMT_VALUE_LITERAL_H
#define SMT_VALUE_LITERAL_H

#include "smt/value/operator.h"

/* Is the term a literal, or a constant that stands for a value (model_is_abstract, _algebraic)? */
bool literal_is_value(const Bank *bank, Term term);
Value literal_value(Eval *eval, Term term);

#endif
