#include "smt/gen/grow.h"

#include <assert.h>
#include <stdio.h>

#include "smt/gen/grammar_internal.h"
#include "smt/term/build.h"

void grower_init(Grower *grower, Grammar *grammar, Choice *choice)
{
  *grower = (Grower){.grammar = grammar, .choice = choice, .script = 1};
}

void grower_deinit(Grower *grower)
{
  VEC_FREE(&grower->draft);
  VEC_FREE(&grower->scope);
  VEC_FREE(&grower->sprouts);
  VEC_FREE(&grower->used);
  VEC_FREE(&grower->seen);
  VEC_FREE(&grower->names);
  VEC_FREE(&grower->folded);
}

void grower_restart(Grower *grower, Grammar *grammar)
{
  grower->grammar = grammar;
  grower->draft.count = grower->scope.count = grower->used.count = 0;
  grower->needs = 0;
  grower->cut = false;
  grower->script++;
}

void grower_forget(Grower *grower, size_t count)
{
  assert(count <= grower->used.count);
  while (grower->used.count > count)
    grower->seen.items[grower->used.items[--grower->used.count]] = 0;
}

void grower_use(Grower *grower, Fun fun)
{
  assert(fun && bank_has_fun(grower->grammar->bank, fun));
  const FunInfo *info = funs_info(&grower->grammar->bank->funs, fun);
  if (info->origin != FUN_DECLARED) return;
  while (grower->seen.count <= fun) VEC_PUSH(&grower->seen, 0);
  if (grower->seen.items[fun] == grower->script) return;
  grower->seen.items[fun] = grower->script;
  VEC_PUSH(&grower->used, fun);
}

/* --- leaves ------------------------------------------------------------------------------- */

static void add_leaf(Grower *grower, Term term)
{
  VEC_PUSH(&grower->draft, term | DRAFT_LEAF);
}

static bool pick(Grower *grower, const U32Vec *from)
{
  if (from->count == 0) return false;
  add_leaf(grower, from->items[choose(grower->choice, (uint32_t)from->count)]);
  return true;
}

/* A literal or a theory's constant. */
static bool add_literal(Grower *grower, const GoalInfo *info)
{
  if (info->literals.count && info->nullary.count)
    return pick(grower, choose_percent(grower->choice, 30) ? &info->nullary : &info->literals);
  return pick(grower, &info->literals) || pick(grower, &info->nullary);
}

/* A variable of the sort that is in scope, mostly if there is one. */
static bool add_bound(Grower *grower, Sort sort)
{
  const Bank *bank = grower->grammar->bank;
  uint32_t count = 0;
  for (size_t i = 0; i < grower->scope.count; i++)
    count += bank_sort(bank, grower->scope.items[i]) == sort;
  if (count == 0 || !choose_percent(grower->choice, 70)) return false;
  uint32_t rank = choose(grower->choice, count);
  for (size_t i = 0; i < grower->scope.count; i++) {
    if (bank_sort(bank, grower->scope.items[i]) != sort || rank-- > 0) continue;
    add_leaf(grower, grower->scope.items[i]);
    break;
  }
  return true;
}

static bool add_constant(Grower *grower, const GoalInfo *info)
{
  if (!pick(grower, &info->constants)) return false;
  Term term = grower->draft.items[grower->draft.count - 1] & ~DRAFT_LEAF;
  grower_use(grower, bank_fun(grower->grammar->bank, term));
  return true;
}

/* Rounding modes are constants of the theory, seldom of the script. */
static uint32_t literal_percent(const Grower *grower, const GoalInfo *info)
{
  const Grammar *grammar = grower->grammar;
  uint32_t percent = grammar->settings->literal_percent;
  if (sorts_class(&grammar->bank->sorts, info->sort) == SORT_ROUNDING)
    return percent && percent < 100 ? 90 : 100;
  return percent;
}

static void add_any_leaf(Grower *grower, const GoalInfo *info)
{
  bool literals = info->literals.count || info->nullary.count;
  if (info->position != POSITION_LITERAL && info->position != POSITION_NONZERO &&
      add_bound(grower, info->sort))
    return;
  if (literals && (info->constants.count == 0 ||
                   choose_percent(grower->choice, literal_percent(grower, info)))) {
    add_literal(grower, info);
    return;
  }
  bool done = add_constant(grower, info);
  assert(done);
  (void)done;
}

/* --- operators ---------------------------------------------------------------------------- */

/* No production or alternative. */
#define GROW_NONE UINT32_MAX

