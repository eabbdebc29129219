/* Floating point against references of its own kind: small formats, all operands and modes, against a
 * search through the numbers of the format; large ones against MPFR. */
#include "testing.h"

#include <math.h>
#include <mpfr.h>
#include <string.h>

#include "base/random.h"
#include "smt/value/float_finite.h"
#include "support/evaluator.h"

static Evaluator evaluator;
static Eval *eval;

typedef enum { ADD, SUB, MUL, DIV, FMA, SQRT, REM, INTEGRAL, OPERATION_COUNT } Operation;

static const struct {
  const char *name, *classes;
  uint32_t operands;
} operations[OPERATION_COUNT] = {
    [ADD] = {"fp.add", "mff", 2},  [SUB] = {"fp.sub", "mff", 2},
    [MUL] = {"fp.mul", "mff", 2},  [DIV] = {"fp.div", "mff", 2},
    [FMA] = {"fp.fma", "mfff", 3}, [SQRT] = {"fp.sqrt", "mf", 1},
    [REM] = {"fp.rem", "ff", 2},   [INTEGRAL] = {"fp.roundToIntegral", "mf", 1},
};

static KernelCall find_operation(Operation operation, uint32_t eb, uint32_t sb)
{
  Sort f = kernel_float_sort(eval, eb, sb);
  Sort mode = kernel_plain_sort(eval, SORT_ROUNDING);
  bool has_mode = operations[operation].classes[0] == 'm';
  Sort args[KERNEL_CALL_ARGS] = {has_mode ? mode : f, f, f, f};
  KernelCall call =
      kernel_find(eval, operations[operation].name, operations[operation].classes, f, args);
  assert_non_null(call.entry);
  return call;
}

static Value call_operation(const KernelCall *call, RoundingMode mode, const Value *operands)
{
  Value args[KERNEL_CALL_ARGS] = {value_rounding(mode)};
  bool has_mode = call->entry->args[0] == 'm';
  size_t count = strlen(call->entry->args);
  for (size_t i = has_mode; i < count; i++) args[i] = operands[i - has_mode];
  return kernel_call(eval, call, args);
}

/* --- small formats --- */

enum { SMALL_MAX = 1 << 7 };

/* A format with its numbers that are not negative. The one after the largest is what would follow if
 * there were larger exponents: halfway to it, rounding to the nearest gives infinity. */
typedef struct {
  uint32_t eb, sb;
  unsigned infinity, sign, nan;
  mpq_t number[SMALL_MAX];
} Small;

static void small_init(Small *f, uint32_t eb, uint32_t sb)
{
  *f = (Small){.eb = eb, .sb = sb};
  f->sign = 1u << (eb + sb - 1);
  f->infinity = ((1u << eb) - 1) << (sb - 1);
  f->nan = f->infinity | 1u << (sb - 2);
  assert_true(f->infinity < SMALL_MAX);
  for (unsigned bits = 0; bits <= f->infinity; bits++) {
    unsigned exponent = bits >> (sb - 1);
    unsigned fraction = bits & ((1u << (sb - 1)) - 1);
    if (exponent) fraction += 1u << (sb - 1);
    mpq_init(f->number[bits]);
    mpq_set_ui(f->number[bits], fraction, 1);
    mpq_mul_2exp(f->number[bits], f->number[bits], exponent ? exponent - 1 : 0);
    mpq_div_2exp(f->number[bits], f->number[bits], (1u << (eb - 1)) + sb - 3);
  }
}

static void small_deinit(Small *f)
{
  for (unsigned bits = 0; bits <= f->infinity; bits++) mpq_clear(f->number[bits]);
}

static bool is_finite(const Small *f, unsigned bits)
{
  return (bits & ~f->sign) < f->infinity;
}

static void get_number(const Small *f, unsigned bits, mpq_t number)
{
  mpq_set(number, f->number[bits & ~f->sign]);
  if (bits & f->sign) mpq_neg(number, number);
}

static double get_double(const Small *f, unsigned bits)
{
  unsigned magnitude = bits & ~f->sign;
  double x = magnitude > f->infinity    ? NAN
             : magnitude == f->infinity ? INFINITY
                                        : mpq_get_d(f->number[magnitude]);
  return bits & f->sign ? -x : x;
}

/* An exact result: a number, or the root of one. */
typedef struct {
  mpq_t number;
  bool root;
} Exact;

