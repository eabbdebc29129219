/* Floating point: the hardware as an oracle, results worked out by hand, and what stays open. */
#include "testing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "smt/value/algebraic.h"
#include "support/float_hardware.h"

static Evaluator evaluator;
static Eval *eval;

/* --- the hardware --- */

enum { HARDWARE_CASES = 100 * 1000, SEED = 1 };

static void check_hardware(const KernelCall *kernel, const HardwareCase *c)
{
  uint64_t word = 0;
  bool determined = hardware_result(c, &word);
  Value ours = kernel_call(eval, kernel, c->args);
  if (determined ? !value_is_unknown(ours) && ours.word == word : value_is_unknown(ours)) return;
  char operands[100] = "";
  for (int i = 0; i < KERNEL_CALL_ARGS; i++)
    snprintf(operands + strlen(operands), sizeof operands - strlen(operands), " %" PRIx64,
             c->args[i].word);
  fail_msg("%s, %u bits, of%s: %" PRIx64 ", hardware %" PRIx64, hardware_name(c->operation),
           c->width, operands, ours.word, word);
}

static void test_like_the_hardware(void **state)
{
  (void)state;
  for (uint64_t stream = 0; stream < 2 * HARDWARE_COUNT; stream++) {
    HardwareOperation operation = (HardwareOperation)(stream / 2);
    uint32_t width = stream % 2 ? 64 : 32;
    KernelCall kernel = hardware_kernel(eval, operation, width);
    assert_non_null(kernel.entry);
    Random random = random_stream(SEED, stream, 0);
    for (int i = 0; i < HARDWARE_CASES / (2 * HARDWARE_COUNT); i++) {
      HardwareCase c = hardware_case(&random, operation, width);
      check_hardware(&kernel, &c);
    }
  }
}

/* --- by hand --- */

/* The format that the helpers below work in. */
static uint32_t format_eb, format_sb;

static void use_format(uint32_t eb, uint32_t sb)
{
  format_eb = eb;
  format_sb = sb;
}

static Sort sort_of_class(char class, Sort other)
{
  switch (class) {
  case 'm': return kernel_plain_sort(eval, SORT_ROUNDING);
  case 'f': return kernel_float_sort(eval, format_eb, format_sb);
  case 'r': return kernel_plain_sort(eval, SORT_REAL);
  case 'i': return kernel_plain_sort(eval, SORT_INT);
  case 'b': return kernel_plain_sort(eval, SORT_BOOL);
  default: return other;
  }
}

/* Bit-vectors and floating point have the sorts that their values say, in the present format. */
static Value apply(const char *name, const char *classes, Sort result, const Value *args)
{
  Sort sorts[KERNEL_CALL_ARGS];
  for (size_t i = 0; classes[i]; i++)
    sorts[i] = sort_of_class(classes[i], kernel_bitvec_sort(eval, args[i].tag));
  KernelCall call = kernel_find(eval, name, classes, result, sorts);
  if (!call.entry) fail_msg("%s %s has no kernel", name, classes);
  return kernel_call(eval, &call, args);
}

static Value apply_float(const char *name, const char *classes, const Value *args)
{
  return apply(name, classes, kernel_float_sort(eval, format_eb, format_sb), args);
}

static Value vector(uint32_t width, uint64_t bits)
{
  return value_small_bits(VALUE_BITVEC, width, bits);
}

static Value constant(const char *name)
{
  return apply_float(name, "", NULL);
}

/* A number of the present format by its fields. */
static Value number(bool negative, uint64_t exponent, uint64_t fraction)
{
  mpz_t bits;
  mpz_init_set_ui(bits, fraction);
  Value last = value_bits(&eval->heap, VALUE_BITVEC, format_sb - 1, bits, 0);
  mpz_set_ui(bits, exponent);
  Value middle = value_bits(&eval->heap, VALUE_BITVEC, format_eb, bits, 0);
  mpz_clear(bits);
  return apply_float("fp", "vvv", (Value[]){vector(1, negative), middle, last});
}

