/* Names of logics and inclusion between them. */
#include "testing.h"

#include <stdio.h>

#include "smt/text/logic.h"

static bool parse(const char *name, Logic *logic)
{
  return logic_parse(name, strlen(name), logic);
}

static void assert_prints(const char *name, const char *expected)
{
  Logic logic;
  if (!parse(name, &logic)) fail_msg("'%s' is not understood", name);
  StrBuf out;
  strbuf_init(&out, 0);
  logic_name(&logic, &out);
  if (strcmp(strbuf_text(&out), expected) != 0)
    fail_msg("'%s' is printed as '%s', not '%s'", name, strbuf_text(&out), expected);
  strbuf_deinit(&out);
}

/* The official list, and names made by the same rules. */
static const char canonical[] =
    "ABV ABVFP ABVFPLRA ALIA ANIA AUFBV AUFBVDTLIA AUFBVDTNIA AUFBVDTNIRA AUFBVFP "
    "AUFBVFPDTNIRA AUFDTLIA AUFDTLIRA AUFDTNIRA AUFFPDTNIRA AUFLIA AUFLIRA AUFNIA "
    "AUFNIRA BV BVFP BVFPLRA FP FPLRA LIA LIRA LRA NIA NIRA NRA QF_ABV QF_ABVFP "
    "QF_ABVFPLRA QF_ALIA QF_ANIA QF_AUFBV QF_AUFBVFP QF_AUFBVLIA QF_AUFBVNIA QF_AUFLIA "
    "QF_AUFNIA QF_AX QF_BV QF_BVFP QF_BVFPLRA QF_DT QF_FP QF_FPLRA QF_IDL QF_LIA QF_LIRA "
    "QF_LRA QF_NIA QF_NIRA QF_NRA QF_RDL QF_S QF_SLIA QF_SNIA QF_UF QF_UFBV QF_UFBVDT "
    "QF_UFBVLIA QF_UFDT QF_UFDTLIA QF_UFDTLIRA QF_UFDTNIA QF_UFFP QF_UFFPDTNIRA QF_UFIDL "
    "QF_UFLIA QF_UFLRA QF_UFNIA QF_UFNRA UF UFBV UFBVDT UFBVFP UFBVLIA UFDT UFDTLIA "
    "UFDTLIRA UFDTNIA UFDTNIRA UFFPDTNIRA UFIDL UFLIA UFLRA UFNIA UFNIRA UFNRA "
    /* solvers' own */
    "QF_UFBVFP QF_UFLIAFS UFC QF_UFC QF_NRAT HO_UFIDL HO_QF_UFLIA HO_ALL HO_QF_ALL ALL "
    "QF_ALL QF_SEP_LIA UFDTSLIA QF_BVDT QF_UFBVFS HO_UF QF_SEQLIA AX QF_IRDL QF_NIRAT "
    "QF_UFRDL ";

/* The next of the names that are separated by spaces, or false. */
static bool next_name(const char **list, char name[32])
{
  int length = 0;
  if (sscanf(*list, "%31s%n", name, &length) != 1) return false;
  *list += length;
  return true;
}

static void test_canonical_names_are_printed_as_read(void **state)
{
  (void)state;
  const char *rest = canonical;
  for (char name[32]; next_name(&rest, name);) assert_prints(name, name);
}

