#include "smt/value/algebraic.h"

#include <assert.h>

#include "base/mem.h"
#include "smt/value/algebraic_object.h"
#include "smt/value/number.h"

/* A step stands for about 50 ns; a degree times a bit takes up to 2 us. */
enum { STEPS_PER_BIT = 40 };

bool algebraic_allow(Eval *eval, uint64_t degree, uint64_t bits)
{
  uint64_t size;
  return degree <= ALGEBRAIC_DEGREE && !__builtin_mul_overflow(degree, bits, &size) &&
         size <= ALGEBRAIC_WORK && eval_spend(eval, size * STEPS_PER_BIT);
}

static Value refuse(Term term)
{
  return value_unknown(REASON_ALGEBRAIC, term);
}

/* Making values */

static void destroy_object(void *object)
{
  AlgebraicObject *algebraic = object;
  qqbar_clear(algebraic->number);
}

static uint64_t hash_polynomial(const fmpz_poly_t polynomial)
{
  uint64_t hash = hash_mix(5, (uint64_t)fmpz_poly_degree(polynomial));
  mpz_t coefficient;
  mpz_init(coefficient);
  for (slong i = 0; i <= fmpz_poly_degree(polynomial); i++) {
    fmpz_poly_get_coeff_mpz(coefficient, polynomial, i);
    hash = hash_mix(hash, (uint64_t)mpz_sgn(coefficient) + mpz_size(coefficient));
    for (size_t k = 0; k < mpz_size(coefficient); k++)
      hash = hash_mix(hash, mpz_getlimbn(coefficient, (mp_size_t)k));
  }
  mpz_clear(coefficient);
  return hash;
}

static Value rational_value(Eval *eval, qqbar_t number, Term term)
{
  fmpq_t rational;
  fmpq_init(rational);
  qqbar_get_fmpq(rational, number);
  fmpq_get_mpq(eval->q[0], rational);
  fmpq_clear(rational);
  qqbar_clear(number);
  return value_real(&eval->heap, eval->q[0], term);
}

/* Bytes of a number outside of the heap: coefficients, and an enclosure of about their size. */
static uint64_t size_of(const qqbar_t number)
{
  uint64_t bits = (uint64_t)qqbar_height_bits(number) + QQBAR_DEFAULT_PREC;
  return (uint64_t)(qqbar_degree(number) + 1) * (sizeof(fmpz) + bits / 8);
}

Value algebraic_value(Eval *eval, qqbar_t number, Term term)
{
  if (qqbar_is_rational(number)) return rational_value(eval, number, term);
  if (qqbar_degree(number) * qqbar_height_bits(number) > ALGEBRAIC_SIZE) {
    qqbar_clear(number);
    return refuse(term);
  }
  AlgebraicObject *object = NULL;
  if (heap_charge(&eval->heap, size_of(number)))
    object = heap_alloc(&eval->heap, 1, sizeof *object);
  if (!object) {
    qqbar_clear(number);
    return value_unknown(REASON_MEMORY, term);
  }
  object->hash = hash_polynomial(QQBAR_POLY(number));
  *object->number = *number;
  heap_own(&eval->heap, destroy_object, object);
  return (Value){.kind = VALUE_ALGEBRAIC, .algebraic = object};
}

/* Operands */

static void get_fmpz(fmpz_t number, mpz_srcptr from)
{
  fmpz_init(number);
  fmpz_set_mpz(number, from);
}

static void get_rational(fmpq_t number, Value v)
{
  RatioView view;
  mpq_srcptr ratio = value_view_real(v, &view);
  get_fmpz(fmpq_numref(number), mpq_numref(ratio));
  get_fmpz(fmpq_denref(number), mpq_denref(ratio));
}

/* A new number that the caller clears. */
static void get_number(qqbar_t number, Value v)
{
  assert(v.kind == VALUE_ALGEBRAIC || v.kind == VALUE_REAL);
  qqbar_init(number);
  if (v.kind == VALUE_ALGEBRAIC) {
    qqbar_set(number, v.algebraic->number);
    return;
  }
  fmpq_t rational;
  get_rational(rational, v);
  qqbar_set_fmpq(number, rational);
  fmpq_clear(rational);
}

static uint64_t degree_of(Value v)
{
  return v.kind == VALUE_ALGEBRAIC ? (uint64_t)qqbar_degree(v.algebraic->number) : 1;
}

static uint64_t bits_of(Value v)
{
  if (v.kind == VALUE_ALGEBRAIC) return (uint64_t)qqbar_height_bits(v.algebraic->number);
  RatioView view;
  mpq_srcptr ratio = value_view_real(v, &view);
  return mpz_sizeinbase(mpq_numref(ratio), 2) + mpz_sizeinbase(mpq_denref(ratio), 2);
}

/* Arithmetic */

typedef void Operation(qqbar_t result, const qqbar_t a, const qqbar_t b);

/* The resultant that gives the polynomial of the result has the product of the degrees, and takes
 * each coefficient to the power of the other's degree. */
