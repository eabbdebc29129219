/* Equivalent terms: the same value in every model, written differently.
 *
 * Subterms are rewritten by the rules of rewriter_rules.h and by these, which hold for all functions:
 * - arguments of commutative functions change places;
 * - more than two arguments are split as the function's attribute says (:left-assoc ...);
 * - f(.. (ite c a b) ..) becomes (ite c f(.. a ..) f(.. b ..)), since f is a function;
 * - (forall v p) becomes (not (exists v (not p))), and the other way round.
 * What has no constants or variables of the script stays as it is: some positions take values only. */
#ifndef SMT_KNOWN_REWRITE_H
#define SMT_KNOWN_REWRITE_H

#include "smt/draw/choice.h"
#include "smt/draw/construct.h"
#include "smt/known/rewrite_rules.h"

enum { REWRITE_SHAPES = 4 }; /* the rules that are not in the table; their numbers follow its */

typedef struct {
  Bank *bank;
  Choice *choice;
  const ConstructTable *constructs; /* only these are introduced; NULL: all */
  bool keep_numbers;                /* terms of sort Int and Real stay: difference logic */
  uint32_t *fired;                  /* by rule: how often it was applied; may be NULL */
} Rewriter;

/* A term equivalent to this one, in which about `percent` of the subterms are rewritten. */
Term rewriter_apply(const Rewriter *rewriter, Term term, uint32_t percent);

#endif