static void test_other_spellings_have_a_canonical_name(void **state)
{
  (void)state;
  static const char *const pairs[][2] = {
      {"QF_A", "QF_AX"},
      {"QF_SAT", "QF_UF"},
      {"SAT", "UF"},
      {"HORN", "ALL"},
      {"CSP", "ALL"},
      {"ALL_SUPPORTED", "ALL"},
      {"QF_ALL_SUPPORTED", "QF_ALL"},
      {"QF_FPBV", "QF_BVFP"},
      {"QF_BVA", "QF_ABV"},
      {"QF_FPABV", "QF_ABVFP"},
      {"QF_FFDT", "QF_DTFF"},
      {"QF_ABVFFLIA", "QF_ABVFFLIA"},
      {"QF_BVDTLIAFS", "QF_BVDTLIAFS"},
      {"QF_LIAUF", "QF_UFLIA"},
      {"QF_DTUF", "QF_UFDT"},
      {"QF_FSLIAUF", "QF_UFLIAFS"},
      {"QF_UFFS", "QF_UFFS"},
      {"QF_UFFF", "QF_UFFF"},
      {"QF_UFS", "QF_UFS"},
      {"QF_FD", "QF_BVDTLIA"},
      {"SMTFD", "QF_AUFBV"},
      {"QF_BVRE", "QF_BVS"},
      {"QF_SEQSLIA", "QF_SSEQLIA"},
      {"QF_AXUF", "QF_AUF"},
      {"LIAC", "CLIA"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) assert_prints(pairs[i][0], pairs[i][1]);
}

static void test_wrong_names_are_rejected(void **state)
{
  (void)state;
  static const char *const wrong[] = {
      "",        "QF_",       "HO_",     "HO_QF_", "QF",       "QF_U",     "QF_UFUF", "QF_LIALRA",
      "QF_XYZ",  "qf_bv",     "QF_BV ",  " QF_BV", "QF_BVX",   "QF_T",     "QF_IDLT", "QF_LIATT",
      "LOGIC",   "QF_HO_UF",  "SEP_",    "QF_SEP", "QF_SEP_",  "QF_QF_BV", "ALLL",    "QF_AAX",
      "QF_HORN", "QF_UF_LIA", "QF_UFLI", "QF-BV",  "HO_HO_UF", "QF_BVBV",  "QF_UF\n", "UFX",
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    Logic logic;
    if (parse(wrong[i], &logic)) fail_msg("'%s' is taken for a logic", wrong[i]);
  }
  Logic logic;
  assert_false(logic_parse("QF_BV\0", 6, &logic));
  assert_true(logic_parse("QF_BVxyz", 5, &logic));
}

static void test_parts_of_a_name(void **state)
{
  (void)state;
  Logic logic;
  assert_true(parse("QF_AUFBVFPLRA", &logic));
  assert_int_equal(logic.parts,
                   LOGIC_ARRAYS | LOGIC_UF | LOGIC_BITVECTORS | LOGIC_FLOATS | LOGIC_REALS);
  assert_int_equal(logic.arithmetic, ARITH_LINEAR);
  assert_false(logic.all);
  assert_true(parse("UFNIRAT", &logic));
  assert_int_equal(logic.parts,
                   LOGIC_UF | LOGIC_INTS | LOGIC_REALS | LOGIC_TRANSCENDENTALS | LOGIC_QUANTIFIERS);
  assert_int_equal(logic.arithmetic, ARITH_NONLINEAR);
  assert_true(parse("QF_ALL", &logic));
  assert_true(logic.all);
  assert_int_equal(logic.parts & LOGIC_QUANTIFIERS, 0);
}

static void test_numerals_are_real_in_logics_of_reals_only(void **state)
{
  (void)state;
  static const char *const real[] = {"QF_LRA", "QF_RDL", "QF_FPLRA", "UFNRA", "QF_NRAT"};
  static const char *const other[] = {"QF_LIA", "QF_LIRA", "ALL", "QF_UF",
                                      "QF_FP",  "AUFNIRA", "HORN"};
  Logic logic;
  for (size_t i = 0; i < sizeof real / sizeof *real; i++)
    assert_true(parse(real[i], &logic) && logic_numerals_are_real(&logic));
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    assert_true(parse(other[i], &logic) && !logic_numerals_are_real(&logic));
}

static bool includes(const char *outer_name, const char *inner_name)
{
  Logic outer, inner;
  assert_true(parse(outer_name, &outer));
  assert_true(parse(inner_name, &inner));
  return logic_includes(&outer, &inner);
}

static void test_inclusion(void **state)
{
  (void)state;
  static const char *const yes[][2] = {
      {"QF_LIA", "QF_LIA"},     {"QF_LIA", "QF_IDL"},     {"LIA", "QF_LIA"},
      {"QF_UFLIA", "QF_UFIDL"}, {"QF_NIA", "QF_LIA"},     {"QF_LIRA", "QF_LRA"},
      {"QF_LIRA", "QF_RDL"},    {"ALL", "AUFBVFPDTNIRA"}, {"QF_ALL", "QF_SLIA"},
      {"ALL", "HO_UFIDL"},      {"HORN", "LIA"},          {"QF_AUFBV", "QF_AX"},
      {"QF_UF", "QF_SAT"},      {"QF_NIRAT", "QF_NRAT"},  {"QF_SLIA", "QF_S"},
      {"ALL", "ALL"},           {"QF_S", "QF_SEQ"},       {"HO_UFLIA", "QF_UFLIA"},
      {"ALL", "QF_ALL"},        {"QF_UFIDL", "QF_IDL"},
  };
  static const char *const no[][2] = {
      {"QF_IDL", "QF_LIA"},  {"QF_LIA", "LIA"},     {"QF_LIA", "QF_LRA"},    {"QF_LIA", "QF_NIA"},
      {"QF_BV", "QF_ABV"},   {"QF_ALL", "UF"},      {"QF_AX", "QF_UF"},      {"QF_ABV", "QF_AX"},
      {"QF_FP", "QF_BVFP"},  {"QF_NRA", "QF_NRAT"}, {"QF_AUFLIA", "QF_ALL"}, {"QF_BV", "QF_UF"},
      {"QF_UF", "HO_QF_UF"}, {"QF_SEQ", "QF_S"},    {"QF_UFLIA", "QF_UFC"},  {"QF_ALL", "ALL"},
  };
  for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
    if (!includes(yes[i][0], yes[i][1])) fail_msg("%s should include %s", yes[i][0], yes[i][1]);
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    if (includes(no[i][0], no[i][1])) fail_msg("%s should not include %s", no[i][0], no[i][1]);
}

static void test_every_logic_includes_itself_and_all_includes_it(void **state)
{
  (void)state;
  const char *rest = canonical;
  for (char name[32]; next_name(&rest, name);) {
    assert_true(includes(name, name));
    assert_true(includes("ALL", name));
  }
}

static void test_values_of_other_theories_need_no_arithmetic(void **state)
{
  (void)state;
  Logic strings, floats, bits;
  assert_true(parse("QF_S", &strings) && parse("QF_FP", &floats) && parse("QF_BV", &bits));
  Logic lengths = {.parts = LOGIC_STRINGS | LOGIC_INT_VALUES};
  Logic rounded = {.parts = LOGIC_FLOATS | LOGIC_REAL_VALUES};
  Logic converted = {.parts = LOGIC_BITVECTORS | LOGIC_INT_VALUES};
  assert_true(logic_includes(&strings, &lengths));
  assert_true(logic_includes(&floats, &rounded));
  assert_false(logic_includes(&bits, &converted));
  StrBuf out;
  strbuf_init(&out, 0);
  logic_name(&lengths, &out);
  strbuf_add_char(&out, ' ');
  logic_name(&rounded, &out);
  strbuf_add_char(&out, ' ');
  logic_name(&converted, &out);
  assert_string_equal(strbuf_text(&out), "QF_SLIA QF_FPLRA QF_BVLIA");
  strbuf_deinit(&out);
}

static void assert_excess(const char *outer_name, const char *inner_name, const char *expected)
{
  Logic outer, inner;
  assert_true(parse(outer_name, &outer) && parse(inner_name, &inner));
  StrBuf out;
  strbuf_init(&out, 0);
  logic_excess(&outer, &inner, &out);
  assert_string_equal(strbuf_text(&out), expected);
  assert_int_equal(logic_includes(&outer, &inner), expected[0] == '\0');
  strbuf_deinit(&out);
}

static void test_excess_in_words(void **state)
{
  (void)state;
  assert_excess("QF_LIA", "QF_ANIA", "non-linear arithmetic and arrays");
  assert_excess("QF_LIA", "QF_LIA", "");
  assert_excess("QF_BV", "QF_LIA", "integers");
  assert_excess("QF_LIA", "LIRA", "quantifiers and reals");
  assert_excess("QF_IDL", "QF_LIA", "linear arithmetic");
  assert_excess("QF_UF", "AUFBV", "quantifiers, arrays and bit-vectors");
  assert_excess("QF_BV", "QF_NIA", "non-linear arithmetic and integers");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_canonical_names_are_printed_as_read),
      cmocka_unit_test(test_other_spellings_have_a_canonical_name),
      cmocka_unit_test(test_wrong_names_are_rejected),
      cmocka_unit_test(test_parts_of_a_name),
      cmocka_unit_test(test_numerals_are_real_in_logics_of_reals_only),
      cmocka_unit_test(test_inclusion),
      cmocka_unit_test(test_every_logic_includes_itself_and_all_includes_it),
      cmocka_unit_test(test_values_of_other_theories_need_no_arithmetic),
      cmocka_unit_test(test_excess_in_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