static Value ratio(const char *text)
{
  mpq_t x;
  mpq_init(x);
  mpq_set_str(x, text, 10);
  mpq_canonicalize(x);
  Value v = value_real(&eval->heap, x, 0);
  mpq_clear(x);
  return v;
}

static Value of_real(RoundingMode mode, const char *text)
{
  return apply_float("to_fp", "mr", (Value[]){value_rounding(mode), ratio(text)});
}

static Value binary(const char *name, RoundingMode mode, Value a, Value b)
{
  return apply_float(name, "mff", (Value[]){value_rounding(mode), a, b});
}

static Value unary(const char *name, RoundingMode mode, Value a)
{
  return apply_float(name, "mf", (Value[]){value_rounding(mode), a});
}

static Value rem_of(Value a, Value b)
{
  return apply_float("fp.rem", "ff", (Value[]){a, b});
}

static bool predicate(const char *name, Value a)
{
  return value_is_true(apply(name, "f", kernel_plain_sort(eval, SORT_BOOL), (Value[]){a}));
}

static bool is_less(Value a, Value b)
{
  return value_is_true(apply("fp.lt", "ff", kernel_plain_sort(eval, SORT_BOOL), (Value[]){a, b}));
}

static void check_same(Value a, Value b)
{
  assert_int_equal(a.kind, b.kind);
  assert_int_equal(value_equal(a, b), TRUTH_TRUE);
}

static void check_open(Value v, Reason reason)
{
  assert_int_equal(v.kind, VALUE_UNKNOWN);
  assert_int_equal(v.tag, reason);
}

static const uint32_t formats[][2] = {{2, 2},  {5, 11},   {8, 24},  {11, 53},   {62, 2},
                                      {2, 62}, {15, 113}, {60, 70}, {15, 5000}, {100, 30}};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats, CLASS_ONLY_FORMATS = 1 };

static void test_constants(void **state)
{
  (void)state;
  static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  Sort rounding = kernel_plain_sort(eval, SORT_ROUNDING);
  for (uint64_t mode = ROUND_RNE; mode <= ROUND_RTZ; mode++) {
    Value v = apply(modes[mode], "", rounding, NULL);
    assert_int_equal(v.kind, VALUE_ROUNDING);
    assert_int_equal(v.word, mode);
  }
  use_format(8, 24);
  assert_int_equal(constant("+oo").word, 0x7F800000);
  assert_int_equal(constant("-oo").word, 0xFF800000);
  assert_int_equal(constant("+zero").word, 0);
  assert_int_equal(constant("-zero").word, 0x80000000);
  assert_int_equal(constant("NaN").word, 0x7FC00000);
}

static void test_one_nan(void **state)
{
  (void)state;
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    use_format(formats[i][0], formats[i][1]);
    Value nan = constant("NaN");
    Value one = vector(1, 1);
    mpz_t ones;
    mpz_init_set_ui(ones, 1);
    mpz_mul_2exp(ones, ones, format_eb);
    mpz_sub_ui(ones, ones, 1);
    Value exponent = value_bits(&eval->heap, VALUE_BITVEC, format_eb, ones, 0);
    mpz_set_ui(ones, 1);
    Value fraction = value_bits(&eval->heap, VALUE_BITVEC, format_sb - 1, ones, 0);
    check_same(apply_float("fp", "vvv", (Value[]){one, exponent, fraction}), nan);
    check_same(apply_float("to_fp", "vvv", (Value[]){one, exponent, fraction}), nan);
    mpz_set_ui(ones, 1);
    mpz_mul_2exp(ones, ones, format_eb + format_sb);
    mpz_sub_ui(ones, ones, 1);
    Value bits = value_bits(&eval->heap, VALUE_BITVEC, format_eb + format_sb, ones, 0);
    check_same(apply_float("to_fp", "v", &bits), nan);
    check_same(apply_float("to_fp_bv", "v", &bits), nan);
    check_same(apply_float("fp.neg", "f", &nan), nan);
    check_same(apply_float("fp.abs", "f", &nan), nan);
    mpz_clear(ones);
  }
}

