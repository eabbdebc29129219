/* Mutations that keep to the grammar.
 *
 * A mutation puts one more occurrence of a construct into a script. One place of an assertion that
 * holds something of the same sort and class (operator, predicate, connective, binder, leaf) gets the
 * construct instead; what was below stays below where it fits, in order, and what is missing grows.
 * If there is no such place, one of another class is taken, or one that has the construct already
 * gets it with other indices or another literal. If the sort itself does not occur, an assertion that
 * has the construct takes the place of one.
 *
 * The result is well sorted, stays within the logic of the settings if the script did, and is not
 * deeper than the settings say or the assertion was before. It is never equal to the script. */
#ifndef SMT_MUTATE_MUTATE_H
#define SMT_MUTATE_MUTATE_H

#include "smt/gen/generate.h"
#include "smt/mutate/places.h"

/* The productions or leaves of one construct for one goal, by class. */
typedef struct {
  uint32_t world;
  Goal goal;
  ConstructId construct;
  uint32_t first[PLACE_CLASS_COUNT + 1]; /* in Mutator.menu_items */
} Menu;

/* How the goal that has a construct is reached from an assertion. */
typedef struct {
  ConstructId construct;
  uint32_t world;
  Goal goal;             /* 0: it is not */
  bool leaf;             /* the construct is only there as a leaf */
  bool equal;            /* it is not, but an equality on its sort will do */
  uint32_t first, count; /* in Mutator.steps: production and argument, from the root on */
} Route;

typedef struct {
  Bank *bank;
  const GenSettings *settings;
  ConstructTable constructs;
  bool started;
  Scene scene;
  World worlds[2]; /* what the script has; and what its logic has beyond that, if it is needed */
  Places places;
  Grower grower;
  Choice *choice;
  VEC(Menu) menus; /* items[0] is unused */
  Index menu_index;
  U32Vec menu_items;
  VEC(uint64_t)
  offers_of;           /* by goal of the first world: a bit for each construct that it has, after a
                              word that tells whether they are known */
  ConstructId offered; /* the construct that group_menus is about; CONSTRUCT_NONE: none */
  U32Vec group_menus;  /* by group of places: its menu, 0 if it is empty */
  VEC(Route) routes;
  U32Vec steps;
  U32Vec kept, args, offers; /* scratch */
  size_t changed;      /* the command that the last mutation has changed; SIZE_MAX: a new one */
  Term after;          /* its term now */
  size_t declared;     /* the declarations that it has added */
  uint32_t used_world; /* by the last mutation */
} Mutator;

/* The settings are those for the growth: their logic has to be that of the scripts
 * (mutate_logic_of_script). Bank and settings have to outlive the mutator. */
Status mutator_init(Mutator *mutator, Bank *bank, const GenSettings *settings, Error *error);
void mutator_deinit(Mutator *mutator);

/* Begins with a script, which is copied. */
void mutator_start(Mutator *mutator, const Script *script);
/* Goes on with the result of the last mutation as the script. Faster than to start. */
void mutator_continue(Mutator *mutator, const Script *result);

/* Puts the construct into the script; the choice must not be enumerating. `result` is overwritten.
 * STATUS_USAGE: the construct cannot be placed; the message says why. */
Status mutator_mutate(Mutator *mutator, ConstructId construct, Choice *choice, Script *result,
                      Error *error);

/* The same with a random construct among those that can be placed. */
Status mutate_any(Mutator *mutator, Choice *choice, Script *result, Error *error);

/* All outcomes, each once, as far as `limit`. The visitor returns false to end it. */
typedef bool MutantVisitor(void *context, const Script *mutant);
Status mutate_all(Mutator *mutator, ConstructId construct, uint64_t limit, MutantVisitor *visit,
                  void *context, Error *error);

/* Other changes. One operator with indices gets other ones, and keeps the arguments that fit. */
Status mutate_indices(Mutator *mutator, Choice *choice, Script *result, Error *error);
/* One declared constant gets another sort: other leaves take the places where it was, and it is put in
 * another place. */
Status mutate_sort(Mutator *mutator, Choice *choice, Script *result, Error *error);

/* The logic that a script has by its name, or else by what is in it. */
Logic mutate_logic_of_script(const Bank *bank, const Script *script);

#endif
