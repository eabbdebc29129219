/* Real numbers given by expressions with transcendental functions. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "base/strbuf.h"
#include "smt/eval/check.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"
#include "support/run_command.h"

#define CLOSE    "? too close to decide by approximation"
#define OUTSIDE  "? argument outside the domain of the function"
#define FORMLESS "? "

/* The value of a term as text, or "? REASON". */
static void write_value(Bank *bank, const TermValue *value, StrBuf *text)
{
  if (value->value == 0) {
    strbuf_printf(text, "? %s", reason_text(value->reason));
    return;
  }
  PrintOptions options = {.share = SHARE_TREE};
  Printer *printer = printer_create(bank, &options);
  printer_term(printer, text, value->value);
  printer_destroy(printer);
}

static void expect_within(EvalLimits limits, const char *term, const char *expected)
{
  Bank *bank = theory_create_bank();
  CheckRequest request = {
      .bank = bank, .script = "", .terms = &term, .term_count = 1, .limits = limits};
  Checks checks = {0};
  Error error;
  StrBuf text;
  strbuf_init(&text, 0);
  if (check_output(&request, &checks, &error) != STATUS_OK)
    strbuf_printf(&text, "error: %s", error.message);
  else
    write_value(bank, &checks.items[0].values.items[0], &text);
  checks_deinit(&checks);
  bank_destroy(bank);
  if (strcmp(strbuf_text(&text), expected) != 0)
    fail_msg("%.200s is %s, not %s", term, strbuf_text(&text), expected);
  strbuf_deinit(&text);
}

static void expect(const char *term, const char *expected)
{
  expect_within((EvalLimits){0}, term, expected);
}

static void test_known_bounds(void **state)
{
  (void)state;
  expect("(< 0.8414 (sin 1.0) 0.8415)", "true");
  expect("(>= (sin 1.0) 0.8415)", "false");
  expect("(< 3.14159265358979 real.pi 3.14159265358980)", "true");
  expect("(< 3.14159265358979 pi 3.14159265358980)", "true");
  expect("(< 2.71828182845904 euler 2.71828182845905)", "true");
  expect("(<= 2.71828182845904 (exp 1.0) 2.71828182845905)", "true");
  expect("(< 2.66514414269022 (^ 2.0 (sqrt 2.0)) 2.66514414269023)", "true");
  expect("(< 4.1132503787 (exp (sqrt 2.0)) 4.1132503788)", "true");
  expect("(< (- 0.99) (- (exp (/ 1.0 3.0))) 0.0)", "false");
  expect("(< (- 0.482) (sin 3141592653589793238462643383279.0) (- 0.481))", "true");
  expect("(< (exp (- 1000000.0)) 0.0)", "false");
  expect("(< 0.0 (exp (- 1000000.0)) (/ 1.0 1000000000000.0))", "true");
}

/* The ends of domains, and branches that could be chosen in another way. */
static void test_values_of_inverse_functions(void **state)
{
  (void)state;
  expect("(< 1.5707 (arcsin 1.0) 1.5708)", "true");
  expect("(< (- 1.5708) (arcsin (- 1.0)) (- 1.5707))", "true");
  expect("(< 3.1415 (arccos (- 1.0)) 3.1416)", "true");
  expect("(< 1.5707 (arccsc 1.0) 1.5708)", "true");
  expect("(< (- 0.5236) (arccsc (- 2.0)) (- 0.5235))", "true");
  expect("(< 3.1415 (arcsec (- 1.0)) 3.1416)", "true");
  expect("(< 2.0943 (arcsec (- 2.0)) 2.0944)", "true");
  expect("(< 1.5707 (arccot 0.0) 1.5708)", "true");
  expect("(< 2.3561 (arccot (- 1.0)) 2.3562)", "true");
  expect("(< 0.0 (arccot 1000000.0) 0.000002)", "true");
  expect("(< 1.3169 (acosh 2.0) 1.317)", "true");
  expect("(< 10.24 (atanh 0.9999999975) 10.26)", "true");
}

static void test_equality(void **state)
{
  (void)state;
  expect("(= (sin 1.0) (sin 1.0))", "true");
  expect("(<= (sin 1.0) (sin 1.0))", "true");
  expect("(< (sin 1.0) (sin 1.0))", "false");
  expect("(= (exp 1.0) 2.7)", "false");
  expect("(distinct (exp 1.0) (sin 1.0) 3.0)", "true");
  expect("(= (exp 1.0) euler)", CLOSE);
  expect("(<= (exp 1.0) euler)", CLOSE);
  expect("(= (* (exp 2.0) (exp 3.0)) (exp 5.0))", CLOSE);
  expect("(= (+ (^ (sin 1.0) 2.0) (^ (cos 1.0) 2.0)) 1.0)", CLOSE);
  expect("(= (sin real.pi) 0.0)", CLOSE);
  expect("(= (- real.pi real.pi) 0.0)", "true");
  expect("(= (+ real.pi (exp 1.0)) (+ (exp 1.0) real.pi))", "true");
  expect("(= (* 0.0 real.pi) 0.0)", "true");
  expect("(= (/ 0.0 real.pi) 0.0)", "true");
  expect("(= (* 1.0 real.pi) (- real.pi 0.0) (+ 0.0 real.pi) (^ real.pi 1.0))", "true");
  expect("(= (- (- real.pi)) 3.0)", "false");
}

