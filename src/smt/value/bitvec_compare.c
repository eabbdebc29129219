/* Bit-vectors: comparisons, reductions and tests for overflow. */
#include <assert.h>

#include "smt/value/bitvec.h"

/* Order */

static int wide_compare(const Value *args)
{
  assert(args[0].tag == args[1].tag);
  IntView view_a, view_b;
  return mpz_cmp(value_view(args[0], &view_a), value_view(args[1], &view_b));
}

static bool unsigned_less(const Value *args)
{
  if (bitvec_is_narrow(args[0])) return args[0].word < args[1].word;
  return wide_compare(args) < 0;
}

static bool is_negative(Value v)
{
  assert(v.kind == VALUE_BITVEC && v.tag > 0);
  if (bitvec_is_narrow(v)) return v.word >> (v.tag - 1);
  IntView view;
  return mpz_tstbit(value_view(v, &view), v.tag - 1);
}

static bool signed_less(const Value *args)
{
  if (bitvec_is_narrow(args[0])) {
    uint64_t flip = bitvec_sign_bit(args[0].tag);
    return (args[0].word ^ flip) < (args[1].word ^ flip);
  }
  bool negative = is_negative(args[0]);
  return negative != is_negative(args[1]) ? negative : wide_compare(args) < 0;
}

static bool equal(const Value *args)
{
  if (bitvec_is_narrow(args[0])) return args[0].word == args[1].word;
  return wide_compare(args) == 0;
}

/* Overflow: is the exact result outside the range of the width? */

typedef void WideBinary(mpz_ptr result, mpz_srcptr a, mpz_srcptr b);

/* Is the exact number one of the width in two's complement? Changes it. Without the sign bit its size
 * is that of the number itself, or of its complement. */
static bool fits_signed(mpz_ptr number, uint32_t width)
{
  if (mpz_sgn(number) < 0) mpz_com(number, number);
  return mpz_sizeinbase(number, 2) < width || mpz_sgn(number) == 0;
}

/* Computes in z[0], on the operands in two's complement. */
static Reason signed_result(Eval *eval, const Value *args, WideBinary *compute)
{
  assert(args[0].tag > 0 && args[0].tag == args[1].tag);
  uint32_t width = args[0].tag;
  Reason reason = number_allow(eval, (uint64_t)width * 2);
  if (reason) return reason;
  IntView view_a, view_b;
  bitvec_to_signed(eval->z[1], value_view(args[0], &view_a), width);
  bitvec_to_signed(eval->z[2], value_view(args[1], &view_b), width);
  compute(eval->z[0], eval->z[1], eval->z[2]);
  return REASON_NONE;
}

static Value wide_signed_overflow(Eval *eval, const Call *call, const Value *args,
                                  WideBinary *compute)
{
  Reason reason = signed_result(eval, args, compute);
  if (reason) return value_unknown(reason, call->term);
  return value_bool(!fits_signed(eval->z[0], args[0].tag));
}

static Value wide_unsigned_overflow(Eval *eval, const Call *call, const Value *args,
                                    WideBinary *compute)
{
  assert(args[0].tag == args[1].tag);
  Reason reason = number_allow(eval, (uint64_t)args[0].tag * 2);
  if (reason) return value_unknown(reason, call->term);
  IntView view_a, view_b;
  compute(eval->z[0], value_view(args[0], &view_a), value_view(args[1], &view_b));
  return value_bool(mpz_sizeinbase(eval->z[0], 2) > args[0].tag);
}

static bool narrow_fits_signed(int64_t number, uint32_t width)
{
  return bitvec_signed((uint64_t)number, width) == number;
}

static bool is_least(Value v)
{
  assert(v.tag > 0);
  if (bitvec_is_narrow(v)) return v.word == bitvec_sign_bit(v.tag);
  IntView view;
  return mpz_scan1(value_view(v, &view), 0) == v.tag - 1;
}

static bool is_all_ones(Value v)
{
  if (bitvec_is_narrow(v)) return v.word == bitvec_mask(v.tag);
  IntView view;
  return mpz_scan0(value_view(v, &view), 0) == v.tag;
}

static bool is_zero(Value v)
{
  if (bitvec_is_narrow(v)) return v.word == 0;
  IntView view;
  return mpz_sgn(value_view(v, &view)) == 0;
}

#define KERNEL(name)                                                                               \
  static Value name(Eval *eval, const Call *call, const Value *args, uint32_t count)
#define TEST(name, condition)                                                                      \
  KERNEL(name)                                                                                     \
  {                                                                                                \
    (void)eval, (void)call, (void)count;                                                           \
    return condition;                                                                              \
  }

TEST(bv_ult, value_bool(unsigned_less(args)))
TEST(bv_uge, value_bool(!unsigned_less(args)))
TEST(bv_ugt, value_bool(unsigned_less((Value[]){args[1], args[0]})))
TEST(bv_ule, value_bool(!unsigned_less((Value[]){args[1], args[0]})))
TEST(bv_slt, value_bool(signed_less(args)))
TEST(bv_sge, value_bool(!signed_less(args)))
TEST(bv_sgt, value_bool(signed_less((Value[]){args[1], args[0]})))
TEST(bv_sle, value_bool(!signed_less((Value[]){args[1], args[0]})))
TEST(bv_comp, bitvec_narrow(1, equal(args)))
TEST(bv_redor, bitvec_narrow(1, !is_zero(args[0])))
TEST(bv_redand, bitvec_narrow(1, is_all_ones(args[0])))
TEST(bv_nego, value_bool(is_least(args[0])))
TEST(bv_usubo, value_bool(unsigned_less(args)))
TEST(bv_sdivo, value_bool(is_least(args[0]) && is_all_ones(args[1])))

