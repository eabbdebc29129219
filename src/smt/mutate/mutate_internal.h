/* Private to the mutator. */
#ifndef SMT_MUTATE_MUTATE_INTERNAL_H
#define SMT_MUTATE_MUTATE_INTERNAL_H

#include "smt/mutate/mutate.h"

/* Ways to place a construct: the first one that has an outcome is taken. */
typedef enum {
  WAY_SAME_CLASS,
  WAY_OTHER_CLASS,
  WAY_AGAIN, /* where the construct is already */
  WAY_FRESH, /* a new assertion */
  WAY_COUNT
} MutateWay;

/* What the construct can be for the goal. Pointers are valid until the next call. */
const Menu *mutate_menu(Mutator *mutator, uint32_t world, Goal goal, ConstructId construct);
/* Its part of one class. Leaves are terms with the bit DRAFT_LEAF, the others are productions. */
static inline uint32_t menu_count(const Menu *menu, uint32_t class)
{
  return menu->first[class + 1] - menu->first[class];
}

/* The class of what the production makes. */
PlaceClass mutate_class_of_production(const Grammar *grammar, const Production *production);

/* Both set changed, after, used_world and what the grower has used. False: the decisions taken lead to
 * no outcome.
 *
 * mutate_place.c: in an existing assertion. */
bool mutate_place(Mutator *mutator, ConstructId construct, MutateWay way);
/* The assertion with a term in a place becomes the outcome. */
void mutate_rebuild(Mutator *mutator, uint32_t number, Term term);
/* mutate_fresh.c: a new assertion. */
bool mutate_fresh(Mutator *mutator, ConstructId construct);
/* The script with the outcome. */
void mutate_write(Mutator *mutator, Script *result);
/* Why there is none. */
Status mutate_fresh_error(Mutator *mutator, ConstructId construct, Error *error);

#endif
