#include "smt/value/ball.h"

#include <assert.h>

#include "base/index.h"
#include "smt/value/ball_object.h"

_Static_assert(BALL_BITS <= ARF_NOPTR_LIMBS * FLINT_BITS, "enclosures have no memory of their own");

Value ball_unknown(const Eval *eval, Term term)
{
  return value_unknown(eval->steps == 0 ? REASON_STEPS : REASON_TRANSCENDENTAL, term);
}

/* Making values */

typedef struct {
  BallOperation operation;
  arb_struct result;
} Making;

/* Larger and smaller numbers than 2^this would take memory for their exponents alone. */
#define EXPONENT_MAX (INT64_C(1) << 40)

static bool has_small_exponent(fmpz exponent)
{
  return !COEFF_IS_MPZ(exponent) && exponent >= -EXPONENT_MAX && exponent <= EXPONENT_MAX;
}

static bool is_moderate(const arb_t number)
{
  return arb_is_finite(number) &&
         (arf_is_zero(arb_midref(number)) || has_small_exponent(ARF_EXP(arb_midref(number)))) &&
         (mag_is_zero(arb_radref(number)) || has_small_exponent(MAG_EXP(arb_radref(number))));
}

static bool make(const arb_struct *const *operands, slong bits, void *data)
{
  Making *making = data;
  ball_compute(&making->result, making->operation, operands, bits);
  arb_set_round(&making->result, &making->result, BALL_BITS);
  return is_moderate(&making->result);
}

static uint64_t hash_expression(BallOperation operation, const Value *operands)
{
  uint64_t hash = hash_mix(8, operation);
  for (uint32_t i = 0; i < ball_arity(operation); i++)
    hash = hash_mix(hash, value_hash(operands[i]));
  return hash;
}

static Value keep(Eval *eval, const Making *making, const Value *operands, Term term)
{
  BallObject *object = heap_alloc(&eval->heap, 1, sizeof *object);
  if (!object) return value_unknown(REASON_MEMORY, term);
  *object = (BallObject){.hash = hash_expression(making->operation, operands),
                         .operation = making->operation};
  for (uint32_t i = 0; i < ball_arity(making->operation); i++) object->operands[i] = operands[i];
  /* A copy, since computing may have left room for more limbs after. */
  arb_init(&object->enclosure);
  arb_set(&object->enclosure, &making->result);
  assert(!ARF_HAS_PTR(arb_midref(&object->enclosure)));
  return (Value){.kind = VALUE_BALL, .loose = true, .ball = object};
}

/* Is it known exactly, and not too long when written out? Like 0 / x. */
static bool is_rational(const arb_t number)
{
  return arb_is_exact(number) && arf_cmpabs_2exp_si(arb_midref(number), BALL_BITS) <= 0 &&
         (arf_is_zero(arb_midref(number)) ||
          arf_cmpabs_2exp_si(arb_midref(number), -BALL_BITS) >= 0);
}

static Value rational_value(Eval *eval, const arb_t number, Term term)
{
  fmpq_t rational;
  fmpq_init(rational);
  arf_get_fmpq(rational, arb_midref(number));
  fmpq_get_mpq(eval->q[0], rational);
  fmpq_clear(rational);
  return value_real(&eval->heap, eval->q[0], term);
}

Value ball_make(Eval *eval, BallOperation operation, const Value *operands, Term term)
{
  assert(operands || ball_arity(operation) == 0);
  if (!eval_spend(eval, ball_operation_cost(operation, operands, BALL_BITS)))
    return value_unknown(REASON_STEPS, term);
  Making making = {.operation = operation};
  arb_init(&making.result);
  Value value;
  if (!ball_refine(eval, operands, ball_arity(operation), make, &making))
    value = ball_unknown(eval, term);
  else if (is_rational(&making.result))
    value = rational_value(eval, &making.result, term);
  else
    value = keep(eval, &making, operands, term);
  arb_clear(&making.result);
  return value;
}

/* Arithmetic */

