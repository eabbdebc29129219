/* Scripts that come piece by piece. */
#include "solve/portfolio/live_script.h"

#include <string.h>

#include "testing.h"

static void add(LiveScript *live, const char *text, bool waits)
{
  live_script_add(live, text, strlen(text));
  live_script_look(live);
  assert_int_equal(live_script_waits(live), waits);
}

static void expect_text(const LiveScript *live, const char *expected)
{
  FileText text = live_script_text(live);
  assert_string_equal(text.bytes, expected);
  file_text_free(&text);
}

static void expect_cut(LiveScript *live, const char *output, const char *expected)
{
  StrBuf shown;
  strbuf_init(&shown, 0);
  live_script_cut(live, output, strlen(output), &shown);
  assert_string_equal(strbuf_text(&shown), expected);
  assert_false(live_script_waits(live));
  strbuf_deinit(&shown);
}

static void test_only_what_is_new_is_shown(void **state)
{
  (void)state;
  LiveScript live;
  live_script_init(&live);
  add(&live, "(declare-const x Int)", false);
  add(&live, "(check-", false);
  add(&live, "sat) ; (get-model)", true);
  assert_true(live_script_has_check(&live));
  expect_text(&live, "(declare-const x Int)(check-sat)");
  expect_cut(&live, "sat\n", "sat\n");
  add(&live, "\n(get-value (x))", true);
  assert_false(live_script_has_check(&live));
  expect_text(&live, "(declare-const x Int)(check-sat)(echo \"assay-piece-0\") ; (get-model)\n"
                     "(get-value (x))");
  expect_cut(&live, "sat\n\"assay-piece-0\"\n((x 1))\n", "((x 1))\n");
  add(&live, "(echo \"a\")", true);
  expect_cut(&live, "unknown\n", "(error \"no solver responds\")\n");
  add(&live, "(check-sat)(check-sat)(exit)(check-sat)", true);
  assert_true(live_script_exits(&live));
  expect_cut(&live, "sat\nassay-piece-0\n((x 1))\n", "unknown\nunknown\n");
  live_script_deinit(&live);
}

/* Some solvers say success after an echo, too. */
static void test_success(void **state)
{
  (void)state;
  static const char *const outputs[] = {"success\nassay-piece-0\nsuccess\nsat\n",
                                        "success\n\"assay-piece-0\"\nsuccess\nsuccess\nsat\n"};
  for (size_t i = 0; i < 2; i++) {
    LiveScript live;
    live_script_init(&live);
    add(&live, "(set-option :print-success true)", true);
    expect_cut(&live, "success\n", "success\n");
    add(&live, "(assert true)(check-sat)", true);
    expect_cut(&live, outputs[i], "success\nsat\n");
    live_script_deinit(&live);
  }
}

/* A command that was refused is forgotten, so that nothing after it is doubted. */
static void test_errors_are_forgotten(void **state)
{
  (void)state;
  LiveScript live;
  live_script_init(&live);
  add(&live, "(declare-const x Int)(check-sat)", true);
  expect_cut(&live, "sat\n", "sat\n");
  add(&live, "(assert y)(assert (> x 1)) (check-sat)", true);
  expect_cut(&live, "sat\nassay-piece-0\n(error \"y\")\nunknown\n", "(error \"y\")\nunknown\n");
  FileText text = live_script_text_by_command(&live);
  assert_string_equal(
      text.bytes,
      "(declare-const x Int)(check-sat)(echo \"assay-command-0-\")(assert y)(echo "
      "\"assay-command-1-\")(assert (> x 1))(echo \"assay-command-2-\")(check-sat)(echo "
      "\"assay-command-3-\")");
  file_text_free(&text);
  static const char output[] = "sat\nassay-command-0-\n(error \"y\")\nassay-command-1-\n"
                               "assay-command-2-\nsat\nassay-command-3-\n";
  live_script_drop_refused(&live, output, strlen(output));
  assert_false(live_script_waits(&live));
  add(&live, "(check-sat)", true);
  expect_text(&live,
              "(declare-const x Int)(check-sat)(echo \"assay-piece-0\")          (assert (> x 1)) "
              "(check-sat)(echo \"assay-piece-1\")(check-sat)");
  expect_cut(&live, "sat\nassay-piece-0\nsat\nassay-piece-1\nunsat\n", "unsat\n");
  /* A solver that ends at its first error: what it did not come to stays. */
  add(&live, "(assert z)(check-sat)", true);
  expect_cut(&live, "sat\nassay-piece-0\nsat\nassay-piece-1\nunsat\nassay-piece-2\n(error \"z\")\n",
             "(error \"z\")\n");
  static const char ended[] = "assay-command-0-\n(error \"z\")\n";
  live_script_drop_refused(&live, ended, strlen(ended));
  assert_null(strstr(strbuf_text(&live.text), "assert z"));
  assert_int_equal(live.outline.asks_model.count, 4);
  live_script_deinit(&live);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_only_what_is_new_is_shown),
      cmocka_unit_test(test_success),
      cmocka_unit_test(test_errors_are_forgotten),
  };
  return cmocka_run_group_tests_name("solve_portfolio_live_script", tests, NULL, NULL);
}