static void test_comparing_two_numbers(void **state)
{
  (void)state;
  expect("(< (^ real.pi (exp 1.0)) (exp real.pi))", "true");
  expect("(> (sin 1.0) (cos 1.0))", "true");
  expect("(< (sqrt 2.0) (arctan 6.4))", "true");
  /* They share 30 digits, 12 digits and some hundred digits. */
  expect("(< (exp (* real.pi (sqrt 163.0))) 262537412640768744.0)", "true");
  expect("(< (- (exp real.pi) real.pi) 20.0)", "true");
  expect("(< (+ real.pi (exp (- 700.0))) (+ real.pi (exp (- 699.0))))", "true");
  expect("(< (+ real.pi (exp (- 2000.0))) real.pi)", "false");
  expect("(< (+ real.pi (exp (- 4000.0))) real.pi)", CLOSE);
}

static void test_arithmetic(void **state)
{
  (void)state;
  expect("(< 702.0 (/ 1.0 (- real.pi 3.14017)) 703.0)", "true");
  expect("(< 0.7568 (abs (sin 4.0)) 0.7569)", "true");
  expect("(< (^ (sin 4.0) 3.0) 0.0 (^ (sin 4.0) 4.0))", "true");
  expect("(< 1.745 (^ (sin 4.0) (- 2.0)) 1.746)", "true");
  expect("(< 1.46 (^ real.pi (/ 1.0 3.0)) 1.47)", "true");
  expect("(^ real.pi 0.0)", "1.0");
  expect("(to_int (* 1000000.0 real.pi))", "3141592");
  expect("(to_int (- real.pi))", "(- 4)");
  expect("(to_int (exp 100000.0))", CLOSE);
  expect("(to_int (* real.pi (/ 1.0 real.pi)))", CLOSE);
  expect("(is_int real.pi)", "false");
  expect("(is_int (* real.pi (/ 1.0 real.pi)))", CLOSE);
  expect("((_ to_fp 8 24) RNE real.pi)", CLOSE);
  expect("(sin 1.0)", FORMLESS);
}

static void test_domains(void **state)
{
  (void)state;
  expect("(sqrt (sin 4.0))", OUTSIDE);
  expect("(sqrt (sin real.pi))", CLOSE);
  expect("(< 0.917 (sqrt (sin 1.0)) 0.918)", "true");
  expect("(arcsin (+ 1.0 (exp (- 100.0))))", OUTSIDE);
  expect("(< 1.57 (arcsin (- 1.0 (exp (- 100.0)))) (arcsin 1.0))", "true");
  expect("(arccos (* real.pi (/ 1.0 real.pi)))", CLOSE);
  expect("(arcsec (sin 1.0))", OUTSIDE);
  expect("(acosh (cos 1.0))", OUTSIDE);
  expect("(atanh (- real.pi))", OUTSIDE);
  expect("(tan (/ real.pi 2.0))", CLOSE);
  expect("(< (tan (+ (/ real.pi 2.0) (exp (- 300.0)))) (- (exp 299.0)))", "true");
  expect("(cot (* 2.0 real.pi))", CLOSE);
  expect("(/ 1.0 (sin real.pi))", CLOSE);
  expect("(^ (sin 4.0) 0.5)", OUTSIDE);
  expect("(^ (sin 4.0) real.pi)", OUTSIDE);
  expect("(^ (sin real.pi) (- 1.0))", CLOSE);
  expect("(^ 0.0 real.pi)", OUTSIDE);
}

/* Inside of other values. */
static void test_as_a_part(void **state)
{
  (void)state;
  expect("(= (tuple real.pi 1) (tuple real.pi 1))", "true");
  expect("(= (tuple real.pi 1) (tuple 3.0 1))", "false");
  expect("(= (tuple real.pi 1) (tuple (exp 1.0) 1))", "false");
  expect("(= (tuple euler 1) (tuple (exp 1.0) 2))", "false");
  expect("(= (tuple euler 1) (tuple (exp 1.0) 1))",
         "? equality of functions or arrays that are not known everywhere");
  expect("(= ((as const (Array Int Real)) real.pi) ((as const (Array Int Real)) 3.0))", "false");
  expect("(select (store ((as const (Array Real Int)) 1) 2.0 3) real.pi)", CLOSE);
  expect("(select ((as const (Array Real Int)) 1) real.pi)", "1");
  expect("(set.member real.pi (set.singleton 3.0))", CLOSE);
  expect("(ite (< real.pi 3.2) 1 2)", "1");
  expect("(exists ((p Bool)) (< (ite p real.pi 4.0) 3.5))", "true");
}