static uint32_t draw_by_weight(const Grower *grower, const GoalInfo *info)
{
  assert(info->count > 0 && info->weight > 0);
  const uint32_t *untils = grower->grammar->untils.items;
  uint32_t ticket = choose(grower->choice, info->weight);
  uint32_t first = info->first;
  /* The first one above the ticket. Without a branch that cannot be foretold. */
  for (uint32_t count = info->count; count > 1;) {
    uint32_t half = count / 2;
    first += untils[first + half - 1] <= ticket ? half : 0;
    count -= half;
  }
  return first;
}

/* In a lazy grammar an alternative may turn out to have no productions: then another one is drawn, and if that does
 * not help the next one that has some is taken. What is drawn does not depend on which ones were made before. */
static uint32_t draw_alternative(Grower *grower, Goal goal)
{
  enum { TRIALS = 32 };
  Grammar *grammar = grower->grammar;
  uint32_t number = draw_by_weight(grower, &grammar->goals.items[goal]);
  if (grammar_alternative(grammar, number)->count) return number;
  for (uint32_t trial = 1; trial < TRIALS && !grammar_alternative(grammar, number)->count; trial++)
    number = draw_by_weight(grower, &grammar->goals.items[goal]);
  uint32_t first = grammar->goals.items[goal].first, count = grammar->goals.items[goal].count;
  for (uint32_t i = 0; i < count && !grammar_alternative(grammar, number)->count; i++)
    number = number + 1 < first + count ? number + 1 : first;
  return grammar->alternatives.items[number].count ? number : GROW_NONE;
}

/* Each of those that have productions, in turn. */
static uint32_t enumerate_alternatives(Grower *grower, Goal goal)
{
  Grammar *grammar = grower->grammar;
  uint32_t first = grammar->goals.items[goal].first, count = grammar->goals.items[goal].count;
  uint32_t full = 0, number = first;
  for (uint32_t i = 0; i < count; i++) full += grammar_alternative(grammar, first + i)->count > 0;
  if (full == 0) return GROW_NONE;
  uint32_t rank = choose(grower->choice, full);
  while (grammar->alternatives.items[number].count == 0 || rank-- > 0) number++;
  return number;
}

/* The goal has been made and has alternatives. */
static uint32_t draw_production(Grower *grower, Goal goal)
{
  uint32_t number = grower->choice->enumerate ? enumerate_alternatives(grower, goal)
                                              : draw_alternative(grower, goal);
  if (number == GROW_NONE) return GROW_NONE;
  const Alternative *alternative = &grower->grammar->alternatives.items[number];
  return alternative->first +
         (alternative->count > 1 ? choose(grower->choice, alternative->count) : 0);
}

uint32_t grower_draw(Grower *grower, Goal goal)
{
  return draw_production(grower, goal);
}

static Symbol make_name(Grower *grower, uint32_t number)
{
  char name[16];
  int length = snprintf(name, sizeof name, "q%u", number);
  return symbols_intern(&grower->grammar->bank->symbols, name, (size_t)length);
}

static Symbol name_of_variable(Grower *grower, uint32_t number)
{
  enum { KEPT = 256 };
  U32Vec *names = &grower->names;
  if (number >= KEPT) return make_name(grower, number);
  while (names->count <= number) {
    Symbol name = make_name(grower, (uint32_t)names->count);
    VEC_PUSH(names, name);
  }
  return names->items[number];
}

/* Variables are called by their place in the scope, so that none hides another. */
static void bind_variables(Grower *grower, const Production *production)
{
  Grammar *grammar = grower->grammar;
  Bank *bank = grammar->bank;
  for (uint32_t i = 0; i < production->bound; i++) {
    uint32_t number = grower->first_name + (uint32_t)grower->scope.count;
    if (grower->next_name <= number) grower->next_name = number + 1;
    Sort sort = grammar->pool.items[production->first + i];
    Term variable = bank_variable(bank, name_of_variable(grower, number), sort, 0);
    VEC_PUSH(&grower->scope, variable);
    add_leaf(grower, variable);
  }
}

static void add_production(Grower *grower, uint32_t number, uint32_t depth, const Term *kept)
{
  assert(number < grower->grammar->productions.count);
  Grammar *grammar = grower->grammar;
  const Production production = grammar->productions.items[number];
  const Alternative *alternative = &grammar->alternatives.items[production.alternative];
  grower->needs |= alternative->needs | production.needs;
  if (alternative->declares) grower_use(grower, alternative->fun);
  VEC_PUSH(&grower->draft, number);
  if (production.bound) bind_variables(grower, &production);
  const Goal *goals = grammar_arguments(grammar, &production);
  uint32_t below = depth ? depth - 1 : 0;
  for (uint32_t i = production.count; i-- > 0;)
    VEC_PUSH(&grower->sprouts,
             ((Sprout){.goal = goals[i],
                       .depth = production.kind == PRODUCTION_MATCH && i > 0 ? depth : below,
                       .scope = (uint32_t)grower->scope.count,
                       .kept = kept ? kept[i] : 0,
                       .divisor = production.guarded && i + 1 == production.count}));
}

