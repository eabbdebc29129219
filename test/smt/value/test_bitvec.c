/* Bit-vectors against the definitions of the standard, which are written here over integers. */
#include "testing.h"

#include <string.h>

#include "base/random.h"
#include "support/evaluator.h"

/* The definitions: a and b are numbers below 2^width, signed_a and signed_b the same in two's
 * complement. The result is taken modulo 2^width. */
typedef struct {
  mpz_t a, b, signed_a, signed_b, modulus, all_ones, result, scratch;
  uint32_t width;
} Standard;

static void standard_init(Standard *d)
{
  mpz_inits(d->a, d->b, d->signed_a, d->signed_b, d->modulus, d->all_ones, d->result, d->scratch,
            NULL);
}

static void standard_deinit(Standard *d)
{
  mpz_clears(d->a, d->b, d->signed_a, d->signed_b, d->modulus, d->all_ones, d->result, d->scratch,
             NULL);
}

static void take_signed(mpz_t result, const mpz_t bits, const Standard *d)
{
  mpz_mul_2exp(result, bits, 1);
  bool negative = mpz_cmp(result, d->modulus) >= 0;
  mpz_set(result, bits);
  if (negative) mpz_sub(result, result, d->modulus);
}

/* For given a, b and width. */
static void standard_prepare(Standard *d)
{
  mpz_ui_pow_ui(d->modulus, 2, d->width);
  mpz_sub_ui(d->all_ones, d->modulus, 1);
  take_signed(d->signed_a, d->a, d);
  take_signed(d->signed_b, d->b, d);
}

typedef void Define(Standard *d);

static void def_not(Standard *d)
{
  mpz_sub(d->result, d->all_ones, d->a);
}
static void def_and(Standard *d)
{
  mpz_set_ui(d->result, 0);
  for (uint32_t i = 0; i < d->width; i++)
    if (mpz_tstbit(d->a, i) && mpz_tstbit(d->b, i)) mpz_setbit(d->result, i);
}
/* a + b counts the common bits twice. */
static void def_or(Standard *d)
{
  def_and(d);
  mpz_add(d->scratch, d->a, d->b);
  mpz_sub(d->result, d->scratch, d->result);
}
static void def_xor(Standard *d)
{
  def_and(d);
  mpz_add(d->scratch, d->a, d->b);
  mpz_submul_ui(d->scratch, d->result, 2);
  mpz_set(d->result, d->scratch);
}
static void complement(Standard *d)
{
  mpz_sub(d->result, d->all_ones, d->result);
}
static void def_nand(Standard *d)
{
  def_and(d);
  complement(d);
}
static void def_nor(Standard *d)
{
  def_or(d);
  complement(d);
}
static void def_xnor(Standard *d)
{
  def_xor(d);
  complement(d);
}
static void def_neg(Standard *d)
{
  mpz_sub(d->result, d->modulus, d->a);
}
static void def_add(Standard *d)
{
  mpz_add(d->result, d->a, d->b);
}
static void def_sub(Standard *d)
{
  mpz_sub(d->result, d->a, d->b);
}
static void def_mul(Standard *d)
{
  mpz_mul(d->result, d->a, d->b);
}