static int compare_magnitude(const Exact *exact, const mpq_t x)
{
  mpq_t a, b;
  mpq_inits(a, b, NULL);
  mpq_abs(a, exact->number);
  mpq_set(b, x);
  if (exact->root) mpq_mul(b, b, b);
  int order = mpq_cmp(a, b);
  mpq_clears(a, b, NULL);
  return order;
}

static bool chooses_upper(const Small *f, RoundingMode mode, bool negative, const Exact *exact,
                          unsigned lower)
{
  if (mode == ROUND_RTZ) return false;
  if (mode == ROUND_RTP) return !negative;
  if (mode == ROUND_RTN) return negative;
  mpq_t middle;
  mpq_init(middle);
  mpq_add(middle, f->number[lower], f->number[lower + 1]);
  mpq_div_2exp(middle, middle, 1);
  int order = compare_magnitude(exact, middle);
  mpq_clear(middle);
  if (order != 0) return order > 0;
  return mode == ROUND_RNA || lower % 2 == 1;
}

static unsigned reference_round(const Small *f, RoundingMode mode, const Exact *exact)
{
  bool negative = mpq_sgn(exact->number) < 0;
  unsigned sign = negative ? f->sign : 0;
  unsigned lower = 0;
  while (lower < f->infinity && compare_magnitude(exact, f->number[lower + 1]) >= 0) lower++;
  if (lower == f->infinity) {
    bool stays = mode == ROUND_RTZ || mode == (negative ? ROUND_RTP : ROUND_RTN);
    return sign | (f->infinity - stays);
  }
  if (compare_magnitude(exact, f->number[lower]) == 0) return sign | lower;
  return sign | (lower + chooses_upper(f, mode, negative, exact, lower));
}

/* x becomes an integer next to it. */
static void make_integral(mpq_t x, RoundingMode mode)
{
  mpz_t floor;
  mpq_t rest, half;
  mpz_init(floor);
  mpq_inits(rest, half, NULL);
  mpz_fdiv_q(floor, mpq_numref(x), mpq_denref(x));
  mpq_set_z(rest, floor);
  mpq_sub(rest, x, rest);
  mpq_set_ui(half, 1, 2);
  int order = mpq_cmp(rest, half);
  bool up = false;
  if (mode == ROUND_RTP) up = mpq_sgn(rest) != 0;
  if (mode == ROUND_RTZ) up = mpq_sgn(rest) != 0 && mpq_sgn(x) < 0;
  if (mode == ROUND_RNE) up = order > 0 || (order == 0 && mpz_odd_p(floor));
  if (mode == ROUND_RNA) up = order > 0 || (order == 0 && mpq_sgn(x) > 0);
  if (up) mpz_add_ui(floor, floor, 1);
  mpq_set_z(x, floor);
  mpz_clear(floor);
  mpq_clears(rest, half, NULL);
}

/* Operands that need no exact arithmetic: there, doubles have the same result. */
static bool is_special(const Small *f, Operation operation, const unsigned *x)
{
  for (uint32_t i = 0; i < operations[operation].operands; i++)
    if (!is_finite(f, x[i])) return true;
  if (operation == DIV || operation == REM) return (x[1] & ~f->sign) == 0;
  return operation == SQRT && x[0] > f->sign;
}

static unsigned special_result(const Small *f, Operation operation, const unsigned *x)
{
  double a = get_double(f, x[0]), b = get_double(f, x[1]), r = 0;
  if (operation == ADD) r = a + b;
  if (operation == SUB) r = a - b;
  if (operation == MUL) r = a * b;
  if (operation == DIV) r = a / b;
  if (operation == FMA) r = a * b + get_double(f, x[2]);
  if (operation == SQRT) r = sqrt(a);
  if (operation == REM) r = remainder(a, b);
  if (operation == INTEGRAL) r = a;
  unsigned sign = signbit(r) ? f->sign : 0;
  if (isnan(r)) return f->nan;
  if (isinf(r)) return sign | f->infinity;
  return r == 0 ? sign : x[0]; /* the remainder by infinity */
}

static void exact_result(Operation operation, mpq_t *x, RoundingMode mode, Exact *exact)
{
  mpq_ptr r = exact->number;
  if (operation == ADD) mpq_add(r, x[0], x[1]);
  if (operation == SUB) mpq_sub(r, x[0], x[1]);
  if (operation == MUL || operation == FMA) mpq_mul(r, x[0], x[1]);
  if (operation == FMA) mpq_add(r, r, x[2]);
  if (operation == DIV || operation == REM) mpq_div(r, x[0], x[1]);
  if (operation == SQRT || operation == INTEGRAL) mpq_set(r, x[0]);
  if (operation == INTEGRAL) make_integral(r, mode);
  if (operation == REM) {
    make_integral(r, ROUND_RNE);
    mpq_mul(r, r, x[1]);
    mpq_sub(r, x[0], r);
  }
  exact->root = operation == SQRT;
}

