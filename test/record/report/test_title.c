/* What findings are called by people. */
#include "testing.h"

#include <string.h>

#include "record/report/title.h"
#include "record/store/vocabulary.h"

static void check(const char *kind, const char *signature, const char *evidence, const char *title)
{
  StrBuf out;
  strbuf_init(&out, 0);
  title_add(&out, kind, (TitlePart){signature, strlen(signature)},
            (TitlePart){evidence, strlen(evidence)});
  assert_string_equal(strbuf_text(&out), title);
  strbuf_deinit(&out);
}

/* The message as it was printed, and not as it is grouped by. */
static void test_titles(void **state)
{
  (void)state;
  check("crash", "z3: crash: ASSERTION VIOLATION fpaNbv_converter.cpp",
        "z3: ASSERTION VIOLATION fpa2bv_converter.cpp",
        "z3: crash: ASSERTION VIOLATION fpa2bv_converter.cpp");
  check("crash", "cvc5: crash: cvcN suffered a segfault", "cvc5: cvc5 suffered a segfault",
        "cvc5: crash: cvc5 suffered a segfault");
  check("error", "cvc5: error: Parse Error",
        "cvc5: Parse Error: /proc/self/fd/3:5.3: '/usr/x y' and/or (/a/b)",
        "cvc5: error: Parse Error: input:5.3: 'x y' and/or (b)");
  check("minority", "z3: minority: unsat in QF_LIA", "z3 says unsat, cvc5 says sat",
        "z3: minority: unsat in QF_LIA");
  check("crash", "z3: crash: a", "cvc5: b", "z3: crash: a");
  check("crash", "z3: crash: a", "", "z3: crash: a");
  check("crash", "", "z3: b", "");
  check("crash", "odd", "odd: b", "odd");
}

static bool has_evidence(const char *title, const char *evidence)
{
  return title_has_evidence((TitlePart){title, strlen(title)},
                            (TitlePart){evidence, strlen(evidence)});
}

static void test_evidence(void **state)
{
  (void)state;
  assert_true(has_evidence("z3: crash: out", "z3: out"));
  assert_false(has_evidence("z3: crash: out", "cvc5: out"));
  assert_false(has_evidence("z3: crash: out", "z3: in"));
  assert_false(has_evidence("z3: crash: input", "z3: /tmp/x/input"));
  assert_false(has_evidence("z3: minority: unsat", "z3 says unsat"));
  assert_false(has_evidence("", ""));
  assert_false(has_evidence("z3", "z3: "));
}

static void test_names(void **state)
{
  (void)state;
  char name[STORE_FINDING_NAME];
  store_finding_name(2, name);
  assert_string_equal(name, "finding-02");
  store_finding_name(123, name);
  assert_string_equal(name, "finding-123");
  assert_int_equal(store_finding_number("finding-02", 10), 2);
  assert_int_equal(store_finding_number("finding-2", 9), 2);
  assert_int_equal(store_finding_number("finding-", 8), 0);
  assert_int_equal(store_finding_number("finding-2x", 10), 0);
  assert_int_equal(store_finding_number("2", 1), 0);
  assert_int_equal(store_finding_number("finding-99999999999999999999", 28), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_titles), cmocka_unit_test(test_evidence),
                                     cmocka_unit_test(test_names)};
  return cmocka_run_group_tests_name("record_report_title", tests, NULL, NULL);
}