static void udiv(mpz_t result, const mpz_t a, const mpz_t b, const Standard *d)
{
  if (mpz_sgn(b) == 0)
    mpz_set(result, d->all_ones);
  else
    mpz_fdiv_q(result, a, b);
}
static void urem(mpz_t result, const mpz_t a, const mpz_t b)
{
  if (mpz_sgn(b) == 0)
    mpz_set(result, a);
  else
    mpz_fdiv_r(result, a, b);
}
static void def_udiv(Standard *d)
{
  udiv(d->result, d->a, d->b, d);
}
static void def_urem(Standard *d)
{
  urem(d->result, d->a, d->b);
}
/* The magnitudes as numbers below 2^width: the standard negates by bvneg. */
static void magnitudes(const Standard *d, mpz_t a, mpz_t b)
{
  mpz_inits(a, b, NULL);
  mpz_abs(a, d->signed_a);
  mpz_abs(b, d->signed_b);
}
static void def_sdiv(Standard *d)
{
  mpz_t a, b;
  magnitudes(d, a, b);
  udiv(d->result, a, b, d);
  if ((mpz_sgn(d->signed_a) < 0) != (mpz_sgn(d->signed_b) < 0)) mpz_neg(d->result, d->result);
  mpz_clears(a, b, NULL);
}
static void def_srem(Standard *d)
{
  mpz_t a, b;
  magnitudes(d, a, b);
  urem(d->result, a, b);
  if (mpz_sgn(d->signed_a) < 0) mpz_neg(d->result, d->result);
  mpz_clears(a, b, NULL);
}
/* The four cases of the standard. */
static void def_smod(Standard *d)
{
  mpz_t a, b;
  magnitudes(d, a, b);
  urem(d->result, a, b);
  bool negative_a = mpz_sgn(d->signed_a) < 0, negative_b = mpz_sgn(d->signed_b) < 0;
  if (mpz_sgn(d->result) != 0) {
    if (negative_a) mpz_neg(d->result, d->result);
    if (negative_a != negative_b) mpz_add(d->result, d->result, d->b);
  }
  mpz_clears(a, b, NULL);
}

static void power_of_b(Standard *d)
{
  mpz_ui_pow_ui(d->scratch, 2, mpz_cmp_ui(d->b, d->width) < 0 ? mpz_get_ui(d->b) : d->width);
}
static void def_shl(Standard *d)
{
  power_of_b(d);
  mpz_mul(d->result, d->a, d->scratch);
}
static void def_lshr(Standard *d)
{
  power_of_b(d);
  mpz_fdiv_q(d->result, d->a, d->scratch);
}
static void def_ashr(Standard *d)
{
  power_of_b(d);
  mpz_fdiv_q(d->result, d->signed_a, d->scratch);
}
static void rotate_left(Standard *d, unsigned long by)
{
  mpz_set_ui(d->result, 0);
  for (uint32_t i = 0; i < d->width; i++)
    if (mpz_tstbit(d->a, i)) mpz_setbit(d->result, (i + by) % d->width);
}
static void def_ext_rotate_left(Standard *d)
{
  rotate_left(d, mpz_fdiv_ui(d->b, d->width));
}
static void def_ext_rotate_right(Standard *d)
{
  rotate_left(d, d->width - mpz_fdiv_ui(d->b, d->width));
}

/* Predicates: the result is 0 or 1. */
#define PREDICATE(name, condition)                                                                 \
  static void name(Standard *d)                                                                    \
  {                                                                                                \
    mpz_set_ui(d->result, (condition) ? 1 : 0);                                                    \
  }

static bool outside_signed(Standard *d, mpz_srcptr number)
{
  mpz_t half;
  mpz_init(half);
  mpz_ui_pow_ui(half, 2, d->width - 1);
  bool above = mpz_cmp(number, half) >= 0;
  mpz_neg(half, half);
  bool below = mpz_cmp(number, half) < 0;
  mpz_clear(half);
  return above || below;
}
static mpz_srcptr signed_product(Standard *d)
{
  mpz_mul(d->scratch, d->signed_a, d->signed_b);
  return d->scratch;
}
static mpz_srcptr signed_sum(Standard *d)
{
  mpz_add(d->scratch, d->signed_a, d->signed_b);
  return d->scratch;
}
static mpz_srcptr signed_difference(Standard *d)
{
  mpz_sub(d->scratch, d->signed_a, d->signed_b);
  return d->scratch;
}
static mpz_srcptr negated(Standard *d)
{
  mpz_neg(d->scratch, d->signed_a);
  return d->scratch;
}
static mpz_srcptr signed_quotient(Standard *d)
{
  if (mpz_sgn(d->signed_b) == 0)
    mpz_set_ui(d->scratch, 0);
  else
    mpz_tdiv_q(d->scratch, d->signed_a, d->signed_b);
  return d->scratch;
}
static mpz_srcptr sum(Standard *d)
{
  mpz_add(d->scratch, d->a, d->b);
  return d->scratch;
}
static mpz_srcptr product(Standard *d)
{
  mpz_mul(d->scratch, d->a, d->b);
  return d->scratch;
}

