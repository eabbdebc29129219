/* Functions of theories as alternatives of a goal, within the restrictions of arithmetic. */
#include <assert.h>

#include "smt/draw/draw_result.h"
#include "smt/gen/grammar_internal.h"
#include "smt/term/signature.h"
#include "smt/text/arithmetic.h"

/* How many instances of a function are drawn where there are several. For all of them it is so many that
 * none is likely to be missed. */
enum { INSTANCES = 4, INSTANCES_ANY_SORT = 10, INSTANCES_ALL = 256, TRIALS_EACH = 8 };

/* --- positions ---------------------------------------------------------------------------- */

static bool is_number_sort(const Bank *bank, Sort sort)
{
  SortClass class = sorts_class(&bank->sorts, sort);
  return class == SORT_INT || class == SORT_REAL;
}

/* Products have one factor that is not constant; divisors are constants other than 0. False: the
 * function is not linear. */
static bool place_linear(GoalMaker *maker, ArithmeticRole role, const DrawnRank *rank,
                         Position *positions)
{
  assert(role != ROLE_MULTIPLY || rank->arg_count > 0);
  switch (role) {
  case ROLE_MULTIPLY:
    for (uint32_t i = 0; i < rank->arg_count; i++) positions[i] = POSITION_LITERAL;
    positions[random_below(&maker->random, rank->arg_count)] = POSITION_ANY;
    return true;
  case ROLE_DIVIDE:
  case ROLE_MODULO:
    for (uint32_t i = 1; i < rank->arg_count; i++) positions[i] = POSITION_NONZERO;
    return true;
  case ROLE_NONLINEAR: return false;
  default: return true;
  }
}

/* The atoms of difference logic: (< (- x y) c) and (< x y). */
static bool place_difference(GoalMaker *maker, ArithmeticRole role, const DrawnRank *rank,
                             Position *positions)
{
  const Bank *bank = maker->grammar->bank;
  if (maker->position == POSITION_DIFFERENCE) {
    positions[0] = positions[1] = POSITION_SYMBOL;
    return role == ROLE_SUBTRACT && rank->arg_count == 2;
  }
  if (role == ROLE_ORDER || (role == ROLE_EQUALITY && is_number_sort(bank, rank->args[0]))) {
    bool with_number = rank->arg_count == 2 && random_chance(&maker->random, 2, 3) &&
                       constructs_find(maker->grammar->constructs, "-") != CONSTRUCT_NONE;
    for (uint32_t i = 0; i < rank->arg_count; i++) positions[i] = POSITION_SYMBOL;
    if (with_number) {
      positions[0] = POSITION_DIFFERENCE;
      positions[1] = POSITION_LITERAL;
    }
    return true;
  }
  /* Other terms take numbers only as symbols; there are no other terms that give numbers. */
  for (uint32_t i = 0; i < rank->arg_count; i++)
    if (is_number_sort(bank, rank->args[i])) positions[i] = POSITION_SYMBOL;
  return role == ROLE_NONE && !is_number_sort(bank, rank->result);
}

static bool place(GoalMaker *maker, const DrawnRank *rank, Position *positions)
{
  assert(rank->fun && rank->arg_count <= DRAW_ARGS);
  const Grammar *grammar = maker->grammar;
  for (uint32_t i = 0; i < rank->arg_count; i++) positions[i] = POSITION_ANY;
  ArithmeticRole role = arithmetic_role(grammar->bank, rank->fun);
  switch (grammar->settings->logic.arithmetic) {
  case ARITH_DIFFERENCE:
  case ARITH_OFFSET: return place_difference(maker, role, rank, positions);
  case ARITH_LINEAR: return place_linear(maker, role, rank, positions);
  default: return maker->position == POSITION_ANY;
  }
}

/* --- productions -------------------------------------------------------------------------- */

static Op operator_of(Bank *bank, const DrawnRank *rank)
{
  bool needs_as = funs_info(&bank->funs, rank->fun)->needs_as;
  return bank_apply_operator(bank, rank->fun, rank->indices, rank->index_count,
                             needs_as ? rank->result : 0);
}

/* False: the position does not take it. */
static bool add_instance(GoalMaker *maker, const DrawnRank *rank)
{
  Grammar *grammar = maker->grammar;
  Position positions[DRAW_ARGS];
  if (!place(maker, rank, positions)) return false;
  Production form = {.op = operator_of(grammar->bank, rank),
                     .sort = rank->result,
                     .count = (uint16_t)rank->arg_count};
  Position last = rank->arg_count ? positions[rank->arg_count - 1] : POSITION_ANY;
  form.guarded =
      permit_needs_divisor(grammar->bank, grammar->settings, rank->fun) && last == POSITION_ANY;
  if (form.guarded && rank->arg_count != 2)
    return false; /* one divisor is guarded, the last argument */
  return grammar_produce(maker, &form, NULL, rank->args, positions);
}

static uint32_t instance_count(const Grammar *grammar, Fun fun, Sort result)
{
  assert(fun && bank_has_fun(grammar->bank, fun));
  Bank *bank = grammar->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (grammar->settings->every_instance) return INSTANCES_ALL;
  if (draw_result_determines(bank, fun, result)) return info->assoc == ASSOC_NONE ? 1 : INSTANCES;
  const Sort *rank = funs_rank(&bank->funs, fun);
  for (uint32_t i = 0; i < info->arity; i++)
    if (sorts_class(&bank->sorts, rank[i]) == SORT_PARAMETER) return INSTANCES_ANY_SORT;
  return INSTANCES;
}

