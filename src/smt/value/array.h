/* Array values: finite changes on a constant, or on a function given by a formula. */
#ifndef SMT_VALUE_ARRAY_H
#define SMT_VALUE_ARRAY_H

#include "smt/value/map.h"
#include "smt/value/operator.h"

/* Canonical: no change has the value of `otherwise`. Where the index sort has N values, `otherwise`
 * is the value of more than N / 2 of them if there is one such value, and else that of the first
 * value of the sort (domain_value 0). */
struct ArrayObject {
  uint64_t hash;
  const MapNode *changes;
  Value otherwise; /* of every other index */
  bool computed;   /* `otherwise` is a FUNCTION to be applied to the index; the array is loose */
};

/* The array that is `value` everywhere, and the one that a FUNCTION of one argument gives. The latter
 * is computed at once, and so not loose, where the index sort has at most ARRAY_TABULATED values. */
enum { ARRAY_TABULATED = 256 };
Value array_constant(Eval *eval, Sort sort, Value value, Term term);
Value array_of_function(Eval *eval, Value function, Term term);
Value array_select(Eval *eval, Value array, Value index, Term term);
Value array_store(Eval *eval, Sort sort, Value array, Value index, Value value, Term term);

/* The kernel of eqrange: equal at all indices of a closed range? */
Value array_eqrange(Eval *eval, const Call *call, const Value *args, uint32_t count);

#endif