PREDICATE(def_ult, mpz_cmp(d->a, d->b) < 0)
PREDICATE(def_ule, mpz_cmp(d->a, d->b) <= 0)
PREDICATE(def_ugt, mpz_cmp(d->a, d->b) > 0)
PREDICATE(def_uge, mpz_cmp(d->a, d->b) >= 0)
PREDICATE(def_slt, mpz_cmp(d->signed_a, d->signed_b) < 0)
PREDICATE(def_sle, mpz_cmp(d->signed_a, d->signed_b) <= 0)
PREDICATE(def_sgt, mpz_cmp(d->signed_a, d->signed_b) > 0)
PREDICATE(def_sge, mpz_cmp(d->signed_a, d->signed_b) >= 0)
PREDICATE(def_comp, mpz_cmp(d->a, d->b) == 0)
PREDICATE(def_redor, mpz_sgn(d->a) != 0)
PREDICATE(def_redand, mpz_cmp(d->a, d->all_ones) == 0)
PREDICATE(def_nego, outside_signed(d, negated(d)))
PREDICATE(def_uaddo, mpz_cmp(sum(d), d->modulus) >= 0)
PREDICATE(def_saddo, outside_signed(d, signed_sum(d)))
PREDICATE(def_umulo, mpz_cmp(product(d), d->modulus) >= 0)
PREDICATE(def_smulo, outside_signed(d, signed_product(d)))
PREDICATE(def_usubo, mpz_cmp(d->a, d->b) < 0)
PREDICATE(def_ssubo, outside_signed(d, signed_difference(d)))
PREDICATE(def_sdivo, outside_signed(d, signed_quotient(d)))
PREDICATE(def_noovfl, mpz_sgn(signed_product(d)) < 0 || !outside_signed(d, d->scratch))
PREDICATE(def_noudfl, mpz_sgn(signed_product(d)) > 0 || !outside_signed(d, d->scratch))
PREDICATE(def_umul_noovfl, mpz_cmp(product(d), d->modulus) < 0)

static void def_to_int(Standard *d)
{
  mpz_set(d->result, d->a);
}
static void def_to_signed_int(Standard *d)
{
  mpz_set(d->result, d->signed_a);
}

static const struct {
  const char *name, *args;
  Define *define;
} operators[] = {
    {"bvnot", "v", def_not},
    {"bvand", "vv", def_and},
    {"bvor", "vv", def_or},
    {"bvxor", "vv", def_xor},
    {"bvnand", "vv", def_nand},
    {"bvnor", "vv", def_nor},
    {"bvxnor", "vv", def_xnor},
    {"bvneg", "v", def_neg},
    {"bvadd", "vv", def_add},
    {"bvsub", "vv", def_sub},
    {"bvmul", "vv", def_mul},
    {"bvudiv", "vv", def_udiv},
    {"bvurem", "vv", def_urem},
    {"bvsdiv", "vv", def_sdiv},
    {"bvsrem", "vv", def_srem},
    {"bvsmod", "vv", def_smod},
    {"bvshl", "vv", def_shl},
    {"bvlshr", "vv", def_lshr},
    {"bvashr", "vv", def_ashr},
    {"ext_rotate_left", "vv", def_ext_rotate_left},
    {"ext_rotate_right", "vv", def_ext_rotate_right},
    {"bvult", "vv", def_ult},
    {"bvule", "vv", def_ule},
    {"bvugt", "vv", def_ugt},
    {"bvuge", "vv", def_uge},
    {"bvslt", "vv", def_slt},
    {"bvsle", "vv", def_sle},
    {"bvsgt", "vv", def_sgt},
    {"bvsge", "vv", def_sge},
    {"bvcomp", "vv", def_comp},
    {"bvredor", "v", def_redor},
    {"bvredand", "v", def_redand},
    {"bvnego", "v", def_nego},
    {"bvuaddo", "vv", def_uaddo},
    {"bvsaddo", "vv", def_saddo},
    {"bvumulo", "vv", def_umulo},
    {"bvsmulo", "vv", def_smulo},
    {"bvusubo", "vv", def_usubo},
    {"bvssubo", "vv", def_ssubo},
    {"bvsdivo", "vv", def_sdivo},
    {"bvsmul_noovfl", "vv", def_noovfl},
    {"bvsmul_noudfl", "vv", def_noudfl},
    {"bvumul_noovfl", "vv", def_umul_noovfl},
    {"ubv_to_int", "v", def_to_int},
    {"bv2nat", "v", def_to_int},
    {"bv2int", "v", def_to_int},
    {"sbv_to_int", "v", def_to_signed_int},
};