/* The sign of an exact zero. */
static bool zero_is_negative(const Small *f, Operation operation, const unsigned *x,
                             RoundingMode mode)
{
  bool a = x[0] & f->sign, b = x[1] & f->sign;
  bool first = operation == FMA ? a != b : a;
  bool second = operation == FMA ? x[2] & f->sign : operation == SUB ? !b : b;
  if (operation == MUL || operation == DIV) return a != b;
  if (operation == ADD || operation == SUB || operation == FMA)
    return first == second ? first : mode == ROUND_RTN;
  return a;
}

static unsigned reference_result(const Small *f, Operation operation, const unsigned *x,
                                 RoundingMode mode)
{
  if (is_special(f, operation, x)) return special_result(f, operation, x);
  mpq_t numbers[3];
  Exact exact;
  mpq_init(exact.number);
  for (uint32_t i = 0; i < 3; i++) mpq_init(numbers[i]);
  for (uint32_t i = 0; i < operations[operation].operands; i++) get_number(f, x[i], numbers[i]);
  exact_result(operation, numbers, mode, &exact);
  unsigned result = mpq_sgn(exact.number)                     ? reference_round(f, mode, &exact)
                    : zero_is_negative(f, operation, x, mode) ? f->sign
                                                              : 0;
  for (uint32_t i = 0; i < 3; i++) mpq_clear(numbers[i]);
  mpq_clear(exact.number);
  return result;
}

/* What the arithmetic of wide formats gives for this narrow one. */
static Value big_result(const Small *f, Operation operation, const Value *operands,
                        RoundingMode mode)
{
  FloatTarget t = {.eval = eval, .mode = mode};
  float_format(eval->bank, kernel_float_sort(eval, f->eb, f->sb), &t.format);
  Float x[3];
  for (uint32_t i = 0; i < operations[operation].operands; i++)
    x[i] = float_unpack_big(&t.format, operands[i], eval->z[i]);
  switch (operation) {
  case SUB: x[1].negative = !x[1].negative; return float_add_big(&t, x[0], x[1]);
  case ADD: return float_add_big(&t, x[0], x[1]);
  case MUL: return float_mul_big(&t, x[0], x[1]);
  case DIV: return float_div_big(&t, x[0], x[1]);
  case FMA: return float_fma_big(&t, x[0], x[1], x[2]);
  case SQRT: return float_sqrt_big(&t, x[0]);
  case REM: return float_rem_big(&t, x[0], x[1]);
  default: return float_integral_big(&t, x[0]);
  }
}

static void check_small(const Small *f, Operation operation, const KernelCall *call,
                        const unsigned *x, RoundingMode mode)
{
  Value operands[3];
  for (uint32_t i = 0; i < 3; i++) operands[i] = value_small_bits(VALUE_FLOAT, f->eb + f->sb, x[i]);
  unsigned wanted = reference_result(f, operation, x, mode);
  Value value = call_operation(call, mode, operands);
  if (value.kind != VALUE_FLOAT || value.word != wanted)
    fail_msg("(%u, %u): %s mode %d of %x %x %x is %x, not %x", f->eb, f->sb,
             operations[operation].name, (int)mode, x[0], x[1], x[2], (unsigned)value.word, wanted);
  bool zero = (x[0] & ~f->sign) == 0; /* settled before float_finite is called */
  if (is_special(f, operation, x) || (zero && operation >= DIV && operation != FMA)) return;
  value = big_result(f, operation, operands, mode);
  if (value.word != wanted)
    fail_msg("(%u, %u), wide: %s mode %d of %x %x %x is %x, not %x", f->eb, f->sb,
             operations[operation].name, (int)mode, x[0], x[1], x[2], (unsigned)value.word, wanted);
}

static bool is_canonical(const Small *f, unsigned bits)
{
  return (bits & ~f->sign) <= f->infinity || bits == f->nan;
}

