/* For the files of the generator. */
#ifndef B_GEN_INTERNAL_H
#define B_GEN_INTERNAL_H

#include "b/gen/gen.h"

/* A term without operands. */
BTerm b_gen_leaf(BGenerator *generator, BType type);
/* An identifier of the type. */
BTerm b_gen_identifier(BGenerator *generator, BType type);
/* A set of the type that is finite and small, for bound variables. */
BTerm b_gen_range(BGenerator *generator, BType type);
bool b_gen_allows(const BGenerator *generator, BGenClass class);
/* Are the types of an alternative of the operator's signature wanted? */
bool b_gen_allows_alternative(const BGenerator *generator, BOperator op, uint32_t alternative);
/* An operand of the type: one of the list, or a new one. */
BTerm b_gen_operand(BGenerator *generator, BType type, uint32_t depth, U32Vec *operands);
/* Binders, records, IF and LET, which have no plain signature. */
BTerm b_gen_form(BGenerator *generator, BOperator op, BType type, uint32_t depth, U32Vec *operands);

static inline uint64_t b_gen_below(BGenerator *generator, uint64_t bound)
{
  return random_below(&generator->random, bound);
}

#endif