/* What the definition says, as a value of the kind of the result. */
static Value expected(Evaluator *k, Standard *d, Value result)
{
  if (result.kind == VALUE_BOOL) return value_bool(mpz_sgn(d->result) != 0);
  if (result.kind == VALUE_INT) return value_int(&k->eval->heap, d->result, 0);
  mpz_ui_pow_ui(d->scratch, 2, result.tag);
  mpz_fdiv_r(d->result, d->result, d->scratch);
  return value_bits(&k->eval->heap, VALUE_BITVEC, result.tag, d->result, 0);
}

static void check_all(Evaluator *k, Standard *d)
{
  standard_prepare(d);
  Value args[] = {value_bits(&k->eval->heap, VALUE_BITVEC, d->width, d->a, 0),
                  value_bits(&k->eval->heap, VALUE_BITVEC, d->width, d->b, 0)};
  static const KernelEntry *entries[sizeof operators / sizeof *operators];
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (!entries[i]) entries[i] = evaluator_kernel(k, operators[i].name, operators[i].args);
    operators[i].define(d);
    Value result =
        entries[i]->kernel(k->eval, &(Call){0}, args, (uint32_t)strlen(operators[i].args));
    Value wanted = expected(k, d, result);
    if (result.tag != wanted.tag || value_compare(result, wanted) != 0) {
      char shown[512];
      gmp_snprintf(shown, sizeof shown, "%s %Zd %Zd of width %u", operators[i].name, d->a, d->b,
                   d->width);
      fail_msg("%s: %s", shown, evaluator_show(k, result));
    }
  }
  evaluator_reset(k);
}

static void test_all_small_operands(void **state)
{
  (void)state;
  Evaluator k;
  Standard d;
  evaluator_init(&k, "", NULL, 1 << 20);
  standard_init(&d);
  for (d.width = 1; d.width <= 5; d.width++)
    for (unsigned a = 0; a < 1u << d.width; a++)
      for (unsigned b = 0; b < 1u << d.width; b++) {
        mpz_set_ui(d.a, a);
        mpz_set_ui(d.b, b);
        check_all(&k, &d);
      }
  standard_deinit(&d);
  evaluator_deinit(&k);
}

/* Random bits, or something near a border. */
static void random_operand(Random *random, uint32_t width, mpz_t number)
{
  mpz_set_ui(number, 0);
  uint64_t shape = random_below(random, 6);
  if (shape <= 2)
    for (uint32_t i = 0; i < width; i++)
      if (random_chance(random, 1, shape == 2 ? 20 : 2)) mpz_setbit(number, i);
  if (shape == 3) mpz_setbit(number, width - 1);
  if (shape >= 3) mpz_add_ui(number, number, random_below(random, 130));
  if (shape >= 3 && random_chance(random, 1, 2)) mpz_neg(number, number);
  mpz_fdiv_r_2exp(number, number, width);
}

static void test_random_operands(void **state)
{
  (void)state;
  static const uint32_t widths[] = {7, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000};
  Evaluator k;
  Standard d;
  evaluator_init(&k, "", NULL, 1 << 20);
  standard_init(&d);
  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
    Random random = random_stream(1, widths[w], 0);
    d.width = widths[w];
    for (int i = 0; i < 2000; i++) {
      random_operand(&random, d.width, d.a);
      random_operand(&random, d.width, d.b);
      check_all(&k, &d);
    }
  }
  standard_deinit(&d);
  evaluator_deinit(&k);
}

