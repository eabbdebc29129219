/* Does a model satisfy assertions? */
#ifndef SMT_EVAL_VERDICT_H
#define SMT_EVAL_VERDICT_H

#include "smt/eval/machine.h"

typedef struct {
  Truth truth;
  Reason reason;  /* why it is undetermined */
  Term blame;     /* the subterm that is to blame for that, or 0 */
  bool completed; /* true with some values for what the model or the standard leaves open */
} Verdict;

/* Evaluates closed Bool terms, one verdict each. What is open is undetermined, except where values for
 * everything that is open are found that make all of these terms true: then they have a model that
 * extends the one given. They are never false for such values. */
void checks_verdict_of_terms(Bank *bank, const Model *model, const EvalLimits *limits,
                             const Term *terms, uint32_t count, Verdict *verdicts);

#endif
