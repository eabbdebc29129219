/* Instances of theory functions that are worth asking solvers about. Private to capability_*.c. */
#ifndef RUN_CAPABILITY_CAPABILITY_INSTANCE_H
#define RUN_CAPABILITY_CAPABILITY_INSTANCE_H

#include "run/capability/capability_list.h"
#include "smt/draw/draw_rank.h"

enum { INSTANCES = 3 };

/* Sorts of solvers that know bit-vectors and arrays only. */
#define INSTANCE_BIT_SORTS ((uint32_t)(USES_BITVEC | USES_ARRAY))
/* Bit-vectors and floating-point numbers: what is between strings and reals in the list. */
#define INSTANCE_FLOAT_SORTS ((uint32_t)(USES_STRING - USES_BITVEC))

/* The most ordinary instance of a function first, then one for solvers of bit-vectors only, then others as
 * they come, with no more kinds of collections than the first. Always the same for the same theories.
 * Returns their number. */
uint32_t instance_draw(Bank *bank, Fun fun, DrawnRank instances[INSTANCES]);
/* The same with more or fewer arguments. False if there is no such instance. */
bool instance_change_arity(Bank *bank, const DrawnRank *plain, CapabilityForm form,
                           DrawnRank *rank);
/* The sorts of an instance: USES_ bits. */
uint32_t instance_uses(const Bank *bank, const DrawnRank *rank);

#endif
