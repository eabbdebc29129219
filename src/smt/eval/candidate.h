/* Values that are worth trying where not all can be tried. */
#ifndef SMT_EVAL_CANDIDATE_H
#define SMT_EVAL_CANDIDATE_H

#include "smt/eval/machine_run.h"

/* A list that candidates are added to, after those that are there for something else. */
typedef struct {
  ValueVec *values;
  size_t first;
  size_t most; /* how many may be added in all */
} Candidates;

/* Adds a value unless it is there, undetermined or loose; a number with its neighbours, since
 * comparisons turn there. */
void candidates_add(Candidates *candidates, Value value);

/* Adds values of a sort: those that occur in the code and in the model, some small ones, one of each
 * constructor. New ones are made in the heap of `eval`. */
void candidates_find(Candidates *candidates, const Code *code, Sort sort, Eval *eval);

#endif
