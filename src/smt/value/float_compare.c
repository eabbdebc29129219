/* What the bits of numbers tell: sign, class and order. Exponents may be of any width here. */
#include <assert.h>

#include "smt/value/float_kernels.h"
#include "smt/value/float_number.h"

static Value too_large(const Call *call)
{
  return value_unknown(REASON_MEMORY, call->term);
}

/* Sign */

static Value with_sign(Eval *eval, const Call *call, const FloatFormat *f, Value v, bool negative)
{
  assert(v.kind == VALUE_FLOAT && v.tag == f->width);
  uint32_t sign = f->width - 1;
  if (!v.boxed) {
    v.word = (v.word & ~(UINT64_C(1) << sign)) | (uint64_t)negative << sign;
    return v;
  }
  IntView view;
  mpz_set(eval->z[0], value_view(v, &view));
  if (negative)
    mpz_setbit(eval->z[0], sign);
  else
    mpz_clrbit(eval->z[0], sign);
  return value_bits(&eval->heap, VALUE_FLOAT, f->width, eval->z[0], call->term);
}

FLOAT_KERNEL(abs)
{
  (void)count;
  FloatFormat f;
  if (!float_format(eval->bank, call->sort, &f)) return too_large(call);
  return with_sign(eval, call, &f, args[0], false);
}

FLOAT_KERNEL(neg)
{
  (void)count;
  FloatFormat f;
  if (!float_format(eval->bank, call->sort, &f)) return too_large(call);
  if (float_class(&f, args[0]) == FLOAT_NAN) return args[0];
  return with_sign(eval, call, &f, args[0], !float_negative(&f, args[0]));
}

/* Order */

typedef enum { ORDER_LESS = 1, ORDER_EQUAL = 2, ORDER_GREATER = 4, ORDER_NONE = 8 } Order;

/* Bits with the sign taken off are in the order of magnitudes. */
static int compare_magnitudes(Eval *eval, const FloatFormat *f, Value a, Value b)
{
  assert(a.tag == f->width && b.tag == f->width);
  if (!a.boxed) {
    uint64_t mask = (UINT64_C(1) << (f->width - 1)) - 1;
    return ((a.word & mask) > (b.word & mask)) - ((a.word & mask) < (b.word & mask));
  }
  IntView view;
  mpz_tdiv_r_2exp(eval->z[0], value_view(a, &view), f->width - 1);
  mpz_tdiv_r_2exp(eval->z[1], value_view(b, &view), f->width - 1);
  return mpz_cmp(eval->z[0], eval->z[1]);
}

static Order compare(Eval *eval, const FloatFormat *f, Value a, Value b)
{
  FloatClass class_a = float_class(f, a);
  FloatClass class_b = float_class(f, b);
  if (class_a == FLOAT_NAN || class_b == FLOAT_NAN) return ORDER_NONE;
  if (class_a == FLOAT_ZERO && class_b == FLOAT_ZERO) return ORDER_EQUAL;
  bool negative = float_negative(f, a);
  if (negative != float_negative(f, b)) return negative ? ORDER_LESS : ORDER_GREATER;
  int sign = compare_magnitudes(eval, f, a, b);
  if (sign == 0) return ORDER_EQUAL;
  return (sign < 0) != negative ? ORDER_LESS : ORDER_GREATER;
}

static Value is_ordered(Eval *eval, const Call *call, const Value *args, unsigned orders)
{
  FloatFormat f;
  if (!float_format(eval->bank, call->arg_sorts[0], &f)) return too_large(call);
  return value_bool(compare(eval, &f, args[0], args[1]) & orders);
}

FLOAT_KERNEL(leq)
{
  (void)count;
  return is_ordered(eval, call, args, ORDER_LESS | ORDER_EQUAL);
}

FLOAT_KERNEL(lt)
{
  (void)count;
  return is_ordered(eval, call, args, ORDER_LESS);
}

FLOAT_KERNEL(geq)
{
  (void)count;
  return is_ordered(eval, call, args, ORDER_GREATER | ORDER_EQUAL);
}

FLOAT_KERNEL(gt)
{
  (void)count;
  return is_ordered(eval, call, args, ORDER_GREATER);
}

FLOAT_KERNEL(eq)
{
  (void)count;
  return is_ordered(eval, call, args, ORDER_EQUAL);
}

/* The argument that is `wanted` compared with the other, or the one that is not NaN. */
static Value choose(Eval *eval, const Call *call, const Value *args, uint32_t count, Order wanted)
{
  FloatFormat f;
  if (!float_format(eval->bank, call->sort, &f)) return too_large(call);
  Order order = compare(eval, &f, args[0], args[1]);
  if (order == ORDER_NONE) return float_class(&f, args[0]) == FLOAT_NAN ? args[1] : args[0];
  if (order == ORDER_EQUAL && float_negative(&f, args[0]) != float_negative(&f, args[1]))
    return eval_open(eval, call, args, count, REASON_SIGNED_ZEROS);
  return order == wanted ? args[0] : args[1];
}

FLOAT_KERNEL(min)
{
  return choose(eval, call, args, count, ORDER_LESS);
}

FLOAT_KERNEL(max)
{
  return choose(eval, call, args, count, ORDER_GREATER);
}

/* Class */

static Value is_of_class(Eval *eval, const Call *call, const Value *args, FloatClass class)
{
  FloatFormat f;
  if (!float_format(eval->bank, call->arg_sorts[0], &f)) return too_large(call);
  return value_bool(float_class(&f, args[0]) == class);
}

FLOAT_KERNEL(is_normal)
{
  (void)count;
  return is_of_class(eval, call, args, FLOAT_NORMAL);
}

FLOAT_KERNEL(is_subnormal)
{
  (void)count;
  return is_of_class(eval, call, args, FLOAT_SUBNORMAL);
}

FLOAT_KERNEL(is_zero)
{
  (void)count;
  return is_of_class(eval, call, args, FLOAT_ZERO);
}

FLOAT_KERNEL(is_infinite)
{
  (void)count;
  return is_of_class(eval, call, args, FLOAT_INFINITE);
}

FLOAT_KERNEL(is_nan)
{
  (void)count;
  return is_of_class(eval, call, args, FLOAT_NAN);
}

/* NaN is neither negative nor positive, zeros are what their sign says. */
static Value has_sign(Eval *eval, const Call *call, const Value *args, bool negative)
{
  FloatFormat f;
  if (!float_format(eval->bank, call->arg_sorts[0], &f)) return too_large(call);
  return value_bool(float_class(&f, args[0]) != FLOAT_NAN &&
                    float_negative(&f, args[0]) == negative);
}

FLOAT_KERNEL(is_negative)
{
  (void)count;
  return has_sign(eval, call, args, true);
}

FLOAT_KERNEL(is_positive)
{
  (void)count;
  return has_sign(eval, call, args, false);
}
