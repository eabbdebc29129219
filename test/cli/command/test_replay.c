/* assay replay: findings and inputs of campaigns that the test has run. */
#include "testing.h"

#include <jansson.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/expect.h"
#include "support/run_command.h"
#include "support/scratch.h"

static int set_up(void **state)
{
  return scratch_set_up(state) || chdir(scratch_folder());
}

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), __VA_ARGS__, NULL},                           \
                   (CommandSettings){.timeout_ms = 120000})

static void change_store(const char *place, const char *sql)
{
  char path[256];
  sqlite3 *db;
  snprintf(path, sizeof path, "%s/campaign.db", place);
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
}

/* A defect of the installed z3, as a seed. */
static void hunt(const char *place)
{
  char seed[512];
  snprintf(seed, sizeof seed, "%s/test/data/solver-bugs/z3-array-equality.smt2",
           getenv("ASSAY_SOURCE_ROOT"));
  CommandResult result =
      ASSAY("fuzz", "--objective", "bugs", "--logic", "QF_ABV", "--solvers", "z3,cvc5", "--seeds",
            seed, "--inputs", "1", "--timeout", "20s", "--unrestricted", "--out", place);
  if (strstr(result.out, "against evaluation") == NULL)
    fail_msg("nothing found:\n%s%s", result.out, result.err);
  command_result_free(&result);
}

static void test_finding(void **state)
{
  (void)state;
  hunt("hunt");
  expect(ASSAY("replay", "hunt", "1"), 0, "it shows again, in two runs", "");
  CommandResult result = ASSAY("replay", "hunt", "1", "--json");
  json_t *object = json_loads(result.out, 0, NULL);
  int again = 0, confirmed = 0;
  assert_int_equal(json_unpack(object, "{s:b, s:b}", "again", &again, "confirmed", &confirmed), 0);
  assert_true(again && confirmed);
  json_decref(object);
  command_result_free(&result);
  /* Something else is found there now. */
  change_store("hunt", "UPDATE finding_group SET signature = CAST('z3: another one' AS BLOB)");
  expect(ASSAY("replay", "hunt", "1"), 1, "it does not show again", "");
  /* Without its text there is no way: it was a seed. */
  change_store("hunt", "DELETE FROM instance_text");
  expect(ASSAY("replay", "hunt", "1"), 3, "", "cannot be made again");
}

/* Makes an input again and compares it with the text that the campaign had kept. */
static void check_input(const char *place, int number, const char *expected)
{
  char digits[32];
  snprintf(digits, sizeof digits, "%d", number);
  expect(ASSAY("replay", place, "--input", digits, "-o", "again.smt2"), 0, "made again by its ",
         "");
  scratch_expect("again.smt2", expected);
}

/* What a campaign has kept of its best inputs. */
enum { MOST = 12 };
typedef struct {
  char place[32];
  int numbers[MOST], count;
  char *texts[MOST];
  int repeated; /* of these: with a construct in several places, */
  int enriched; /* and new ones with a construct placed */
} Kept;

static Kept read_kept(const char *place)
{
  Kept kept = {0};
  char path[64];
  sqlite3 *db;
  sqlite3_stmt *statement;
  snprintf(kept.place, sizeof kept.place, "%s", place);
  snprintf(path, sizeof path, "%s/campaign.db", place);
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  sqlite3_prepare_v2(db,
                     "SELECT number, bytes, placed > 1, placed > 0 AND parent IS NULL AS enriched "
                     "FROM instance_text JOIN instance ON number = instance "
                     "ORDER BY enriched DESC, number DESC",
                     -1, &statement, NULL);
  while (kept.count < MOST && sqlite3_step(statement) == SQLITE_ROW) {
    kept.numbers[kept.count] = sqlite3_column_int(statement, 0);
    kept.texts[kept.count++] = strdup((const char *)sqlite3_column_text(statement, 1));
    kept.repeated += sqlite3_column_int(statement, 2);
    kept.enriched += sqlite3_column_int(statement, 3);
  }
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return kept;
}

static void free_kept(Kept *kept)
{
  while (kept->count) free(kept->texts[--kept->count]);
}

/* A campaign among whose best inputs are all kinds. z3 counts its steps, the same ones each time. */
static Kept run_campaign(void)
{
  enum { SEEDS = 40 };
  for (int seed = 1; seed <= SEEDS; seed++) {
    char digits[16], place[32];
    snprintf(digits, sizeof digits, "%d", seed);
    snprintf(place, sizeof place, "made-%d", seed);
    expect(ASSAY("fuzz", "--logic", "QF_LIA", "--target", "z3", "--cost", "counter",
                 "--counter-limit", "1000000", "--inputs", "60", "--seed", digits, "--least", "0",
                 "--least-percent", "0", "--runs", "1", "--adapt", "10", "--unrestricted",
                 "--no-reduce", "--out", place),
           0, "best input", "");
    Kept kept = read_kept(place);
    if (kept.count > 2 && kept.repeated && kept.enriched) return kept;
    free_kept(&kept);
  }
  fail_msg("no campaign of %d has an enriched input among its best", SEEDS);
  return (Kept){0};
}

/* What replay makes of the numbers in the store has to be what was kept of them, byte by byte: of new inputs without and with
 * a construct placed in them, of mutations with one in several places, and after changes of size. */
static void test_made_again(void **state)
{
  (void)state;
  Kept kept = run_campaign();
  change_store(kept.place, "DELETE FROM instance_text");
  for (int i = 0; i < kept.count; i++) check_input(kept.place, kept.numbers[i], kept.texts[i]);
  /* If what is made is something else, that is said. */
  char digits[32];
  snprintf(digits, sizeof digits, "%d", kept.numbers[0]);
  change_store(kept.place, "UPDATE instance SET size = size + 1");
  expect(ASSAY("replay", kept.place, "--input", digits), 3, "", "cannot be made again");
  free_kept(&kept);
}

static void test_usage(void **state)
{
  (void)state;
  expect(ASSAY("replay", "nowhere", "1"), 3, "", "cannot open");
  expect(ASSAY("replay", "nowhere"), 2, "", "which finding?");
  expect(ASSAY("replay", "nowhere", "1", "--input", "2"), 2, "", "or --input");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_usage),
      cmocka_unit_test(test_finding),
      cmocka_unit_test(test_made_again),
  };
  return cmocka_run_group_tests_name("cli_replay", tests, set_up, scratch_tear_down);
}
