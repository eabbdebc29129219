/* Models as fixed texts: every form that solvers are known to print, and broken ones. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "smt/text/model.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

static const char script[] =
    "(declare-sort U 0)(declare-sort |V w| 0)(declare-sort P 1)"
    "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))"
    "(declare-datatypes ((E 2)) ((par (A B) ((left (l A)) (right (r B))))))"
    "(declare-codatatypes ((S 0)) (((sc (sh Int) (st S)))))"
    "(declare-const i Int)(declare-const r Real)(declare-const b (_ BitVec 8))(declare-const p "
    "Bool)"
    "(declare-const |a b| Int)(declare-const f32 Float32)(declare-const s String)"
    "(declare-const a (Array Int Int))(declare-const aa (Array Int (Array Int Int)))"
    "(declare-const ab (Array (_ BitVec 2) (_ BitVec 4)))(declare-const c2 (_ BitVec 2))"
    "(declare-const u U)(declare-const v |V w|)(declare-const pi (P Int))"
    "(declare-const li (L Int))(declare-const e (E Int Bool))(declare-const co S)"
    "(declare-const q (Seq Int))(declare-const set (Set Int))"
    "(declare-fun f (Int) Int)(declare-fun g (U Int) Bool)(declare-const h (-> Int Int))"
    "(define-fun twice ((x Int)) Int (* 2 x))(assert (! p :named name))";

static Bank *bank;
static Parser *parser;
static Script commands;
static Error error;
static Model model;

static int set_up(void **state)
{
  (void)state;
  bank = theory_create_bank();
  parser = parser_create(bank, NULL, script, strlen(script), &error);
  commands = (Script){0};
  if (parser_read_script(parser, &commands)) fail_msg("%u: %s", error.column, error.message);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  model_deinit(&model);
  parser_destroy(parser);
  script_deinit(&commands);
  bank_destroy(bank);
  return 0;
}

static void read_model(const char *text)
{
  model_deinit(&model);
  if (model_read(parser, text, strlen(text), &model, &error))
    fail_msg("%u:%u: %s in:\n%s", error.line, error.column, error.message, text);
}

static const Definition *definition_of(const char *name)
{
  for (size_t i = 0; i < model.definitions.count; i++) {
    const Definition *definition = &model.definitions.items[i];
    if (!symbols_equal(&bank->symbols, funs_info(&bank->funs, definition->fun)->name, name))
      continue;
    assert_ptr_equal(model_find(&model, definition->fun), definition);
    return definition;
  }
  fail_msg("no definition of %s", name);
  return NULL;
}

static void expect_definition(const char *name, DefinitionKind kind, const char *sort,
                              const char *value)
{
  const Definition *definition = definition_of(name);
  assert_int_equal(definition->kind, kind);
  StrBuf out;
  strbuf_init(&out, 0);
  print_sort(&out, bank, bank_sort(bank, definition->definition));
  assert_string_equal(strbuf_text(&out), sort);
  strbuf_clear(&out);
  PrintOptions options = {0};
  Printer *printer = printer_create(bank, &options);
  printer_term(printer, &out, definition->definition);
  printer_destroy(printer);
  assert_string_equal(strbuf_text(&out), value);
  strbuf_deinit(&out);
}

/* One definition, in the form of each solver. */
static void check_value(const char *name, const char *sort, const char *value, const char *expected)
{
  static const char *const forms[][3] = {{"(\n  (define-fun ", " () ", ")\n)\n"},
                                         {"(model\n(define-fun ", " () ", ")\n)\n"},
                                         {"(model (define-const ", " ", "))"}};
  bool bars = name[0] == '|';
  char *plain = mem_copy_string(name + bars, strlen(name) - 2 * bars);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    StrBuf text;
    strbuf_init(&text, 0);
    strbuf_printf(&text, "%s%s%s%s\n %s%s", forms[i][0], name, forms[i][1], sort, value,
                  forms[i][2]);
    read_model(strbuf_text(&text));
    expect_definition(plain, DEFINITION_DECLARED, sort, expected);
    strbuf_deinit(&text);
  }
  free(plain);
}

