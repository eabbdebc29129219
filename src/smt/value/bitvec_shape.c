/* Bit-vectors: operations that change the width or move the bits, and conversions. */
#include <assert.h>

#include "smt/value/bitvec.h"

static Value too_large(const Call *call)
{
  return value_unknown(REASON_MEMORY, call->term);
}

/* Concatenation and extraction */

static Value bv_concat(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint64_t width = (uint64_t)args[0].tag + args[1].tag;
  if (width <= 64)
    return value_small_bits(VALUE_BITVEC, (uint32_t)width,
                            args[0].word << args[1].tag | args[1].word);
  if (width > NUMERAL_MAX) return too_large(call);
  Reason reason = number_allow(eval, width);
  if (reason) return value_unknown(reason, call->term);
  IntView upper, lower;
  mpz_mul_2exp(eval->z[0], value_view(args[0], &upper), args[1].tag);
  mpz_ior(eval->z[0], eval->z[0], value_view(args[1], &lower));
  return value_bits(&eval->heap, VALUE_BITVEC, (uint32_t)width, eval->z[0], call->term);
}

static Value bv_extract(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(call->indices[0] >= call->indices[1] && call->indices[0] < args[0].tag);
  (void)count;
  uint32_t low = call->indices[1];
  uint32_t width = call->indices[0] - low + 1;
  if (bitvec_is_narrow(args[0])) return bitvec_narrow(width, args[0].word >> low);
  Reason reason = number_allow(eval, args[0].tag);
  if (reason) return value_unknown(reason, call->term);
  IntView view;
  mpz_fdiv_q_2exp(eval->z[0], value_view(args[0], &view), low);
  return bitvec_reduced(eval, call, width, eval->z[0]);
}

/* Extension and repetition */

/* The width that an index adds to, or multiplies; 0 if it is beyond all limits. */
static uint32_t grown_width(const Call *call, uint64_t added, uint64_t factor)
{
  if (!numeral_is_plain(call->indices[0])) return 0;
  uint64_t width = added + factor * call->indices[0];
  return width <= NUMERAL_MAX ? (uint32_t)width : 0;
}

static Value bv_zero_extend(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint32_t width = grown_width(call, args[0].tag, 1);
  if (!width) return too_large(call);
  if (width <= 64) return value_small_bits(VALUE_BITVEC, width, args[0].word);
  IntView view;
  return value_bits(&eval->heap, VALUE_BITVEC, width, value_view(args[0], &view), call->term);
}

static Value bv_sign_extend(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint32_t width = grown_width(call, args[0].tag, 1);
  if (!width) return too_large(call);
  if (width <= 64) return bitvec_narrow(width, (uint64_t)bitvec_signed(args[0].word, args[0].tag));
  Reason reason = number_allow(eval, width);
  if (reason) return value_unknown(reason, call->term);
  IntView view;
  bitvec_to_signed(eval->z[0], value_view(args[0], &view), args[0].tag);
  return bitvec_reduced(eval, call, width, eval->z[0]);
}

/* Doubles what there is for each bit of the number of copies, so that the time is linear. */
static void repeat(mpz_ptr result, mpz_srcptr bits, uint32_t width, uint32_t copies,
                   mpz_ptr scratch)
{
  assert(copies > 0 && width > 0);
  mpz_set(result, bits);
  uint32_t bit = UINT32_C(1) << (31 - __builtin_clz(copies));
  for (uint32_t have = 1; (bit >>= 1) != 0;) {
    mpz_mul_2exp(scratch, result, (mp_bitcnt_t)have * width);
    mpz_ior(result, result, scratch);
    have *= 2;
    if (copies & bit) {
      mpz_mul_2exp(scratch, result, width);
      mpz_ior(result, scratch, bits);
      have++;
    }
  }
}

static Value bv_repeat(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint32_t width = grown_width(call, 0, args[0].tag);
  if (!width) return too_large(call);
  if (width <= 64) {
    uint64_t word = 0;
    for (uint32_t at = 0; at < width; at += args[0].tag) word |= args[0].word << at;
    return value_small_bits(VALUE_BITVEC, width, word);
  }
  Reason reason = number_allow(eval, width);
  if (reason) return value_unknown(reason, call->term);
  IntView view;
  repeat(eval->z[0], value_view(args[0], &view), args[0].tag, call->indices[0], eval->z[1]);
  return value_bits(&eval->heap, VALUE_BITVEC, width, eval->z[0], call->term);
}

/* Rotation */

/* To the left, by less than the width. */
static Value rotate(Eval *eval, const Call *call, Value v, uint32_t by)
{
  assert(by < v.tag);
  uint32_t width = v.tag;
  if (bitvec_is_narrow(v))
    return bitvec_narrow(width, v.word << by | v.word >> (width - 1 - by) >> 1);
  Reason reason = number_allow(eval, width);
  if (reason) return value_unknown(reason, call->term);
  IntView view;
  mpz_srcptr bits = value_view(v, &view);
  mpz_fdiv_q_2exp(eval->z[1], bits, width - by);
  mpz_fdiv_r_2exp(eval->z[0], bits, width - by);
  mpz_mul_2exp(eval->z[0], eval->z[0], by);
  mpz_ior(eval->z[0], eval->z[0], eval->z[1]);
  return value_bits(&eval->heap, VALUE_BITVEC, width, eval->z[0], call->term);
}

