/* Cutting the output of solvers into responses, and reading what is in them. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "smt/text/answer.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

/* The kinds of the responses, with blanks between them. */
static char *kinds_of(const char *text, size_t length)
{
  Answers answers = {0};
  StrBuf out;
  strbuf_init(&out, 0);
  answers_split(text, length, &answers);
  uint64_t at = 0;
  for (size_t i = 0; i < answers.count; i++) {
    const Answer *answer = &answers.items[i];
    assert_true(answer->start >= at && answer->end > answer->start && answer->end <= length);
    for (; at < answer->start; at++) assert_non_null(strchr(" \t\n\v\f\r", text[at]));
    at = answer->end;
    if (i) strbuf_add_char(&out, ' ');
    strbuf_add_text(&out, answer_name(answer->kind));
  }
  for (; at < length; at++) assert_true(text[at] && strchr(" \t\n\v\f\r", text[at]));
  VEC_FREE(&answers);
  char *kinds = mem_copy_string(strbuf_text(&out), out.length);
  strbuf_deinit(&out);
  return kinds;
}

/* Texts come in memory of their exact size, so that reading beyond it is noticed. */
static void expect_bytes(const char *text, size_t length, const char *expected)
{
  char *exact = malloc(length ? length : 1);
  memcpy(exact, text, length);
  char *kinds = kinds_of(exact, length);
  assert_string_equal(kinds, expected);
  free(kinds);
  free(exact);
}

static void expect(const char *text, const char *expected)
{
  expect_bytes(text, strlen(text), expected);
}

static void test_words(void **state)
{
  (void)state;
  expect("", "");
  expect(" \n\r\n", "");
  expect("sat\nunsat\nunknown\ntimeout\nunsupported\nsuccess\n",
         "sat unsat unknown timeout unsupported success");
  expect("sat", "sat");
  expect("sat\r\n  unsat  \r\n", "sat unsat");
  expect("sat (x)\n", "sat names");
  expect("satisfiable\nsat!\nsat unsat\nSAT\n", "other other other other");
}

static void test_errors(void **state)
{
  (void)state;
  expect("(error \"line 3 column 10: unknown constant x\")\nsat\n", "error sat");
  expect("(error \"Parse Error: a.smt2:6.22: Overloaded\n\n  (assert |a\"b|)\n   ^\n\")\nsat",
         "error sat");
  expect("(error \"unknown constant a\\\"b\")\nsat", "error sat");
  expect("(error \"unknown \"\"b\"\"\")\n(error \"(x) (\")(error \"z\")", "error error error");
  expect("( error \"x\" )\n(error no-string)\n", "error error");
  expect("boolector: file.smt2:3:5: undefined symbol 'x'\n", "error");
  expect("b/5.smt2:4: expected ')' after assert term at '('\n", "error");
  expect("[error] f.smt2:1:2: what\n", "error");
  expect("(error \"never closed\nsat\n", "other");
  expect("(error \"a\") x\n(error \"b\") y\n(error \"c\") z\n",
         "error other error other error other");
}

static void test_lists(void **state)
{
  (void)state;
  expect("(model\n)\n(model (define-fun x () Int 1))", "model model");
  expect("(\n  ;; universe for U:\n (declare-fun U!val!0 () U)\n (forall ((x U)) (= x U!val!0))\n)",
         "model");
  expect("(\n(define-fun x () Int 3)\n)\n", "model");
  expect("((x 1) (y 2))\n((|a b| (- 1)))\n(((+ x 1) 2)\n (x \"(\"))", "values values values");
  expect("(a b c)\n(\n|a 2|\na1\n)\n(a (not b))", "names names names");
  expect("()\n(\n)\n", "empty empty");
  expect("(:reason-unknown incomplete)\n( :all-statistics (a 1))\n(:version \"4.8.12\")",
         "info info info");
  expect(
      "((set-logic QF_UF)\n(proof\n(let ((a b)) c)))\n(proof x)\n(\n(let ((x y)) (SCOPE x))\n)\n",
      "proof proof proof");
  expect("(objectives\n (x 6)\n)\n((> x 1) (and a b))", "other other");
  expect("(1 2)\n((\"DefaultModel::x\" { A: 1 }) (\"t\" 0ms))", "other other");
}

