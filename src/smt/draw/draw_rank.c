#include "smt/draw/draw_rank.h"

#include <assert.h>

#include "smt/draw/draw_literal.h"
#include "smt/draw/draw_rule.h"
#include "smt/draw/draw_sort.h"
#include "smt/term/signature.h"

enum { TRIALS = 300, WIDEST = 1024 };

/* The slot of an index that is a parameter and nothing else, or -1. */
static int parameter_slot(const Bank *bank, Numeral index)
{
  if (!numeral_is_expr(index)) return -1;
  const ExprNode *node = &bank->exprs.nodes.items[numeral_symbol(index)];
  return node->kind == EXPR_PARAMETER ? (int)node->a : -1;
}

static void bind(const Bank *bank, SignatureBinding *binding, Sort pattern, uint32_t i,
                 Numeral value)
{
  int slot = parameter_slot(bank, sorts_index(&bank->sorts, pattern, i));
  if (slot >= 0 && binding->numerals.value[slot] < 0) binding->numerals.value[slot] = value;
}

/* Binds the parameters of one sort of the rank by what they mean there. Formats come before widths: a
 * width that is also that of an exponent is small. */
static void bind_sort(Bank *bank, Random *random, SignatureBinding *binding, Sort pattern,
                      bool formats)
{
  assert(bank_has_sort(bank, pattern));
  Numeral format[2];
  SortClass class = sorts_class(&bank->sorts, pattern);
  if (formats && class == SORT_FLOAT) {
    draw_format(random, format);
    bind(bank, binding, pattern, 0, format[0]);
    bind(bank, binding, pattern, 1, format[1]);
  } else if (!formats && class == SORT_BITVEC) {
    bind(bank, binding, pattern, 0, draw_width(random));
  } else if (!formats && class == SORT_FIELD) {
    bind(bank, binding, pattern, 0, draw_prime(bank, random));
  } else if (!formats && class == SORT_PARAMETER) {
    Sort *slot = &binding->sorts[sorts_index(&bank->sorts, pattern, 0)];
    if (!*slot) *slot = draw_sort(bank, random, 2);
  }
}

static void bind_rank(Bank *bank, Random *random, Fun fun, SignatureBinding *binding)
{
  assert(bank_has_fun(bank, fun));
  uint32_t arity = funs_info(&bank->funs, fun)->arity;
  U32Vec stack = {0};
  for (int formats = 1; formats >= 0; formats--) {
    for (uint32_t i = 0; i <= arity; i++) VEC_PUSH(&stack, funs_rank(&bank->funs, fun)[i]);
    while (stack.count) {
      Sort pattern = stack.items[--stack.count];
      const SortNode node = *sorts_node(&bank->sorts, pattern);
      if (!node.open) continue;
      bind_sort(bank, random, binding, pattern, formats);
      if (node.class == SORT_PARAMETER) continue;
      for (uint32_t i = 0; i < node.arg_count; i++)
        VEC_PUSH(&stack, sorts_arg(&bank->sorts, pattern, i));
    }
  }
  VEC_FREE(&stack);
}

/* An index that is no width: the code of a character, or a count or position. */
static Numeral draw_index(Random *random, bool code)
{
  static const Numeral corners[] = {7, 8, 15, 16, 31, 32, 63, 64, 65, 127, 128};
  if (code) return draw_code(random);
  if (random_chance(random, 2, 3)) return (Numeral)random_below(random, 6);
  return corners[random_below(random, sizeof corners / sizeof *corners)];
}

uint32_t draw_arg_count(Random *random, const FunInfo *info)
{
  uint32_t least = info->least ? info->least : info->arity;
  if (info->assoc == ASSOC_NONE || info->usual) return info->arity;
  if (random_chance(random, 1, 16)) return least;
  return 2 + (uint32_t)random_below(random, random_chance(random, 1, 2) ? 3 : 1);
}

Sort draw_argument_pattern(const Bank *bank, Fun fun, uint32_t i, uint32_t count)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Sort *rank = funs_rank(&bank->funs, fun);
  if (count <= info->arity) return rank[i];
  if (info->assoc == ASSOC_RIGHT) return rank[i + 1 < count ? 0 : info->arity - 1];
  return rank[i < info->arity ? i : info->arity - 1];
}

static bool draw_plain(Bank *bank, Random *random, DrawnRank *rank)
{
  const FunInfo info = *funs_info(&bank->funs, rank->fun);
  SignatureBinding binding;
  signature_clear(&binding);
  bind_rank(bank, random, rank->fun, &binding);
  rank->index_count = info.index_count;
  for (uint32_t i = 0; i < info.index_count; i++) {
    int64_t *value = &binding.numerals.value[i];
    if (*value < 0) *value = draw_index(random, info.arity == 0);
    rank->indices[i] = (Numeral)*value;
  }
  rank->arg_count = draw_arg_count(random, &info);
  if (rank->arg_count > DRAW_ARGS) return false;
  for (uint32_t i = 0; i < rank->arg_count; i++) {
    Sort pattern = draw_argument_pattern(bank, rank->fun, i, rank->arg_count);
    rank->args[i] = signature_instantiate(bank, pattern, &binding);
    if (!rank->args[i]) return false;
  }
  rank->result = info.needs_as
                     ? signature_instantiate(bank, funs_result(&bank->funs, rank->fun), &binding)
                     : 0;
  return !info.needs_as || rank->result;
}

static bool is_handy(const Bank *bank, Sort sort)
{
  return sorts_class(&bank->sorts, sort) != SORT_BITVEC ||
         sorts_index(&bank->sorts, sort, 0) <= WIDEST;
}

bool draw_rank(Bank *bank, Random *random, Fun fun, DrawnRank *rank)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo info = *funs_info(&bank->funs, fun);
  if (info.arity > DRAW_ARGS || info.index_count > DRAW_INDICES) return false;
  for (int trial = 0; trial < TRIALS; trial++) {
    rank->fun = fun;
    rank->result = 0;
    if (info.rule)
      draw_rule(bank, random, rank);
    else if (!draw_plain(bank, random, rank))
      continue;
    Application application = {rank->indices, rank->index_count, info.needs_as ? rank->result : 0,
                               rank->args, rank->arg_count};
    rank->result = signature_apply(bank, fun, &application, NULL);
    if (rank->result && is_handy(bank, rank->result)) return true;
  }
  return false;
}

Term draw_apply(Bank *bank, const DrawnRank *rank, const Term *args)
{
  bool needs_as = funs_info(&bank->funs, rank->fun)->needs_as;
  Op op = bank_apply_operator(bank, rank->fun, rank->indices, rank->index_count,
                              needs_as ? rank->result : 0);
  return bank_term(bank, op, rank->result, args, rank->arg_count);
}
