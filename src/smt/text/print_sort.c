/* Sorts and operators. */
#include "base/bug.h"
#include "smt/text/print.h"

#include <assert.h>

/* --- indices --- */

/* A numeral of any size or a character code stands for itself, anything else is a name. */
static void print_index_symbol(StrBuf *out, const Bank *bank, Symbol symbol)
{
  const char *text = symbols_text(&bank->symbols, symbol);
  size_t length = symbols_length(&bank->symbols, symbol);
  bool is_number = length > 0 && ((text[0] >= '0' && text[0] <= '9') || text[0] == '#');
  if (is_number)
    strbuf_add(out, text, length);
  else
    print_symbol(out, bank, symbol);
}

static const char *expr_word(ExprKind kind)
{
  switch (kind) {
  case EXPR_ADD: return "+";
  case EXPR_SUB: return "-";
  case EXPR_MUL: return "*";
  case EXPR_EQ: return "=";
  case EXPR_LT: return "<";
  case EXPR_LE: return "<=";
  case EXPR_AND: return "and";
  case EXPR_OR: return "or";
  case EXPR_NOT: return "not";
  default: BUG("expression of kind %d", (int)kind);
  }
}

/* Expressions are written by hand in theory files and small: recursion is fine. */
void print_expr(StrBuf *out, const Bank *bank, Expr expr)
{
  assert(expr < bank->exprs.nodes.count);
  const ExprNode *node = &bank->exprs.nodes.items[expr];
  if (node->kind == EXPR_CONSTANT) {
    strbuf_add_u64(out, node->a);
  } else if (node->kind == EXPR_PARAMETER) {
    print_symbol(out, bank, node->b);
  } else {
    strbuf_printf(out, "(%s ", expr_word(node->kind));
    print_expr(out, bank, node->a);
    if (node->kind != EXPR_NOT) {
      strbuf_add_char(out, ' ');
      print_expr(out, bank, node->b);
    }
    strbuf_add_char(out, ')');
  }
}

static void print_index(StrBuf *out, const Bank *bank, Numeral index)
{
  if (numeral_is_plain(index))
    strbuf_add_u64(out, index);
  else if (numeral_is_symbol(index))
    print_index_symbol(out, bank, numeral_symbol(index));
  else
    print_expr(out, bank, index & ~NUMERAL_EXPR_TAG);
}

/* name or (_ name 1 2) */
static void print_identifier(StrBuf *out, const Bank *bank, Symbol name, const U32Vec *pool,
                             uint32_t first, uint32_t count)
{
  assert(count == 0 || first + count <= pool->count);
  if (count) strbuf_add_text(out, "(_ ");
  print_symbol(out, bank, name);
  for (uint32_t i = 0; i < count; i++) {
    strbuf_add_char(out, ' ');
    print_index(out, bank, pool->items[first + i]);
  }
  if (count) strbuf_add_char(out, ')');
}

/* --- sorts --- */

typedef struct {
  Sort sort;
  uint32_t next; /* argument */
} SortCursor;

/* The name of a theory for the sort; 0: none. */
static Symbol brief_name(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  for (size_t i = 0; i < bank->abbreviations.count; i++)
    if (bank->abbreviations.items[i].sort == sort) return bank->abbreviations.items[i].name;
  return 0;
}

/* Prints all of a sort without arguments, else its head. True if arguments follow. */
static bool open_sort(StrBuf *out, const Bank *bank, Sort sort, bool brief)
{
  assert(bank_has_sort(bank, sort));
  Symbol name = brief ? brief_name(bank, sort) : 0;
  if (name) {
    print_symbol(out, bank, name);
    return false;
  }
  const SortNode *node = sorts_node(&bank->sorts, sort);
  const SortCtorInfo *ctor = &bank->sorts.ctors.items[node->ctor];
  if (node->class == SORT_PARAMETER) {
    print_symbol(out, bank, numeral_symbol(sorts_index(&bank->sorts, sort, 1)));
    return false;
  }
  if (node->arg_count) strbuf_add_char(out, '(');
  print_identifier(out, bank, ctor->name, &bank->sorts.pool, node->first, node->index_count);
  return node->arg_count > 0;
}

void print_sort(StrBuf *out, const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  print_sort_styled(out, bank, sort, false);
}

void print_sort_styled(StrBuf *out, const Bank *bank, Sort sort, bool brief)
{
  assert(bank_has_sort(bank, sort));
  if (!open_sort(out, bank, sort, brief)) return;
  VEC(SortCursor) stack = {0};
  VEC_PUSH(&stack, ((SortCursor){sort, 0}));
  while (stack.count && !out->overflow) {
    SortCursor *top = &stack.items[stack.count - 1];
    if (top->next == sorts_node(&bank->sorts, top->sort)->arg_count) {
      strbuf_add_char(out, ')');
      stack.count--;
      continue;
    }
    Sort arg = sorts_arg(&bank->sorts, top->sort, top->next++);
    strbuf_add_char(out, ' ');
    if (open_sort(out, bank, arg, brief)) VEC_PUSH(&stack, ((SortCursor){arg, 0}));
  }
  VEC_FREE(&stack);
}

/* --- operators --- */

/* The index of (_ char #x41) is written in hexadecimal. */
static bool is_character(const Bank *bank, const OperatorInfo *info, const FunInfo *fun)
{
  return fun->theory && fun->arity == 0 && info->index_count == 1 &&
         sorts_class(&bank->sorts, funs_result(&bank->funs, info->fun)) == SORT_STRING &&
         numeral_is_plain(bank->index_pool.items[info->first]);
}

void print_operator(StrBuf *out, const Bank *bank, Op op)
{
  assert(bank_has_op(bank, op));
  print_operator_styled(out, bank, op, false);
}

void print_operator_styled(StrBuf *out, const Bank *bank, Op op, bool brief)
{
  assert(bank_has_op(bank, op));
  const OperatorInfo *info = bank_operator(bank, op);
  const FunInfo *fun = funs_info(&bank->funs, info->fun);
  if (info->as) strbuf_add_text(out, "(as ");
  if (fun->origin == FUN_TESTER || fun->origin == FUN_UPDATER) {
    strbuf_add_text(out, fun->origin == FUN_TESTER ? "(_ is " : "(_ update ");
    print_symbol(out, bank, fun->name);
    strbuf_add_char(out, ')');
  } else if (is_character(bank, info, fun)) {
    strbuf_printf(out, "(_ char #x%X)", bank->index_pool.items[info->first]);
  } else {
    print_identifier(out, bank, fun->name, &bank->index_pool, info->first, info->index_count);
  }
  if (info->as) {
    strbuf_add_char(out, ' ');
    print_sort_styled(out, bank, info->as, brief);
    strbuf_add_char(out, ')');
  }
}