static void check_all(uint32_t eb, uint32_t sb, Operation operation)
{
  static Small f;
  small_init(&f, eb, sb);
  KernelCall call = find_operation(operation, eb, sb);
  uint32_t operands = operations[operation].operands;
  unsigned values = 2 * f.sign;
  for (unsigned i = 0; i < values * (operands > 1 ? values : 1) * (operands > 2 ? values : 1);
       i++) {
    unsigned x[3] = {i % values, i / values % values, i / values / values};
    if (!is_canonical(&f, x[0]) || !is_canonical(&f, x[1]) || !is_canonical(&f, x[2])) continue;
    for (int mode = ROUND_RNE; mode <= ROUND_RTZ; mode++)
      check_small(&f, operation, &call, x, (RoundingMode)mode);
  }
  small_deinit(&f);
}

static void test_small_formats(void **state)
{
  (void)state;
  static const uint32_t formats[][2] = {{2, 2}, {3, 3}, {2, 4}, {4, 2}};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    for (int operation = 0; operation < OPERATION_COUNT; operation++)
      if (operation != FMA) check_all(formats[i][0], formats[i][1], (Operation)operation);
}

static void test_small_fma(void **state)
{
  (void)state;
  check_all(2, 2, FMA);
  check_all(2, 3, FMA);
  check_all(3, 2, FMA);
}

/* Real numbers on, halfway between and beside the numbers of the format, in all modes. */
static void check_reals(const Small *f)
{
  Sort args[] = {kernel_plain_sort(eval, SORT_ROUNDING), kernel_plain_sort(eval, SORT_REAL)};
  KernelCall call = kernel_find(eval, "to_fp", "mr", kernel_float_sort(eval, f->eb, f->sb), args);
  Exact exact = {.root = false};
  mpq_t eighth;
  mpq_inits(exact.number, eighth, NULL);
  for (unsigned bits = 0; bits < f->infinity; bits++) {
    mpq_sub(eighth, f->number[bits + 1], f->number[bits]);
    mpq_div_2exp(eighth, eighth, 3);
    mpq_set(exact.number, f->number[bits]);
    for (int i = 0; i < 20; i++, mpq_add(exact.number, exact.number, eighth)) {
      if (mpq_sgn(exact.number) == 0) continue;
      for (int mode = 0; mode <= 2 * ROUND_RTZ + 1; mode++) {
        Value x[] = {value_rounding((RoundingMode)(mode / 2)),
                     value_real(&eval->heap, exact.number, 0)};
        assert_int_equal(kernel_call(eval, &call, x).word,
                         reference_round(f, (RoundingMode)(mode / 2), &exact));
        mpq_neg(exact.number, exact.number); /* each mode with both signs */
      }
    }
  }
  mpq_clears(exact.number, eighth, NULL);
}

/* From each number of one format to another. */
static void check_conversion(const Small *from, const Small *to)
{
  Sort args[] = {kernel_plain_sort(eval, SORT_ROUNDING),
                 kernel_float_sort(eval, from->eb, from->sb)};
  KernelCall call = kernel_find(eval, "to_fp", "mf", kernel_float_sort(eval, to->eb, to->sb), args);
  Exact exact = {.root = false};
  mpq_init(exact.number);
  for (unsigned bits = 1; bits < 2 * from->sign; bits++) {
    if (!is_finite(from, bits) || bits == from->sign) continue;
    get_number(from, bits, exact.number);
    for (int mode = ROUND_RNE; mode <= ROUND_RTZ; mode++) {
      Value x[] = {value_rounding((RoundingMode)mode),
                   value_small_bits(VALUE_FLOAT, from->eb + from->sb, bits)};
      assert_int_equal(kernel_call(eval, &call, x).word,
                       reference_round(to, (RoundingMode)mode, &exact));
    }
  }
  mpq_clear(exact.number);
}

static void test_small_conversions(void **state)
{
  (void)state;
  static const uint32_t formats[][2] = {{2, 2}, {3, 3}, {2, 5}, {4, 3}, {5, 2}};
  static Small small[sizeof formats / sizeof *formats];
  size_t count = sizeof formats / sizeof *formats;
  for (size_t i = 0; i < count; i++) small_init(&small[i], formats[i][0], formats[i][1]);
  for (size_t i = 0; i < count; i++) {
    check_reals(&small[i]);
    for (size_t j = 0; j < count; j++) check_conversion(&small[i], &small[j]);
  }
  for (size_t i = 0; i < count; i++) small_deinit(&small[i]);
}

/* --- large formats --- */

