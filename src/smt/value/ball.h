/* Real numbers that are given by an expression with transcendental functions.
 *
 * A BALL holds its expression, whose operands are REAL, ALGEBRAIC or BALL values, and an interval that
 * encloses it. Two of them are compared by computing both with more and more bits until the intervals
 * are apart. That they are equal is known only if the expressions are the same, so that all are
 * `loose`; one may well be rational. */
#ifndef SMT_VALUE_BALL_H
#define SMT_VALUE_BALL_H

#include "smt/value/operator.h"

typedef enum {
  BALL_PI,
  BALL_E,
  BALL_ADD,
  BALL_SUB,
  BALL_MUL,
  BALL_DIV,
  BALL_POWER,
  BALL_NEGATE,
  BALL_ABS,
  BALL_SQRT,
  BALL_EXP,
  BALL_SIN,
  BALL_COS,
  BALL_TAN,
  BALL_CSC,
  BALL_SEC,
  BALL_COT,
  BALL_ARCSIN,
  BALL_ARCCOS,
  BALL_ARCTAN,
  BALL_ARCCSC,
  BALL_ARCSEC,
  BALL_ARCCOT, /* between 0 and pi */
  BALL_SINH,
  BALL_COSH,
  BALL_TANH,
  BALL_ASINH,
  BALL_ACOSH,
  BALL_ATANH
} BallOperation;

static inline bool value_is_ball(Value v)
{
  return v.kind == VALUE_BALL;
}

/* The value of an operation on its 0, 1 or 2 operands, at which it is defined: a BALL, or a REAL if the
 * interval is a point. Undetermined if no interval that encloses it is found, as at a pole. */
Value ball_make(Eval *eval, BallOperation operation, const Value *operands, Term term);

/* The sum, difference, product or quotient of two values, one of which is a BALL; also undetermined if a
 * divisor may be 0. */
Value ball_arithmetic(Eval *eval, BallOperation operation, Value a, Value b, Term term);

/* Undetermined, because of numbers that are too close to each other. */
Value ball_unknown(const Eval *eval, Term term);

/* By magnitude, of any REAL, ALGEBRAIC or BALL values: *sign is < 0, 0, > 0. False if they are too
 * close to tell. */
bool ball_compare(Eval *eval, Value a, Value b, int *sign);

/* The INT below a BALL. */
Value ball_floor(Eval *eval, Value a, Term term);
/* Is a BALL an integer? False or undetermined. */
Value ball_is_int(Eval *eval, Value a, Term term);

/* Do the intervals show that the numbers differ? At least one of them is a BALL. This computes nothing
 * anew, so it is weaker than ball_compare. */
bool ball_differ(Value a, Value b);

/* For value_compare on equal hashes: an order on the operations, and the operands. */
int ball_order(const BallObject *a, const BallObject *b);
const Value *ball_operands(const BallObject *object, uint32_t *count);

#endif
