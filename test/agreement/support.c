#include "agreement/support.h"

#include "smt/term/traverse.h"

typedef bool SortTest(const SortTable *sorts, Sort sort);

/* z3 has none of these sorts. */
static bool is_foreign_to_z3(const SortTable *sorts, Sort sort)
{
  SortClass class = sorts_class(sorts, sort);
  return class == SORT_SET || class == SORT_BAG || class == SORT_TUPLE || class == SORT_FIELD;
}

/* cvc5 1.0.3 has no finite fields, and no formats with a fraction of one bit. */
static bool is_foreign_to_cvc5(const SortTable *sorts, Sort sort)
{
  SortClass class = sorts_class(sorts, sort);
  return class == SORT_FIELD || (class == SORT_FLOAT && sorts_index(sorts, sort, 1) <= 2);
}

static bool has_sort(const SortTable *sorts, Sort sort, SortTest *test)
{
  U32Vec stack = {0};
  bool found = false;
  VEC_PUSH(&stack, sort);
  while (stack.count && !found) {
    Sort part = stack.items[--stack.count];
    found = test(sorts, part);
    for (uint32_t i = 0; i < sorts_node(sorts, part)->arg_count; i++)
      VEC_PUSH(&stack, sorts_arg(sorts, part, i));
  }
  VEC_FREE(&stack);
  return found;
}

/* The element of a constant array must be a value for the parser of cvc5, before any rewriting: an
 * application is not, except of minus to an integer. */
static bool is_parsed_value(const Bank *bank, Term term)
{
  if (bank_node(bank, term)->count == 0) return true;
  return bank_sort(bank, term) == bank->int_sort;
}

static bool is_refused_by_cvc5(const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  return fun && symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, "const") &&
         bank_node(bank, term)->count == 1 && !is_parsed_value(bank, bank_args(bank, term)[0]);
}

bool is_supported(const Bank *bank, SolverName solver, Term term)
{
  SortTest *test = solver == SOLVER_Z3 ? is_foreign_to_z3 : is_foreign_to_cvc5;
  bool refused = false;
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term part; !refused && (part = walk_next(&walk));)
    refused = has_sort(&bank->sorts, bank_sort(bank, part), test) ||
              (solver == SOLVER_CVC5 && is_refused_by_cvc5(bank, part));
  walk_deinit(&walk);
  return !refused;
}