static void repeat(StrBuf *text, const char *part, int times)
{
  for (int i = 0; i < times; i++) strbuf_add_text(text, part);
}

/* (before before ... inner after after ... */
static void expect_nested(const char *before, const char *inner, int depth, const char *comparison,
                          const char *expected)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "(%s ", comparison);
  repeat(&text, before, depth);
  strbuf_add_text(&text, inner);
  repeat(&text, ")", depth + 1);
  expect(strbuf_text(&text), expected);
  strbuf_deinit(&text);
}

static void test_large_expressions(void **state)
{
  (void)state;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "(< 1.0 (+");
  for (int i = 1; i <= 100000; i++) strbuf_printf(&text, " (sin %d.0)", i);
  strbuf_add_text(&text, ") 2.0)");
  expect(strbuf_text(&text), "true");
  expect_within((EvalLimits){.bytes = 1 << 20}, strbuf_text(&text), "? too much memory");
  expect_within((EvalLimits){.steps = 10000}, strbuf_text(&text), "? too many steps");
  strbuf_deinit(&text);
  expect_nested("(+ 1.0 ", "(sin 1.0)", 100000, "< 100000.84 ", "true");
  expect_nested("(+ 1.0 ", "(sin 1.0)", 100000, "= (+ 100000.0 (sin 1.0)) ", CLOSE);
  expect_nested("(sin ", "1.0", 100000, "< 0.005 ", "true");
}

static void test_hostile_sizes(void **state)
{
  (void)state;
  expect("(> (exp (exp 20.0)) 1.0)", "true");
  expect("(> (exp (exp (exp 1000.0))) 1.0)", CLOSE);
  expect("(> (exp (- (exp (exp 1000.0)))) 1.0)", CLOSE);
  expect("(< (sin (exp (exp 20.0))) 0.5)", CLOSE);
  expect("(> (^ real.pi 1000000000000000000000000.0) 1.0)", CLOSE);
  expect("(< (^ real.pi (- 1000000000.0)) 1.0)", "true");
  expect_nested("(exp ", "1.0", 100000, "< 0.0 ", CLOSE);
  expect_nested("(tan ", "1.0", 100000, "< 0.0 ", CLOSE);
  expect_nested("(sqrt ", "real.pi", 100000, "< 1.0 ", CLOSE);
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "(< (sin 1");
  repeat(&text, "0", 200000);
  strbuf_add_text(&text, ".0) 0.5)");
  expect(strbuf_text(&text), CLOSE);
  strbuf_clear(&text);
  strbuf_add_text(&text, "(let ((x0 (exp 1.0))) ");
  for (int i = 0; i < 64; i++) strbuf_printf(&text, "(let ((x%d (* x%d x%d))) ", i + 1, i, i);
  strbuf_add_text(&text, "(< 1.0 x64)");
  repeat(&text, ")", 65);
  expect(strbuf_text(&text), CLOSE);
  strbuf_deinit(&text);
}

/* The functions at random points, against those of the C library and those of cvc5 */

typedef struct {
  const char *name;
  double (*function)(double);
  double low, high; /* where it is tried */
} Reference;

static double cosecant(double x)
{
  return 1 / sin(x);
}
static double secant(double x)
{
  return 1 / cos(x);
}
static double cotangent(double x)
{
  return 1 / tan(x);
}
static double arc_cosecant(double x)
{
  return asin(1 / x);
}
static double arc_secant(double x)
{
  return acos(1 / x);
}
static double arc_cotangent(double x)
{
  return acos(x / sqrt(1 + x * x));
}

static const Reference references[] = {
    {"exp", exp, -20, 5},         {"sin", sin, -50, 50},          {"cos", cos, -50, 50},
    {"tan", tan, -1.5, 1.5},      {"csc", cosecant, 0.1, 3},      {"sec", secant, -1.5, 1.5},
    {"cot", cotangent, 0.1, 3},   {"arcsin", asin, -1, 1},        {"arccos", acos, -1, 1},
    {"arctan", atan, -20, 20},    {"arccsc", arc_cosecant, 1, 9}, {"arccsc", arc_cosecant, -9, -1},
    {"arcsec", arc_secant, 1, 9}, {"arcsec", arc_secant, -9, -1}, {"arccot", arc_cotangent, -9, 9},
    {"asin", asin, -1, 1},        {"acos", acos, -1, 1},          {"atan", atan, -20, 20},
    {"sinh", sinh, -5, 5},        {"cosh", cosh, -5, 5},          {"tanh", tanh, -5, 5},
    {"asinh", asinh, -20, 20},    {"acosh", acosh, 1, 20},        {"atanh", atanh, -0.99, 0.99},
    {"sqrt", sqrt, 0, 20},
};

