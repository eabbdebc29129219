#include "smt/value/closure.h"
#include "smt/value/sequence.h"
#include "support/evaluator.h"
#include "testing.h"

enum { HEAP = 64 << 20 };

#define E     "(as seq.empty (Seq Int))"
#define U(x)  "(seq.unit " #x ")"
#define S12   "(seq.++ " U(1) U(2) ")"
#define S121  "(seq.++ " U(1) U(2) U(1) ")"
#define S1212 "(seq.++ " S12 S12 ")"
#define OPEN  "<outside the range where the standard fixes the result>"

static void test_operators(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {E, "()"},
      {U(5), "(5)"},
      {"(seq.unit (seq.unit 5))", "((5))"},
      {S1212, "(1 2 1 2)"},
      {"(seq.len " S121 ")", "3"},
      {"(seq.nth " S121 " 1)", "2"},
      {"(seq.nth " S121 " 3)", OPEN},
      {"(seq.nth " S121 " (- 1))", OPEN},
      {"(seq.nth " S121 " 100000000000000000000)", OPEN},
      {"(seq.at " S121 " 1)", "(2)"},
      {"(seq.at " S121 " 3)", "()"},
      {"(seq.extract " S121 " 1 5)", "(2 1)"},
      {"(seq.extract " S121 " 3 1)", "()"},
      {"(seq.extract " S121 " (- 1) 1)", "()"},
      {"(seq.extract " S121 " 0 (- 1))", "()"},
      {"(seq.contains " S121 S12 ")", "true"},
      {"(seq.contains " S12 S121 ")", "false"},
      {"(seq.contains " S12 E ")", "true"},
      {"(seq.prefixof " S12 S121 ")", "true"},
      {"(seq.prefixof " S121 S12 ")", "false"},
      {"(seq.suffixof " S12 S121 ")", "false"},
      {"(seq.suffixof " U(1) S121 ")", "true"},
      {"(seq.indexof " S121 U(1) " 1)", "2"},
      {"(seq.indexof " S121 U(3) " 0)", "-1"},
      {"(seq.indexof " S121 E " 3)", "3"},
      {"(seq.indexof " S121 E " 4)", "-1"},
      {"(seq.indexof " S121 U(1) " (- 1))", "-1"},
      {"(seq.indexof " S121 U(2) ")", "1"},
      {"(seq.last_indexof " S1212 S12 ")", "2"},
      {"(seq.last_indexof " S121 U(3) ")", "-1"},
      {"(seq.last_indexof " E U(3) ")", "-1"},
      {"(seq.last_indexof " S121 E ")", OPEN},
      {"(seq.replace " S121 U(1) E ")", "(2 1)"},
      {"(seq.replace " S121 E U(7) ")", "(7 1 2 1)"},
      {"(seq.replace " S121 U(3) U(7) ")", "(1 2 1)"},
      {"(seq.replace_all " S121 U(1) S12 ")", "(1 2 2 1 2)"},
      {"(seq.replace_all " S121 E U(7) ")", "(1 2 1)"},
      {"(seq.update " S121 " 2 " S12 ")", "(1 2 1)"},
      {"(seq.update " S121 " 1 " U(7) ")", "(1 7 1)"},
      {"(seq.update " S121 " 3 " U(7) ")", "(1 2 1)"},
      {"(seq.rev " S12 ")", "(2 1)"},
      {"(= " S12 " (seq.rev (seq.rev " S12 ")))", "true"},
      {"(= " S12 " (seq.rev " S12 "))", "false"},
  };
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  evaluator_check(&evaluator, cases, sizeof cases / sizeof *cases);
  evaluator_deinit(&evaluator);
}

static void test_under_the_names_of_strings(void **state)
{
  (void)state;
  static const EvaluatorCase cases[] = {
      {"(str.++ " S12 S12 ")", "(1 2 1 2)"},
      {"(str.len " S121 ")", "3"},
      {"(str.at " S121 " 1)", "(2)"},
      {"(str.substr " S121 " 1 5)", "(2 1)"},
      {"(str.contains " S121 S12 ")", "true"},
      {"(str.prefixof " S12 S121 ")", "true"},
      {"(str.suffixof " S12 S121 ")", "false"},
      {"(str.indexof " S121 U(1) " 1)", "2"},
      {"(str.replace " S121 U(1) E ")", "(2 1)"},
      {"(str.replace_all " S121 U(1) E ")", "(2)"},
      {"(str.update " S121 " 1 " U(7) ")", "(1 7 1)"},
      {"(str.rev " S12 ")", "(2 1)"},
  };
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  evaluator_check(&evaluator, cases, sizeof cases / sizeof *cases);
  evaluator_deinit(&evaluator);
}

