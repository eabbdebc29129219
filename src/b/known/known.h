/* Predicates whose answer is known by construction.
 *
 * Satisfiable ones: values are drawn, and conjuncts are made true for them, as the evaluator says of the rewritten whole.
 * Contradictions: a predicate and the negation of an equivalent one (law.h), different writings of one value, or a row of contradictions.def,
 * among other conjuncts. Both hold for the predicate and for its rewriting into one that is well defined (b/wd). */
#ifndef B_KNOWN_KNOWN_H
#define B_KNOWN_KNOWN_H

#include "b/eval/eval.h"
#include "b/gen/gen.h"

/* What the text of such a predicate begins with. */
#define B_KNOWN_SAT   "/* status: sat */"
#define B_KNOWN_UNSAT "/* status: unsat */"

/* Predicate `number` and its module, to deinit; if `model` is not NULL, the values are appended to it. B_TERM_NONE: these draws did not
 * lead to one. */
BTerm b_known_sat(BGenerator *generator, uint64_t number, BModule *module, StrBuf *model);
BTerm b_known_unsat(BGenerator *generator, uint64_t number, BModule *module);

#endif