static void test_classes(void **state)
{
  (void)state;
  static const char *const predicates[] = {"fp.isNormal",   "fp.isSubnormal", "fp.isZero",
                                           "fp.isInfinite", "fp.isNaN",       "fp.isNegative",
                                           "fp.isPositive"};
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    use_format(formats[i][0], formats[i][1]);
    const struct {
      Value v;
      const char *holds;
    } rows[] = {
        {number(false, 1, 0), "1000001"}, {number(true, 1, 1), "1000010"},
        {number(false, 0, 1), "0100001"}, {number(true, 0, 1), "0100010"},
        {constant("+zero"), "0010001"},   {constant("-zero"), "0010010"},
        {constant("+oo"), "0001001"},     {constant("-oo"), "0001010"},
        {constant("NaN"), "0000100"},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
      for (size_t p = 0; p < sizeof predicates / sizeof *predicates; p++)
        assert_int_equal(predicate(predicates[p], rows[row].v), rows[row].holds[p] == '1');
  }
}

static void test_order(void **state)
{
  (void)state;
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    use_format(formats[i][0], formats[i][1]);
    Value rising[] = {constant("-oo"),     number(true, 2, 0),  number(true, 1, 0),
                      number(true, 0, 1),  constant("-zero"),   number(false, 0, 1),
                      number(false, 1, 0), number(false, 1, 1), constant("+oo")};
    size_t count = sizeof rising / sizeof *rising;
    for (size_t a = 0; a < count; a++) {
      for (size_t b = 0; b < count; b++) {
        assert_int_equal(is_less(rising[a], rising[b]), a < b);
        Value pair[] = {rising[a], rising[b]};
        check_same(apply_float("fp.min", "ff", pair), rising[a < b ? a : b]);
        check_same(apply_float("fp.max", "ff", pair), rising[a > b ? a : b]);
      }
      Value with_nan[] = {rising[a], constant("NaN")};
      check_same(apply_float("fp.min", "ff", with_nan), rising[a]);
      check_same(apply_float("fp.max", "ff", with_nan), rising[a]);
    }
    assert_false(is_less(constant("-zero"), constant("+zero")));
    check_same(apply_float("fp.neg", "f", &rising[2]), number(false, 1, 0));
    check_same(apply_float("fp.abs", "f", &rising[2]), number(false, 1, 0));
  }
}

static void test_signs_of_zeros(void **state)
{
  (void)state;
  for (size_t i = 0; i < FORMAT_COUNT - CLASS_ONLY_FORMATS; i++) {
    use_format(formats[i][0], formats[i][1]);
    Value plus = constant("+zero"), minus = constant("-zero");
    Value one = of_real(ROUND_RNE, "1"), small = number(true, 0, 1);
    for (int m = ROUND_RNE; m <= ROUND_RTZ; m++) {
      RoundingMode mode = (RoundingMode)m;
      Value zero_sum = mode == ROUND_RTN ? minus : plus;
      check_same(binary("fp.sub", mode, one, one), zero_sum);
      check_same(binary("fp.add", mode, plus, minus), zero_sum);
      check_same(binary("fp.add", mode, minus, minus), minus);
      check_same(binary("fp.sub", mode, plus, plus), zero_sum);
      check_same(binary("fp.sub", mode, minus, plus), minus);
      check_same(binary("fp.mul", mode, minus, one), minus);
      check_same(binary("fp.div", mode, minus, one), minus);
      check_same(unary("fp.sqrt", mode, minus), minus);
      check_same(unary("fp.roundToIntegral", mode, minus), minus);
      Value minus_one = apply_float("fp.neg", "f", &one);
      Value sum[] = {value_rounding(mode), one, minus_one, one};
      check_same(apply_float("fp.fma", "mfff", sum), zero_sum);
      check_same(of_real(mode, "0"), plus);
      if (format_sb > 2) /* else it is -1/2, a tie */
        check_same(unary("fp.roundToIntegral", mode, small), mode == ROUND_RTN ? minus_one : minus);
    }
    check_same(rem_of(minus, one), minus);
    check_same(rem_of(apply_float("fp.neg", "f", &one), one), minus);
    check_same(rem_of(one, one), plus);
  }
}

