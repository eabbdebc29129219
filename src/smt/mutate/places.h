/* The places of assertions where a term can be replaced by another one: a table made in one walk.
 *
 * A place is one occurrence of a term. Places are in prefix order, so that those inside a place follow
 * it. Where a script shares subterms so much that its trees are very large, the inner places of a
 * shared term are listed once. */
#ifndef SMT_MUTATE_PLACES_H
#define SMT_MUTATE_PLACES_H

#include "smt/gen/position.h"
#include "smt/gen/scene.h"
#include "smt/term/marks.h"

/* What takes the place of what: terms of one class and sort. */
typedef enum {
  PLACE_LEAF, /* constants, variables, literals (of several parts, too) */
  PLACE_CONNECTIVE,
  PLACE_PREDICATE,
  PLACE_OPERATOR,
  PLACE_BINDER, /* forall, exists */
  PLACE_CLASS_COUNT
} PlaceClass;

#define PLACE_NONE UINT32_MAX

typedef struct {
  Term term;
  Goal goal;       /* 0: it has to stay */
  uint32_t parent; /* PLACE_NONE for the root of an assertion */
  uint32_t argument;
  uint32_t end;    /* the first place after those inside this one */
  uint32_t level;  /* operators above it */
  uint32_t assert; /* in Scene.asserts */
  uint32_t kind;   /* in Places.group_of; 0: it is in no group */
  ConstructId construct;
  uint8_t class;
  uint8_t position;
  bool keeps_name; /* :named is somewhere inside */
} Place;

/* Places that take the same. */
typedef struct {
  Goal goal;
  uint8_t class;
  bool room;             /* operators fit there within the depth */
  uint32_t first, count; /* in Places.members */
} PlaceGroup;

/* A place whose arguments are being looked at. */
typedef struct {
  uint32_t place;
  uint32_t next, until; /* arguments */
} PlaceWalk;

/* The places of one assertion. */
typedef struct {
  uint32_t first;
  uint32_t root; /* the first one that is no annotation */
} PlaceRange;

typedef struct {
  Scene *scene;
  Grammar *grammar;
  PositionRules rules;
  VEC(Place) items;
  VEC(PlaceGroup) groups;
  U32Vec members;         /* places, by group */
  bool sorted;            /* the next two are known */
  U32Vec by_construct;    /* places, by construct */
  U32Vec construct_first; /* by ConstructId: in by_construct; one more at the end */
  VEC(PlaceRange) ranges; /* by assertion; one more at the end */
  U32Vec goals;           /* by sort and position: Goal, or PLACE_NONE if not known yet */
  U32Vec group_of;        /* by goal, class and room: the group, plus 1; 0 if there is none */
  VEC(PlaceWalk) stack;
  VEC(Place) moved; /* scratch */
  TermMarks seen;
  Symbol named;
} Places;

/* The settings of the grammar stay, the scene and what else is in the grammar may become others. */
void places_init(Places *places, Scene *scene, Grammar *grammar);
void places_deinit(Places *places);
/* Looks at the assertions of the scene. */
void places_fill(Places *places);
/* To be called before that if scene or grammar have become others. */
void places_forget(Places *places);
/* Looks at one of them again, which has another term or is new and the last one. Those after it get other
 * numbers. */
void places_renew(Places *places, uint32_t assert);

/* How many assertions there are. */
static inline uint32_t places_assert_count(const Places *places)
{
  return (uint32_t)places->ranges.count - 1;
}
/* How often a construct occurs in a place. */
uint32_t places_count_within(Places *places, uint32_t place, ConstructId construct);
/* The variables that can be used in a place. */
void places_scope(const Places *places, uint32_t place, U32Vec *scope);
/* How many operators deep a term in this place may be; 0: a leaf. */
uint32_t places_depth(const Places *places, const Place *place);

#endif