/* The bits of a number that is canonical, made from parts that cover the corners. */
static void random_bits(Random *random, uint32_t eb, uint32_t sb, mpz_srcptr before, mpz_t bits)
{
  uint32_t exponent_bits = eb < 62 ? eb : 62;
  uint64_t last = (UINT64_C(1) << exponent_bits) - 1;
  uint64_t field = random_u64(random) & last;
  uint64_t near = random_below(random, 3 * (uint64_t)sb + 12);
  switch (random_below(random, 6)) {
  case 0: field = last / 2 + near - sb; break;
  case 1: field = near; break;
  case 2: field = last - near; break;
  case 3:
    mpz_tdiv_q_2exp(bits, before, sb - 1);
    field = mpz_getlimbn(bits, 0) + near - 3 * (uint64_t)sb / 2;
    break;
  default: break;
  }
  mpz_set_ui(bits, field & last);
  for (uint32_t i = 0; i < sb - 1; i += 32) {
    uint32_t part = sb - 1 - i < 32 ? sb - 1 - i : 32;
    uint64_t kind = random_below(random, 4);
    uint64_t word = kind == 0 ? 0 : kind == 1 ? UINT32_MAX : random_u64(random);
    mpz_mul_2exp(bits, bits, part);
    mpz_add_ui(bits, bits, word & ((UINT64_C(1) << part) - 1));
  }
  if (random_chance(random, 1, 2)) mpz_setbit(bits, eb + sb - 1);
}

static Value random_operand(Random *random, uint32_t eb, uint32_t sb, mpz_t before)
{
  Sort from = kernel_bitvec_sort(eval, eb + sb);
  KernelCall call = kernel_find(eval, "to_fp", "v", kernel_float_sort(eval, eb, sb), &from);
  mpz_t bits;
  mpz_init(bits);
  random_bits(random, eb, sb, before, bits);
  mpz_set(before, bits);
  Value vector = value_bits(&eval->heap, VALUE_BITVEC, eb + sb, bits, 0);
  mpz_clear(bits);
  return kernel_call(eval, &call, &vector);
}

static int64_t bias_of(uint32_t eb)
{
  return (INT64_C(1) << (eb - 1)) - 1;
}

static void to_mpfr(Value v, uint32_t eb, uint32_t sb, mpfr_t x)
{
  IntView view;
  mpz_srcptr bits = value_view(v, &view);
  mpz_t part;
  mpz_init(part);
  mpz_tdiv_q_2exp(part, bits, sb - 1);
  int64_t field = (int64_t)(mpz_getlimbn(part, 0) & ((UINT64_C(1) << eb) - 1));
  bool negative = mpz_tstbit(bits, eb + sb - 1);
  mpz_tdiv_r_2exp(part, bits, sb - 1);
  if (field == 2 * bias_of(eb) + 1) {
    if (mpz_sgn(part))
      mpfr_set_nan(x);
    else
      mpfr_set_inf(x, 1);
  } else {
    if (field) mpz_setbit(part, sb - 1);
    mpfr_set_z_2exp(x, part, (field ? field : 1) - bias_of(eb) - (int64_t)(sb - 1), MPFR_RNDZ);
  }
  mpfr_setsign(x, x, negative, MPFR_RNDN);
  mpz_clear(part);
}

static void bits_of_mpfr(mpfr_t x, uint32_t eb, uint32_t sb, mpz_t bits)
{
  bool negative = mpfr_signbit(x) && !mpfr_nan_p(x);
  int64_t field = 2 * bias_of(eb) + 1;
  mpz_set_ui(bits, 0);
  if (mpfr_nan_p(x)) mpz_setbit(bits, sb - 2);
  if (mpfr_zero_p(x)) field = 0;
  if (mpfr_regular_p(x)) {
    int64_t exponent = mpfr_get_z_2exp(bits, x); /* a number of sb bits */
    mpz_abs(bits, bits);
    field = exponent + (int64_t)(sb - 1) + bias_of(eb);
    if (field < 1) {
      mpz_tdiv_q_2exp(bits, bits, (mp_bitcnt_t)(1 - field));
      field = 0;
    }
    mpz_clrbit(bits, sb - 1);
  }
  mpz_t upper;
  mpz_init_set_ui(upper, (uint64_t)field);
  mpz_mul_2exp(upper, upper, sb - 1);
  mpz_add(bits, bits, upper);
  if (negative) mpz_setbit(bits, eb + sb - 1);
  mpz_clear(upper);
}

