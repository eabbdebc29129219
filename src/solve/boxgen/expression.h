/* Random expressions over the arguments of a box: printed as C, and computed here, so that what a box answers is known. */
#ifndef SOLVE_BOXGEN_EXPRESSION_H
#define SOLVE_BOXGEN_EXPRESSION_H

#include "base/random.h"
#include "base/strbuf.h"

enum { EXPRESSION_MAX_ARGUMENTS = 4, EXPRESSION_NODES = 24 };

typedef enum {
  EXPRESSION_ARGUMENT, /* number a */
  EXPRESSION_NUMBER,
  EXPRESSION_ADD,
  EXPRESSION_SUB,
  EXPRESSION_MUL,
  EXPRESSION_AND,
  EXPRESSION_OR,
  EXPRESSION_XOR,
  EXPRESSION_SHIFT_LEFT, /* by `number` */
  EXPRESSION_SHIFT_RIGHT,
  EXPRESSION_IF_LESS,   /* a < b ? a + number : b */
  EXPRESSION_REMAINDER, /* by `number`, which is not 0 */
  EXPRESSION_KINDS
} ExpressionKind;

typedef struct {
  ExpressionKind kind;
  uint32_t a, b; /* nodes before this one, or an argument */
  uint64_t number;
} ExpressionNode;

/* The last node is the result; all are computed with 64 bits. */
typedef struct {
  ExpressionNode nodes[EXPRESSION_NODES];
  uint32_t count;
} BoxExpression;

/* With `size` operators, at most EXPRESSION_NODES - EXPRESSION_MAX_ARGUMENTS - 1. */
void boxgen_expression_make(BoxExpression *expression, uint32_t arguments, uint32_t size,
                            Random *random);
uint64_t boxgen_expression_value(const BoxExpression *expression, const uint64_t *arguments);
/* Appends declarations "uint64_t t0 = ...;", one a line. The result is the variable with the highest number. */
void boxgen_expression_put_c(const BoxExpression *expression, StrBuf *out);

#endif