/* A divisor d becomes (ite (= d 0) 1 d): the first part is written before d grows, the second once it
 * is known. Nested divisors double the draft each time, so of a draft that is cut the second is 1. */
static void open_divisor(Grower *grower, const Sprout *sprout)
{
  Sort sort = grower->grammar->goals.items[sprout->goal].sort;
  uint32_t ite = grammar_guard(grower->grammar, sort, true);
  uint32_t equal = grammar_guard(grower->grammar, sort, false);
  VEC_PUSH(&grower->draft, ite);
  VEC_PUSH(&grower->draft, equal);
  VEC_PUSH(&grower->sprouts,
           ((Sprout){.goal = sprout->goal, .guard = (uint32_t)grower->draft.count + 1}));
}

static void close_divisor(Grower *grower, const Sprout *sprout)
{
  assert(sprout->guard > 0 && sprout->guard <= grower->draft.count);
  Grammar *grammar = grower->grammar;
  Sort sort = grammar->goals.items[sprout->goal].sort;
  size_t from = sprout->guard - 1, until = grower->draft.count;
  add_leaf(grower, grammar_number(grammar->bank, sort, 0));
  add_leaf(grower, grammar_number(grammar->bank, sort, 1));
  if (grower->cut) add_leaf(grower, grammar_number(grammar->bank, sort, 1));
  for (size_t i = from; i < until && !grower->cut; i++) {
    uint32_t word = grower->draft.items[i];
    VEC_PUSH(&grower->draft, word);
  }
}

static inline void grow_sprout(Grower *grower, const Sprout *sprout)
{
  assert(sprout->guard || sprout->scope <= grower->scope.count);
  if (sprout->guard) {
    close_divisor(grower, sprout);
    return;
  }
  grower->scope.count = sprout->scope;
  if (sprout->divisor) open_divisor(grower, sprout);
  if (sprout->kept) {
    add_leaf(grower, sprout->kept);
    return;
  }
  const GoalInfo *info = grammar_info(grower->grammar, sprout->goal);
  if (grower->draft.count >= DRAFT_MAX) grower->cut = true;
  bool wanted = info->count && ((sprout->depth && !grower->cut) || info->forced);
  grower->needs |= info->needs;
  uint32_t production = wanted ? draw_production(grower, sprout->goal) : GROW_NONE;
  if (production != GROW_NONE)
    add_production(grower, production, sprout->depth, NULL);
  else
    add_any_leaf(grower, grammar_info(grower->grammar, sprout->goal));
}

static void grow_all(Grower *grower, size_t until)
{
  while (grower->sprouts.count > until) {
    Sprout sprout = grower->sprouts.items[--grower->sprouts.count];
    grow_sprout(grower, &sprout);
  }
}

void grower_grow(Grower *grower, Goal goal, uint32_t depth)
{
  assert(goal && goal < grower->grammar->goals.count);
  size_t before = grower->sprouts.count;
  VEC_PUSH(&grower->sprouts,
           ((Sprout){.goal = goal, .depth = depth, .scope = (uint32_t)grower->scope.count}));
  size_t scope = grower->scope.count;
  grow_all(grower, before);
  grower->scope.count = scope;
}

void grow_production(Grower *grower, uint32_t production, uint32_t depth, const Term *kept)
{
  size_t before = grower->sprouts.count, scope = grower->scope.count;
  add_production(grower, production, depth, kept);
  grow_all(grower, before);
  grower->scope.count = scope;
}

/* --- terms -------------------------------------------------------------------------------- */

/* Backwards, every production finds its arguments on the stack, the first one on top. The stack grows downwards, so
 * that they lie there in their order. */
Term draft_fold(const Grammar *grammar, const uint32_t *words, size_t count, U32Vec *space)
{
  assert(count > 0);
  size_t top = count;
  space->count = 0;
  VEC_RESERVE(space, top);
  Term *stack = space->items;
  for (size_t i = count; i-- > 0;) {
    uint32_t word = words[i];
    if (word & DRAFT_LEAF) {
      stack[--top] = word & ~DRAFT_LEAF;
      continue;
    }
    const Production *production = &grammar->productions.items[word];
    uint32_t taken = (uint32_t)production->bound + production->count;
    assert(top + taken <= count);
    Term term = bank_term(grammar->bank, production->op, production->sort, stack + top, taken);
    top += taken;
    stack[--top] = term;
  }
  assert(top + 1 == count);
  return stack[top];
}

Term draft_term(Grower *grower, size_t from, size_t until)
{
  assert(from < until && until <= grower->draft.count);
  return draft_fold(grower->grammar, grower->draft.items + from, until - from, &grower->folded);
}
