/* Bit-vectors: bitwise operations, arithmetic and shifts on operands of one width. */
#include <assert.h>

#include "smt/value/bitvec.h"

/* Computes in one word, from `a`, `b` and `width`; upper bits of the result are cut off. */
#define NARROW(expression)                                                                         \
  do {                                                                                             \
    if (bitvec_is_narrow(args[0])) {                                                               \
      uint64_t a = args[0].word, b = args[count - 1].word;                                         \
      uint32_t width = args[0].tag;                                                                \
      (void)b;                                                                                     \
      return bitvec_narrow(width, (expression));                                                   \
    }                                                                                              \
  } while (0)

/* A result of GMP may have any size and sign: it is taken modulo 2^width. */
typedef void WideUnary(mpz_ptr result, mpz_srcptr a);
typedef void WideBinary(mpz_ptr result, mpz_srcptr a, mpz_srcptr b);
/* For results that depend on the width. `scratch` is two numbers. */
typedef void WideSized(mpz_ptr result, mpz_srcptr a, mpz_srcptr b, uint32_t width, mpz_t *scratch);

static Value wide_unary(Eval *eval, const Call *call, const Value *args, WideUnary *compute)
{
  assert(args[0].kind == VALUE_BITVEC && args[0].boxed);
  Reason reason = number_allow(eval, args[0].tag);
  if (reason) return value_unknown(reason, call->term);
  IntView view;
  compute(eval->z[0], value_view(args[0], &view));
  return bitvec_reduced(eval, call, args[0].tag, eval->z[0]);
}

static Value wide_binary(Eval *eval, const Call *call, const Value *args, WideBinary *compute)
{
  assert(args[0].boxed && args[0].tag == args[1].tag);
  Reason reason = number_allow(eval, args[0].tag);
  if (reason) return value_unknown(reason, call->term);
  IntView view_a, view_b;
  compute(eval->z[0], value_view(args[0], &view_a), value_view(args[1], &view_b));
  return bitvec_reduced(eval, call, args[0].tag, eval->z[0]);
}

static Value wide_sized(Eval *eval, const Call *call, const Value *args, WideSized *compute)
{
  assert(args[0].boxed && args[0].tag == args[1].tag);
  uint32_t width = args[0].tag;
  Reason reason = number_allow(eval, width);
  if (reason) return value_unknown(reason, call->term);
  IntView view_a, view_b;
  compute(eval->z[0], value_view(args[0], &view_a), value_view(args[1], &view_b), width,
          eval->z + 1);
  return bitvec_reduced(eval, call, width, eval->z[0]);
}

/* Bitwise */

static Value bv_not(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(~a);
  return wide_unary(eval, call, args, mpz_com);
}

static Value bv_and(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(a & b);
  return wide_binary(eval, call, args, mpz_and);
}

static Value bv_or(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(a | b);
  return wide_binary(eval, call, args, mpz_ior);
}

static Value bv_xor(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(a ^ b);
  return wide_binary(eval, call, args, mpz_xor);
}

static void wide_nand(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  mpz_and(result, a, b);
  mpz_com(result, result);
}

static void wide_nor(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  mpz_ior(result, a, b);
  mpz_com(result, result);
}

static void wide_xnor(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  mpz_xor(result, a, b);
  mpz_com(result, result);
}

static Value bv_nand(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(~(a & b));
  return wide_binary(eval, call, args, wide_nand);
}

static Value bv_nor(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(~(a | b));
  return wide_binary(eval, call, args, wide_nor);
}

static Value bv_xnor(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(~(a ^ b));
  return wide_binary(eval, call, args, wide_xnor);
}

/* Sums and products */

static Value bv_neg(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(-a);
  return wide_unary(eval, call, args, mpz_neg);
}

static Value bv_add(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(a + b);
  return wide_binary(eval, call, args, mpz_add);
}

static Value bv_sub(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(a - b);
  return wide_binary(eval, call, args, mpz_sub);
}

static Value bv_mul(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(a * b);
  return wide_binary(eval, call, args, mpz_mul);
}

/* Division. Of signed numbers the standard defines it through the unsigned one on the magnitudes,
 * which fixes the results for zero. */

static uint64_t narrow_udiv(uint64_t a, uint64_t b)
{
  return b == 0 ? UINT64_MAX : a / b;
}

static uint64_t narrow_urem(uint64_t a, uint64_t b)
{
  return b == 0 ? a : a % b;
}

/* All ones if the number is negative. */
static uint64_t narrow_sign(uint64_t a, uint32_t width)
{
  assert(width > 0 && width <= 64);
  return -(a >> (width - 1));
}

/* The number, or what makes zero with it if `sign` is all ones. */
static uint64_t narrow_signed(uint64_t a, uint64_t sign, uint32_t width)
{
  return ((a ^ sign) - sign) & bitvec_mask(width);
}

static uint64_t narrow_sdiv(uint64_t a, uint64_t b, uint32_t width)
{
  uint64_t sign_a = narrow_sign(a, width), sign_b = narrow_sign(b, width);
  uint64_t quotient = narrow_udiv(narrow_signed(a, sign_a, width), narrow_signed(b, sign_b, width));
  return narrow_signed(quotient, sign_a ^ sign_b, width);
}

static uint64_t narrow_srem(uint64_t a, uint64_t b, uint32_t width)
{
  uint64_t sign_a = narrow_sign(a, width), sign_b = narrow_sign(b, width);
  uint64_t remainder =
      narrow_urem(narrow_signed(a, sign_a, width), narrow_signed(b, sign_b, width));
  return narrow_signed(remainder, sign_a, width);
}