static void test_numbers(void **state)
{
  (void)state;
  check_value("i", "Int", "5", "5");
  check_value("i", "Int", "(- 5)", "(- 5)");
  check_value("|a b|", "Int", "0", "0");
  check_value("r", "Real", "3", "3.0");
  check_value("r", "Real", "(/ 1 3)", "(/ 1.0 3.0)");
  check_value("r", "Real", "(/ (- 1) 3)", "(/ (to_real (- 1)) 3.0)");
  check_value("r", "Real", "(- (/ 1.0 3.0))", "(- (/ 1.0 3.0))");
  check_value("r", "Real", "(- 2.0)", "(- 2.0)");
  check_value("b", "(_ BitVec 8)", "(_ bv5 8)", "#x05");
  check_value("b", "(_ BitVec 8)", "#b00000101", "#x05");
  check_value("p", "Bool", "true", "true");
}

static void test_other_literals(void **state)
{
  (void)state;
  check_value("f32", "(_ FloatingPoint 8 24)", "(_ NaN 8 24)", "(_ NaN 8 24)");
  check_value("f32", "(_ FloatingPoint 8 24)", "(_ -zero 8 24)", "(_ -zero 8 24)");
  check_value("f32", "(_ FloatingPoint 8 24)", "(fp #b0 #xfe #b00000111111111111111110)",
              "(fp #b0 #xfe #b00000111111111111111110)");
  read_model("((define-fun f32 () Float32 (_ +oo 8 24)))");
  expect_definition("f32", DEFINITION_DECLARED, "(_ FloatingPoint 8 24)", "(_ +oo 8 24)");
  check_value("s", "String", "\"a\\u{e4}\"\"q(\"", "\"a\\u{e4}\"\"q(\"");
  check_value("q", "(Seq Int)", "(seq.++ (seq.unit 1) (seq.unit 2))",
              "(seq.++ (seq.unit 1) (seq.unit 2))");
  check_value("q", "(Seq Int)", "(as seq.empty (Seq Int))", "(as seq.empty (Seq Int))");
  check_value("set", "(Set Int)", "(set.union (set.singleton 4) (set.singleton 3))",
              "(set.union (set.singleton 4) (set.singleton 3))");
  check_value("set", "(Set Int)", "(as emptyset (Set Int))", "(as set.empty (Set Int))");
  check_value("set", "(Set Int)", "(union (singleton 3) (singleton 4))",
              "(set.union (set.singleton 3) (set.singleton 4))");
}

static void test_algebraic_numbers(void **state)
{
  (void)state;
  check_value("r", "Real", "(root-obj (+ (^ x 2)\n    (- 2)) 1)",
              "|(root-obj (+ (^ x 2) (- 2)) 1)|");
  assert_true(model_is_algebraic(bank, definition_of("r")->definition));
  assert_false(model_is_abstract(bank, definition_of("r")->definition));
  Term first = definition_of("r")->definition;
  read_model("((define-fun r () Real (root-obj (+ (^ x 2) (- 2))    1)))");
  assert_int_equal(definition_of("r")->definition, first);
  const char *number = "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)";
  check_value("r", "Real", number, "|(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)|");
  check_value("r", "Real", "(+ 1.0 (root-obj (+ (^ x 2) (- 3)) 2))",
              "(+ 1.0 |(root-obj (+ (^ x 2) (- 3)) 2)|)");
  read_model("((define-fun r () Real (witness ((x Real)) (and (>= x 1.0) (< x (/ 3 2))))))");
}