KERNEL(bv_uaddo)
{
  (void)count;
  uint64_t sum;
  if (!bitvec_is_narrow(args[0])) return wide_unsigned_overflow(eval, call, args, mpz_add);
  bool carry = __builtin_add_overflow(args[0].word, args[1].word, &sum);
  return value_bool(carry | (sum > bitvec_mask(args[0].tag)));
}

KERNEL(bv_umulo)
{
  (void)count;
  uint64_t product;
  if (!bitvec_is_narrow(args[0])) return wide_unsigned_overflow(eval, call, args, mpz_mul);
  bool carry = __builtin_mul_overflow(args[0].word, args[1].word, &product);
  return value_bool(carry | (product > bitvec_mask(args[0].tag)));
}

KERNEL(bv_saddo)
{
  (void)count;
  if (!bitvec_is_narrow(args[0])) return wide_signed_overflow(eval, call, args, mpz_add);
  uint32_t width = args[0].tag;
  int64_t sum;
  bool carry = __builtin_add_overflow(bitvec_signed(args[0].word, width),
                                      bitvec_signed(args[1].word, width), &sum);
  return value_bool(carry | !narrow_fits_signed(sum, width));
}

KERNEL(bv_ssubo)
{
  (void)count;
  if (!bitvec_is_narrow(args[0])) return wide_signed_overflow(eval, call, args, mpz_sub);
  uint32_t width = args[0].tag;
  int64_t difference;
  bool carry = __builtin_sub_overflow(bitvec_signed(args[0].word, width),
                                      bitvec_signed(args[1].word, width), &difference);
  return value_bool(carry | !narrow_fits_signed(difference, width));
}

KERNEL(bv_smulo)
{
  (void)count;
  if (!bitvec_is_narrow(args[0])) return wide_signed_overflow(eval, call, args, mpz_mul);
  uint32_t width = args[0].tag;
  int64_t product;
  bool carry = __builtin_mul_overflow(bitvec_signed(args[0].word, width),
                                      bitvec_signed(args[1].word, width), &product);
  return value_bool(carry | !narrow_fits_signed(product, width));
}

/* z3's tests: the product of signed numbers is not above, or not below, the range. Only one of the
 * two can be, which the signs of the operands tell. */

static Value negate(Value truth)
{
  return value_is_unknown(truth) ? truth : value_bool(!truth.word);
}

KERNEL(bv_smul_noovfl)
{
  if (is_negative(args[0]) != is_negative(args[1])) return value_bool(true);
  return negate(bv_smulo(eval, call, args, count));
}

KERNEL(bv_smul_noudfl)
{
  if (is_negative(args[0]) == is_negative(args[1])) return value_bool(true);
  return negate(bv_smulo(eval, call, args, count));
}

KERNEL(bv_umul_noovfl)
{
  return negate(bv_umulo(eval, call, args, count));
}

const KernelEntry bitvec_compare_kernels[] = {
    {"bvult", "vv", bv_ult, KERNEL_PLAIN},
    {"bvule", "vv", bv_ule, KERNEL_PLAIN},
    {"bvugt", "vv", bv_ugt, KERNEL_PLAIN},
    {"bvuge", "vv", bv_uge, KERNEL_PLAIN},
    {"bvslt", "vv", bv_slt, KERNEL_PLAIN},
    {"bvsle", "vv", bv_sle, KERNEL_PLAIN},
    {"bvsgt", "vv", bv_sgt, KERNEL_PLAIN},
    {"bvsge", "vv", bv_sge, KERNEL_PLAIN},
    {"bvcomp", "vv", bv_comp, KERNEL_PLAIN},
    {"bvredor", "v", bv_redor, KERNEL_PLAIN},
    {"bvredand", "v", bv_redand, KERNEL_PLAIN},
    {"bvnego", "v", bv_nego, KERNEL_PLAIN},
    {"bvuaddo", "vv", bv_uaddo, KERNEL_PLAIN},
    {"bvsaddo", "vv", bv_saddo, KERNEL_PLAIN},
    {"bvumulo", "vv", bv_umulo, KERNEL_PLAIN},
    {"bvsmulo", "vv", bv_smulo, KERNEL_PLAIN},
    {"bvusubo", "vv", bv_usubo, KERNEL_PLAIN},
    {"bvssubo", "vv", bv_ssubo, KERNEL_PLAIN},
    {"bvsdivo", "vv", bv_sdivo, KERNEL_PLAIN},
    {"bvsmul_noovfl", "vv", bv_smul_noovfl, KERNEL_PLAIN},
    {"bvsmul_noudfl", "vv", bv_smul_noudfl, KERNEL_PLAIN},
    {"bvumul_noovfl", "vv", bv_umul_noovfl, KERNEL_PLAIN},
    {0},
};
