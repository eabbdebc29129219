#include "b/value/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void b_number_get(const BHeap *heap, BValue value, mpz_ptr number)
{
  const BValueNode *node = b_value_node(heap, value);
  assert(node->kind == B_KIND_INTEGER);
  if (node->count)
    mpz_set(number, heap->bigs.items[node->first].number);
  else
    mpz_set_si(number, node->number);
}

mpq_srcptr b_number_rational(const BHeap *heap, BValue value)
{
  assert(b_kind(heap, value) == B_KIND_REAL);
  return heap->rationals.items[b_value_node(heap, value)->first].number;
}

bool b_number_is_small(const BHeap *heap, BValue value, int64_t *number)
{
  const BValueNode *node = b_value_node(heap, value);
  assert(node->kind == B_KIND_INTEGER);
  *number = node->number;
  return node->count == 0;
}

int b_number_sign(const BHeap *heap, BValue value)
{
  const BValueNode *node = b_value_node(heap, value);
  if (node->kind == B_KIND_REAL) return mpq_sgn(heap->rationals.items[node->first].number);
  if (node->count) return mpz_sgn(heap->bigs.items[node->first].number);
  return node->number < 0 ? -1 : node->number > 0;
}

typedef void IntegerOperation(mpz_ptr, mpz_srcptr, mpz_srcptr);
typedef void RationalOperation(mpq_ptr, mpq_srcptr, mpq_srcptr);

static BValue compute_integer(BHeap *heap, BValue a, BValue b, IntegerOperation *operation)
{
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  b_number_get(heap, a, x);
  b_number_get(heap, b, y);
  operation(x, x, y);
  BValue result = mpz_sizeinbase(x, 2) > B_BITS_MAX ? (BValue)B_VALUE_UNKNOWN : b_int_mpz(heap, x);
  mpz_clears(x, y, NULL);
  return result;
}

static BValue compute_rational(BHeap *heap, BValue a, BValue b, RationalOperation *operation)
{
  mpq_t x;
  mpq_init(x);
  operation(x, b_number_rational(heap, a), b_number_rational(heap, b));
  bool large = mpz_sizeinbase(mpq_numref(x), 2) > B_BITS_MAX ||
               mpz_sizeinbase(mpq_denref(x), 2) > B_BITS_MAX;
  BValue result = large ? (BValue)B_VALUE_UNKNOWN : b_real(heap, x);
  mpq_clear(x);
  return result;
}

/* Both small integers? */
static bool are_small(const BHeap *heap, BValue a, BValue b, int64_t *x, int64_t *y)
{
  const BValueNode *m = b_value_node(heap, a), *n = b_value_node(heap, b);
  *x = m->number;
  *y = n->number;
  return m->kind == B_KIND_INTEGER && n->kind == B_KIND_INTEGER && !m->count && !n->count;
}

BValue b_number_add(BHeap *heap, BValue a, BValue b)
{
  int64_t x, y, sum;
  if (are_small(heap, a, b, &x, &y) && !__builtin_add_overflow(x, y, &sum)) return b_int(heap, sum);
  if (b_kind(heap, a) == B_KIND_REAL) return compute_rational(heap, a, b, mpq_add);
  return compute_integer(heap, a, b, mpz_add);
}

BValue b_number_subtract(BHeap *heap, BValue a, BValue b)
{
  int64_t x, y, difference;
  if (are_small(heap, a, b, &x, &y) && !__builtin_sub_overflow(x, y, &difference))
    return b_int(heap, difference);
  if (b_kind(heap, a) == B_KIND_REAL) return compute_rational(heap, a, b, mpq_sub);
  return compute_integer(heap, a, b, mpz_sub);
}

BValue b_number_multiply(BHeap *heap, BValue a, BValue b)
{
  int64_t x, y, product;
  if (are_small(heap, a, b, &x, &y) && !__builtin_mul_overflow(x, y, &product))
    return b_int(heap, product);
  if (b_kind(heap, a) == B_KIND_REAL) return compute_rational(heap, a, b, mpq_mul);
  return compute_integer(heap, a, b, mpz_mul);
}

BValue b_number_negate(BHeap *heap, BValue a)
{
  if (b_kind(heap, a) == B_KIND_INTEGER) return b_number_subtract(heap, b_int(heap, 0), a);
  mpq_t x;
  mpq_init(x);
  mpq_neg(x, b_number_rational(heap, a));
  BValue result = b_real(heap, x);
  mpq_clear(x);
  return result;
}

BValue b_number_divide(BHeap *heap, BValue a, BValue b)
{
  assert(b_kind(heap, a) == b_kind(heap, b));
  if (b_number_sign(heap, b) == 0) return B_VALUE_UNDEFINED;
  if (b_kind(heap, a) == B_KIND_REAL) return compute_rational(heap, a, b, mpq_div);
  return compute_integer(heap, a, b, mpz_tdiv_q);
}

BValue b_number_modulo(BHeap *heap, BValue a, BValue b)
{
  if (b_number_sign(heap, a) < 0 || b_number_sign(heap, b) <= 0) return B_VALUE_UNDEFINED;
  return compute_integer(heap, a, b, mpz_tdiv_r);
}

