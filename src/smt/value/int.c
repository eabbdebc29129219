/* Integers: in machine words as long as they fit, by GMP beyond. */
#include <assert.h>

#include "smt/value/number.h"

#define KERNEL(name)                                                                               \
  static Value name(Eval *eval, const Call *call, const Value *args, uint32_t count)

static bool both_small(const Value *args)
{
  return !(args[0].boxed | args[1].boxed);
}

static uint64_t bits_of(Value v)
{
  assert(v.kind == VALUE_INT);
  int32_t size = v.boxed ? v.big->size : 1;
  return (uint64_t)(size < 0 ? -(int64_t)size : size) * 64;
}

/* Numbers made by GMP from two others. `bits`: how large the result gets, at most. */
typedef void BigBinary(mpz_ptr result, mpz_srcptr a, mpz_srcptr b);

static Value big(Eval *eval, const Call *call, const Value *args, uint64_t bits, BigBinary *compute)
{
  Reason reason = number_allow(eval, bits);
  if (reason) return value_unknown(reason, call->term);
  IntView view_a, view_b;
  compute(eval->z[0], value_view(args[0], &view_a), value_view(args[1], &view_b));
  return value_int(&eval->heap, eval->z[0], call->term);
}

/* Sums and products */

KERNEL(int_add)
{
  (void)count;
  int64_t sum;
  if (both_small(args) && !__builtin_add_overflow(args[0].integer, args[1].integer, &sum))
    return value_small_int(sum);
  return big(eval, call, args, bits_of(args[0]) + bits_of(args[1]), mpz_add);
}

KERNEL(int_subtract)
{
  (void)count;
  int64_t difference;
  if (both_small(args) && !__builtin_sub_overflow(args[0].integer, args[1].integer, &difference))
    return value_small_int(difference);
  return big(eval, call, args, bits_of(args[0]) + bits_of(args[1]), mpz_sub);
}

KERNEL(int_multiply)
{
  (void)count;
  int64_t product;
  if (both_small(args) && !__builtin_mul_overflow(args[0].integer, args[1].integer, &product))
    return value_small_int(product);
  return big(eval, call, args, bits_of(args[0]) + bits_of(args[1]), mpz_mul);
}

KERNEL(int_negate)
{
  Value both[] = {value_small_int(0), args[0]};
  return int_subtract(eval, call, both, count + 1);
}

static bool is_negative(Value v)
{
  return v.boxed ? v.big->size < 0 : v.integer < 0;
}

KERNEL(int_abs)
{
  return is_negative(args[0]) ? int_negate(eval, call, args, count) : args[0];
}

/* Division: the remainder is never negative. */

static bool is_zero(Value v)
{
  return !v.boxed && v.integer == 0;
}

/* INT64_MIN / -1 has no machine word. */
static bool word_division(const Value *args)
{
  return both_small(args) && args[1].integer != -1;
}

static int64_t word_modulo(int64_t a, int64_t b)
{
  assert(b != 0);
  int64_t remainder = a % b;
  if (remainder >= 0) return remainder;
  return b < 0 ? remainder - b : remainder + b;
}

static int64_t word_divide(int64_t a, int64_t b)
{
  assert(b != 0);
  int64_t quotient = a / b;
  if (a % b >= 0) return quotient;
  return b < 0 ? quotient + 1 : quotient - 1;
}

static void big_divide(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  assert(mpz_sgn(b) != 0);
  if (mpz_sgn(b) > 0)
    mpz_fdiv_q(result, a, b);
  else
    mpz_cdiv_q(result, a, b);
}

KERNEL(int_divide)
{
  if (is_zero(args[1])) return eval_open(eval, call, args, count, REASON_DIVISION_BY_ZERO);
  if (word_division(args)) return value_small_int(word_divide(args[0].integer, args[1].integer));
  return big(eval, call, args, bits_of(args[0]), big_divide);
}

KERNEL(int_modulo)
{
  if (is_zero(args[1])) return eval_open(eval, call, args, count, REASON_DIVISION_BY_ZERO);
  if (word_division(args)) return value_small_int(word_modulo(args[0].integer, args[1].integer));
  return big(eval, call, args, bits_of(args[0]), mpz_mod);
}

/* z3's remainder has the sign of the divisor. */
KERNEL(int_remainder)
{
  Value modulo = int_modulo(eval, call, args, count);
  if (!is_negative(args[1]) || modulo.kind != VALUE_INT) return modulo;
  return int_negate(eval, call, &modulo, 1);
}

