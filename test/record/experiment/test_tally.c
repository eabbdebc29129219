/* What experiments come to: tests of significance against values that are known, and tallies. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "record/experiment/significance.h"
#include "record/experiment/tables.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void expect_near(double value, double expected)
{
  if (!(fabs(value - expected) < 1e-9)) fail_msg("%.12g, expected %.12g", value, expected);
}

/* --- tests of significance --- */

/* Five against five that are all smaller: 2 of the 252 ways. */
static void test_mann_whitney(void **state)
{
  (void)state;
  static const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10}, mixed[] = {1, 3, 5, 7},
                      others[] = {2, 4, 6, 8}, equal[] = {4, 4, 4};
  expect_near(significance_mann_whitney(high, 5, low, 5), 2.0 / 252);
  expect_near(significance_mann_whitney(low, 5, high, 5), 2.0 / 252);
  /* U is 6 of 16: 48 of the 70 ways are as far from 8, or further. */
  expect_near(significance_mann_whitney(mixed, 4, others, 4), 48.0 / 70);
  expect_near(significance_mann_whitney(equal, 3, equal, 3), 1);
  expect_near(significance_mann_whitney(equal, 3, equal, 0), 1);
}

/* Of two values that are equal each has the mean rank. */
static void test_mann_whitney_ties(void **state)
{
  (void)state;
  static const double a[] = {2, 3}, b[] = {1, 2};
  /* Ranks 1, 2.5, 2.5, 4: sums of pairs 3.5, 3.5, 5, 5, 6.5, 6.5; seen is 6.5. */
  expect_near(significance_mann_whitney(a, 2, b, 2), 4.0 / 6);
}

static void test_wilcoxon(void **state)
{
  (void)state;
  static const double a[] = {2, 4, 6, 8, 10}, b[] = {1, 2, 3, 4, 5}, zero[5] = {0};
  static const double c[] = {1, -2, 3, 4, 5, 7};
  static const double nothing[6] = {0};
  expect_near(significance_wilcoxon(a, b, 5), 2.0 / 32); /* all larger */
  expect_near(significance_wilcoxon(b, a, 5), 2.0 / 32);
  /* The ranks with a plus sum up to 19 of 21, as do or exceed 3 of the 64 ways: {}, {1}, {2} have a minus. */
  expect_near(significance_wilcoxon(c, nothing, 6), 6.0 / 64);
  expect_near(significance_wilcoxon(a, a, 5), 1);
  expect_near(significance_wilcoxon(zero, zero, 0), 1);
}

/* Large samples: the approximation begins where the exact test ends. */
static void test_large_samples(void **state)
{
  (void)state;
  enum { MANY = 101 };
  double a[MANY], b[MANY];
  for (size_t i = 0; i < MANY; i++) {
    a[i] = (double)((i * 37) % 101);
    b[i] = (double)((i * 53) % 97) + 9;
  }
  double exact = significance_mann_whitney(a, 50, b, 50),
         rough = significance_mann_whitney(a, 51, b, 50);
  assert_true(exact > 0.01 && exact < 0.9);
  assert_true(fabs(exact - rough) < 0.05);
  double paired = significance_wilcoxon(a, b, 100), paired_rough = significance_wilcoxon(a, b, 101);
  assert_true(fabs(paired - paired_rough) < 0.03);
}

static void test_effect_size(void **state)
{
  (void)state;
  static const double a[] = {1, 2, 3}, b[] = {2, 3, 4};
  expect_near(significance_effect_size(a, 3, b, 3), 2.0 / 9);
  expect_near(significance_effect_size(b, 3, a, 3), 7.0 / 9);
  expect_near(significance_effect_size(a, 3, b, 0), 0.5);
}

/* --- tallies --- */

static const char *const strategies[] = {"bandit2", "random"};
static const char *const cases[] = {"QF_FP", "QF_BV"};

/* The worked example of the paper as a suite of three inputs, against a baseline that found nothing. */
static void fill(Tally *tally)
{
  static const double targets[] = {1000, 5000, 100}, references[] = {100, 1000, 10};
  tally_init(tally, strategies, 2, cases, 1, 3);
  tally->baseline = 1;
  tally->unit = "s";
  for (size_t i = 0; i < 3; i++) {
    TallyCampaign own = {.done = true,
                         .perfect = 5000,
                         .target = targets[i],
                         .reference = references[i],
                         .margin = targets[i] - references[i],
                         .inputs = 10,
                         .seconds = 2};
    TallyCampaign base = {.done = true, .perfect = 5000, .margin = 10, .inputs = 10, .seconds = 2};
    *tally_at(tally, 0, 0, i) = own;
    *tally_at(tally, 0, 1, i) = base;
  }
}