static void test_lines(void **state)
{
  (void)state;
  expect("\"hello \"\"x\"\"\"\nsat\n", "echo sat");
  expect("\"two\nlines\"\n\"open\nsat\n\"x\n", "echo other sat other");
  expect("hello \"x\"\n; comment\ntrue\n", "other other other");
  expect("WARNING: unknown parameter\n[btorsmt2] WARNING no 'exit' command\n", "warning warning");
  expect("a.smt2:1.13: No set-logic command was given before this point.\n", "warning");
}

static void test_boolector_lines(void **state)
{
  (void)state;
  expect("sat\na[0011] 00000001\na[0000] 11111111\ni 0000\n|a b| 101\nunused xxx\n", "sat model");
  expect("sat\n\nx 01\n\nunsat\n", "sat model unsat");
  expect("sat\nx 12\n", "sat other");
  expect("x 01\n", "other");
  expect("sat\n", "sat");
  expect("sat\nno model 2 here\n", "sat other");
}

static void test_hostile_bytes(void **state)
{
  (void)state;
  expect_bytes("sa\0t\n\0\0", 7, "other other");
  expect_bytes("(\0)\nsat", 7, "names sat");
  expect("(((", "other");
  expect(")))\nsat", "other sat");
  expect("(a))\nsat\n", "names other sat");
  expect("(a |b\nsat\n", "other");
  expect("sat\n(model (define-fun x () Int", "sat other");
  expect("\xff\xfe(\xc3\n\xe2\x82\n", "other other");
  expect("\"", "other");
  expect(";", "other");
  uint64_t seed = 1;
  for (int round = 0; round < 2000; round++) {
    const char alphabet[] = "()\"|; \n\0\xff"
                            "ae:x01[]-error\"sat";
    char text[64];
    for (size_t i = 0; i < sizeof text; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      text[i] = alphabet[(seed >> 33) % (sizeof alphabet - 1)];
    }
    char *exact = malloc(sizeof text);
    memcpy(exact, text, sizeof text);
    free(kinds_of(exact, sizeof text));
    free(exact);
  }
}

/* Time must stay linear: any of these would take minutes otherwise. */
static void test_large_texts(void **state)
{
  (void)state;
  enum { SIZE = 8 << 20 };
  static const char *const pieces[] = {
      "a",         "(",        ")",   "(\n",   "(error \"\n", "\"\n",    "|\n", "(error \"a\") x\n",
      "\"a\" b\n", "\"\"\"\n", "a:1", "sat\n", "x 0\n",       "((x 1) ", "[a\n"};
  char *text = malloc(SIZE);
  for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
    size_t size = strlen(pieces[p]);
    for (size_t i = 0; i < SIZE; i++) text[i] = pieces[p][i % size];
    Answers answers = {0};
    answers_split(text, SIZE, &answers);
    assert_true(answers.count > 0 && answers.count <= ANSWERS_MAX);
    uint64_t rest = SIZE - answers.items[answers.count - 1].end;
    assert_true(rest <= 1);
    VEC_FREE(&answers);
  }
  free(text);
}

static void test_messages(void **state)
{
  (void)state;
  static const char *const cases[][2] = {{"(error \"line 1: x\")", "line 1: x"},
                                         {"(error \"a \"\"b\"\"\")", "a \"b\""},
                                         {"(error \"a\\\"b\")", "a\"b"},
                                         {"( error  \"two\nlines\" )", "two\nlines"},
                                         {"\"hello \"\"x\"\"\"", "hello \"x\""},
                                         {"f.smt2:3: bad", "f.smt2:3: bad"},
                                         {"(error unquoted)", "unquoted"},
                                         {"(error", ""},
                                         {"\"", "\""},
                                         {"", ""}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    StrBuf out;
    strbuf_init(&out, 0);
    answer_message(cases[i][0], strlen(cases[i][0]), &out);
    assert_string_equal(strbuf_text(&out), cases[i][1]);
    strbuf_deinit(&out);
  }
}

/* --- payloads --- */

static const char script[] =
    "(declare-sort U 0)(declare-const x Int)(declare-const r Real)(declare-const u U)"
    "(declare-fun f (Int) Int)(declare-const a (Array Int Int))(declare-const p Bool)"
    "(assert (! p :named n1))(assert (! (> x 1) :named |n 2|))(check-sat)";

static Bank *bank;
static Parser *parser;
static Script commands;
static Error error;