/* --- shapes --- */

/* The bits of a value from the most significant one on. */
static const char *bit_text(Value v, char *text)
{
  IntView view;
  mpz_srcptr number = value_view(v, &view);
  for (uint32_t i = 0; i < v.tag; i++) text[i] = mpz_tstbit(number, v.tag - 1 - i) ? '1' : '0';
  text[v.tag] = 0;
  return text;
}

enum { TEXT = 8000 };

static Value of_text(Evaluator *k, const char *text)
{
  assert_int_equal(mpz_set_str(k->eval->z[0], text, 2), 0);
  return value_bits(&k->eval->heap, VALUE_BITVEC, (uint32_t)strlen(text), k->eval->z[0], 0);
}

static void check_shape(Evaluator *k, const char *name, const Value *args, const char *letters,
                        Numeral i, Numeral j, const char *wanted)
{
  char text[TEXT];
  Value result = evaluator_call(k, name, letters, args, (Numeral[]){i, j}, 2);
  assert_int_equal(result.kind, VALUE_BITVEC);
  if (strcmp(bit_text(result, text), wanted) != 0)
    fail_msg("(_ %s %u %u): %s, not %s", name, i, j, text, wanted);
}

static void repeat_char(char *text, char c, size_t count)
{
  memset(text, c, count);
  text[count] = 0;
}

static void rotate_text(char *text, const char *bits, size_t width, size_t by)
{
  memcpy(text, bits + by, width - by);
  memcpy(text + width - by, bits, by);
  text[width] = 0;
}

static void check_shapes(Evaluator *k, Random *random, const char *bits)
{
  char text[TEXT];
  size_t width = strlen(bits);
  Value v[] = {of_text(k, bits), of_text(k, bits)};
  size_t high = random_below(random, width), low = random_below(random, high + 1);
  memcpy(text, bits + width - 1 - high, high - low + 1);
  text[high - low + 1] = 0;
  check_shape(k, "extract", v, "v", (Numeral)high, (Numeral)low, text);
  v[1] = of_text(k, text);
  char both[TEXT];
  strcat(strcpy(both, bits), text);
  check_shape(k, "concat", v, "vv", 0, 0, both);
  size_t more = random_below(random, 140);
  repeat_char(text, '0', more);
  check_shape(k, "zero_extend", v, "v", (Numeral)more, 0, strcat(text, bits));
  repeat_char(text, bits[0], more);
  check_shape(k, "sign_extend", v, "v", (Numeral)more, 0, strcat(text, bits));
  size_t copies = 1 + random_below(random, 5);
  text[0] = 0;
  for (size_t i = 0; i < copies; i++) strcat(text, bits);
  check_shape(k, "repeat", v, "v", (Numeral)copies, 0, text);
  size_t by = random_below(random, 3 * width);
  rotate_text(text, bits, width, by % width);
  check_shape(k, "rotate_left", v, "v", (Numeral)by, 0, text);
  rotate_text(text, bits, width, width - by % width);
  check_shape(k, "rotate_right", v, "v", (Numeral)by, 0, text);
}

static void test_shapes(void **state)
{
  (void)state;
  Evaluator k;
  evaluator_init(&k, "", NULL, 1 << 20);
  Random random = random_stream(1, 2, 3);
  for (int i = 0; i < 5000; i++) {
    char bits[TEXT];
    size_t width = 1 + random_below(&random, i % 2 ? 20 : 200);
    for (size_t at = 0; at < width; at++) bits[at] = random_chance(&random, 1, 2) ? '1' : '0';
    bits[width] = 0;
    check_shapes(&k, &random, bits);
    evaluator_reset(&k);
  }
  evaluator_deinit(&k);
}