KERNEL(int_divisible)
{
  (void)count;
  if (!args[0].boxed && numeral_is_plain(call->indices[0]))
    return value_bool(args[0].integer % (int64_t)call->indices[0] == 0);
  Reason reason = number_of_index(eval, call->indices[0], eval->z[0]);
  if (reason != REASON_NONE) return value_unknown(reason, call->term);
  IntView view;
  return value_bool(mpz_divisible_p(value_view(args[0], &view), eval->z[0]));
}

/* Powers */

/* Both solvers that have ^ fix it wherever it is a product of at least one factor. */
KERNEL(int_power)
{
  if (is_negative(args[1]) || (is_zero(args[0]) && is_zero(args[1])))
    return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
  IntView base, exponent;
  Reason reason =
      number_power(eval, value_view(args[0], &base), value_view(args[1], &exponent), eval->z[0]);
  if (reason) return value_unknown(reason, call->term);
  return value_int(&eval->heap, eval->z[0], call->term);
}

KERNEL(int_standard_power)
{
  if (is_zero(args[0])) return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
  return int_power(eval, call, args, count);
}

/* cvc5's power of two is 0 for negative numbers. */
KERNEL(int_pow2)
{
  if (is_negative(args[0])) return value_small_int(0);
  Value both[] = {value_small_int(2), args[0]};
  return int_power(eval, call, both, count + 1);
}

/* The and of the lower bits. It is no larger than an operand that is not negative. */
KERNEL(int_and)
{
  (void)count;
  Numeral width = call->indices[0];
  bool grows = is_negative(args[0]) && is_negative(args[1]);
  if (grows && !numeral_is_plain(width)) return value_unknown(REASON_MEMORY, call->term);
  Reason reason =
      number_allow(eval, bits_of(args[0]) + bits_of(args[1]) + (grows ? (uint64_t)width : 0));
  if (reason) return value_unknown(reason, call->term);
  IntView view_a, view_b;
  mpz_and(eval->z[0], value_view(args[0], &view_a), value_view(args[1], &view_b));
  if (numeral_is_plain(width)) mpz_fdiv_r_2exp(eval->z[0], eval->z[0], width);
  return value_int(&eval->heap, eval->z[0], call->term);
}

/* Order */

static int compare(const Value *args)
{
  if (both_small(args))
    return (args[0].integer > args[1].integer) - (args[0].integer < args[1].integer);
  IntView view_a, view_b;
  return mpz_cmp(value_view(args[0], &view_a), value_view(args[1], &view_b));
}

KERNEL(int_less)
{
  (void)eval, (void)call, (void)count;
  return value_bool(compare(args) < 0);
}

KERNEL(int_less_equal)
{
  (void)eval, (void)call, (void)count;
  return value_bool(compare(args) <= 0);
}

KERNEL(int_greater)
{
  (void)eval, (void)call, (void)count;
  return value_bool(compare(args) > 0);
}

KERNEL(int_greater_equal)
{
  (void)eval, (void)call, (void)count;
  return value_bool(compare(args) >= 0);
}

const KernelEntry int_kernels[] = {
    {"-", "i", int_negate, KERNEL_PLAIN},
    {"-", "ii", int_subtract, KERNEL_PLAIN},
    {"+", "ii", int_add, KERNEL_PLAIN},
    {"*", "ii", int_multiply, KERNEL_PLAIN},
    {"**", "ii", int_standard_power, KERNEL_PLAIN},
    {"^", "ii", int_power, KERNEL_PLAIN},
    {"div", "ii", int_divide, KERNEL_PLAIN},
    {"mod", "ii", int_modulo, KERNEL_PLAIN},
    {"rem", "ii", int_remainder, KERNEL_PLAIN},
    {"abs", "i", int_abs, KERNEL_PLAIN},
    {"<=", "ii", int_less_equal, KERNEL_PLAIN},
    {"<", "ii", int_less, KERNEL_PLAIN},
    {">=", "ii", int_greater_equal, KERNEL_PLAIN},
    {">", "ii", int_greater, KERNEL_PLAIN},
    {"divisible", "i", int_divisible, KERNEL_PLAIN},
    {"int.pow2", "i", int_pow2, KERNEL_PLAIN},
    {"iand", "ii", int_and, KERNEL_PLAIN},
    {0},
};