static int set_up(void **state)
{
  (void)state;
  bank = theory_create_bank();
  parser = parser_create(bank, NULL, script, strlen(script), &error);
  commands = (Script){0};
  return parser_read_script(parser, &commands) != STATUS_OK;
}

static int tear_down(void **state)
{
  (void)state;
  parser_destroy(parser);
  script_deinit(&commands);
  bank_destroy(bank);
  return 0;
}

static void expect_terms(const U32Vec *terms, const char *expected)
{
  StrBuf out;
  strbuf_init(&out, 0);
  PrintOptions options = {0};
  Printer *printer = printer_create(bank, &options);
  for (size_t i = 0; i < terms->count; i++) {
    if (i) strbuf_add_char(&out, ' ');
    printer_term(printer, &out, terms->items[i]);
  }
  printer_destroy(printer);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_deinit(&out);
}

static void test_names(void **state)
{
  (void)state;
  const char *text = "(n1 |n 2|)";
  U32Vec names = {0};
  assert_int_equal(answer_read_names(bank, text, strlen(text), &names, &error), STATUS_OK);
  assert_int_equal(names.count, 2);
  assert_true(symbols_equal(&bank->symbols, names.items[1], "n 2"));
  names.count = 0;
  assert_int_equal(answer_read_names(bank, "()", 2, &names, &error), STATUS_OK);
  assert_int_equal(names.count, 0);
  static const char *const bad[] = {"", "(", "(a", "(a 1)", "(a) b", "(a \x01)", "(|a", "x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_not_equal(answer_read_names(bank, bad[i], strlen(bad[i]), &names, &error),
                         STATUS_OK);
    assert_true(error.line == 1 && error.column >= 1);
  }
  VEC_FREE(&names);
}

static void test_terms(void **state)
{
  (void)state;
  const char *text = "(n1 (not p)\n(> x 3))";
  U32Vec terms = {0};
  assert_int_equal(answer_read_terms(parser, text, strlen(text), &terms, &error), STATUS_OK);
  expect_terms(&terms, "n1 (not p) (> x 3)");
  assert_int_equal(answer_read_terms(parser, "(p q)", 5, &terms, &error), STATUS_SCOPE);
  assert_int_equal(error.column, 4);
  VEC_FREE(&terms);
}

static void expect_values(const char *text, const char *expected)
{
  U32Vec pairs = {0};
  if (answer_read_values(parser, text, strlen(text), &pairs, &error))
    fail_msg("%u:%u: %s", error.line, error.column, error.message);
  expect_terms(&pairs, expected);
  VEC_FREE(&pairs);
}

static void test_values(void **state)
{
  (void)state;
  expect_values("()", "");
  expect_values("((x (- 3)) ((+ x 1) (- 2)) (r 3) (p true))", "x (- 3) (+ x 1) (- 2) r 3.0 p true");
  expect_values("((u U!val!0))", "u U!val!0");
  expect_values("((u (as @U_0 U)) (u @a1))", "u @U_0 u @a1");
  expect_values("((r (root-obj (+ (^ x 2)\n   (- 2)) 1)))", "r |(root-obj (+ (^ x 2) (- 2)) 1)|");
  expect_values("((f (lambda ((y Int)) (+ y 1))))", "f (lambda ((y Int)) (+ y 1))");
  expect_values("((a (lambda ((y Int)) (+ y 1))))", "a (lambda ((y Int)) (+ y 1))");
}

static void test_wrong_values(void **state)
{
  (void)state;
  static const char *const bad[] = {"((x true))",
                                    "((x))",
                                    "((x 1 2))",
                                    "(x 1)",
                                    "((x 1)",
                                    "((x 1)) y",
                                    "((u U!val!0) (u V!val!0))",
                                    "((x \x80))",
                                    "((q 1))",
                                    "((r (root-obj"};
  U32Vec pairs = {0};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_not_equal(answer_read_values(parser, bad[i], strlen(bad[i]), &pairs, &error),
                         STATUS_OK);
    assert_true(error.line == 1 && error.column >= 1 && error.message[0]);
  }
  VEC_FREE(&pairs);
  expect_values("((x 1))", "x 1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_boolector_lines),
      cmocka_unit_test(test_hostile_bytes),
      cmocka_unit_test(test_large_texts),
      cmocka_unit_test(test_messages),
      cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_terms, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_values, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_wrong_values, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
