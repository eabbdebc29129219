/* The evaluator: the value of a term for given values of its identifiers, exactly.
 *
 * Connectives are read from left to right: what a conjunct to the left makes false does not count. A result that is not well defined is
 * B_VALUE_UNDEFINED, one that cannot be computed (an infinite set has to be listed, a search takes too long) is
 * B_VALUE_UNKNOWN; `reason` then says why. Quantified variables are searched for in what the predicate says of
 * them, where that is finite; for others the answer is found if a witness within the scope decides it. */
#ifndef B_EVAL_EVAL_H
#define B_EVAL_EVAL_H

#include "b/term/free.h"
#include "b/text/module.h"
#include "b/value/value.h"
#include "base/random.h"

typedef struct {
  int64_t maxint, minint; /* MAXINT, MININT */
  uint32_t scope; /* integers from -scope to scope and deferred sets of this size are tried */
  uint64_t steps; /* how many operators may be computed */
  bool
      assume_defined; /* what cannot be computed is taken to be well defined: for predicates that are */
} BEvalSettings;

/* Atelier B's integers, a scope of 5, ten million steps. */
BEvalSettings b_eval_settings_default(void);

enum { B_REASON_MAX = 400 };

typedef struct {
  BBank *bank;
  const BModule *module; /* for its sets; may be NULL */
  BEvalSettings settings;
  BHeap heap;
  BFree free;
  U32Vec values; /* by term of an identifier: its BValue, or 0 */
  uint64_t steps;
  uint32_t deferred; /* elements of deferred sets now */
  uint32_t depth;
  char reason
      [B_REASON_MAX]; /* why the last result is undefined or unknown: the first cause; "" otherwise */
} BEval;

void b_eval_init(BEval *eval, BBank *bank, const BModule *module, const BEvalSettings *settings);
void b_eval_deinit(BEval *eval);
/* Gives an identifier a value. */
void b_eval_set(BEval *eval, BTerm identifier, BValue value);
BValue b_eval_get(const BEval *eval, BTerm identifier);
/* The value; predicates are B_VALUE_TRUE or B_VALUE_FALSE. Starts a new count of steps. */
BValue b_evaluate(BEval *eval, BTerm term);

/* A value with its sets listed, as far as they are finite and not too large. */
BValue b_evaluate_listed(BEval *eval, BValue value);

/* A random value of a type within the scope; sets have at most four elements. */
BValue b_eval_random(BEval *eval, BType type, Random *random);

/* Searches for values of the identifiers that make the predicate true. Identifiers without a finite domain are tried
 * within the scope. */
typedef enum {
  B_SOLUTION,      /* the identifiers have their values */
  B_CONTRADICTION, /* there is none, whatever the scope */
  B_UNDECIDED,     /* none was found: the reason says what was left out */
  B_ILL_DEFINED,   /* the predicate is not well defined for some values: the reason says which */
} BSolved;
BSolved b_solve(BEval *eval, const BTerm *identifiers, uint32_t count, BTerm predicate);

#endif
