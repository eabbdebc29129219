/* A declared constant gets another sort. */
#include "smt/mutate/mutate_internal.h"
#include "smt/term/build.h"
#include "smt/term/replace.h"
#include "smt/text/roots.h"

/* What becomes of the constant: the places where it was get another leaf of its sort, and it is put
 * somewhere else. */
typedef struct {
  size_t command; /* the declaration */
  Fun old, new;
  Term before, after;
  Term leaf; /* instead of the old constant */
} Change;

static Term constant_of(Bank *bank, Fun fun)
{
  return bank_term(bank, funs_info(&bank->funs, fun)->op, funs_result(&bank->funs, fun), NULL, 0);
}

/* A constant that new terms can use, too: then its sort has no other constants than the script's. */
static bool is_usable(const Mutator *mutator, Fun fun)
{
  const U32Vec *constants = &mutator->worlds[0].universe.constants;
  for (size_t i = 0; i < constants->count; i++)
    if (constants->items[i] == fun) return true;
  return false;
}

static bool choose_constant(Mutator *mutator, Change *change)
{
  const Scene *scene = &mutator->scene;
  U32Vec *found = &mutator->offers;
  found->count = 0;
  for (uint32_t i = 0; i < scene->declare_at; i++)
    if (scene->script.commands.items[i].kind == CMD_DECLARE_CONST ||
        scene->script.commands.items[i].kind == CMD_DECLARE_FUN)
      VEC_PUSH(found, i);
  if (found->count == 0) return false;
  change->command = found->items[choose(mutator->choice, (uint32_t)found->count)];
  if (!is_usable(mutator, scene->script.commands.items[change->command].a)) return false;
  change->old = scene->script.commands.items[change->command].a;
  change->before = constant_of(mutator->bank, change->old);
  return true;
}

/* A leaf that can stand wherever the constant is. In difference logic that is another symbol. */
static bool choose_leaf(Mutator *mutator, Change *change)
{
  Grammar *grammar = &mutator->worlds[0].grammar;
  U32Vec *found = &mutator->offers;
  bool symbols = false;
  Goal goal = 0;
  for (size_t i = 0; i < mutator->places.items.count; i++) {
    const Place *place = &mutator->places.items.items[i];
    if (place->term != change->before) continue;
    if (!place->goal) return false;
    goal = place->goal;
    symbols |= place->position == POSITION_SYMBOL;
  }
  if (!goal) return false;
  const GoalInfo *info = grammar_info(grammar, goal);
  found->count = 0;
  for (size_t i = 0; i < info->constants.count; i++)
    if (info->constants.items[i] != change->before) VEC_PUSH(found, info->constants.items[i]);
  if (!symbols) VEC_APPEND(found, info->literals.items, info->literals.count);
  if (found->count == 0) return false;
  change->leaf = found->items[choose(mutator->choice, (uint32_t)found->count)];
  return true;
}

static bool is_plain_sort(const Mutator *mutator, Sort sort)
{
  SortClass class = sorts_class(&mutator->bank->sorts, sort);
  return class != SORT_FUNCTION && class != SORT_REGLAN &&
         permit_sort(mutator->bank, &mutator->settings->logic, sort) == PERMIT_FULLY;
}

static bool choose_sort(Mutator *mutator, Change *change)
{
  Bank *bank = mutator->bank;
  const U32Vec *sorts = &mutator->worlds[0].universe.sorts;
  U32Vec *found = &mutator->offers;
  found->count = 0;
  for (size_t i = 0; i < sorts->count; i++)
    if (sorts->items[i] != bank_sort(bank, change->before) &&
        is_plain_sort(mutator, sorts->items[i]))
      VEC_PUSH(found, sorts->items[i]);
  if (found->count == 0) return false;
  Sort sort = found->items[choose(mutator->choice, (uint32_t)found->count)];
  FunInfo info = {.name = funs_info(&bank->funs, change->old)->name, .origin = FUN_DECLARED};
  change->new = bank_script_fun(bank, &info, &sort);
  change->after = constant_of(bank, change->new);
  return true;
}

/* In the place of a leaf of its new sort, or else in an equation of its own. */
static void place_constant(Mutator *mutator, const Change *change)
{
  Grower *grower = &mutator->grower;
  U32Vec *found = &mutator->offers;
  Sort sort = bank_sort(mutator->bank, change->after);
  found->count = 0;
  for (uint32_t i = 0; i < mutator->places.items.count; i++) {
    const Place *place = &mutator->places.items.items[i];
    if (place->goal && place->class == PLACE_LEAF &&
        bank_sort(mutator->bank, place->term) == sort &&
        (place->position == POSITION_ANY || place->position == POSITION_SYMBOL))
      VEC_PUSH(found, i);
  }
  grower_restart(grower, &mutator->worlds[0].grammar);
  if (found->count) {
    mutate_rebuild(mutator, found->items[choose(mutator->choice, (uint32_t)found->count)],
                   change->after);
    return;
  }
  Term sides[2] = {change->after, change->after};
  grower_grow(grower, grammar_goal(grower->grammar, sort, POSITION_SYMBOL), 0);
  sides[1] = draft_term(grower, 0, grower->draft.count);
  mutator->changed = SIZE_MAX;
  mutator->after = build(mutator->bank, "=", 0, sides, 2);
}

/* False if the old constant is still somewhere: in a definition, in a value asked for ... */
static bool apply(Mutator *mutator, const Change *change, Script *result)
{
  bool reset = false, gone = true;
  mutate_write(mutator, result);
  result->commands.items[change->command].a = change->new;
  for (size_t i = 0; i < result->commands.count && !reset; i++) {
    Command *command = &result->commands.items[i];
    reset = command->kind == CMD_RESET || command->kind == CMD_RESET_ASSERTIONS;
    if (command->kind == CMD_ASSERT || command->kind == CMD_ASSERT_SOFT)
      command->a = replace_term(mutator->bank, command->a, change->before, change->leaf);
  }
  Walk walk = {0};
  roots_walk(&walk, mutator->bank, result);
  for (Term term; (term = walk_next(&walk));) gone &= term != change->before;
  walk_deinit(&walk);
  return gone;
}

Status mutate_sort(Mutator *mutator, Choice *choice, Script *result, Error *error)
{
  enum { TRIALS = 32 };
  mutator->choice = mutator->grower.choice = choice;
  for (int trial = 0; trial < TRIALS; trial++) {
    Change change;
    if (!choose_constant(mutator, &change) || !choose_leaf(mutator, &change) ||
        !choose_sort(mutator, &change))
      continue;
    place_constant(mutator, &change);
    mutator->used_world = 1; /* the grammar has the old constant */
    if (apply(mutator, &change, result)) return STATUS_OK;
  }
  return error_set(error, STATUS_SORT, "no constant of the script can get another sort");
}