static BValue power_of_integer(BHeap *heap, BValue a, uint64_t exponent)
{
  mpz_t x;
  mpz_init(x);
  b_number_get(heap, a, x);
  uint64_t bits = mpz_sizeinbase(x, 2);
  bool large = mpz_cmpabs_ui(x, 1) > 0 && bits * exponent > B_BITS_MAX;
  BValue result = B_VALUE_UNKNOWN;
  if (!large) {
    /* of 0, 1 and -1 only the parity counts */
    mpz_pow_ui(x, x, mpz_cmpabs_ui(x, 1) > 0 || exponent == 0 ? exponent : 2 - exponent % 2);
    result = b_int_mpz(heap, x);
  }
  mpz_clear(x);
  return result;
}

static BValue power_of_real(BHeap *heap, BValue a, uint64_t exponent)
{
  mpq_t x;
  mpq_init(x);
  mpq_srcptr base = b_number_rational(heap, a);
  uint64_t bits = mpz_sizeinbase(mpq_numref(base), 2) + mpz_sizeinbase(mpq_denref(base), 2);
  BValue result = B_VALUE_UNKNOWN;
  if (exponent <= B_BITS_MAX && bits * exponent <= B_BITS_MAX) {
    mpz_pow_ui(mpq_numref(x), mpq_numref(base), exponent);
    mpz_pow_ui(mpq_denref(x), mpq_denref(base), exponent);
    result = b_real(heap, x);
  }
  mpq_clear(x);
  return result;
}

BValue b_number_power(BHeap *heap, BValue a, BValue b)
{
  assert(b_kind(heap, b) == B_KIND_INTEGER);
  if (b_number_sign(heap, b) < 0) return B_VALUE_UNDEFINED;
  int64_t exponent;
  bool small = b_number_is_small(heap, b, &exponent) && exponent <= B_BITS_MAX;
  if (!small) return B_VALUE_UNKNOWN;
  return b_kind(heap, a) == B_KIND_REAL ? power_of_real(heap, a, (uint64_t)exponent)
                                        : power_of_integer(heap, a, (uint64_t)exponent);
}

BValue b_number_floor(BHeap *heap, BValue a, bool ceiling)
{
  assert(b_kind(heap, a) == B_KIND_REAL);
  mpz_t x;
  mpz_init(x);
  mpq_srcptr number = b_number_rational(heap, a);
  if (ceiling)
    mpz_cdiv_q(x, mpq_numref(number), mpq_denref(number));
  else
    mpz_fdiv_q(x, mpq_numref(number), mpq_denref(number));
  BValue result = b_int_mpz(heap, x);
  mpz_clear(x);
  return result;
}

BValue b_number_to_real(BHeap *heap, BValue a)
{
  mpq_t x;
  mpq_init(x);
  b_number_get(heap, a, mpq_numref(x));
  BValue result = b_real(heap, x);
  mpq_clear(x);
  return result;
}

enum { DIGITS_MAX = 300000 }; /* about B_BITS_MAX bits */

BValue b_number_read_integer(BHeap *heap, const char *text, size_t length)
{
  if (length > DIGITS_MAX) return B_VALUE_UNKNOWN;
  char *digits = mem_copy_string(text, length);
  mpz_t x;
  mpz_init_set_str(x, digits, 10);
  BValue result = b_int_mpz(heap, x);
  mpz_clear(x);
  free(digits);
  return result;
}

/* 12.5E-3 is 125 * 10 ** (-1 - 3). */
BValue b_number_read_real(BHeap *heap, const char *text, size_t length)
{
  if (length > DIGITS_MAX) return B_VALUE_UNKNOWN;
  char *digits = mem_alloc(length + 1, 1);
  size_t count = 0, at = 0;
  long exponent = 0;
  bool fraction = false;
  for (; at < length && text[at] != 'e' && text[at] != 'E'; at++) {
    if (text[at] == '.')
      fraction = true;
    else {
      digits[count++] = text[at];
      exponent -= fraction;
    }
  }
  digits[count] = 0;
  char *power = at < length ? mem_copy_string(text + at + 1, length - at - 1) : NULL;
  long given = power ? strtol(power, NULL, 10) : 0;
  BValue result = B_VALUE_UNKNOWN;
  if (labs(given) <= DIGITS_MAX) {
    exponent += given;
    mpq_t x;
    mpz_t scale;
    mpq_init(x);
    mpz_init(scale);
    mpz_set_str(mpq_numref(x), digits, 10);
    mpz_ui_pow_ui(scale, 10, (unsigned long)labs(exponent));
    if (exponent < 0)
      mpz_set(mpq_denref(x), scale);
    else
      mpz_mul(mpq_numref(x), mpq_numref(x), scale);
    mpq_canonicalize(x);
    result = b_real(heap, x);
    mpz_clear(scale);
    mpq_clear(x);
  }
  free(power);
  free(digits);
  return result;
}
