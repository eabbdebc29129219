#include "smt/gen/define.h"

#include <assert.h>
#include <stdio.h>

#include "smt/gen/grow.h"

enum { FUNCTIONS = 2, PARAMETERS = 2, BODY_DEPTH = 2 };

Sort draft_define_sort(const Universe *universe, const Grammar *grammar, Random *random)
{
  assert(universe->sorts.count > 0);
  for (int trial = 0; trial < 16; trial++) {
    Sort sort = universe->sorts.items[random_below(random, universe->sorts.count)];
    SortClass class = sorts_class(&grammar->bank->sorts, sort);
    if (class != SORT_FUNCTION && class != SORT_REGLAN &&
        permit_sort(grammar->bank, &grammar->settings->logic, sort) == PERMIT_FULLY)
      return sort;
  }
  return grammar->bank->bool_sort;
}

static Term draw_parameter(const Universe *universe, Grammar *grammar, Random *random, uint32_t i)
{
  Bank *bank = grammar->bank;
  char name[16];
  int length = snprintf(name, sizeof name, "p%u", i);
  return bank_variable(bank, symbols_intern(&bank->symbols, name, (size_t)length),
                       draft_define_sort(universe, grammar, random), 0);
}

/* The body may use declared functions and constants: only one that uses nothing but its parameters can
 * stand before all declarations. */
static Term grow_body(Grower *grower, const Term *parameters, uint32_t count, Sort sort)
{
  grower_restart(grower, grower->grammar);
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&grower->scope, parameters[i]);
  grower_grow(grower, grammar_goal(grower->grammar, sort, POSITION_ANY), BODY_DEPTH);
  return grower->used.count ? 0 : draft_term(grower, 0, grower->draft.count);
}

/* The first name that is not taken, from a number on. */
static Symbol function_name(const Universe *universe, Bank *bank, uint32_t number)
{
  char name[16];
  Symbol symbol;
  do {
    int length = snprintf(name, sizeof name, "def_%u", number++);
    symbol = symbols_intern(&bank->symbols, name, (size_t)length);
  } while (universe_has_name(universe, symbol));
  return symbol;
}

static void add_definition(Universe *universe, Bank *bank, uint32_t number, const Term *parameters,
                           uint32_t count, Term body)
{
  assert(count > 0 && count <= PARAMETERS);
  assert(bank_has_terms(bank, parameters, count) && bank_has_term(bank, body));
  Sort rank[PARAMETERS + 1];
  for (uint32_t i = 0; i < count; i++) rank[i] = bank_sort(bank, parameters[i]);
  rank[count] = bank_sort(bank, body);
  Sort sort = sorts_function(&bank->sorts, rank, count + 1);
  FunInfo info = {.name = function_name(universe, bank, number),
                  .arity = count,
                  .origin = FUN_DEFINED,
                  .definition = bank_binder(bank, OP_LAMBDA, sort, parameters, count, &body)};
  Fun fun = bank_script_fun(bank, &info, rank);
  universe_take_name(universe, info.name);
  VEC_PUSH(&universe->functions, fun);
  VEC_PUSH(&universe->declarations.commands, ((Command){.kind = CMD_DEFINE_FUN, .a = fun}));
}

void draft_define_functions(Universe *universe, Grammar *grammar, Random *random)
{
  enum { TRIALS = 12 };
  const Grammar start = *grammar;
  if (constructs_find(grammar->constructs, "define-fun") == CONSTRUCT_NONE) return;
  if (universe->declarations.commands.count + FUNCTIONS > UNIVERSE_DECLARATIONS_MAX) return;
  Choice choice;
  choice_init(&choice, *random);
  Grower grower;
  grower_init(&grower, grammar, &choice);
  uint32_t made = 0;
  for (int trial = 0; trial < TRIALS && made < FUNCTIONS; trial++) {
    Term parameters[PARAMETERS];
    uint32_t count = 1 + (uint32_t)random_below(random, PARAMETERS);
    for (uint32_t i = 0; i < count; i++)
      parameters[i] = draw_parameter(universe, grammar, random, i);
    Sort sort = draft_define_sort(universe, grammar, random);
    Term body = grow_body(&grower, parameters, count, sort);
    if (body) add_definition(universe, grammar->bank, made++, parameters, count, body);
  }
  if (made == 0) {
    Term parameter = draw_parameter(universe, grammar, random, 0);
    add_definition(universe, grammar->bank, 0, &parameter, 1, parameter);
  }
  grower_deinit(&grower);
  choice_deinit(&choice);
  grammar_deinit(grammar);
  grammar_init(grammar, start.bank, start.settings, start.constructs, universe, start.seed,
               start.lazy);
}