static int compute_mpfr(Operation operation, mpfr_t r, mpfr_t *x, mpfr_rnd_t mode)
{
  switch (operation) {
  case ADD: return mpfr_add(r, x[0], x[1], mode);
  case SUB: return mpfr_sub(r, x[0], x[1], mode);
  case MUL: return mpfr_mul(r, x[0], x[1], mode);
  case DIV: return mpfr_div(r, x[0], x[1], mode);
  case FMA: return mpfr_fma(r, x[0], x[1], x[2], mode);
  case SQRT: return mpfr_sqrt(r, x[0], mode);
  case REM: return mpfr_remainder(r, x[0], x[1], mode);
  default: return mpfr_rint(r, x[0], mode);
  }
}

static void check_with_mpfr(uint32_t eb, uint32_t sb, Operation operation, RoundingMode mode,
                            const Value *operands, mpz_t wanted)
{
  static const mpfr_rnd_t modes[] = {
      [ROUND_RNE] = MPFR_RNDN,
      [ROUND_RTP] = MPFR_RNDU,
      [ROUND_RTN] = MPFR_RNDD,
      [ROUND_RTZ] = MPFR_RNDZ,
  };
  mpfr_t r, x[3];
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_init2(r, sb);
  for (int i = 0; i < 3; i++) {
    mpfr_init2(x[i], sb);
    to_mpfr(operands[i], eb, sb, x[i]);
  }
  /* MPFR's exponents are those of numbers from 1/2 to 1. */
  mpfr_set_emin(3 - bias_of(eb) - (int64_t)sb);
  mpfr_set_emax(bias_of(eb) + 1);
  int ternary = compute_mpfr(operation, r, x, modes[mode]);
  mpfr_subnormalize(r, ternary, modes[mode]);
  bits_of_mpfr(r, eb, sb, wanted);
  for (int i = 0; i < 3; i++) mpfr_clear(x[i]);
  mpfr_clear(r);
}

static void check_large(Random *random, uint32_t eb, uint32_t sb, Operation operation)
{
  static const RoundingMode modes[] = {ROUND_RNE, ROUND_RTP, ROUND_RTN, ROUND_RTZ};
  KernelCall call = find_operation(operation, eb, sb);
  HeapMark mark = heap_mark(&eval->heap);
  RoundingMode mode = modes[random_below(random, 4)];
  Value operands[3];
  mpz_t before, wanted;
  mpz_inits(before, wanted, NULL);
  for (int i = 0; i < 3; i++) operands[i] = random_operand(random, eb, sb, before);
  Value value = call_operation(&call, mode, operands);
  check_with_mpfr(eb, sb, operation, mode, operands, wanted);
  IntView view[4];
  if (value.kind != VALUE_FLOAT || mpz_cmp(value_view(value, &view[3]), wanted) != 0) {
    char text[600];
    gmp_snprintf(text, sizeof text, "%#Zx %#Zx %#Zx is %#Zx, not %#Zx",
                 value_view(operands[0], &view[0]), value_view(operands[1], &view[1]),
                 value_view(operands[2], &view[2]), value_view(value, &view[3]), wanted);
    fail_msg("(%u, %u): %s mode %d of %s", eb, sb, operations[operation].name, (int)mode, text);
  }
  mpz_clears(before, wanted, NULL);
  heap_release(&eval->heap, mark);
}

static void test_large_formats(void **state)
{
  (void)state;
  static const struct {
    uint32_t eb, sb;
    uint64_t cases;
  } formats[] = {{5, 11, 800},   {8, 8, 800},   {62, 2, 800},   {2, 62, 800},
                 {3, 61, 800},   {11, 54, 800}, {2, 80, 800},   {15, 113, 800},
                 {60, 100, 400}, {62, 64, 400}, {19, 237, 400}, {15, 5000, 30}};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    Random random = random_stream(7, i, 0);
    for (int operation = 0; operation < OPERATION_COUNT; operation++)
      for (uint64_t n = 0; n < formats[i].cases; n++)
        check_large(&random, formats[i].eb, formats[i].sb, (Operation)operation);
  }
  mpfr_free_cache();
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
      cmocka_unit_test(test_small_formats),
      cmocka_unit_test(test_small_fma),
      cmocka_unit_test(test_small_conversions),
      cmocka_unit_test(test_large_formats),
  };
  return cmocka_run_group_tests_name("eval_float_reference", tests, set_up, tear_down);
}