static void add_drawn(GoalMaker *maker, Fun fun)
{
  Grammar *grammar = maker->grammar;
  DrawMenu menu = {grammar->universe->sorts.items, (uint32_t)grammar->universe->sorts.count,
                   grammar->settings->max_width};
  uint32_t count = instance_count(grammar, fun, maker->sort);
  bool exact = gen_settings_lists(&grammar->settings->exact, fun);
  uint32_t arity = funs_info(&grammar->bank->funs, fun)->arity;
  for (uint32_t made = 0, trial = 0; made < count && trial < TRIALS_EACH * count; trial++) {
    DrawnRank rank;
    if (!draw_rank_of_result(grammar->bank, &maker->random, fun, maker->sort, &menu, &rank)) return;
    if (exact && rank.arg_count != arity) continue;
    made += add_instance(maker, &rank);
  }
}

static void add_ruled(GoalMaker *maker, Fun fun)
{
  const Universe *universe = maker->grammar->universe;
  for (size_t i = 0; i < universe->ranks.count; i++)
    if (universe->ranks.items[i].fun == fun && universe->ranks.items[i].result == maker->sort)
      add_instance(maker, &universe->ranks.items[i]);
}

/* --- functions ---------------------------------------------------------------------------- */

/* A script's own declarations hide the functions of theories. */
static bool is_hidden(const Grammar *grammar, Fun fun)
{
  return grammar->universe->names.count &&
         universe_has_name(grammar->universe, funs_info(&grammar->bank->funs, fun)->name);
}

/* A function without arguments is a leaf. */
static void add_nullary(GoalMaker *maker, Fun fun)
{
  Grammar *grammar = maker->grammar;
  DrawMenu menu = {grammar->universe->sorts.items, (uint32_t)grammar->universe->sorts.count,
                   grammar->settings->max_width};
  DrawnRank rank;
  if (maker->position != POSITION_ANY ||
      !draw_rank_of_result(grammar->bank, &maker->random, fun, maker->sort, &menu, &rank))
    return;
  Term term = draw_apply(grammar->bank, &rank, NULL);
  VEC_PUSH(&grammar->goals.items[maker->goal].nullary, term);
}

/* (_ fmf.card S n) for each declared sort: leaves, as they have no arguments. The script has to declare
 * the sorts even if nothing else uses them. */
static void add_cardinalities(GoalMaker *maker, Fun fun)
{
  enum { MOST = 4 };
  Grammar *grammar = maker->grammar;
  Bank *bank = grammar->bank;
  if (maker->position != POSITION_ANY) return;
  for (size_t i = 0; i < grammar->universe->sorts.count; i++) {
    Sort sort = grammar->universe->sorts.items[i];
    uint64_t needs = universe_needs(grammar->universe, bank, sort);
    if (sorts_class(&bank->sorts, sort) != SORT_UNINTERPRETED || !needs) continue;
    Symbol name = bank->sorts.ctors.items[sorts_node(&bank->sorts, sort)->ctor].name;
    DrawnRank rank = {.fun = fun, .result = bank->bool_sort, .index_count = 2};
    rank.indices[0] = NUMERAL_SYMBOL_TAG | name;
    rank.indices[1] = 1 + (Numeral)random_below(&maker->random, MOST);
    Term term = draw_apply(bank, &rank, NULL);
    GoalInfo *goal = &grammar->goals.items[maker->goal];
    VEC_PUSH(&goal->nullary, term);
    goal->needs |= needs;
  }
}

/* Functions on regular expressions want equality of strings, not of languages. */
static bool is_excluded(const Bank *bank, Fun fun, Sort sort)
{
  return sorts_class(&bank->sorts, sort) == SORT_REGLAN &&
         sorts_class(&bank->sorts, funs_result(&bank->funs, fun)) == SORT_PARAMETER;
}

void grammar_add_productions(GoalMaker *maker, Fun fun)
{
  assert(fun && maker->own.count > 0);
  if (funs_info(&maker->grammar->bank->funs, fun)->rule)
    add_ruled(maker, fun);
  else
    add_drawn(maker, fun);
}

static void add_function(GoalMaker *maker, ConstructId id, Fun fun, double weight)
{
  const Bank *bank = maker->grammar->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (!permit_result(bank, fun, maker->sort) || is_excluded(bank, fun, maker->sort) ||
      is_hidden(maker->grammar, fun))
    return;
  if (info->rule == RULE_FMF_CARD) {
    add_cardinalities(maker, fun);
    return;
  }
  if (info->arity == 0 && !info->rule) {
    add_nullary(maker, fun);
    return;
  }
  if (maker->grammar->lazy) {
    grammar_defer(maker, id, fun, weight);
    return;
  }
  grammar_begin(maker, id, fun, 0);
  grammar_add_productions(maker, fun);
  grammar_end(maker, weight);
}

static bool takes_operators(const GoalMaker *maker)
{
  if (maker->position == POSITION_DIFFERENCE) return true;
  if (maker->position != POSITION_ANY) return false;
  return maker->grammar->goals.items[maker->goal].permission >= PERMIT_VALUES;
}

void grammar_add_operators(GoalMaker *maker)
{
  const ConstructTable *table = maker->grammar->constructs;
  if (!takes_operators(maker)) return;
  for (size_t i = 0; i < table->items.count; i++) {
    const Construct *construct = &table->items.items[i];
    for (uint32_t k = 0; k < construct->count; k++)
      add_function(maker, (ConstructId)i, table->funs.items[construct->first + k],
                   construct->weight / construct->count);
  }
}
