/* Literals of the bank as values. */
#ifndef SMT_VALUE_LITERAL_H
#define SMT_VALUE_LITERAL_H

#include "smt/value/operator.h"

/* Is the term a literal, or a constant that stands for a value (model_is_abstract, _algebraic)? */
bool value_is_literal(const Bank *bank, Term term);
Value value_of_literal(Eval *eval, Term term);

#endif