static void test_int_to_bv(void **state)
{
  (void)state;
  Evaluator k;
  evaluator_init(&k, "", NULL, 1 << 20);
  static const struct {
    const char *number;
    uint32_t width;
    const char *wanted;
  } cases[] = {
      {"-1", 3, "7"},
      {"9", 3, "1"},
      {"-9223372036854775808", 64, "9223372036854775808"},
      {"-1", 64, "18446744073709551615"},
      {"-1", 65, "36893488147419103231"},
      {"-36893488147419103233", 64, "18446744073709551615"},
      {"36893488147419103233", 5, "1"},
      {"5", 100, "5"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Value number = evaluator_int(&k, cases[i].number);
    for (int second = 0; second < 2; second++) {
      Value result =
          evaluator_call(&k, second ? "int2bv" : "int_to_bv", "i", &number, &cases[i].width, 1);
      assert_string_equal(evaluator_show(&k, result), cases[i].wanted);
      assert_int_equal(result.tag, cases[i].width);
    }
  }
  evaluator_deinit(&k);
}

static void test_single_bits(void **state)
{
  (void)state;
  Evaluator k;
  evaluator_init(&k, "", NULL, 1 << 20);
  Value v = of_text(&k, "10010");
  for (Numeral i = 0; i < 5; i++)
    assert_int_equal(evaluator_call(&k, "bit2bool", "v", &v, &i, 1).word, i == 1 || i == 4);
  /* z3: (= #b001 (mkbv true false false)) */
  Value bools[] = {value_bool(true), value_bool(false), value_bool(false)};
  Value made = evaluator_kernel(&k, "mkbv", "b")->kernel(k.eval, &(Call){0}, bools, 3);
  assert_int_equal(made.tag, 3);
  assert_int_equal(made.word, 1);
  evaluator_deinit(&k);
}

static void test_hostile_sizes(void **state)
{
  (void)state;
  Evaluator k;
  evaluator_init(&k, "", NULL, 1 << 20);
  Value v[] = {of_text(&k, "0011"), of_text(&k, "1011")};
  /* 10^30 is 0 modulo 4, and one more 1. */
  Numeral huge = evaluator_index(&k, "1000000000000000000000000000001");
  check_shape(&k, "rotate_left", v, "v", huge, 0, "0110");
  check_shape(&k, "rotate_right", v, "v", huge, 0, "1001");
  static const char *const growing[] = {"repeat", "sign_extend", "zero_extend"};
  for (size_t i = 0; i < 3; i++) {
    Value result = evaluator_call(&k, growing[i], "v", v + 1, &huge, 1);
    assert_int_equal(result.kind, VALUE_UNKNOWN);
    assert_int_equal(result.tag, REASON_MEMORY);
  }
  Numeral large = 500000000;
  for (size_t i = 0; i < 2; i++) {
    Value result = evaluator_call(&k, growing[i], "v", v + 1, &large, 1);
    assert_int_equal(result.tag, REASON_MEMORY);
  }
  Value minus_one = value_small_int(-1);
  assert_int_equal(evaluator_call(&k, "int2bv", "i", &minus_one, &large, 1).tag, REASON_MEMORY);
  assert_int_equal(evaluator_call(&k, "int2bv", "i", &minus_one, &huge, 1).tag, REASON_MEMORY);
  Value wide = evaluator_call(&k, "zero_extend", "v", v, &large, 1);
  assert_int_equal(wide.tag, large + 4); /* small in memory */
  Value wide_pair[] = {wide, wide};
  assert_int_equal(evaluator_call(&k, "bvneg", "v", wide_pair, NULL, 0).tag, REASON_MEMORY);
  assert_int_equal(evaluator_call(&k, "bvmul", "vv", wide_pair, NULL, 0).tag, REASON_MEMORY);
  assert_int_equal(evaluator_call(&k, "bvsdivo", "vv", wide_pair, NULL, 0).kind, VALUE_BOOL);
  evaluator_deinit(&k);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_small_operands),
      cmocka_unit_test(test_random_operands),
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_int_to_bv),
      cmocka_unit_test(test_single_bits),
      cmocka_unit_test(test_hostile_sizes),
  };
  return cmocka_run_group_tests_name("eval_bitvec", tests, NULL, NULL);
}