static void test_infinities(void **state)
{
  (void)state;
  for (size_t i = 0; i < FORMAT_COUNT - CLASS_ONLY_FORMATS; i++) {
    use_format(formats[i][0], formats[i][1]);
    Value infinity = constant("+oo"), minus = constant("-oo"), nan = constant("NaN");
    Value one = of_real(ROUND_RNE, "1"), zero = constant("-zero");
    RoundingMode mode = ROUND_RNA;
    check_same(binary("fp.add", mode, infinity, minus), nan);
    check_same(binary("fp.sub", mode, infinity, infinity), nan);
    check_same(binary("fp.sub", mode, one, infinity), minus);
    check_same(binary("fp.mul", mode, zero, infinity), nan);
    check_same(binary("fp.mul", mode, minus, one), minus);
    check_same(binary("fp.div", mode, minus, infinity), nan);
    check_same(binary("fp.div", mode, zero, zero), nan);
    check_same(binary("fp.div", mode, one, zero), minus);
    check_same(binary("fp.div", mode, one, minus), zero);
    check_same(unary("fp.sqrt", mode, infinity), infinity);
    check_same(unary("fp.sqrt", mode, minus), nan);
    check_same(unary("fp.roundToIntegral", mode, minus), minus);
    check_same(rem_of(one, infinity), one);
    check_same(rem_of(infinity, one), nan);
    check_same(rem_of(one, zero), nan);
    Value invalid[] = {value_rounding(mode), zero, infinity, one};
    check_same(apply_float("fp.fma", "mfff", invalid), nan);
    Value opposite[] = {value_rounding(mode), one, infinity, minus};
    check_same(apply_float("fp.fma", "mfff", opposite), nan);
  }
}

static void test_overflow(void **state)
{
  (void)state;
  use_format(5, 11); /* the largest is 65504, halfway to what would follow is 65520 */
  Value largest = number(false, 30, 1023), least = number(true, 30, 1023);
  Value infinity = constant("+oo"), minus = constant("-oo");
  static const char *const positive = "65520", *const negative = "-65520";
  check_same(of_real(ROUND_RNE, "655199/10"), largest);
  check_same(of_real(ROUND_RNE, positive), infinity);
  check_same(of_real(ROUND_RNA, positive), infinity);
  check_same(of_real(ROUND_RTP, positive), infinity);
  check_same(of_real(ROUND_RTN, positive), largest);
  check_same(of_real(ROUND_RTZ, positive), largest);
  check_same(of_real(ROUND_RTP, negative), least);
  check_same(of_real(ROUND_RTN, negative), minus);
  check_same(of_real(ROUND_RTZ, negative), least);
  check_same(of_real(ROUND_RTP, "655041/10"), infinity);
  /* numbers that round to an integer beyond the format */
  use_format(2, 5);
  Value three_and_more = number(false, 2, 15);
  check_same(unary("fp.roundToIntegral", ROUND_RNE, three_and_more), constant("+oo"));
  check_same(unary("fp.roundToIntegral", ROUND_RTZ, three_and_more), number(false, 2, 8));
}

static void test_ties_away(void **state)
{
  (void)state;
  use_format(8, 24);
  Value half_ulp = of_real(ROUND_RNE, "1/16777216"); /* 2^-24 */
  Value one = of_real(ROUND_RNE, "1");
  assert_int_equal(binary("fp.add", ROUND_RNE, one, half_ulp).word, 0x3F800000);
  assert_int_equal(binary("fp.add", ROUND_RNA, one, half_ulp).word, 0x3F800001);
  assert_int_equal(binary("fp.mul", ROUND_RNA, number(true, 0, 1), of_real(ROUND_RNE, "1/2")).word,
                   0x80000001);
  Value five_halves = of_real(ROUND_RNE, "-5/2");
  check_same(unary("fp.roundToIntegral", ROUND_RNE, five_halves), of_real(ROUND_RNE, "-2"));
  check_same(unary("fp.roundToIntegral", ROUND_RNA, five_halves), of_real(ROUND_RNE, "-3"));
  /* half of the least subnormal number, 2^-150 */
  assert_int_equal(of_real(ROUND_RNA, "1/1427247692705959881058285969449495136382746624").word, 1);
  assert_int_equal(of_real(ROUND_RNE, "1/1427247692705959881058285969449495136382746624").word, 0);
}