enum { REFERENCES = sizeof references / sizeof references[0] };

/* A rational number near x, and what it is exactly. */
static double add_rational(StrBuf *text, double x)
{
  double scaled = round(x * 1000000);
  strbuf_printf(text, scaled < 0 ? "(- (/ %.0f.0 1000000.0))" : "(/ %.0f.0 1000000.0)",
                fabs(scaled));
  return scaled / 1000000;
}

/* (low < f(q)) and (f(q) < high), where f(q) is well inside. */
static void add_claim(StrBuf *text, const Reference *reference, double distance, Random *random)
{
  StrBuf point;
  strbuf_init(&point, 0);
  double span = reference->high - reference->low;
  double x = add_rational(&point, reference->low + random_unit(random) * span);
  double result = reference->function(x);
  strbuf_add_text(text, "(< ");
  add_rational(text, result - distance);
  strbuf_printf(text, " (%s %s) ", reference->name, strbuf_text(&point));
  add_rational(text, result + distance);
  strbuf_add_char(text, ')');
  strbuf_deinit(&point);
}

static void test_against_the_c_library(void **state)
{
  (void)state;
  Random random = random_stream(1, 0, 0);
  StrBuf text;
  strbuf_init(&text, 0);
  for (int i = 0; i < 1500; i++) {
    if (i % 100 == 0) strbuf_add_text(&text, "(and");
    strbuf_add_char(&text, ' ');
    add_claim(&text, &references[i % REFERENCES], 0.000002, &random);
    if (i % 100 != 99) continue;
    strbuf_add_char(&text, ')');
    expect(strbuf_text(&text), "true");
    strbuf_clear(&text);
  }
  strbuf_deinit(&text);
}

/* Does a line say this? */
static bool says(const char *output, const char *answer)
{
  size_t length = strlen(answer);
  for (const char *line = output; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, answer, length) == 0 && line[length] == '\n') return true;
  }
  return false;
}

static CommandResult ask_cvc5(const StrBuf *script)
{
  return run_command_with((const char *[]){"cvc5", "--incremental", "--tlimit-per=50", NULL},
                          (CommandSettings){.input = script->bytes,
                                            .input_length = script->length,
                                            .timeout_ms = 60000});
}

static void expect_never(const StrBuf *script, const char *wanted, const char *wrong)
{
  CommandResult result = ask_cvc5(script);
  bool missing = result.exit_code == 127;
  bool fine = says(result.out, wanted) && !says(result.out, wrong);
  if (!fine && !missing) print_message("%s%s", result.out, result.err);
  command_result_free(&result);
  if (missing) skip();
  assert_true(fine);
}

/* What we call true can be true for cvc5, and cannot be false. */
static void test_against_cvc5(void **state)
{
  (void)state;
  static const Reference decided[] = {{"exp", exp, -3, 3}, {"sin", sin, -3, 3}};
  Random random = random_stream(2, 0, 0);
  StrBuf claim, claims, opposites;
  strbuf_init(&claim, 0);
  strbuf_init(&claims, 0);
  strbuf_init(&opposites, 0);
  strbuf_add_text(&claims, "(set-logic QF_NRAT)\n");
  strbuf_add_text(&opposites, "(set-logic QF_NRAT)\n");
  for (int i = 0; i < 200; i++) {
    add_claim(&claim, &decided[i % 2], 0.001, &random);
    expect(strbuf_text(&claim), "true");
    const char *text = strbuf_text(&claim);
    strbuf_printf(&claims, "(push)(assert %s)(check-sat)(pop)\n", text);
    strbuf_printf(&opposites, "(push)(assert (not %s))(check-sat)(pop)\n", text);
    strbuf_clear(&claim);
  }
  strbuf_deinit(&claim);
  expect_never(&claims, "sat", "unsat");
  expect_never(&opposites, "unsat", "sat");
  strbuf_deinit(&claims);
  strbuf_deinit(&opposites);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_bounds),  cmocka_unit_test(test_values_of_inverse_functions),
      cmocka_unit_test(test_equality),      cmocka_unit_test(test_comparing_two_numbers),
      cmocka_unit_test(test_arithmetic),    cmocka_unit_test(test_domains),
      cmocka_unit_test(test_as_a_part),     cmocka_unit_test(test_large_expressions),
      cmocka_unit_test(test_hostile_sizes), cmocka_unit_test(test_against_the_c_library),
      cmocka_unit_test(test_against_cvc5),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
