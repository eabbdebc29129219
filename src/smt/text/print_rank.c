#include "smt/text/print_rank.h"

#include <assert.h>

#include "smt/text/print.h"

/* The name that a numeral parameter has in an expression, or 0. */
static Symbol find_in_expr(const Bank *bank, Expr expr, uint32_t slot)
{
  assert(expr < bank->exprs.nodes.count);
  const ExprNode *node = &bank->exprs.nodes.items[expr];
  if (!expr || node->kind == EXPR_CONSTANT) return SYMBOL_NONE;
  if (node->kind == EXPR_PARAMETER) return node->a == slot ? node->b : SYMBOL_NONE;
  Symbol found = find_in_expr(bank, node->a, slot);
  return found || node->kind == EXPR_NOT ? found : find_in_expr(bank, node->b, slot);
}

/* The same in a sort of a rank. Ranks are written by hand and shallow. */
static Symbol find_in_sort(const Bank *bank, Sort sort, uint32_t slot)
{
  assert(bank_has_sort(bank, sort));
  const SortNode *node = sorts_node(&bank->sorts, sort);
  Symbol found = SYMBOL_NONE;
  if (!node->open || node->class == SORT_PARAMETER) return SYMBOL_NONE;
  for (uint32_t i = 0; i < node->index_count && !found; i++) {
    Numeral index = sorts_index(&bank->sorts, sort, i);
    if (numeral_is_expr(index)) found = find_in_expr(bank, numeral_symbol(index), slot);
  }
  for (uint32_t i = 0; i < node->arg_count && !found; i++)
    found = find_in_sort(bank, sorts_arg(&bank->sorts, sort, i), slot);
  return found;
}

static Symbol index_name(const Bank *bank, Fun fun, uint32_t slot)
{
  assert(slot < NUMERAL_SLOTS);
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  Symbol found = info->where ? find_in_expr(bank, info->where, slot) : SYMBOL_NONE;
  for (uint32_t i = 0; i <= info->arity && !found; i++)
    found = find_in_sort(bank, funs_rank(&bank->funs, fun)[i], slot);
  return found;
}

void rank_print_name(StrBuf *out, const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->index_count) strbuf_add_text(out, "(_ ");
  print_symbol(out, bank, info->name);
  for (uint32_t i = 0; i < info->index_count; i++) {
    Symbol name = index_name(bank, fun, i);
    strbuf_add_char(out, ' ');
    if (name)
      print_symbol(out, bank, name);
    else
      strbuf_add_char(out, (char)('i' + i)); /* used by no sort and no condition */
  }
  if (info->index_count) strbuf_add_char(out, ')');
}

void rank_print_sorts(StrBuf *out, const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Sort *rank = funs_rank(&bank->funs, fun);
  for (uint32_t i = 0; i < info->arity; i++) {
    print_sort(out, bank, rank[i]);
    strbuf_add_char(out, ' ');
  }
  if (info->arity) strbuf_add_text(out, "-> ");
  print_sort(out, bank, rank[info->arity]);
}

const char *rank_assoc_name(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  switch ((Assoc)info->assoc) {
  case ASSOC_LEFT: return "left-assoc";
  case ASSOC_RIGHT: return "right-assoc";
  case ASSOC_CHAIN: return "chainable";
  case ASSOC_PAIRWISE: return "pairwise";
  default: return info->rule ? "special" : "";
  }
}

void rank_print_where(StrBuf *out, const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  Expr where = funs_info(&bank->funs, fun)->where;
  if (where) print_expr(out, bank, where);
}
