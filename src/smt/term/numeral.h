/* Indices of sorts and operators, and the arithmetic on them that signatures declare.
 *
 * An index is 32 bits: a plain number below 2^31, a symbol (a numeral of any size by its digits, or
 * a name), or, in signatures only, an expression over numeral parameters such as (+ m n). */
#ifndef SMT_TERM_NUMERAL_H
#define SMT_TERM_NUMERAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "smt/term/symbol.h"

typedef uint32_t Numeral;

#define NUMERAL_SYMBOL_TAG UINT32_C(0x80000000)
#define NUMERAL_EXPR_TAG   UINT32_C(0xC0000000)
#define NUMERAL_MAX        UINT32_C(0x7FFFFFFF)

static inline bool numeral_is_plain(Numeral n)
{
  return n <= NUMERAL_MAX;
}
static inline bool numeral_is_expr(Numeral n)
{
  return (n & NUMERAL_EXPR_TAG) == NUMERAL_EXPR_TAG;
}
static inline bool numeral_is_symbol(Numeral n)
{
  return !numeral_is_plain(n) && !numeral_is_expr(n);
}
static inline Symbol numeral_symbol(Numeral n)
{
  return n & ~NUMERAL_EXPR_TAG;
}

typedef enum {
  EXPR_CONSTANT,  /* a: the value */
  EXPR_PARAMETER, /* a: slot, b: its name (a Symbol) */
  EXPR_ADD,
  EXPR_SUB,
  EXPR_MUL,
  /* conditions */
  EXPR_EQ,
  EXPR_LT,
  EXPR_LE,
  EXPR_AND,
  EXPR_OR,
  EXPR_NOT
} ExprKind;

typedef uint32_t Expr; /* 0: none */

typedef struct {
  ExprKind kind;
  uint32_t a, b; /* operands (Expr), or as said above */
} ExprNode;

typedef struct {
  VEC(ExprNode) nodes; /* equal expressions have equal handles */
} ExprTable;

enum { NUMERAL_SLOTS = 8 };

/* Values of the numeral parameters of one signature entry while it is being matched. Unbound slots
 * are negative; what is bound is a Numeral that is not an expression. */
typedef struct {
  int64_t value[NUMERAL_SLOTS];
} NumeralBinding;

void exprs_init(ExprTable *table);
void exprs_deinit(ExprTable *table);
Expr exprs_make(ExprTable *table, ExprKind kind, uint32_t a, uint32_t b);
Numeral numeral_of_expr(const ExprTable *table, Expr expr);

/* Computes the expression. False if a parameter is unbound or not a plain number. */
bool exprs_value(const ExprTable *table, Expr expr, const NumeralBinding *binding, int64_t *value);

/* A condition holds: 1, does not: 0, cannot be told yet: -1. */
int exprs_holds(const ExprTable *table, Expr expr, const NumeralBinding *binding);

typedef enum { SOLVE_YES, SOLVE_NO, SOLVE_LATER } SolveResult;

/* Makes `expr = wanted` true by binding its unbound parameter: SOLVE_YES if it holds now, SOLVE_NO
 * if no value in range does it, SOLVE_LATER if more than one parameter (or one under a product with
 * itself) is unbound. */
SolveResult exprs_solve(const ExprTable *table, Expr expr, int64_t wanted, NumeralBinding *binding);

#endif
