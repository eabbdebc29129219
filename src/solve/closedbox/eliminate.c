#include "solve/closedbox/eliminate.h"

#include "smt/term/build.h"
#include "smt/term/replace.h"
#include "smt/term/traverse.h"
#include "solve/closedbox/emit.h"

enum { DEPTH = 16 };

static bool is_constant(const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  return fun && funs_info(&bank->funs, fun)->origin == FUN_DECLARED &&
         funs_info(&bank->funs, fun)->arity == 0;
}

/* name, inverse for the first argument, for the second; both take the other side first. '-': swapped */
static const struct {
  const char *name, *first, *second;
} inverses[] = {{"bvadd", "bvsub", "bvsub"},
                {"bvxor", "bvxor", "bvxor"},
                {"bvsub", "bvadd", "-bvsub"},
                {"+", "-", "-"},
                {"-", "+", "--"},
                {"bvnot", "bvnot", NULL},
                {"bvneg", "bvneg", NULL}};

static int inverse_of(const Bank *bank, Term term)
{
  uint32_t count = bank_node(bank, term)->count;
  if (sorts_class(&bank->sorts, bank_sort(bank, term)) == SORT_REAL) return -1;
  for (size_t i = 0; i < sizeof inverses / sizeof *inverses; i++)
    if (box_problem_applies(bank, term, inverses[i].name) && count == (inverses[i].second ? 2 : 1))
      return (int)i;
  return -1;
}

/* Takes one operator from the left to the right side; false if it cannot be inverted. */
static bool move_over(Bank *bank, Term *left, Term *right)
{
  int row = inverse_of(bank, *left);
  if (row < 0) return false;
  Term args[2] = {bank_args(bank, *left)[0], 0};
  if (bank_node(bank, *left)->count == 2) args[1] = bank_args(bank, *left)[1];
  bool second = args[1] && !is_constant(bank, args[0]) &&
                (is_constant(bank, args[1]) || inverse_of(bank, args[0]) < 0);
  const char *name = second ? inverses[row].second : inverses[row].first;
  bool swapped = name[0] == '-' && name[1];
  Term operands[2] = {*right, args[!second]};
  if (swapped) operands[0] = args[0], operands[1] = *right;
  Term moved = build(bank, name + swapped, 0, operands, args[1] ? 2 : 1);
  if (!moved) return false;
  *right = moved;
  *left = args[second];
  return true;
}

static bool occurs(const Bank *bank, Term what, Term root)
{
  Walk walk = {0};
  bool found = false;
  walk_start(&walk, bank);
  walk_add_root(&walk, root);
  for (Term t; !found && (t = walk_next(&walk));) found = t == what;
  walk_deinit(&walk);
  return found;
}

/* The constant that the equation determines, and its value; 0 if there is none. */
static Term solve_equation(const BoxProblem *problem, Term equation, bool from_right, Term *value)
{
  Bank *bank = problem->bank;
  Term left = bank_args(bank, equation)[from_right], right = bank_args(bank, equation)[!from_right];
  for (int i = 0; i < DEPTH && !is_constant(bank, left); i++)
    if (!move_over(bank, &left, &right)) return 0;
  if (!is_constant(bank, left) || occurs(bank, left, right) || !emit_is_runnable(problem, right))
    return 0;
  *value = right;
  return left;
}

static void take_out(const BoxProblem *problem, U32Vec *constraints, size_t at, Term constant,
                     Term value, Eliminations *eliminations)
{
  Bank *bank = problem->bank;
  constraints->items[at] = constraints->items[--constraints->count];
  for (size_t i = 0; i < constraints->count; i++)
    constraints->items[i] = replace_term(bank, constraints->items[i], constant, value);
  for (size_t i = 0; i < eliminations->count; i++)
    eliminations->items[i].term = replace_term(bank, eliminations->items[i].term, constant, value);
  VEC_PUSH(eliminations, ((Elimination){bank_fun(bank, constant), value}));
}

static bool eliminate_one(const BoxProblem *problem, U32Vec *constraints,
                          Eliminations *eliminations)
{
  const Bank *bank = problem->bank;
  for (size_t i = 0; i < constraints->count; i++) {
    Term equation = constraints->items[i];
    if (!box_problem_applies(bank, equation, "=") || bank_node(bank, equation)->count != 2)
      continue;
    for (int side = 0; side < 2; side++) {
      Term value, constant = solve_equation(problem, equation, side == 1, &value);
      if (!constant) continue;
      take_out(problem, constraints, i, constant, value, eliminations);
      return true;
    }
  }
  return false;
}

void eliminate_constants(const BoxProblem *problem, U32Vec *constraints, Eliminations *eliminations)
{
  while (eliminate_one(problem, constraints, eliminations)) continue;
}
