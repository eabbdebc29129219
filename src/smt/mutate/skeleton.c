#include "smt/mutate/skeleton.h"

#include <assert.h>

#include "smt/mutate/mutate_internal.h"

typedef struct {
  Mutator *mutator;
  U32Vec predicates; /* productions of atoms */
  U32Vec no_terms;   /* a 0 for each argument of the production with the most */
  U32Vec terms;      /* by place: what it has become */
} Skeleton;

/* What a formula can be at its root other than a connective, a binder or a leaf. */
static void see_predicates(Skeleton *skeleton)
{
  Grammar *grammar = &skeleton->mutator->worlds[0].grammar;
  Goal goal = grammar_goal(grammar, grammar->bank->bool_sort, POSITION_ANY);
  if (!goal) return;
  const GoalInfo *info = grammar_info(grammar, goal);
  uint32_t first = info->first, end = info->first + info->count;
  for (uint32_t i = first; i < end; i++) {
    const Alternative *alternative = grammar_alternative(grammar, i);
    for (uint32_t k = alternative->first; k < alternative->first + alternative->count; k++) {
      const Production *production = &grammar->productions.items[k];
      if (production->kind != PRODUCTION_APPLY ||
          mutate_class_of_production(grammar, production) != PLACE_PREDICATE)
        continue;
      VEC_PUSH(&skeleton->predicates, k);
      while (skeleton->no_terms.count < production->count) VEC_PUSH(&skeleton->no_terms, 0);
    }
  }
}

/* An atom for this place. Where the script has only Booleans an atom is a leaf. */
static Term grow_atom(Skeleton *skeleton, uint32_t number)
{
  Mutator *mutator = skeleton->mutator;
  Grower *grower = &mutator->grower;
  const Place *place = &mutator->places.items.items[number];
  uint32_t depth = places_depth(&mutator->places, place);
  size_t from = grower->draft.count;
  places_scope(&mutator->places, number, &grower->scope);
  uint32_t count = (uint32_t)skeleton->predicates.count;
  if (count && place->class != PLACE_LEAF) {
    uint32_t production = skeleton->predicates.items[choose(mutator->choice, count)];
    grow_production(grower, production, depth ? depth : 1, skeleton->no_terms.items);
  } else {
    grower_grow(grower, place->goal, 0);
  }
  return draft_term(grower, from, grower->draft.count);
}

static bool is_hole(const Bank *bank, const Place *place)
{
  return place->goal && bank_sort(bank, place->term) == bank->bool_sort &&
         (place->class == PLACE_PREDICATE || place->class == PLACE_LEAF);
}

/* The term of a place with what the places right below it have become. */
static Term rebuild(Skeleton *skeleton, uint32_t number)
{
  Mutator *mutator = skeleton->mutator;
  const Place *places = mutator->places.items.items;
  const TermNode node = *bank_node(mutator->bank, places[number].term);
  mutator->args.count = 0;
  VEC_APPEND(&mutator->args, bank_args(mutator->bank, places[number].term), node.count);
  for (uint32_t i = number + 1; i < places[number].end; i = places[i].end)
    mutator->args.items[places[i].argument] = skeleton->terms.items[i];
  return bank_term(mutator->bank, node.op, node.sort, mutator->args.items, node.count);
}

/* Places inside a hole are left out, those inside others come before them. */
static void fill_places(Skeleton *skeleton)
{
  const Mutator *mutator = skeleton->mutator;
  const Place *places = mutator->places.items.items;
  uint32_t count = (uint32_t)mutator->places.items.count;
  skeleton->terms.count = 0;
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&skeleton->terms, places[i].term);
  for (uint32_t i = 0; i < count;) {
    bool hole = is_hole(mutator->bank, &places[i]);
    if (hole) skeleton->terms.items[i] = grow_atom(skeleton, i);
    bool inside = !hole && bank_sort(mutator->bank, places[i].term) == mutator->bank->bool_sort &&
                  places[i].class != PLACE_PREDICATE;
    i = inside ? i + 1 : places[i].end;
  }
  for (uint32_t i = count; i-- > 0;)
    if (places[i].end > i + 1 && skeleton->terms.items[i] == places[i].term)
      skeleton->terms.items[i] = rebuild(skeleton, i);
}

/* False if the outcome is the script. */
static bool write_filled(Skeleton *skeleton, Script *result)
{
  Mutator *mutator = skeleton->mutator;
  const Scene *scene = &mutator->scene;
  const Places *places = &mutator->places;
  bool changed = false;
  mutator->changed = scene->asserts.items[0];
  mutator->after = skeleton->terms.items[0];
  mutate_write(mutator, result);
  size_t added = result->commands.count - scene->script.commands.count;
  for (uint32_t i = 0, number = 0; number < places->items.count;
       i++, number = places->items.items[number].end) {
    assert(places->items.items[number].assert == i);
    result->commands.items[scene->asserts.items[i] + added].a = skeleton->terms.items[number];
    changed |= skeleton->terms.items[number] != places->items.items[number].term;
  }
  return changed;
}

Status skeleton_fill(Mutator *mutator, Choice *choice, Script *result, Error *error)
{
  enum { TRIALS = 32 };
  Skeleton skeleton = {.mutator = mutator};
  bool filled = false;
  assert(!choice->enumerate && mutator->started);
  mutator->choice = mutator->grower.choice = choice;
  mutator->used_world = 1; /* what is in the result need not be in the grammar */
  see_predicates(&skeleton);
  for (int i = 0; i < TRIALS && !filled && mutator->scene.asserts.count; i++) {
    grower_restart(&mutator->grower, &mutator->worlds[0].grammar);
    mutator->grower.first_name = mutator->scene.first_name;
    fill_places(&skeleton);
    filled = write_filled(&skeleton, result);
  }
  VEC_FREE(&skeleton.predicates);
  VEC_FREE(&skeleton.no_terms);
  VEC_FREE(&skeleton.terms);
  if (filled) return STATUS_OK;
  return error_set(error, STATUS_SORT, "the script has no atom that can become another one");
}
