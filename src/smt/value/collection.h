/* What sets and bags have in common: elements in a map. */
#ifndef SMT_VALUE_COLLECTION_H
#define SMT_VALUE_COLLECTION_H

#include "smt/value/map.h"
#include "smt/value/operator.h"

/* A SET or BAG of the elements of a map. */
Value collection_of_map(ValueKind kind, const MapNode *map);

/* The SET or BAG of the entries, which it frees: the values of a set count for nothing, those of a bag
 * are multiplicities and all positive; keys are different, or all with the same value. Undetermined
 * if one of the keys is loose or undetermined, or for lack of memory. */
Value collection_of_entries(Eval *eval, ValueKind kind, MapEntries *entries, Term term);

/* Puts an element into a map, or takes it away with multiplicity 0. Gives NONE, or why it cannot. */
Value collection_put(Eval *eval, const MapNode **map, Value element, Value multiplicity, Term term);
/* Adds to the multiplicity of an element. */
Value collection_add(Eval *eval, const MapNode **map, Value element, Value multiplicity, Term term);

/* Combines the elements, each as often as its multiplicity says (once, if that is no INT), with
 * function(element, result so far). *open says that the order matters, or may do so. */
Value collection_combine(Eval *eval, Value function, Value initial, const MapNode *map, Term term,
                         bool *open);

/* Kernels that sets and bags share. The first argument is a function, the last one the collection. */
Value collection_all(Eval *eval, const Call *call, const Value *args, uint32_t count);
Value collection_some(Eval *eval, const Call *call, const Value *args, uint32_t count);
Value collection_filter(Eval *eval, const Call *call, const Value *args, uint32_t count);
Value collection_fold(Eval *eval, const Call *call, const Value *args, uint32_t count);

#endif