/* Through binary32, 1 + 2^-11 + 2^-40 would become a tie in binary16 and go down. */
static void test_one_rounding_only(void **state)
{
  (void)state;
  use_format(5, 11);
  check_same(of_real(ROUND_RNE, "1100048498689/1099511627776"), number(false, 15, 1));
  use_format(15, 113);
  check_same(binary("fp.div", ROUND_RNE, of_real(ROUND_RNE, "1"), of_real(ROUND_RNE, "3")),
             of_real(ROUND_RNE, "1/3"));
  Value two = of_real(ROUND_RNE, "2");
  check_same(unary("fp.sqrt", ROUND_RTN, two), unary("fp.sqrt", ROUND_RTZ, two));
  assert_true(is_less(unary("fp.sqrt", ROUND_RTZ, two), unary("fp.sqrt", ROUND_RTP, two)));
}

/* --- conversions --- */

static Value to_vector(const char *name, uint32_t width, RoundingMode mode, Value v)
{
  return apply(name, "mf", kernel_bitvec_sort(eval, width), (Value[]){value_rounding(mode), v});
}

static void test_to_bit_vectors(void **state)
{
  (void)state;
  use_format(8, 24);
  Value almost = of_real(ROUND_RNE, "-3/4");
  check_same(to_vector("fp.to_ubv", 8, ROUND_RTZ, almost), vector(8, 0));
  check_open(to_vector("fp.to_ubv", 8, ROUND_RNE, almost), REASON_OUT_OF_RANGE);
  check_same(to_vector("fp.to_sbv", 8, ROUND_RNE, almost), vector(8, 255));
  check_same(to_vector("fp.to_ubv", 8, ROUND_RTZ, of_real(ROUND_RNE, "511/2")), vector(8, 255));
  check_open(to_vector("fp.to_ubv", 8, ROUND_RNE, of_real(ROUND_RNE, "511/2")),
             REASON_OUT_OF_RANGE);
  check_same(to_vector("fp.to_sbv", 8, ROUND_RNE, of_real(ROUND_RNE, "-257/2")), vector(8, 128));
  check_open(to_vector("fp.to_sbv", 8, ROUND_RNA, of_real(ROUND_RNE, "-257/2")),
             REASON_OUT_OF_RANGE);
  check_open(to_vector("fp.to_sbv", 8, ROUND_RNE, of_real(ROUND_RNE, "128")), REASON_OUT_OF_RANGE);
  check_same(to_vector("fp.to_sbv", 1, ROUND_RNE, of_real(ROUND_RNE, "-1")), vector(1, 1));
  check_open(to_vector("fp.to_sbv", 1, ROUND_RNE, of_real(ROUND_RNE, "1")), REASON_OUT_OF_RANGE);
  check_same(to_vector("fp.to_ubv", 4, ROUND_RNE, constant("-zero")), vector(4, 0));
  static const char *const specials[] = {"NaN", "+oo", "-oo"};
  for (int i = 0; i < 3; i++) {
    check_open(to_vector("fp.to_ubv", 200, ROUND_RNE, constant(specials[i])), REASON_OUT_OF_RANGE);
    check_open(to_vector("fp.to_sbv", 200, ROUND_RNE, constant(specials[i])), REASON_OUT_OF_RANGE);
  }
  mpz_t wanted;
  mpz_init(wanted);
  mpz_ui_pow_ui(wanted, 2, 200);
  mpz_sub_ui(wanted, wanted, 5);
  check_same(to_vector("fp.to_sbv", 200, ROUND_RNE, of_real(ROUND_RNE, "-5")),
             value_bits(&eval->heap, VALUE_BITVEC, 200, wanted, 0));
  mpz_clear(wanted);
  use_format(60, 4);
  check_open(to_vector("fp.to_ubv", 100, ROUND_RNE, number(false, (UINT64_C(1) << 60) - 2, 7)),
             REASON_OUT_OF_RANGE);
}

