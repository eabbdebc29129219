#include "smt/term/numeral.h"

#include <assert.h>

void exprs_init(ExprTable *table)
{
  *table = (ExprTable){0};
  VEC_PUSH(&table->nodes, ((ExprNode){EXPR_CONSTANT, 0, 0}));
}

void exprs_deinit(ExprTable *table)
{
  VEC_FREE(&table->nodes);
}

/* Signature tables hold a few dozen expressions, so a linear search is enough. */
Expr exprs_make(ExprTable *table, ExprKind kind, uint32_t a, uint32_t b)
{
  for (Expr e = 1; e < table->nodes.count; e++) {
    const ExprNode *node = &table->nodes.items[e];
    if (node->kind == kind && node->a == a && node->b == b) return e;
  }
  VEC_PUSH(&table->nodes, ((ExprNode){kind, a, b}));
  return (Expr)(table->nodes.count - 1);
}

Numeral numeral_of_expr(const ExprTable *table, Expr expr)
{
  const ExprNode *node = &table->nodes.items[expr];
  if (node->kind == EXPR_CONSTANT) return node->a;
  return NUMERAL_EXPR_TAG | expr;
}

/* Expressions come from theory files whose reader bounds their depth: recursion is safe here. */
bool exprs_value(const ExprTable *table, Expr expr, const NumeralBinding *binding, int64_t *value)
{
  const ExprNode *node = &table->nodes.items[expr];
  if (node->kind == EXPR_CONSTANT) {
    *value = node->a;
    return true;
  }
  if (node->kind == EXPR_PARAMETER) {
    *value = binding->value[node->a];
    return *value >= 0 && *value <= NUMERAL_MAX;
  }
  int64_t a, b;
  if (!exprs_value(table, node->a, binding, &a) || !exprs_value(table, node->b, binding, &b))
    return false;
  switch (node->kind) {
  case EXPR_ADD: return !__builtin_add_overflow(a, b, value);
  case EXPR_SUB: return !__builtin_sub_overflow(a, b, value);
  case EXPR_MUL: return !__builtin_mul_overflow(a, b, value);
  default: return false;
  }
}

/* The value, for comparison only. A numeral that is not plain is above all values computed here, and
 * its size is not known further: INT64_MAX stands for it. */
static bool comparison_value(const ExprTable *table, Expr expr, const NumeralBinding *binding,
                             int64_t *value)
{
  const ExprNode *node = &table->nodes.items[expr];
  if (node->kind != EXPR_PARAMETER || binding->value[node->a] <= NUMERAL_MAX)
    return exprs_value(table, expr, binding, value);
  *value = INT64_MAX;
  return true;
}

static int compare_holds(const ExprTable *table, const ExprNode *node,
                         const NumeralBinding *binding)
{
  int64_t a, b;
  if (!comparison_value(table, node->a, binding, &a) ||
      !comparison_value(table, node->b, binding, &b))
    return -1;
  if (a == INT64_MAX && b == INT64_MAX) return -1;
  if (node->kind == EXPR_EQ) return a == b;
  return node->kind == EXPR_LT ? a < b : a <= b;
}

int exprs_holds(const ExprTable *table, Expr expr, const NumeralBinding *binding)
{
  const ExprNode *node = &table->nodes.items[expr];
  if (node->kind == EXPR_NOT) {
    int a = exprs_holds(table, node->a, binding);
    return a < 0 ? a : !a;
  }
  if (node->kind == EXPR_AND || node->kind == EXPR_OR) {
    int decided = node->kind == EXPR_OR;
    int a = exprs_holds(table, node->a, binding);
    int b = exprs_holds(table, node->b, binding);
    if (a == decided || b == decided) return decided;
    return a < 0 || b < 0 ? -1 : !decided;
  }
  return compare_holds(table, node, binding);
}

static bool bind_parameter(const ExprNode *node, int64_t wanted, NumeralBinding *binding)
{
  assert(node->a < NUMERAL_SLOTS);
  if (wanted < 0 || wanted > NUMERAL_MAX) return false;
  binding->value[node->a] = wanted;
  return true;
}

SolveResult exprs_solve(const ExprTable *table, Expr expr, int64_t wanted, NumeralBinding *binding)
{
  for (;;) {
    const ExprNode *node = &table->nodes.items[expr];
    int64_t known;
    if (exprs_value(table, expr, binding, &known)) return known == wanted ? SOLVE_YES : SOLVE_NO;
    if (node->kind == EXPR_PARAMETER) {
      if (binding->value[node->a] >= 0) return SOLVE_NO; /* bound to something not plain */
      return bind_parameter(node, wanted, binding) ? SOLVE_YES : SOLVE_NO;
    }
    bool left_known = exprs_value(table, node->a, binding, &known);
    if (!left_known && !exprs_value(table, node->b, binding, &known)) return SOLVE_LATER;
    expr = left_known ? node->b : node->a;
    bool overflow = false;
    switch (node->kind) {
    case EXPR_ADD: overflow = __builtin_sub_overflow(wanted, known, &wanted); break;
    case EXPR_SUB:
      overflow = left_known ? __builtin_sub_overflow(known, wanted, &wanted)
                            : __builtin_add_overflow(wanted, known, &wanted);
      break;
    case EXPR_MUL:
      if (known == 0) return wanted == 0 ? SOLVE_LATER : SOLVE_NO;
      if (wanted == INT64_MIN || wanted % known != 0) return SOLVE_NO;
      wanted /= known;
      break;
    default: return SOLVE_NO;
    }
    if (overflow) return SOLVE_NO;
  }
}