static uint64_t narrow_smod(uint64_t a, uint64_t b, uint32_t width)
{
  uint64_t remainder = narrow_srem(a, b, width);
  bool other_side = remainder != 0 && narrow_sign(a, width) != narrow_sign(b, width);
  return other_side ? remainder + b : remainder;
}

static void wide_udiv(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  if (mpz_sgn(b) == 0)
    mpz_set_si(result, -1);
  else
    mpz_tdiv_q(result, a, b);
}

static void wide_urem(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  if (mpz_sgn(b) == 0)
    mpz_set(result, a);
  else
    mpz_tdiv_r(result, a, b);
}

static void wide_sdiv(mpz_ptr result, mpz_srcptr a, mpz_srcptr b, uint32_t width, mpz_t *scratch)
{
  bitvec_to_signed(scratch[0], a, width);
  bitvec_to_signed(scratch[1], b, width);
  if (mpz_sgn(scratch[1]) == 0)
    mpz_set_si(result, mpz_sgn(scratch[0]) < 0 ? 1 : -1);
  else
    mpz_tdiv_q(result, scratch[0], scratch[1]);
}

static void wide_srem(mpz_ptr result, mpz_srcptr a, mpz_srcptr b, uint32_t width, mpz_t *scratch)
{
  bitvec_to_signed(scratch[0], a, width);
  bitvec_to_signed(scratch[1], b, width);
  wide_urem(result, scratch[0], scratch[1]);
}

static void wide_smod(mpz_ptr result, mpz_srcptr a, mpz_srcptr b, uint32_t width, mpz_t *scratch)
{
  wide_srem(result, a, b, width, scratch);
  if (mpz_sgn(result) * mpz_sgn(scratch[1]) < 0) mpz_add(result, result, scratch[1]);
}

static Value bv_udiv(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(narrow_udiv(a, b));
  return wide_binary(eval, call, args, wide_udiv);
}

static Value bv_urem(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(narrow_urem(a, b));
  return wide_binary(eval, call, args, wide_urem);
}

static Value bv_sdiv(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(narrow_sdiv(a, b, width));
  return wide_sized(eval, call, args, wide_sdiv);
}

static Value bv_srem(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(narrow_srem(a, b, width));
  return wide_sized(eval, call, args, wide_srem);
}

static Value bv_smod(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(narrow_smod(a, b, width));
  return wide_sized(eval, call, args, wide_smod);
}

/* Shifts, which may be by more than the width. */

static uint64_t narrow_ashr(uint64_t a, uint64_t b, uint32_t width)
{
  return (uint64_t)(bitvec_signed(a, width) >> (b < 63 ? b : 63));
}

static void wide_shl(mpz_ptr result, mpz_srcptr a, mpz_srcptr b, uint32_t width, mpz_t *scratch)
{
  (void)scratch;
  if (mpz_cmp_ui(b, width) >= 0) {
    mpz_set_ui(result, 0);
    return;
  }
  mp_bitcnt_t shift = mpz_get_ui(b);
  mpz_fdiv_r_2exp(result, a, width - shift);
  mpz_mul_2exp(result, result, shift);
}

static void wide_lshr(mpz_ptr result, mpz_srcptr a, mpz_srcptr b, uint32_t width, mpz_t *scratch)
{
  (void)scratch;
  mpz_fdiv_q_2exp(result, a, mpz_cmp_ui(b, width) < 0 ? mpz_get_ui(b) : width);
}

static void wide_ashr(mpz_ptr result, mpz_srcptr a, mpz_srcptr b, uint32_t width, mpz_t *scratch)
{
  bitvec_to_signed(scratch[0], a, width);
  wide_lshr(result, scratch[0], b, width, scratch);
}

static Value bv_shl(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(b < width ? a << b : 0);
  return wide_sized(eval, call, args, wide_shl);
}

static Value bv_lshr(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(b < width ? a >> b : 0);
  return wide_sized(eval, call, args, wide_lshr);
}

static Value bv_ashr(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  NARROW(narrow_ashr(a, b, width));
  return wide_sized(eval, call, args, wide_ashr);
}

const KernelEntry bitvec_arithmetic_kernels[] = {
    {"bvnot", "v", bv_not, KERNEL_PLAIN},    {"bvand", "vv", bv_and, KERNEL_PLAIN},
    {"bvor", "vv", bv_or, KERNEL_PLAIN},     {"bvxor", "vv", bv_xor, KERNEL_PLAIN},
    {"bvnand", "vv", bv_nand, KERNEL_PLAIN}, {"bvnor", "vv", bv_nor, KERNEL_PLAIN},
    {"bvxnor", "vv", bv_xnor, KERNEL_PLAIN}, {"bvneg", "v", bv_neg, KERNEL_PLAIN},
    {"bvadd", "vv", bv_add, KERNEL_PLAIN},   {"bvsub", "vv", bv_sub, KERNEL_PLAIN},
    {"bvmul", "vv", bv_mul, KERNEL_PLAIN},   {"bvudiv", "vv", bv_udiv, KERNEL_PLAIN},
    {"bvurem", "vv", bv_urem, KERNEL_PLAIN}, {"bvsdiv", "vv", bv_sdiv, KERNEL_PLAIN},
    {"bvsrem", "vv", bv_srem, KERNEL_PLAIN}, {"bvsmod", "vv", bv_smod, KERNEL_PLAIN},
    {"bvshl", "vv", bv_shl, KERNEL_PLAIN},   {"bvlshr", "vv", bv_lshr, KERNEL_PLAIN},
    {"bvashr", "vv", bv_ashr, KERNEL_PLAIN}, {0},
};