static void test_arrays(void **state)
{
  (void)state;
  const char *stored = "(store ((as const (Array Int Int)) 0) 1 2)";
  check_value("a", "(Array Int Int)", stored, stored);
  check_value("a", "(Array Int Int)", "(lambda ((x Int)) (+ 1 x))", "(lambda ((x Int)) (+ 1 x))");
  check_value("a", "(Array Int Int)", "(store (lambda ((x Int)) x) 1 2)",
              "(store (lambda ((x Int)) x) 1 2)");
  check_value("aa", "(Array Int (Array Int Int))", "(lambda ((x Int)) (lambda ((y Int)) (+ x y)))",
              "(lambda ((x Int)) (lambda ((y Int)) (+ x y)))");
  read_model("((define-fun a () (Array Int Int) (_ as-array k!1))"
             " (define-fun aa () (Array Int (Array Int Int)) (store ((as const (Array Int (Array "
             "Int Int)))"
             "  (_ as-array k!1)) 1 (_ as-array f)))"
             " (define-fun f ((x!0 Int)) Int (k!1 (k!0 x!0)))"
             " (define-fun k!1 ((x!0 Int)) Int (ite (= x!0 1) 5 7))"
             " (define-fun k!0 ((x!0 Int)) Int 3))");
  expect_definition("a", DEFINITION_DECLARED, "(Array Int Int)", "(lambda ((x!0 Int)) (k!1 x!0))");
  expect_definition("f", DEFINITION_DECLARED, "(-> Int Int)",
                    "(lambda ((x!0 Int)) (k!1 (k!0 x!0)))");
  expect_definition("k!1", DEFINITION_AUXILIARY, "(-> Int Int)",
                    "(lambda ((x!0 Int)) (ite (= x!0 1) 5 7))");
  expect_definition(
      "aa", DEFINITION_DECLARED, "(Array Int (Array Int Int))",
      "(store ((as const (Array Int (Array Int Int))) (lambda ((x!0 Int)) (k!1 x!0))) 1 "
      "(lambda ((x!0 Int)) (f x!0)))");
}

/* Arrays and functions as constants, defined by their results. */
static void test_pointwise(void **state)
{
  (void)state;
  read_model("(model (define-fun a ((a_x0 Int)) Int (ite (= a_x0 3) 1 0)) (define-fun h ((x Int)) "
             "Int x))");
  expect_definition("a", DEFINITION_DECLARED, "(Array Int Int)",
                    "(lambda ((a_x0 Int)) (ite (= a_x0 3) 1 0))");
  expect_definition("h", DEFINITION_DECLARED, "(-> Int Int)", "(lambda ((x Int)) x)");
  read_model("((define-fun h () (-> Int Int) (lambda ((x Int)) (+ x 1))))");
  expect_definition("h", DEFINITION_DECLARED, "(-> Int Int)", "(lambda ((x Int)) (+ x 1))");
}

static size_t universe_size(const char *name)
{
  U32Vec values = {0};
  model_universe(bank, &model, funs_result(&bank->funs, definition_of(name)->fun), &values);
  for (size_t i = 0; i < values.count; i++) assert_true(model_is_abstract(bank, values.items[i]));
  size_t count = values.count;
  VEC_FREE(&values);
  return count;
}

static void test_abstract_values(void **state)
{
  (void)state;
  read_model("(\n  ;; universe for U:\n  ;;   U!val!1 U!val!0 \n  ;; -----------\n"
             "  ;; definitions for universe elements:\n  (declare-fun U!val!1 () U)\n"
             "  (declare-fun U!val!0 () U)\n  (declare-fun P!val!0 () (P Int))\n  ;; cardinality "
             "constraint:\n"
             "  (forall ((x U)) (or (= x U!val!1) (= x U!val!0)))\n"
             "  (define-fun u () U U!val!0)\n (define-fun v () |V w| |V w!val!0|)\n"
             "  (define-fun pi () (P Int) P!val!0)\n"
             "  (define-fun g ((x!0 U) (x!1 Int)) Bool (= x!0 U!val!1)))");
  expect_definition("u", DEFINITION_DECLARED, "U", "U!val!0");
  expect_definition("v", DEFINITION_DECLARED, "|V w|", "|V w!val!0|");
  assert_int_equal(model.elements.count, 3);
  assert_int_equal(universe_size("u"), 2);
  assert_int_equal(universe_size("v"), 1);
  Term z3_value = definition_of("u")->definition;
  read_model("((define-fun u () U U!val!0) (define-fun pi () (P Int) P!val!0))");
  assert_int_equal(definition_of("u")->definition, z3_value);
  read_model("(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n(define-fun u () U (as @U_1 U))\n"
             "(define-fun v () |V w| (as @|V w|_0 |V w|))\n(define-fun pi () (P Int) (as @(P "
             "Int)_0 (P Int)))\n"
             "(define-fun g ((_arg_1 U) (_arg_2 Int)) Bool (= (as @U_0 U) _arg_1))\n)");
  expect_definition("v", DEFINITION_DECLARED, "|V w|", "|@V w_0|");
  expect_definition("pi", DEFINITION_DECLARED, "(P Int)", "|@(P Int)_0|");
  assert_int_equal(universe_size("u"), 2);
  read_model("(model\n(declare-sort U 0)\n; rep: @uc_U_0\n(define-fun u () U @uc_U_0)\n"
             "(define-fun v () |V w| |@uc_V w_0|)\n(declare-fun groundTerm_6 () U)\n"
             "(define-fun pi () (P Int) |@uc_(P Int)_1|)\n(define-fun i () Int 0))");
  expect_definition("pi", DEFINITION_DECLARED, "(P Int)", "|@uc_(P Int)_1|");
  read_model("((define-fun u () U (as @a0 U)) (define-fun v () |V w| (as @a0 |V w|)))");
  expect_definition("v", DEFINITION_DECLARED, "|V w|", "@a0");
  read_model("((define-fun u () U @a0) (define-fun v () |V w| (as @x |V w|)))");
  /* Numbers are never abstract, whatever they are called. */
  read_model("((declare-fun @n_1 () Int)(define-fun i () Int @n_1))");
  assert_int_equal(model.elements.count, 0);
  assert_false(model_is_abstract(bank, definition_of("i")->definition));
}

