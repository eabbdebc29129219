/* The places of a term: the nodes of its tree, for replacing what is there. */
#ifndef B_MUTATE_PLACE_H
#define B_MUTATE_PLACE_H

#include "b/term/bank.h"

/* A node of the tree: the way to it from the root, as numbers of arguments. */
typedef struct {
  uint32_t parent; /* place, UINT32_MAX: the root */
  uint32_t argument;
  BTerm term;
} BPlace;

typedef VEC(BPlace) BPlaces;

/* Appends all nodes but the variables of binders, parents before children; of large trees a few thousand. */
void b_places_collect(const BBank *bank, BTerm root, BPlaces *places);
/* The root with another term at a place; B_TERM_NONE if it would be too deep. */
BTerm b_places_replace(BBank *bank, const BPlaces *places, uint32_t at, BTerm term);

#endif