/* With the letters of the sequence kernel of this name. */
static Value call_kernel(Evaluator *evaluator, const char *name, const Value *values)
{
  static const KernelEntry *const tables[] = {sequence_kernels, sequence_find_kernels};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    for (const KernelEntry *entry = tables[i]; entry->name; entry++)
      if (strcmp(entry->name, name) == 0)
        return evaluator_call(evaluator, name, entry->args, values, NULL, 0);
  fail_msg("no kernel %s", name);
  return (Value){0};
}

static Value sequence(Evaluator *evaluator, const Value *items, uint64_t count)
{
  return sequence_of_items(evaluator->eval, items, count, 0);
}

/* Regular expressions that are written differently: nobody knows here whether they are equal. */
static void test_items_that_cannot_be_compared(void **state)
{
  (void)state;
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, HEAP);
  Value x = evaluator_value(&evaluator, "(re.* (str.to_re \"a\"))");
  Value y = evaluator_value(&evaluator, "(re.opt (re.+ (str.to_re \"a\")))");
  Value xs = sequence(&evaluator, (Value[]){x, x, x}, 3);
  Value ys = sequence(&evaluator, (Value[]){y, x, y}, 3);
  Value just_x = sequence(&evaluator, &x, 1);
  Value just_y = sequence(&evaluator, &y, 1);
  Value none = sequence(&evaluator, NULL, 0);
  assert_int_equal(value_equal(xs, ys), TRUTH_UNKNOWN);
  assert_int_equal(value_equal(xs, just_x), TRUTH_FALSE);
  assert_true(value_is_true(call_kernel(&evaluator, "seq.contains", (Value[]){ys, just_x})));
  Value doubtful = call_kernel(&evaluator, "seq.contains", (Value[]){xs, just_y});
  assert_int_equal(doubtful.kind, VALUE_UNKNOWN);
  assert_int_equal(doubtful.tag, REASON_FUNCTION_EQUALITY);
  assert_true(value_is_false(call_kernel(&evaluator, "seq.contains", (Value[]){just_x, ys})));
  assert_true(value_is_true(call_kernel(&evaluator, "seq.prefixof", (Value[]){just_y, ys})));
  assert_true(value_is_unknown(call_kernel(&evaluator, "seq.prefixof", (Value[]){just_x, ys})));
  Value from_1[] = {ys, just_x, value_small_int(1)};
  assert_int_equal(call_kernel(&evaluator, "seq.indexof", from_1).integer, 1);
  Value from_0[] = {ys, just_x, value_small_int(0)};
  assert_true(value_is_unknown(call_kernel(&evaluator, "seq.indexof", from_0)));
  assert_true(value_is_unknown(call_kernel(&evaluator, "seq.last_indexof", (Value[]){ys, just_x})));
  assert_int_equal(call_kernel(&evaluator, "seq.last_indexof", (Value[]){ys, just_y}).integer, 2);
  Value replaced = call_kernel(&evaluator, "seq.replace_all", (Value[]){xs, just_x, none});
  assert_int_equal(replaced.list->length, 0);
  assert_true(
      value_is_unknown(call_kernel(&evaluator, "seq.replace_all", (Value[]){ys, just_x, none})));
  assert_int_equal(call_kernel(&evaluator, "seq.replace", (Value[]){ys, just_y, none}).list->length,
                   2);
  evaluator_deinit(&evaluator);
}

static void test_large_sequences(void **state)
{
  (void)state;
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, (size_t)256 << 20);
  enum { SIZE = 1 << 18 };
  Value many = sequence(&evaluator, (Value[]){value_small_int(7)}, 1);
  Value half = many;
  while (many.list->length < SIZE) {
    half = many;
    many = call_kernel(&evaluator, "seq.++", (Value[]){many, many});
  }
  Value other = sequence(&evaluator, (Value[]){value_small_int(8)}, 1);
  Value pattern = call_kernel(&evaluator, "seq.++", (Value[]){half, other});
  assert_true(value_is_false(call_kernel(&evaluator, "seq.contains", (Value[]){many, pattern})));
  assert_int_equal(call_kernel(&evaluator, "seq.last_indexof", (Value[]){many, half}).integer,
                   SIZE / 2);
  Value all = call_kernel(&evaluator, "seq.replace_all", (Value[]){many, half, other});
  assert_int_equal(all.list->length, 2);
  evaluator_deinit(&evaluator);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_under_the_names_of_strings),
      cmocka_unit_test(test_items_that_cannot_be_compared),
      cmocka_unit_test(test_large_sequences),
  };
  return cmocka_run_group_tests_name("eval_sequence", tests, NULL, NULL);
}
