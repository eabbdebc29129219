/* Values of identifiers as text: a conjunction of equations, xx = 1 & ss = {1, 2}. Elements of deferred sets are
 * named by their set and a number from 1: THING1, THING2. */
#ifndef B_EVAL_MODEL_H
#define B_EVAL_MODEL_H

#include "b/eval/eval.h"

/* Gives the identifiers of the evaluator's module the values that the text states. What ProB prints around a solution
 * ("Solution:", a conjunction with line breaks) may be there. */
Status b_model_read(BEval *eval, const char *text, size_t length, Error *error);
/* The values of the identifiers, one equation a line. */
void b_model_print(const BEval *eval, const BTerm *identifiers, uint32_t count, StrBuf *out);

#endif