static bool is_small(Value v, int64_t integer)
{
  return v.kind == VALUE_REAL && !v.boxed && v.integer == integer;
}

/* Finds results that are one of the operands, and those of a - a. */
static bool simplify(BallOperation operation, Value a, Value b, Value *result)
{
  bool sum = operation == BALL_ADD || operation == BALL_SUB;
  *result = a;
  if (is_small(b, sum ? 0 : 1)) return true;
  *result = b;
  if (is_small(a, sum ? 0 : 1) && (operation == BALL_ADD || operation == BALL_MUL)) return true;
  *result = value_small_real(0);
  return operation == BALL_SUB && value_compare(a, b) == 0;
}

Value ball_arithmetic(Eval *eval, BallOperation operation, Value a, Value b, Term term)
{
  assert(operation <= BALL_DIV && (value_is_ball(a) || value_is_ball(b)));
  Value result;
  if (simplify(operation, a, b, &result)) return result;
  /* One order, so that expressions that differ only in this are the same. */
  bool commutes = operation == BALL_ADD || operation == BALL_MUL;
  bool swap = commutes && value_hash(a) > value_hash(b);
  Value operands[] = {swap ? b : a, swap ? a : b};
  return ball_make(eval, operation, operands, term);
}

/* Comparing */

static int sign_between(const arb_t a, const arb_t b)
{
  return arb_gt(a, b) - arb_lt(a, b);
}

static bool are_apart(const arb_struct *const *enclosures, slong bits, void *data)
{
  (void)bits;
  int *sign = data;
  *sign = sign_between(enclosures[0], enclosures[1]);
  return *sign != 0;
}

bool ball_compare(Eval *eval, Value a, Value b, int *sign)
{
  *sign = 0;
  if (value_compare(a, b) == 0) return true;
  Value both[] = {a, b};
  return ball_refine(eval, both, 2, are_apart, sign);
}

bool ball_differ(Value a, Value b)
{
  arb_t other;
  arb_init(other);
  if (!value_is_ball(a) || !value_is_ball(b))
    ball_enclose(other, value_is_ball(a) ? b : a, BALL_BITS);
  bool differ = sign_between(value_is_ball(a) ? &a.ball->enclosure : other,
                             value_is_ball(b) ? &b.ball->enclosure : other) != 0;
  arb_clear(other);
  return differ;
}

int ball_order(const BallObject *a, const BallObject *b)
{
  return (a->operation > b->operation) - (a->operation < b->operation);
}

const Value *ball_operands(const BallObject *object, uint32_t *count)
{
  *count = ball_arity(object->operation);
  return object->operands;
}

/* Integers */

/* Puts the integer below in *data. */
static bool has_floor(const arb_struct *const *enclosures, slong bits, void *data)
{
  if (arf_cmpabs_2exp_si(arb_midref(enclosures[0]), bits) > 0) return false;
  arb_t floor;
  arb_init(floor);
  arb_floor(floor, enclosures[0], bits);
  bool unique = arb_get_unique_fmpz(data, floor);
  arb_clear(floor);
  return unique;
}

Value ball_floor(Eval *eval, Value a, Term term)
{
  assert(value_is_ball(a));
  fmpz_t floor;
  fmpz_init(floor);
  bool found = ball_refine(eval, &a, 1, has_floor, floor);
  if (found) fmpz_get_mpz(eval->z[0], floor);
  fmpz_clear(floor);
  return found ? value_int(&eval->heap, eval->z[0], term) : ball_unknown(eval, term);
}

static bool has_no_integer(const arb_struct *const *enclosures, slong bits, void *data)
{
  (void)bits, (void)data;
  return !arb_contains_int(enclosures[0]);
}

Value ball_is_int(Eval *eval, Value a, Term term)
{
  assert(value_is_ball(a));
  bool excluded = ball_refine(eval, &a, 1, has_no_integer, NULL);
  return excluded ? value_bool(false) : ball_unknown(eval, term);
}
