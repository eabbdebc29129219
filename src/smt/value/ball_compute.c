/* One operation on intervals, by Arb: each result encloses all that is possible. */
#include <assert.h>
#include <stdlib.h>

#include "smt/value/algebraic_object.h"
#include "smt/value/ball_object.h"

uint32_t ball_arity(BallOperation operation)
{
  if (operation == BALL_PI || operation == BALL_E) return 0;
  return operation <= BALL_POWER ? 2 : 1;
}

/* The functions of one operand that are not Arb's own */

static void arc_cosecant(arb_t result, const arb_t a, slong bits)
{
  arb_inv(result, a, bits);
  arb_asin(result, result, bits);
}

static void arc_secant(arb_t result, const arb_t a, slong bits)
{
  arb_inv(result, a, bits);
  arb_acos(result, result, bits);
}

/* pi / 2 - arctan a */
static void arc_cotangent(arb_t result, const arb_t a, slong bits)
{
  arb_t angle;
  arb_init(angle);
  arb_atan(angle, a, bits);
  arb_const_pi(result, bits);
  arb_mul_2exp_si(result, result, -1);
  arb_sub(result, result, angle, bits);
  arb_clear(angle);
}

static void negate(arb_t result, const arb_t a, slong bits)
{
  arb_neg_round(result, a, bits);
}

static void absolute(arb_t result, const arb_t a, slong bits)
{
  arb_abs(result, a);
  arb_set_round(result, result, bits);
}

typedef void Unary(arb_t result, const arb_t a, slong bits);
typedef void Binary(arb_t result, const arb_t a, const arb_t b, slong bits);

static Unary *const unary[] = {
    [BALL_NEGATE] = negate,        [BALL_ABS] = absolute,        [BALL_SQRT] = arb_sqrt,
    [BALL_EXP] = arb_exp,          [BALL_SIN] = arb_sin,         [BALL_COS] = arb_cos,
    [BALL_TAN] = arb_tan,          [BALL_CSC] = arb_csc,         [BALL_SEC] = arb_sec,
    [BALL_COT] = arb_cot,          [BALL_ARCSIN] = arb_asin,     [BALL_ARCCOS] = arb_acos,
    [BALL_ARCTAN] = arb_atan,      [BALL_ARCCSC] = arc_cosecant, [BALL_ARCSEC] = arc_secant,
    [BALL_ARCCOT] = arc_cotangent, [BALL_SINH] = arb_sinh,       [BALL_COSH] = arb_cosh,
    [BALL_TANH] = arb_tanh,        [BALL_ASINH] = arb_asinh,     [BALL_ACOSH] = arb_acosh,
    [BALL_ATANH] = arb_atanh,
};

static Binary *const binary[] = {
    [BALL_ADD] = arb_add, [BALL_SUB] = arb_sub,   [BALL_MUL] = arb_mul,
    [BALL_DIV] = arb_div, [BALL_POWER] = arb_pow,
};

void ball_compute(arb_t result, BallOperation operation, const arb_struct *const *operands,
                  slong bits)
{
  assert(bits > 0);
  switch (ball_arity(operation)) {
  case 0:
    if (operation == BALL_PI)
      arb_const_pi(result, bits);
    else
      arb_const_e(result, bits);
    return;
  case 1: unary[operation](result, operands[0], bits); return;
  default: binary[operation](result, operands[0], operands[1], bits); return;
  }
}

void ball_enclose(arb_t result, Value v, slong bits)
{
  assert(bits > 0 && !value_is_ball(v));
  if (v.kind == VALUE_ALGEBRAIC) {
    qqbar_get_arb(result, v.algebraic->number, bits);
    return;
  }
  RatioView view;
  fmpq_t rational;
  fmpq_init(rational);
  fmpq_set_mpq(rational, value_view_real(v, &view));
  arb_set_fmpq(result, rational, bits);
  fmpq_clear(rational);
}

/* Cost, in steps of about 50 ns */

/* Bits before the point, roughly: at least as many. */
static uint64_t magnitude(Value v)
{
  if (v.kind == VALUE_ALGEBRAIC) return (uint64_t)qqbar_height_bits(v.algebraic->number);
  if (!value_is_ball(v)) return v.boxed ? (uint64_t)labs(v.ratio->numerator->size) * 64 : 64;
  slong exponent = ARF_EXP(arb_midref(&v.ball->enclosure));
  return exponent > 0 ? (uint64_t)exponent : 0;
}

uint64_t ball_operation_cost(BallOperation operation, const Value *operands, uint64_t bits)
{
  uint64_t cheap = 4 + bits / 64;
  bool arithmetic = operation <= BALL_SQRT && operation != BALL_POWER;
  if (arithmetic) return cheap;
  /* Reducing an argument takes as many bits more as it has before the point; Arb does not even try
   * beyond this. */
  uint64_t most = 4 * bits > 65536 ? 4 * bits : 65536, more = 0;
  for (uint32_t i = 0; i < ball_arity(operation); i++)
    more = magnitude(operands[i]) > more ? magnitude(operands[i]) : more;
  return cheap + 20 + (bits + (more < most ? more : most)) / 2;
}

uint64_t ball_cost(Value v, uint64_t bits)
{
  assert(v.kind == VALUE_REAL || v.kind == VALUE_ALGEBRAIC || value_is_ball(v));
  if (value_is_ball(v)) return ball_operation_cost(v.ball->operation, v.ball->operands, bits);
  if (v.kind == VALUE_REAL) {
    RatioView view;
    mpq_srcptr ratio = value_view_real(v, &view);
    return 2 + (mpz_size(mpq_numref(ratio)) + mpz_size(mpq_denref(ratio))) / 8;
  }
  uint64_t degree = (uint64_t)qqbar_degree(v.algebraic->number);
  return degree * (bits + (uint64_t)qqbar_height_bits(v.algebraic->number)) / 8;
}
