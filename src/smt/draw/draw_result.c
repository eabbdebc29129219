#include "smt/draw/draw_result.h"

#include <assert.h>

#include "smt/draw/draw_literal.h"
#include "smt/term/signature.h"

enum { TRIALS = 64 };

typedef struct {
  Bank *bank;
  Random *random;
  const DrawMenu *menu;
  Fun fun;
  Sort result;
  SignatureBinding binding;
} Search;

/* Binds what the result determines, given what is bound. */
static bool match_result(Search *search)
{
  uint32_t later = 0;
  Sort pattern = funs_result(&search->bank->funs, search->fun);
  return signature_match(search->bank, pattern, search->result, &search->binding, &later);
}

/* Binds the parameters of an argument as in one of the sorts of the menu. */
static void match_menu(Search *search, Sort pattern)
{
  const DrawMenu *menu = search->menu;
  uint32_t start = (uint32_t)random_below(search->random, menu->count);
  for (uint32_t i = 0; i < menu->count; i++) {
    SignatureBinding binding = search->binding;
    Sort sort = menu->sorts[(start + i) % menu->count];
    if (!signature_match(search->bank, pattern, sort, &binding, NULL)) continue;
    search->binding = binding;
    return;
  }
}

static bool is_open(const Bank *bank, Sort sort)
{
  return sorts_node(&bank->sorts, sort)->open;
}

static void match_arguments(Search *search)
{
  const FunInfo info = *funs_info(&search->bank->funs, search->fun);
  for (uint32_t i = 0; i < info.arity; i++) {
    Sort pattern = funs_rank(&search->bank->funs, search->fun)[i];
    if (is_open(search->bank, pattern) && random_chance(search->random, 7, 8))
      match_menu(search, pattern);
  }
}

/* A number that may be a width, a position or a count, near the width of the result. */
static int64_t draw_number(Search *search)
{
  const SortTable *sorts = &search->bank->sorts;
  bool bits = sorts_class(sorts, search->result) == SORT_BITVEC;
  uint64_t width = bits ? sorts_index(sorts, search->result, 0) : 4;
  switch (random_below(search->random, 4)) {
  case 0: return 0;
  case 1: return 1 + (int64_t)random_below(search->random, 4);
  default: return (int64_t)random_below(search->random, 2 * width + 1);
  }
}

static bool bind_rest(Search *search)
{
  const FunInfo *info = funs_info(&search->bank->funs, search->fun);
  bool code = info->arity == 0;
  for (uint32_t slot = 0; slot < NUMERAL_SLOTS; slot++) {
    if (search->binding.numerals.value[slot] >= 0) continue;
    search->binding.numerals.value[slot] = code ? draw_code(search->random) : draw_number(search);
    if (!match_result(search)) return false;
  }
  for (uint32_t slot = 0; slot < SORT_SLOTS; slot++)
    if (!search->binding.sorts[slot])
      search->binding.sorts[slot] =
          search->menu->sorts[random_below(search->random, search->menu->count)];
  return true;
}

static bool is_in_menu(const DrawMenu *menu, Sort sort)
{
  for (uint32_t i = 0; i < menu->count; i++)
    if (menu->sorts[i] == sort) return true;
  return false;
}

/* Widths are bounded. Formats and sorts made of others are those of the menu and of the result: logics
 * and solvers do not take all of them. */
static bool is_unwanted(const Search *search, Sort sort)
{
  const SortTable *sorts = &search->bank->sorts;
  const SortNode *node = sorts_node(sorts, sort), *result = sorts_node(sorts, search->result);
  if (node->class == SORT_BITVEC) return sorts_index(sorts, sort, 0) > search->menu->max_width;
  if (node->arg_count == 0 && node->index_count == 0) return false;
  for (uint32_t i = 0; i < result->arg_count; i++)
    if (sorts_arg(sorts, search->result, i) == sort) return false;
  return sort != search->result && !is_in_menu(search->menu, sort);
}

/* How many arguments a sort takes as a function. */
static uint32_t count_arguments(const SortTable *sorts, Sort sort)
{
  uint32_t count = 0;
  while (sorts_class(sorts, sort) == SORT_FUNCTION) {
    uint32_t parts = sorts_node(sorts, sort)->arg_count;
    count += parts - 1;
    sort = sorts_arg(sorts, sort, parts - 1);
  }
  return count;
}

/* (-> A B B) with a function as B is not read back as such: a function that gives a function takes the
 * arguments of both. */
static bool is_flattened(const Bank *bank, Sort pattern, Sort sort)
{
  return sorts_class(&bank->sorts, pattern) == SORT_FUNCTION &&
         count_arguments(&bank->sorts, pattern) != count_arguments(&bank->sorts, sort);
}

static bool fill_rank(Search *search, DrawnRank *rank)
{
  Bank *bank = search->bank;
  const FunInfo info = *funs_info(&bank->funs, search->fun);
  rank->index_count = info.index_count;
  for (uint32_t i = 0; i < info.index_count; i++)
    rank->indices[i] = (Numeral)search->binding.numerals.value[i];
  rank->arg_count = draw_arg_count(search->random, &info);
  if (rank->arg_count > DRAW_ARGS) return false;
  for (uint32_t i = 0; i < rank->arg_count; i++) {
    Sort pattern = draw_argument_pattern(bank, search->fun, i, rank->arg_count);
    rank->args[i] = signature_instantiate(bank, pattern, &search->binding);
    if (!rank->args[i] || is_unwanted(search, rank->args[i]) ||
        is_flattened(bank, pattern, rank->args[i]))
      return false;
  }
  return true;
}

bool draw_rank_of_result(Bank *bank, Random *random, Fun fun, Sort result, const DrawMenu *menu,
                         DrawnRank *rank)
{
  assert(bank_has_fun(bank, fun) && bank_has_sort(bank, result));
  const FunInfo info = *funs_info(&bank->funs, fun);
  if (info.arity > DRAW_ARGS || info.index_count > DRAW_INDICES || info.rule) return false;
  Search search = {.bank = bank, .random = random, .menu = menu, .fun = fun, .result = result};
  *rank = (DrawnRank){.fun = fun, .result = result};
  for (int trial = 0; trial < TRIALS; trial++) {
    signature_clear(&search.binding);
    if (!match_result(&search)) return false;
    match_arguments(&search);
    if (!match_result(&search) || !bind_rest(&search) || !fill_rank(&search, rank)) continue;
    Application application = {rank->indices, rank->index_count, info.needs_as ? result : 0,
                               rank->args, rank->arg_count};
    if (signature_apply(bank, fun, &application, NULL) == result) return true;
  }
  return false;
}

bool draw_result_determines(Bank *bank, Fun fun, Sort result)
{
  assert(bank_has_fun(bank, fun) && bank_has_sort(bank, result));
  const FunInfo *info = funs_info(&bank->funs, fun);
  SignatureBinding binding;
  signature_clear(&binding);
  uint32_t later = 0;
  if (info->rule) return false;
  if (!signature_match(bank, funs_result(&bank->funs, fun), result, &binding, &later) || later)
    return false;
  for (uint32_t i = 0; i < info->index_count; i++)
    if (binding.numerals.value[i] < 0) return false;
  for (uint32_t i = 0; i < info->arity; i++) {
    SignatureBinding copy = binding;
    Sort pattern = funs_rank(&bank->funs, fun)[i];
    if (is_open(bank, pattern) && !signature_instantiate(bank, pattern, &copy)) return false;
  }
  return true;
}