static Value operate(Eval *eval, Value a, Value b, Operation *compute, Term term)
{
  assert(a.kind == VALUE_ALGEBRAIC || b.kind == VALUE_ALGEBRAIC);
  uint64_t degree_a = degree_of(a), degree_b = degree_of(b);
  uint64_t bits = bits_of(a) * degree_b + bits_of(b) * degree_a;
  if (!algebraic_allow(eval, degree_a * degree_b, bits)) return refuse(term);
  qqbar_t left, right, result;
  get_number(left, a);
  get_number(right, b);
  qqbar_init(result);
  compute(result, left, right);
  qqbar_clear(left);
  qqbar_clear(right);
  return algebraic_value(eval, result, term);
}

Value algebraic_add(Eval *eval, Value a, Value b, Term term)
{
  return operate(eval, a, b, qqbar_add, term);
}

Value algebraic_sub(Eval *eval, Value a, Value b, Term term)
{
  return operate(eval, a, b, qqbar_sub, term);
}

Value algebraic_mul(Eval *eval, Value a, Value b, Term term)
{
  return operate(eval, a, b, qqbar_mul, term);
}

Value algebraic_div(Eval *eval, Value a, Value b, Term term)
{
  return operate(eval, a, b, qqbar_div, term);
}

Value algebraic_negate(Eval *eval, Value a, Term term)
{
  assert(a.kind == VALUE_ALGEBRAIC);
  qqbar_t result;
  qqbar_init(result);
  qqbar_neg(result, a.algebraic->number);
  return algebraic_value(eval, result, term);
}

Value algebraic_power(Eval *eval, Value a, int64_t exponent, Term term)
{
  assert(a.kind == VALUE_ALGEBRAIC);
  uint64_t times = exponent < 0 ? -(uint64_t)exponent : (uint64_t)exponent, bits;
  if (__builtin_mul_overflow(bits_of(a), times, &bits) ||
      !algebraic_allow(eval, degree_of(a), bits))
    return refuse(term);
  qqbar_t result;
  qqbar_init(result);
  qqbar_pow_si(result, a.algebraic->number, exponent);
  return algebraic_value(eval, result, term);
}

/* Puts the root in q[0] if it is rational. */
static bool rational_root(Eval *eval, Value a, uint64_t n)
{
  RatioView view;
  mpq_srcptr ratio = value_view_real(a, &view);
  return mpz_root(mpq_numref(eval->q[0]), mpq_numref(ratio), n) &&
         mpz_root(mpq_denref(eval->q[0]), mpq_denref(ratio), n);
}

Value algebraic_root(Eval *eval, Value a, uint64_t n, Term term)
{
  assert(n > 0 && (a.kind == VALUE_REAL || a.kind == VALUE_ALGEBRAIC));
  if (a.kind == VALUE_REAL) {
    Reason reason = number_allow(eval, bits_of(a));
    if (reason) return value_unknown(reason, term);
    if (rational_root(eval, a, n)) return value_real(&eval->heap, eval->q[0], term);
  }
  uint64_t degree;
  if (__builtin_mul_overflow(degree_of(a), n, &degree) ||
      !algebraic_allow(eval, degree, bits_of(a)))
    return refuse(term);
  qqbar_t number;
  get_number(number, a);
  qqbar_root_ui(number, number, n);
  return algebraic_value(eval, number, term);
}

/* Order */

bool algebraic_compare(Value a, Value b, int *sign)
{
  if (bits_of(a) > ALGEBRAIC_WORK || bits_of(b) > ALGEBRAIC_WORK) return false;
  qqbar_t left, right;
  get_number(left, a);
  get_number(right, b);
  *sign = qqbar_cmp_re(left, right);
  qqbar_clear(left);
  qqbar_clear(right);
  return true;
}

int algebraic_sign(Value a)
{
  assert(a.kind == VALUE_ALGEBRAIC);
  return qqbar_sgn_re(a.algebraic->number);
}

/* The scaled number may be larger than a value can be: it is not kept. */
Value algebraic_floor(Eval *eval, Value a, uint64_t scale, Term term)
{
  assert(a.kind == VALUE_ALGEBRAIC);
  uint64_t degree = degree_of(a);
  if (scale > ALGEBRAIC_WORK || !algebraic_allow(eval, degree, bits_of(a) + degree * scale))
    return refuse(term);
  qqbar_t scaled;
  fmpz_t number;
  qqbar_init(scaled);
  fmpz_init(number);
  qqbar_mul_2exp_si(scaled, a.algebraic->number, (slong)scale);
  qqbar_floor(number, scaled);
  fmpz_get_mpz(eval->z[0], number);
  fmpz_clear(number);
  qqbar_clear(scaled);
  return value_int(&eval->heap, eval->z[0], term);
}

int algebraic_order(const AlgebraicObject *a, const AlgebraicObject *b)
{
  qqbar_srcptr left = a->number, right = b->number;
  slong degree = qqbar_degree(left);
  int sign = (degree > qqbar_degree(right)) - (degree < qqbar_degree(right));
  for (slong i = 0; sign == 0 && i <= degree; i++)
    sign = fmpz_cmp(QQBAR_COEFFS(left) + i, QQBAR_COEFFS(right) + i);
  return sign ? sign : qqbar_cmp_re(left, right);
}
