#include "smt/draw/draw_function.h"

#include <assert.h>
#include <stdio.h>

#include "smt/term/build.h"

enum { PARAMETERS_MAX = 8 };

typedef struct {
  Draw *draw;
  Term variables[PARAMETERS_MAX];
  uint32_t count;
  uint32_t depth;
} Lambda;

/* Names differ between nested lambdas, so that no variable hides another. */
static Term variable(Bank *bank, Sort sort, uint32_t depth, uint32_t i)
{
  assert(bank_has_sort(bank, sort));
  char name[16];
  int length = snprintf(name, sizeof name, "x%u", depth * PARAMETERS_MAX + i);
  return bank_variable(bank, symbols_intern(&bank->symbols, name, (size_t)length), sort, 0);
}

/* One of the parameters with this sort, or 0. */
static Term parameter_of(Lambda *lambda, Sort sort)
{
  uint32_t start = (uint32_t)random_below(lambda->draw->random, lambda->count);
  for (uint32_t i = 0; i < lambda->count; i++) {
    Term variable = lambda->variables[(start + i) % lambda->count];
    if (bank_sort(lambda->draw->bank, variable) == sort) return variable;
  }
  return 0;
}

static Term constant(Lambda *lambda, Sort sort)
{
  return draw_part(lambda->draw, sort, lambda->depth + 1);
}

/* A parameter equals a value, or the next parameter of its sort. 0 if it cannot be drawn. */
static Term comparison(Lambda *lambda)
{
  Bank *bank = lambda->draw->bank;
  uint32_t at = (uint32_t)random_below(lambda->draw->random, lambda->count);
  Sort sort = bank_sort(bank, lambda->variables[at]);
  SortClass class = sorts_class(&bank->sorts, sort);
  if (class == SORT_REGLAN || class == SORT_FUNCTION) return 0;
  Term sides[2] = {lambda->variables[at], lambda->variables[(at + 1) % lambda->count]};
  bool alike = sides[0] != sides[1] && bank_sort(bank, sides[1]) == sort;
  if (!alike || random_chance(lambda->draw->random, 1, 2)) sides[1] = constant(lambda, sort);
  return sides[1] ? build(bank, "=", 0, sides, 2) : 0;
}

static Term choice(Lambda *lambda, Sort sort)
{
  Term other = parameter_of(lambda, sort);
  Term args[3] = {comparison(lambda), constant(lambda, sort),
                  other ? other : constant(lambda, sort)};
  if (!args[0] || !args[1] || !args[2]) return 0;
  return build(lambda->draw->bank, "ite", 0, args, 3);
}

static Term body(Lambda *lambda, Sort sort)
{
  Bank *bank = lambda->draw->bank;
  Term found = 0;
  switch (random_below(lambda->draw->random, 5)) {
  case 0: break;
  case 1: found = choice(lambda, sort); break;
  case 2:
    if (sort == bank->int_sort || sort == bank->real_sort) {
      Term sum[2] = {parameter_of(lambda, sort), constant(lambda, sort)};
      if (sum[0] && sum[1]) found = build(bank, "+", 0, sum, 2);
    }
    break;
  case 3: found = parameter_of(lambda, sort); break;
  default:
    if (sort == bank->bool_sort) found = comparison(lambda);
  }
  return found ? found : constant(lambda, sort);
}

Term draw_function(Draw *draw, Sort sort, uint32_t depth)
{
  Bank *bank = draw->bank;
  uint32_t count = sorts_node(&bank->sorts, sort)->arg_count - 1;
  if (count > PARAMETERS_MAX) return 0;
  Lambda lambda = {.draw = draw, .count = count, .depth = depth};
  for (uint32_t i = 0; i < count; i++)
    lambda.variables[i] = variable(bank, sorts_arg(&bank->sorts, sort, i), depth, i);
  Term result = body(&lambda, sorts_arg(&bank->sorts, sort, count));
  return result ? bank_binder(bank, OP_LAMBDA, sort, lambda.variables, count, &result) : 0;
}