static void test_datatypes(void **state)
{
  (void)state;
  const char *full = "(cons 1 (as nil (L Int)))";
  check_value("li", "(L Int)", full, full);
  check_value("li", "(L Int)", "((as cons (L Int)) 1 (as nil (L Int)))", full);
  check_value("li", "(L Int)", "(cons 1 nil)", full);
  check_value("li", "(L Int)", "nil", "(as nil (L Int))");
  check_value("li", "(L Int)", "(let ((a!1 (cons 1 nil))) a!1)", full);
  check_value("e", "(E Int Bool)", "(left 3)", "((as left (E Int Bool)) 3)");
  check_value("co", "S", "(sc 3 cbv_S_0)", "(sc 3 cbv_S_0)");
  check_value("co", "S", "(sc 3 @uc_S_0)", "(sc 3 @uc_S_0)");
  read_model("(model (declare-datatypes ((L 1)) ((par (T)((nil) (cons (hd T) (tl (L T)))))))"
             "(declare-codatatypes ((S 0)) (((sc (sh Int) (st S)))))(define-fun li () (L Int) (as "
             "nil (L Int))))");
  assert_int_equal(model.definitions.count, 1);
}

static void test_auxiliary(void **state)
{
  (void)state;
  read_model(
      "((define-fun /0 ((x!0 Real)) Real 0.0)(define-fun /0 ((x!0 Real) (x!1 Real)) Real 1.0)"
      "(define-fun div0 ((x!0 Int) (x!1 Int)) Int 5)(define-fun mod0 ((x!0 Int)) Int 3)"
      "(define-fun bvudiv0 ((x!0 (_ BitVec 8))) (_ BitVec 8) #xff)"
      "(define-fun fp.to_ubv_unspecified ((x!0 (_ BitVec 2))) (_ BitVec 8) #x00)"
      "(define-fun fp.to_ubv_unspecified ((x!0 (_ BitVec 3))) (_ BitVec 8) #x00)"
      "(define-fun hd ((x!0 (L Int))) Int 0)(define-fun + ((x!0 Int)) Int 9)"
      "(define-fun twice ((x Int)) Int 0)(define-fun name () Bool true)"
      "(define-fun-rec i () Int (+ 1 2)))");
  assert_int_equal(model.definitions.count, 12);
  expect_definition("div0", DEFINITION_AUXILIARY, "(-> Int Int Int)",
                    "(lambda ((x!0 Int) (x!1 Int)) 5)");
  expect_definition("hd", DEFINITION_AUXILIARY, "(-> (L Int) Int)", "(lambda ((x!0 (L Int))) 0)");
  expect_definition("twice", DEFINITION_DEFINED, "(-> Int Int)", "(lambda ((x Int)) 0)");
  expect_definition("name", DEFINITION_DEFINED, "Bool", "true");
  expect_definition("i", DEFINITION_DECLARED, "Int", "(+ 1 2)");
  /* What the solver added is forgotten again. */
  Term term;
  assert_int_equal(parser_read_term(parser, "(div0 1 1)", 10, &term), STATUS_SCOPE);
  assert_int_equal(parser_read_term(parser, "U!val!0", 7, &term), STATUS_SCOPE);
  assert_int_equal(parser_read_term(parser, "(+ i 1)", 7, &term), STATUS_OK);
}