static Value to_real(Value v)
{
  return apply("fp.to_real", "f", kernel_plain_sort(eval, SORT_REAL), &v);
}

static void test_to_real(void **state)
{
  (void)state;
  use_format(5, 11);
  check_same(to_real(number(true, 14, 512)), ratio("-3/4"));
  check_same(to_real(number(false, 0, 1)), ratio("1/16777216"));
  check_same(to_real(number(false, 30, 1023)), ratio("65504"));
  check_same(to_real(constant("-zero")), ratio("0"));
  check_open(to_real(constant("NaN")), REASON_OUTSIDE_DOMAIN);
  check_open(to_real(constant("-oo")), REASON_OUTSIDE_DOMAIN);
  use_format(60, 4);
  check_open(to_real(number(false, 0, 1)), REASON_MEMORY);
  check_open(to_real(number(false, (UINT64_C(1) << 60) - 2, 1)), REASON_MEMORY);
}

static void test_bits_and_signed_zeros(void **state)
{
  (void)state;
  use_format(5, 11);
  Sort bits = kernel_bitvec_sort(eval, 16);
  Value v = number(true, 3, 5), nan = constant("NaN");
  check_same(apply("fp.to_ieee_bv", "f", bits, &v), vector(16, 0x8C05));
  check_open(apply("fp.to_ieee_bv", "f", bits, &nan), REASON_NAN_BITS);
  Value zeros[] = {constant("-zero"), constant("+zero")};
  check_open(apply_float("fp.min", "ff", zeros), REASON_SIGNED_ZEROS);
  check_open(apply_float("fp.max", "ff", zeros), REASON_SIGNED_ZEROS);
  Value same[] = {zeros[0], zeros[0]};
  check_same(apply_float("fp.max", "ff", same), zeros[0]);
}

static void test_from_integers(void **state)
{
  (void)state;
  use_format(5, 11);
  Value rne = value_rounding(ROUND_RNE), rtp = value_rounding(ROUND_RTP);
  Value minus_three = of_real(ROUND_RNE, "-3"), thirteen = of_real(ROUND_RNE, "13");
  check_same(apply_float("to_fp", "mv", (Value[]){rne, vector(4, 13)}), minus_three);
  check_same(apply_float("to_fp_signed", "mv", (Value[]){rne, vector(4, 13)}), minus_three);
  check_same(apply_float("to_fp_unsigned", "mv", (Value[]){rne, vector(4, 13)}), thirteen);
  check_same(apply_float("to_fp", "mi", (Value[]){rne, value_small_int(-3)}), minus_three);
  check_same(apply_float("to_fp", "mv", (Value[]){rtp, vector(1, 1)}), of_real(ROUND_RNE, "-1"));
  check_same(apply_float("to_fp_unsigned", "mv", (Value[]){rtp, vector(17, 65505)}),
             constant("+oo"));
  check_same(apply_float("to_fp_unsigned", "mv", (Value[]){rtp, vector(8, 0)}), constant("+zero"));
}