static uint32_t opposite(uint32_t by, uint32_t width)
{
  assert(by < width);
  return by == 0 ? 0 : width - by;
}

static bool index_modulo(Eval *eval, Numeral index, uint32_t width, uint32_t *by)
{
  if (numeral_is_plain(index)) {
    *by = index % width;
    return true;
  }
  if (number_of_index(eval, index, eval->z[0]) != REASON_NONE) return false;
  *by = (uint32_t)mpz_fdiv_ui(eval->z[0], width);
  return true;
}

static uint32_t value_modulo(Value v, uint32_t width)
{
  IntView view;
  if (bitvec_is_narrow(v)) return (uint32_t)(v.word % width);
  return (uint32_t)mpz_fdiv_ui(value_view(v, &view), width);
}

static Value bv_rotate_left(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint32_t by;
  if (!index_modulo(eval, call->indices[0], args[0].tag, &by)) return too_large(call);
  return rotate(eval, call, args[0], by);
}

static Value bv_rotate_right(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint32_t by;
  if (!index_modulo(eval, call->indices[0], args[0].tag, &by)) return too_large(call);
  return rotate(eval, call, args[0], opposite(by, args[0].tag));
}

static Value bv_ext_rotate_left(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return rotate(eval, call, args[0], value_modulo(args[1], args[0].tag));
}

static Value bv_ext_rotate_right(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint32_t width = args[0].tag;
  return rotate(eval, call, args[0], opposite(value_modulo(args[1], width), width));
}

/* Integers */

static Value bv_to_int(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  IntView view;
  if (bitvec_is_narrow(args[0]) && args[0].word <= INT64_MAX)
    return value_small_int((int64_t)args[0].word);
  return value_int(&eval->heap, value_view(args[0], &view), call->term);
}

static Value bv_to_signed_int(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  if (bitvec_is_narrow(args[0])) return value_small_int(bitvec_signed(args[0].word, args[0].tag));
  Reason reason = number_allow(eval, args[0].tag);
  if (reason) return value_unknown(reason, call->term);
  IntView view;
  bitvec_to_signed(eval->z[0], value_view(args[0], &view), args[0].tag);
  return value_int(&eval->heap, eval->z[0], call->term);
}

static Value bv_of_int(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint32_t width = grown_width(call, 0, 1);
  if (!width) return too_large(call);
  if (width <= 64 && !args[0].boxed) return bitvec_narrow(width, args[0].word);
  Reason reason = number_allow(eval, width);
  if (reason) return value_unknown(reason, call->term);
  IntView view;
  mpz_fdiv_r_2exp(eval->z[0], value_view(args[0], &view), width);
  return value_bits(&eval->heap, VALUE_BITVEC, width, eval->z[0], call->term);
}

/* Single bits */

static Value bv_bit_to_bool(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(call->indices[0] < args[0].tag);
  (void)eval, (void)count;
  IntView view;
  if (bitvec_is_narrow(args[0])) return value_bool(args[0].word >> call->indices[0] & 1);
  return value_bool(mpz_tstbit(value_view(args[0], &view), call->indices[0]));
}

static Value bv_of_bools(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  Reason reason = number_allow(eval, count);
  if (reason) return value_unknown(reason, call->term);
  mpz_set_ui(eval->z[0], 0);
  for (uint32_t i = count; i-- > 0;)
    if (args[i].word) mpz_setbit(eval->z[0], i);
  return value_bits(&eval->heap, VALUE_BITVEC, count, eval->z[0], call->term);
}

const KernelEntry bitvec_shape_kernels[] = {
    {"concat", "vv", bv_concat, KERNEL_PLAIN},
    {"extract", "v", bv_extract, KERNEL_PLAIN},
    {"zero_extend", "v", bv_zero_extend, KERNEL_PLAIN},
    {"sign_extend", "v", bv_sign_extend, KERNEL_PLAIN},
    {"repeat", "v", bv_repeat, KERNEL_PLAIN},
    {"rotate_left", "v", bv_rotate_left, KERNEL_PLAIN},
    {"rotate_right", "v", bv_rotate_right, KERNEL_PLAIN},
    {"ext_rotate_left", "vv", bv_ext_rotate_left, KERNEL_PLAIN},
    {"ext_rotate_right", "vv", bv_ext_rotate_right, KERNEL_PLAIN},
    {"ubv_to_int", "v", bv_to_int, KERNEL_PLAIN},
    {"sbv_to_int", "v", bv_to_signed_int, KERNEL_PLAIN},
    {"int_to_bv", "i", bv_of_int, KERNEL_PLAIN},
    {"bv2nat", "v", bv_to_int, KERNEL_PLAIN},
    {"bv2int", "v", bv_to_int, KERNEL_PLAIN},
    {"int2bv", "i", bv_of_int, KERNEL_PLAIN},
    {"bit2bool", "v", bv_bit_to_bool, KERNEL_PLAIN},
    {"mkbv", "b", bv_of_bools, KERNEL_VARIADIC},
    {0},
};