static void test_boolector_lines(void **state)
{
  (void)state;
  read_model("ab[11] 0001\nab[00] x1x1\nc2 1x\np 1\nb 00001111\nother 101\n\nmem[0] 11\r\n");
  expect_definition(
      "ab", DEFINITION_DECLARED, "(Array (_ BitVec 2) (_ BitVec 4))",
      "(store (store ((as const (Array (_ BitVec 2) (_ BitVec 4))) #x0) #b11 #x1) #b00 #x5)");
  expect_definition("c2", DEFINITION_DECLARED, "(_ BitVec 2)", "#b10");
  expect_definition("p", DEFINITION_DECLARED, "Bool", "true");
  expect_definition("b", DEFINITION_DECLARED, "(_ BitVec 8)", "#x0f");
  expect_definition("other", DEFINITION_AUXILIARY, "(_ BitVec 3)", "#b101");
  expect_definition("mem", DEFINITION_AUXILIARY, "(Array (_ BitVec 1) (_ BitVec 2))",
                    "(store ((as const (Array (_ BitVec 1) (_ BitVec 2))) #b00) #b0 #b11)");
  read_model("");
  read_model("|x y| 1\n");
  expect_definition("x y", DEFINITION_AUXILIARY, "(_ BitVec 1)", "#b1");
}

static void test_empty(void **state)
{
  (void)state;
  read_model("()");
  read_model("(\n)\n");
  read_model("(model)");
  assert_int_equal(model.definitions.count, 0);
  assert_null(model_find(&model, 1));
}

typedef struct {
  const char *text;
  uint32_t line, column; /* 0: any */
  const char *message;
} BrokenModel;

static const BrokenModel broken[] = {
    {"(", 1, 1, "not complete"},
    {"((define-fun i () Int 1)", 1, 1, "not complete"},
    {"(\n(define-fun i () Int 1)\n(define-fun r () Re", 3, 1, "unclosed"},
    {"((define-fun i () Int 1)\n (define-fun i () Int 1))", 2, 14, "'i' twice"},
    {"((define-fun k!0 ((x Int)) Int 1)\n (define-fun k!0 ((y Int)) Int 1))", 2, 14, "'k!0' twice"},
    {"((define-fun i () Real 1.0))", 1, 14,
     "'i' is declared as () Int, but the model defines it as () Real"},
    {"((define-fun f ((x Int) (y Int)) Int 1))", 1, 14, "'f' is declared as (Int) Int, but"},
    {"((define-fun i () Int true))", 1, 0, "has sort Bool, expected Int"},
    {"((define-fun i () Int j))", 1, 23, "unknown symbol 'j'"},
    {"((define-fun i () Int 1 2))", 1, 25, "expected ')'"},
    {"((define-fun i () Int 1)) x", 1, 27, "the end of the model"},
    {"((define-fun i () W 1))", 1, 19, "unknown sort 'W'"},
    {"((define-fun u () U W!val!0))", 1, 21, "unknown symbol 'W!val!0'"},
    {"((define-fun a () (Array Int Int) (_ as-array k!9)))", 1, 47, "as-array needs"},
    {"((define-fun pi () (P Int) (as @(P Int)_0 (P Int)", 1, 2, "unclosed"},
    {"((define-fun i () Int (as @(P Int)_0 Int)))", 1, 23, "values of this sort have no names"},
    {"((define-fun r () Real (root-obj (^ x 2) \x80)))", 1, 42, "unexpected byte"},
    {"((assert true))", 1, 3, "expected a definition"},
    {"((foo))", 1, 3, "expected a definition"},
    {"(1)", 1, 2, "expected a definition"},
    {"((define-fun i () Int 1) \xff)", 1, 26, "unexpected byte"},
    {"x", 1, 1, "expected a line"},
    {"x 12\n", 1, 3, "not a binary number"},
    {"c2 1\n", 1, 4, "a number of 1 digits is no value of sort (_ BitVec 2)"},
    {"p 1\np 1\n", 2, 1, "'p' twice"},
    {"p 1\nab[00] 0000\nab[01] 0000\nab[00] 0001\n", 2, 1, "two values"},
    {"ab[00] 0000\nab[00] 0001\nb 00000000\n", 1, 1, "two values"},
    {"ab 0000\n", 1, 1, "no index"},
    {"b[00] 0000\n", 1, 1, "not an array"},
    {"ab[0 0] 0000\n", 1, 4, "not a binary"},
    {"f 1\n", 1, 1, "not an array"},
    {"i 1\n", 1, 3, "no value of sort Int"},
    {"a[1] 1\n", 1, 1, "unexpected sort"},
};