static void test_scaled_reals(void **state)
{
  (void)state;
  use_format(8, 24);
  Value rtp = value_rounding(ROUND_RTP);
  Value three = value_small_real(3), third = ratio("1/3");
  check_same(apply_float("to_fp", "mri", (Value[]){rtp, three, value_small_int(2)}),
             of_real(ROUND_RNE, "12"));
  check_same(apply_float("to_fp", "mir", (Value[]){rtp, value_small_int(2), three}),
             of_real(ROUND_RNE, "12"));
  check_same(apply_float("to_fp", "mri", (Value[]){rtp, third, value_small_int(INT64_MIN)}),
             number(false, 0, 1));
  check_same(apply_float("to_fp", "mri", (Value[]){rtp, third, value_small_int(INT64_MAX)}),
             constant("+oo"));
  mpz_t huge;
  mpz_init(huge);
  mpz_ui_pow_ui(huge, 10, 100);
  mpz_neg(huge, huge);
  Value exponent = value_int(&eval->heap, huge, 0);
  check_same(apply_float("to_fp", "mri", (Value[]){rtp, third, exponent}), number(false, 0, 1));
  mpz_clear(huge);
}

/* The root of 2 as an algebraic number, against the root that floating point computes. */
static void test_algebraic(void **state)
{
  (void)state;
  static const char positive[] = "(root-obj (+ (^ x 2) (- 2)) 2)";
  static const char negative[] = "(root-obj (+ (^ x 2) (- 2)) 1)";
  Value root = algebraic_read(eval, positive, sizeof positive - 1, 0);
  Value minus_root = algebraic_read(eval, negative, sizeof negative - 1, 0);
  for (size_t i = 1; i < FORMAT_COUNT - CLASS_ONLY_FORMATS; i++) {
    use_format(formats[i][0], formats[i][1]);
    for (int m = ROUND_RNE; m <= ROUND_RTZ; m++) {
      RoundingMode mode = (RoundingMode)m;
      RoundingMode mirrored = mode == ROUND_RTP ? ROUND_RTN : mode == ROUND_RTN ? ROUND_RTP : mode;
      Value wanted = unary("fp.sqrt", mode, of_real(ROUND_RNE, "2"));
      Value got = apply_float("to_fp", "mr", (Value[]){value_rounding(mode), root});
      check_same(got, wanted);
      got = apply_float("to_fp", "mr", (Value[]){value_rounding(mirrored), minus_root});
      check_same(got, apply_float("fp.neg", "f", &wanted));
    }
  }
  use_format(5, 11); /* too small: it needs no bits at all to say so */
  Value tiny[] = {value_rounding(ROUND_RTP), root, value_small_int(-100)};
  check_same(apply_float("to_fp", "mri", tiny), number(false, 0, 1));
}

/* --- limits --- */

static void test_limits(void **state)
{
  (void)state;
  use_format(1 << 20, 5); /* wider than anything is computed in */
  check_open(constant("+zero"), REASON_MEMORY);
  use_format(5, UINT32_C(0x7FFFFFFF));
  check_open(constant("NaN"), REASON_MEMORY);
  use_format(63, 5); /* exponents too large to compute with; everything else works */
  check_open(binary("fp.add", ROUND_RNE, constant("+zero"), constant("+zero")), REASON_MEMORY);
  assert_true(predicate("fp.isZero", constant("-zero")));
  use_format(60, 1000);
  uint64_t steps = eval->steps;
  eval->steps = 100; /* enough for the format, not for the modular power */
  Value large = number(false, (UINT64_C(1) << 60) - 2, 3);
  check_open(rem_of(large, number(false, 1, 1)), REASON_STEPS);
  eval->steps = steps;
  assert_false(value_is_unknown(rem_of(large, number(false, 1, 1))));
}

static int set_up(void **state)
{
  (void)state;
  evaluator_init(&evaluator, "", NULL, 0);
  eval = evaluator.eval;
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  evaluator_deinit(&evaluator);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_like_the_hardware),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_one_nan),
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_signs_of_zeros),
      cmocka_unit_test(test_infinities),
      cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_ties_away),
      cmocka_unit_test(test_one_rounding_only),
      cmocka_unit_test(test_to_bit_vectors),
      cmocka_unit_test(test_to_real),
      cmocka_unit_test(test_bits_and_signed_zeros),
      cmocka_unit_test(test_from_integers),
      cmocka_unit_test(test_scaled_reals),
      cmocka_unit_test(test_algebraic),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests_name("eval_float", tests, set_up, tear_down);
}
