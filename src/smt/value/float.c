/* The theory of floating-point numbers: its constants, and the table of its functions. */
#include <assert.h>

#include "smt/value/float_kernels.h"
#include "smt/value/float_number.h"

static Value rne(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_rounding(ROUND_RNE);
}

static Value rna(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_rounding(ROUND_RNA);
}

static Value rtp(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_rounding(ROUND_RTP);
}

static Value rtn(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_rounding(ROUND_RTN);
}

static Value rtz(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_rounding(ROUND_RTZ);
}

static Value special(Eval *eval, const Call *call, FloatClass class, bool negative)
{
  assert(class == FLOAT_NAN || class == FLOAT_ZERO || class == FLOAT_INFINITE);
  FloatTarget t = {.eval = eval, .term = call->term};
  if (!float_format(eval->bank, call->sort, &t.format))
    return value_unknown(REASON_MEMORY, call->term);
  if (class == FLOAT_NAN) return float_nan(&t);
  return class == FLOAT_ZERO ? float_zero(&t, negative) : float_infinity(&t, negative);
}

static Value plus_infinity(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return special(eval, call, FLOAT_INFINITE, false);
}

static Value minus_infinity(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return special(eval, call, FLOAT_INFINITE, true);
}

static Value plus_zero(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return special(eval, call, FLOAT_ZERO, false);
}

static Value minus_zero(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return special(eval, call, FLOAT_ZERO, true);
}

static Value not_a_number(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return special(eval, call, FLOAT_NAN, false);
}

const KernelEntry float_kernels[] = {
    {"RNE", "", rne, KERNEL_PLAIN},
    {"RNA", "", rna, KERNEL_PLAIN},
    {"RTP", "", rtp, KERNEL_PLAIN},
    {"RTN", "", rtn, KERNEL_PLAIN},
    {"RTZ", "", rtz, KERNEL_PLAIN},
    {"fp", "vvv", float_kernel_of_fields, KERNEL_PLAIN},
    {"+oo", "", plus_infinity, KERNEL_PLAIN},
    {"-oo", "", minus_infinity, KERNEL_PLAIN},
    {"+zero", "", plus_zero, KERNEL_PLAIN},
    {"-zero", "", minus_zero, KERNEL_PLAIN},
    {"NaN", "", not_a_number, KERNEL_PLAIN},
    {"fp.abs", "f", float_kernel_abs, KERNEL_PLAIN},
    {"fp.neg", "f", float_kernel_neg, KERNEL_PLAIN},
    {"fp.add", "mff", float_kernel_add, KERNEL_PLAIN},
    {"fp.sub", "mff", float_kernel_sub, KERNEL_PLAIN},
    {"fp.mul", "mff", float_kernel_mul, KERNEL_PLAIN},
    {"fp.div", "mff", float_kernel_div, KERNEL_PLAIN},
    {"fp.fma", "mfff", float_kernel_fma, KERNEL_PLAIN},
    {"fp.sqrt", "mf", float_kernel_sqrt, KERNEL_PLAIN},
    {"fp.rem", "ff", float_kernel_rem, KERNEL_PLAIN},
    {"fp.roundToIntegral", "mf", float_kernel_round_to_integral, KERNEL_PLAIN},
    {"fp.min", "ff", float_kernel_min, KERNEL_PLAIN},
    {"fp.max", "ff", float_kernel_max, KERNEL_PLAIN},
    {"fp.leq", "ff", float_kernel_leq, KERNEL_PLAIN},
    {"fp.lt", "ff", float_kernel_lt, KERNEL_PLAIN},
    {"fp.geq", "ff", float_kernel_geq, KERNEL_PLAIN},
    {"fp.gt", "ff", float_kernel_gt, KERNEL_PLAIN},
    {"fp.eq", "ff", float_kernel_eq, KERNEL_PLAIN},
    {"fp.isNormal", "f", float_kernel_is_normal, KERNEL_PLAIN},
    {"fp.isSubnormal", "f", float_kernel_is_subnormal, KERNEL_PLAIN},
    {"fp.isZero", "f", float_kernel_is_zero, KERNEL_PLAIN},
    {"fp.isInfinite", "f", float_kernel_is_infinite, KERNEL_PLAIN},
    {"fp.isNaN", "f", float_kernel_is_nan, KERNEL_PLAIN},
    {"fp.isNegative", "f", float_kernel_is_negative, KERNEL_PLAIN},
    {"fp.isPositive", "f", float_kernel_is_positive, KERNEL_PLAIN},
    {"to_fp", "v", float_kernel_of_bits, KERNEL_PLAIN},
    {"to_fp_bv", "v", float_kernel_of_bits, KERNEL_PLAIN},
    {"to_fp", "mf", float_kernel_of_float, KERNEL_PLAIN},
    {"to_fp_fp", "mf", float_kernel_of_float, KERNEL_PLAIN},
    {"to_fp", "mr", float_kernel_of_real, KERNEL_PLAIN},
    {"to_fp_real", "mr", float_kernel_of_real, KERNEL_PLAIN},
    {"to_fp", "mv", float_kernel_of_signed, KERNEL_PLAIN},
    {"to_fp_signed", "mv", float_kernel_of_signed, KERNEL_PLAIN},
    {"to_fp_unsigned", "mv", float_kernel_of_unsigned, KERNEL_PLAIN},
    {"to_fp", "mi", float_kernel_of_int, KERNEL_PLAIN},
    {"to_fp", "mri", float_kernel_of_real_and_int, KERNEL_PLAIN},
    {"to_fp", "mir", float_kernel_of_int_and_real, KERNEL_PLAIN},
    {"to_fp", "vvv", float_kernel_of_fields, KERNEL_PLAIN},
    {"fp.to_ubv", "mf", float_kernel_to_unsigned, KERNEL_PLAIN},
    {"fp.to_sbv", "mf", float_kernel_to_signed, KERNEL_PLAIN},
    {"fp.to_real", "f", float_kernel_to_real, KERNEL_PLAIN},
    {"fp.to_ieee_bv", "f", float_kernel_to_bits, KERNEL_PLAIN},
    {0},
};
