#include "solve/closedbox/eliminate.h"

#include <assert.h>

#include "smt/term/build.h"
#include "smt/term/replace.h"
#include "smt/term/traverse.h"
#include "solve/closedbox/emit.h"
#include "solve/closedbox/verify.h"

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

/* May a constant be below this term, as far as one sees from above? */
static bool leads_on(const Bank *bank, Term term)
{
  return inverse_of(bank, term) >= 0 || box_problem_applies(bank, term, "bvmul") ||
         box_problem_applies(bank, term, "rotate_left") ||
         box_problem_applies(bank, term, "rotate_right");
}

/* A rotation goes back by the other one. */
static bool move_rotation(Bank *bank, Term *left, Term *right)
{
  bool is_left = box_problem_applies(bank, *left, "rotate_left");
  if (!is_left && !box_problem_applies(bank, *left, "rotate_right")) return false;
  const OperatorInfo *info = bank_operator(bank, bank_node(bank, *left)->op);
  Numeral by = bank->index_pool.items[info->first];
  Term moved =
      bank_build_indexed(bank, is_left ? "rotate_right" : "rotate_left", &by, 1, 0, right, 1);
  if (!moved) return false;
  *left = bank_args(bank, *left)[0];
  *right = moved;
  return true;
}

/* An odd number has an inverse modulo 2^64: each step of Newton's method doubles the number of its bits that are right. */
static uint64_t inverse_of_odd(uint64_t number)
{
  assert(number % 2 == 1);
  uint64_t inverse = number; /* three bits are */
  for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - number * inverse;
  assert(number * inverse == 1);
  return inverse;
}

/* A product with an odd number. */
static bool move_product(Bank *bank, Term *left, Term *right)
{
  Sort sort = bank_sort(bank, *left);
  Layout layout = layout_of_sort(bank, sort);
  uint64_t number = 0;
  if (!box_problem_applies(bank, *left, "bvmul") || bank_node(bank, *left)->count != 2 ||
      layout.kind != LAYOUT_BITS)
    return false;
  Term args[2] = {bank_args(bank, *left)[0], bank_args(bank, *left)[1]};
  bool second = call_literal_words(bank, args[1], &number);
  if ((!second && !call_literal_words(bank, args[0], &number)) || number % 2 == 0) return false;
  number = inverse_of_odd(number) & layout_mask(layout.width);
  Term factors[2] = {*right, call_word_term(bank, sort, layout, &number)};
  Term moved = build(bank, "bvmul", 0, factors, 2);
  if (!moved) return false;
  *right = moved;
  *left = args[second ? 0 : 1];
  return true;
}

/* Takes one operator from the left to the right side; false if it cannot be inverted. */
static bool move_over(Bank *bank, Term *left, Term *right)
{
  if (move_rotation(bank, left, right) || move_product(bank, left, right)) return true;
  int row = inverse_of(bank, *left);
  if (row < 0) return false;
  Term args[2] = {bank_args(bank, *left)[0], 0};
  if (bank_node(bank, *left)->count == 2) args[1] = bank_args(bank, *left)[1];
  bool second = args[1] && !is_constant(bank, args[0]) &&
                (is_constant(bank, args[1]) || !leads_on(bank, args[0]));
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
  assert(at < constraints->count);
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
