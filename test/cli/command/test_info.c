/* assay info and assay theories, as their users run them. */
#include "testing.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "support/run_command.h"

#define ASSAY(script, ...)                                                                         \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.input = (script), .input_length = strlen(script)})

static const char script[] = "(set-logic QF_LIA)\n"
                             "(declare-const x Int)\n"
                             "(declare-const a (Array Int Int))\n"
                             "(define-fun twice ((n Int)) Int (* 2 n))\n"
                             "(assert (= (twice x) (select a (- x 1))))\n"
                             "(assert (forall ((n Int)) (< (- n) (+ n n x))))\n"
                             "(check-sat)\n";

static void expect_parts(CommandResult result, const char *const *parts, size_t count)
{
  assert_string_equal(result.err, "");
  assert_int_equal(result.exit_code, 0);
  for (size_t i = 0; i < count; i++)
    if (!strstr(result.out, parts[i])) fail_msg("no '%s' in:\n%s", parts[i], result.out);
  command_result_free(&result);
}

static void test_text(void **state)
{
  (void)state;
  static const char *const parts[] = {
      "file          <stdin>\n",
      "\nlogic         QF_LIA\n",
      "\ninferred      ALIA\n",
      "\nnote          the declared logic has no quantifiers and arrays\n",
      "\nassertions    2\n",
      "\ndeclarations  2\n",
      "\ndefinitions   1\n",
      "\nchecks        1\n",
      "\nquantifiers   1\n",
      "\nmax arity     3\n",
      "\n(Array Int Int)      1\n",
      "\n-                  Ints                2\n",
      "\nforall             binder              1\n",
  };
  expect_parts(ASSAY(script, "info", "-"), parts, sizeof parts / sizeof *parts);
}

static json_t *load(CommandResult result, int code)
{
  assert_int_equal(result.exit_code, code);
  json_error_t error;
  json_t *value = json_loads(result.out, 0, &error);
  if (!value) fail_msg("%s in:\n%s", error.text, result.out);
  command_result_free(&result);
  return value;
}

static int integer_of(const json_t *object, const char *key)
{
  json_t *value = json_object_get(object, key);
  if (!json_is_integer(value)) fail_msg("'%s' is not an integer", key);
  return (int)json_integer_value(value);
}

static void test_json(void **state)
{
  (void)state;
  json_t *object = load(ASSAY(script, "info", "--json", "-"), 0);
  assert_string_equal(json_string_value(json_object_get(object, "logic")), "QF_LIA");
  assert_string_equal(json_string_value(json_object_get(object, "inferred")), "ALIA");
  assert_int_equal(integer_of(object, "assertions"), 2);
  assert_int_equal(integer_of(object, "depth"), 4);
  assert_int_equal(integer_of(object, "nodes"), 12);
  assert_int_equal(integer_of(object, "tree_size"), 17);
  assert_int_equal(integer_of(json_object_get(object, "commands"), "declare-const"), 2);
  uint64_t sorts = 0, operators = 0;
  size_t i;
  json_t *entry;
  json_array_foreach(json_object_get(object, "sorts"), i, entry) sorts +=
      (uint64_t)integer_of(entry, "nodes");
  json_array_foreach(json_object_get(object, "operators"), i, entry) operators +=
      (uint64_t)integer_of(entry, "nodes");
  assert_int_equal(sorts, operators);
  json_decref(object);
}

static void test_several_files_are_an_array(void **state)
{
  (void)state;
  CommandSettings settings = {.directory = getenv("ASSAY_SOURCE_ROOT")};
  json_t *array =
      load(run_command_with((const char *[]){assay_program(), "info", "--json",
                                             "samples/overflow.smt2", "samples/strings.smt2", NULL},
                            settings),
           0);
  assert_int_equal(json_array_size(array), 2);
  json_decref(array);
  array =
      load(run_command_with((const char *[]){assay_program(), "info", "--json",
                                             "samples/broken.smt2", "samples/strings.smt2", NULL},
                            settings),
           1);
  assert_int_equal(json_array_size(array), 1);
  json_decref(array);
}

/* 2^100 nodes as a tree. */
static void test_huge_trees(void **state)
{
  (void)state;
  char text[20000];
  size_t length = (size_t)snprintf(text, sizeof text, "(declare-const a0 Bool)(assert ");
  for (int i = 0; i < 100; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "(let ((a%d (xor a%d a%d))) ",
                               i + 1, i, i);
  length += (size_t)snprintf(text + length, sizeof text - length, "a100");
  for (int i = 0; i <= 100; i++) text[length++] = ')';
  text[length] = '\0';
  static const char *const parts[] = {"\nas a tree     more than 2^64\n", "\ndepth         101\n"};
  expect_parts(ASSAY(text, "info", "-"), parts, sizeof parts / sizeof *parts);
  json_t *object = load(ASSAY(text, "info", "--json", "-"), 0);
  assert_true(json_is_null(json_object_get(object, "tree_size")));
  json_decref(object);
}

static void test_empty_script(void **state)
{
  (void)state;
  static const char *const parts[] = {"\nlogic         not set\n", "\ninferred      QF_UF\n",
                                      "\nnodes         0\n"};
  expect_parts(ASSAY("", "info", "-"), parts, sizeof parts / sizeof *parts);
}

static void test_theories(void **state)
{
  (void)state;
  static const char *const all[] = {"\nCore ", "\nFixedSizeBitVectors ", "SMT-LIB 2.6",
                                    "extension: z3 cvc5", "functional arrays"};
  expect_parts(ASSAY("", "theories"), all, sizeof all / sizeof *all);
  static const char *const one[] = {
      "FixedSizeBitVectors (SMT-LIB 2.6): ",
      "\nconcat              (_ BitVec i) (_ BitVec j) -> (_ BitVec (+ i j))",
      "\n(_ extract i j)     (_ BitVec m) -> (_ BitVec (+ (- i j) 1))",
      "left-assoc\n",
      "since 2.7",
  };
  expect_parts(ASSAY("", "theories", "FixedSizeBitVectors"), one, sizeof one / sizeof *one);
  static const char *const alias[] = {"alias implies"};
  expect_parts(ASSAY("", "theories", "--operators"), alias, 1);
  CommandResult result = ASSAY("", "theories", "Cor");
  assert_string_equal(result.err,
                      "assay theories: there is no theory 'Cor'; did you mean 'Core'?\n");
  assert_int_equal(result.exit_code, 1);
  command_result_free(&result);
}

static void test_theories_as_json(void **state)
{
  (void)state;
  json_t *array = load(ASSAY("", "theories", "--json", "Core"), 0);
  json_t *core = json_array_get(array, 0);
  assert_int_equal(json_array_size(array), 1);
  assert_int_equal(integer_of(core, "operator_count"),
                   (int)json_array_size(json_object_get(core, "operators")));
  json_decref(array);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_several_files_are_an_array),
      cmocka_unit_test(test_huge_trees),
      cmocka_unit_test(test_empty_script),
      cmocka_unit_test(test_theories),
      cmocka_unit_test(test_theories_as_json),
  };
  return cmocka_run_group_tests_name("cli_info", tests, NULL, NULL);
}