static void test_worked_example(void **state)
{
  (void)state;
  Tally tally;
  fill(&tally);
  TallyRow row = tally_row(&tally, 0, 0), base = tally_row(&tally, 0, 1);
  expect_near(row.score, 4990);
  expect_near(row.perfect, 15000);
  expect_near(row.gain, 100 * (4990 - 30) / 30.0);
  assert_int_equal(row.wins, 3);
  assert_int_equal(row.losses, 0);
  expect_near(row.p, 2.0 / 20);
  expect_near(row.effect, 1);
  expect_near(base.gain, 0);
  expect_near(tally_row(&tally, TALLY_ALL, 0).p, 2.0 / 8);
  assert_int_equal(tally_cases_won(&tally, 0), 1);
  assert_int_equal(tally_cases_lost(&tally, 0), 0);
  tally_deinit(&tally);
}

/* A campaign whose partner is not done would have had more budget: it does not count. */
static void test_incomplete(void **state)
{
  (void)state;
  Tally tally;
  StrBuf text;
  fill(&tally);
  tally_at(&tally, 0, 1, 1)->done = false;
  TallyRow row = tally_row(&tally, 0, 0);
  expect_near(row.score, 990);
  assert_int_equal(row.campaigns, 2);
  strbuf_init(&text, 0);
  tables_markdown(&tally, &text);
  assert_non_null(strstr(strbuf_text(&text), "5 of 6 campaigns are done"));
  strbuf_deinit(&text);
  tally_deinit(&tally);
}

static void expect_text(const Tally *tally, void (*add)(const Tally *, StrBuf *),
                        const char *expected)
{
  StrBuf text;
  strbuf_init(&text, 0);
  add(tally, &text);
  if (!strstr(strbuf_text(&text), expected))
    fail_msg("no '%s' in:\n%s", expected, strbuf_text(&text));
  strbuf_deinit(&text);
}

static void test_tables(void **state)
{
  (void)state;
  Tally tally;
  fill(&tally);
  expect_text(&tally, tables_markdown,
              "| QF_FP | 3 | 15000.00 | 30.00 | 4990.00 | +16533% | 3:0 | 0.100 | 1.00 |\n");
  expect_text(&tally, tables_markdown, "bandit2 is better than random on 1 of 1 cases");
  expect_text(&tally, tables_csv, "\nQF_FP,bandit2,3,4990,15000,16533.3,3,0,0.1,1,30,6.0\n");
  expect_text(&tally, tables_campaigns_csv, "\nQF_FP,bandit2,2,4000,5000,5000,1000,10,2.0,0,0\n");
  expect_text(&tally, tables_cactus_csv,
              "bandit2,targets,1,100\nbandit2,targets,2,1000\nbandit2,targets,3,5000\n"
              "bandit2,references,1,10\n");
  tally_deinit(&tally);
}

/* Findings with one signature are one, however many campaigns have seen it. */
static void test_findings(void **state)
{
  (void)state;
  Tally tally;
  static const char *const seen[2][2] = {{"crash", "wrong"}, {"crash", "crash"}};
  tally_init(&tally, strategies, 2, cases, 1, 2);
  tally.baseline = 1;
  for (size_t strategy = 0; strategy < 2; strategy++)
    for (size_t i = 0; i < 2; i++) {
      TallyCampaign *campaign = tally_at(&tally, 0, strategy, i);
      const char *signature = seen[strategy][i];
      TallyFinding finding = {1.5, 7, mem_copy_string(signature, strlen(signature))};
      campaign->done = campaign->bugs = true;
      campaign->revealing = 3;
      VEC_PUSH(&campaign->findings, finding);
    }
  TallyRow row = tally_row(&tally, 0, 0), base = tally_row(&tally, 0, 1);
  expect_near(row.score, 2);
  expect_near(base.score, 1);
  expect_near(row.gain, 100);
  assert_int_equal(row.wins, 0);
  expect_text(&tally, tables_markdown, "| QF_FP | 2 | 1 | 2 | +100% | 0:0 |");
  expect_text(&tally, tables_findings_csv, "\nQF_FP,bandit2,2,1.50,7,1\n");
  expect_text(&tally, tables_campaigns_csv, "\nQF_FP,bandit2,2,0,0,0,0,0,0.0,1,3\n");
  expect_text(&tally, tables_markdown, "random 0 inputs in 0 s, 6 of them with a finding.");
  tally_deinit(&tally);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mann_whitney), cmocka_unit_test(test_mann_whitney_ties),
      cmocka_unit_test(test_wilcoxon),     cmocka_unit_test(test_large_samples),
      cmocka_unit_test(test_effect_size),  cmocka_unit_test(test_worked_example),
      cmocka_unit_test(test_incomplete),   cmocka_unit_test(test_tables),
      cmocka_unit_test(test_findings),
  };
  return cmocka_run_group_tests_name("experiment", tests, NULL, NULL);
}
