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

typedef enum {
  B_MODEL_OPEN, /* it cannot be told: a value is missing or cannot be read, or something cannot be computed or is not well defined */
  B_MODEL_RIGHT, /* the predicate is true */
  B_MODEL_WRONG  /* it is false */
} BModelVerdict;

/* What a predicate of the module is for the values of a model. Where there are deferred sets, whose sizes models do not tell, it
 * is never wrong. *wrong becomes the conjunct that is not true (may be NULL). */
BModelVerdict b_model_check(BBank *bank, const BModule *module, BTerm predicate,
                            const BEvalSettings *settings, const char *text, size_t length,
                            BTerm *wrong);

#endif
