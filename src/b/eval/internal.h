/* For the files of the evaluator. */
#ifndef B_EVAL_INTERNAL_H
#define B_EVAL_INTERNAL_H

#include "b/eval/eval.h"

enum {
  B_EVAL_DEPTH = 2500,    /* of computations within each other */
  B_EXPAND_MAX = 1 << 17, /* elements of a set that is listed */
  B_HEAP_MAX = 8 << 20    /* values */
};

/* The value of a part of a term; counts a step. */
BValue b_eval_term(BEval *eval, BTerm term);
/* Undetermined, for a reason that is kept unless there is one already. */
BValue b_eval_unknown(BEval *eval, const char *why);
/* Not well defined; shows the term with the values of its identifiers. */
BValue b_eval_undefined(BEval *eval, BTerm term);

/* A set in listed form, to go through its elements, or why it has none. Unknown for infinite and too large ones.
 * The list of a large interval is not the canonical value of the set: do not compare it. */
BValue b_expand(BEval *eval, BValue set);
/* Makes a value solid, so that it can be an element. */
BValue b_solidify(BEval *eval, BValue value);
/* All values of a type. */
BValue b_type_values(BEval *eval, BType type);
/* True, false, or unknown. */
BValue b_member(BEval *eval, BValue element, BValue set);
BValue b_subset(BEval *eval, BValue a, BValue b);
BValue b_equal(BEval *eval, BValue a, BValue b);
BValue b_is_finite(BEval *eval, BValue set);
BValue b_is_empty(BEval *eval, BValue set);
BValue b_card(BEval *eval, BValue set); /* undefined if infinite */
static inline uint32_t b_count(const BEval *eval, BValue listed)
{
  return b_value_node(&eval->heap, listed)->count;
}

/* Operators on values. `term` is the whole, for its type and for messages. */
BValue b_compute(BEval *eval, BTerm term, const BValue *args, uint32_t count);
BValue b_compute_set(BEval *eval, BTerm term, BOperator op, const BValue *args, uint32_t count);
BValue b_compute_relation(BEval *eval, BTerm term, BOperator op, const BValue *args);
BValue b_compute_sequence(BEval *eval, BTerm term, BOperator op, const BValue *args,
                          uint32_t count);
BValue b_apply(BEval *eval, BTerm term, BValue function, BValue argument);
BValue b_image(BEval *eval, BTerm term, BValue relation, BValue set);
/* Of listed relations; their sides and reverses are values, never too large. */
bool b_is_function(const BEval *eval, BValue relation);
bool b_is_injective(BEval *eval, BValue relation);
bool b_is_sequence(BEval *eval, BValue relation);
BValue b_side_of(BEval *eval, BValue relation, bool second); /* dom, ran */
BValue b_reverse_of(BEval *eval, BValue relation);
/* Of a listed relation: the place of the first pair whose first is not less than `first`. */
uint32_t b_find_first(const BEval *eval, BValue relation, BValue first);

/* Sets from lists of values. */
BValue b_eval_binder(BEval *eval, BTerm term);
/* Does a lazy comprehension or lambda have the tuple of variables, and the value of a lambda there? */
BValue b_closure_has(BEval *eval, BValue closure, BValue tuple);
BValue b_closure_value(BEval *eval, BValue closure, BValue tuple);

/* Goes through the values of the variables that satisfy the predicate. The visitor says false to end it. Where a
 * domain is not known to be finite, values within the scope are visited if `scoped`, and else none. */
typedef bool BVisitor(BEval *eval, void *data);
typedef enum {
  B_SEARCH_DONE,    /* all were visited */
  B_SEARCH_ENDED,   /* the visitor ended it */
  B_SEARCH_PARTIAL, /* a domain was infinite: only values within the scope were visited */
  B_SEARCH_UNKNOWN, /* the predicate could not be evaluated somewhere, or it took too long */
  B_SEARCH_UNDEFINED
} BSearch;
BSearch b_search(BEval *eval, const BTerm *variables, uint32_t count, BTerm predicate, bool scoped,
                 BVisitor *visit, void *data);

/* What conjuncts say of the values of a variable, with the values that others have now: a set, or B_VALUE_NONE
 * if it is not known to be finite. *cost is about the number of values, UINT64_MAX if that is not known. */
BValue b_domain(BEval *eval, BTerm variable, const BTerm *conjuncts, uint32_t count,
                uint64_t *cost);
/* Do all free identifiers of a term have values? */
bool b_is_ready(BEval *eval, BTerm term);
/* Values of a type within the scope; *all: that is all of them. */
BValue b_scope_values(BEval *eval, BType type, bool *all);
/* The number of values of a type, UINT64_MAX if infinite or that many. */
uint64_t b_type_count(BEval *eval, BType type);

#endif