static void test_broken(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    const BrokenModel *b = &broken[i];
    char *exact = malloc(strlen(b->text));
    memcpy(exact, b->text, strlen(b->text));
    Status status = model_read(parser, exact, strlen(b->text), &model, &error);
    free(exact);
    if (!status) fail_msg("accepted: %s", b->text);
    if (!strstr(error.message, b->message)) fail_msg("'%s' for: %s", error.message, b->text);
    if (error.line != b->line || (b->column && error.column != b->column))
      fail_msg("%u:%u %s for: %s", error.line, error.column, error.message, b->text);
    assert_int_equal(model.definitions.count, 0);
  }
  read_model("((define-fun i () Int 1))");
}

/* Every beginning of a model, and models with a byte changed: an error or a model, nothing worse. */
static void test_damaged(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "((define-fun a () (Array Int Int) (_ as-array k!1)) (define-fun k!1 ((x!0 Int)) Int (ite (= "
      "x!0 1) 5 7))"
      "(declare-fun U!val!0 () U) (forall ((x U)) (= x U!val!0)) (define-fun r () Real (root-obj "
      "(^ x 2) 1))"
      "(define-fun pi () (P Int) (as @(P Int)_0 (P Int))) (define-fun v () |V w| (as @|V w|_0 |V "
      "w|))"
      "(define-fun li () (L Int) (cons 1 nil)) (define-fun s () String \"a\"\"b\"))",
      "ab[11] 0001\nab[00] x1x1\nc2 1x\n|a b| 1\np 1\n"};
  static const char bytes[] = "()\"|;\0\xff @!0_x";
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    size_t length = strlen(texts[t]);
    for (size_t i = 0; i < length; i++) {
      for (size_t k = 0; k < sizeof bytes; k++) {
        bool cut = k == sizeof bytes - 1;
        size_t size = cut ? i : length;
        char *text = malloc(size + 1);
        memcpy(text, texts[t], size);
        if (!cut) text[i] = bytes[k];
        if (model_read(parser, text, size, &model, &error))
          assert_true(error.line >= 1 && error.message[0]);
        model_deinit(&model);
        free(text);
      }
    }
  }
  read_model("((define-fun i () Int 1))");
}

/* Depth and size: no recursion, and time linear in the text. */
static void test_large(void **state)
{
  (void)state;
  enum { COUNT = 100000 };
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "((define-fun a () (Array Int Int) ");
  for (int i = 0; i < COUNT; i++) strbuf_add_text(&text, "(store ");
  strbuf_add_text(&text, "((as const (Array Int Int)) 0)");
  for (int i = 0; i < COUNT; i++) strbuf_printf(&text, " %d 1)", i);
  strbuf_add_text(&text, ")(define-fun li () (L Int) ");
  for (int i = 0; i < COUNT; i++) strbuf_add_text(&text, "(cons 1 ");
  strbuf_add_text(&text, "nil");
  for (int i = 0; i < COUNT; i++) strbuf_add_char(&text, ')');
  strbuf_add_char(&text, ')');
  for (int i = 0; i < COUNT; i++) strbuf_printf(&text, "(define-fun k!%d () U U!val!%d)", i, i);
  strbuf_add_char(&text, ')');
  read_model(strbuf_text(&text));
  assert_int_equal(model.definitions.count, COUNT + 2);
  strbuf_deinit(&text);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      CASE(test_numbers),   CASE(test_other_literals), CASE(test_algebraic_numbers),
      CASE(test_arrays),    CASE(test_pointwise),      CASE(test_abstract_values),
      CASE(test_datatypes), CASE(test_auxiliary),      CASE(test_boolector_lines),
      CASE(test_empty),     CASE(test_broken),         CASE(test_damaged),
      CASE(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
