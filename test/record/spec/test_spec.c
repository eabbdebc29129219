/* Specs of campaigns as rows, and what follows from them. */
#include "testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/command/fuzz_options.h"
#include "cli/option/commands.h"
#include "cli/option/option_value.h"
#include "record/spec/spec.h"
#include "support/ok.h"

typedef struct {
  SpecRows rows;
  Arena texts;
} Written;

static void keep_row(void *user, const char *name, const char *value)
{
  Written *written = user;
  SpecRow row = {arena_copy_string(&written->texts, name, strlen(name)),
                 arena_copy_string(&written->texts, value, strlen(value))};
  VEC_PUSH(&written->rows, row);
}

static Written write_spec(const CampaignSpec *spec)
{
  Written written = {0};
  spec_write(spec, keep_row, &written);
  return written;
}

static void written_deinit(Written *written)
{
  VEC_FREE(&written->rows);
  arena_deinit(&written->texts);
}

static const char *value_of(const Written *written, const char *name)
{
  for (size_t i = 0; i < written->rows.count; i++)
    if (strcmp(written->rows.items[i].name, name) == 0) return written->rows.items[i].value;
  return NULL;
}

static void assert_same_rows(const Written *a, const Written *b)
{
  assert_int_equal(a->rows.count, b->rows.count);
  for (size_t i = 0; i < a->rows.count; i++) {
    const char *other = value_of(b, a->rows.items[i].name);
    assert_non_null(other);
    assert_string_equal(a->rows.items[i].value, other);
  }
}

/* Rows that are not the defaults, one of each kind, and twelve of a list. */
static void test_round_trip(void **state)
{
  (void)state;
  static const SpecRow given[] = {
      {"objective", "bugs"},     {"solvers", "z3,cvc5"}, {"timeout", "1500ms"},
      {"memory", "64M"},         {"decay", "0.1"},       {"min-gain", "0.006"},
      {"no-models", "true"},     {"strategy", "random"}, {"seed", "18446744073709551615"},
      {"logic.given", "QF_LIA"}, {"only.1", "+"},        {"depth", "4"}};
  CampaignSpec spec, again;
  Error error;
  SpecRows rows = {0};
  char names[12][16];
  VEC_APPEND(&rows, given, sizeof given / sizeof *given);
  for (int i = 11; i >= 0; i--) {
    static const char *const values[] = {"a", "b", "c", "d", "e", "f",
                                         "g", "h", "i", "j", "k", "l"};
    snprintf(names[i], sizeof names[i], "seeds.%d", i + 1);
    SpecRow row = {names[i], values[i]};
    VEC_PUSH(&rows, row);
  }
  ok(spec_read(&spec, &rows, &error), &error);
  assert_int_equal(spec.objective, SPEC_BUGS);
  assert_int_equal(spec.timeout_ms, 1500);
  assert_int_equal(spec.memory, 64 << 20);
  assert_true(spec.decay == 0.1 && spec.least == 0.006 && spec.no_models);
  assert_int_equal(spec_strategy(&spec), STRATEGY_RANDOM);
  assert_true(spec.seed == UINT64_MAX);
  assert_int_equal(spec.seeds.count, 12);
  assert_string_equal(spec.seeds.items[1], "b");
  assert_string_equal(spec.seeds.items[11], "l");
  assert_int_equal(spec.settings.count, 3);
  Written written = write_spec(&spec);
  for (size_t i = 0; i < rows.count; i++)
    assert_string_equal(value_of(&written, rows.items[i].name), rows.items[i].value);
  ok(spec_read(&again, &written.rows, &error), &error);
  Written twice = write_spec(&again);
  assert_same_rows(&written, &twice);
  written_deinit(&twice);
  written_deinit(&written);
  spec_deinit(&again);
  spec_deinit(&spec);
  VEC_FREE(&rows);
}

/* Stores may hold anything. */
static void test_bad_rows(void **state)
{
  (void)state;
  static const SpecRow bad[] = {{"timeout", "soon"},
                                {"objective", "fun"},
                                {"decay", "2"},
                                {"decay", "nan"},
                                {"no-models", "maybe"},
                                {"jobs", "-1"},
                                {"jobs", "99999999999999999999"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    SpecRows rows = {0};
    CampaignSpec spec;
    Error error;
    VEC_PUSH(&rows, bad[i]);
    assert_int_equal(spec_read(&spec, &rows, &error), STATUS_USAGE);
    assert_non_null(strstr(error.message, bad[i].name));
    spec_deinit(&spec);
    VEC_FREE(&rows);
  }
}

/* What `assay fuzz` says without any option, and that no option of it is forgotten. */
static void test_options(void **state)
{
  (void)state;
  static const char *const others[] = {"config",  "resume",  "campaign", "json",  "workers",
                                       "join",    "cluster", "sbatch",   "lease", "detach",
                                       "dry-run", "events",  "quiet",    "trust"};
  FuzzOptions given = {0};
  FuzzSpec made;
  CampaignSpec initial, read;
  Error error;
  options_init(command_fuzz.options, &given);
  ok(fuzz_spec_init(&made, &command_fuzz.options, &given, &error), &error);
  spec_init(&initial);
  Written from_options = write_spec(&made.spec), from_init = write_spec(&initial);
  for (size_t i = 0; i < from_init.rows.count; i++)
    assert_string_equal(value_of(&from_options, from_init.rows.items[i].name),
                        from_init.rows.items[i].value);
  ok(spec_read(&read, &from_options.rows, &error), &error);
  for (size_t i = 0; i < command_fuzz.options.count; i++) {
    const Option *option = &command_fuzz.options.items[i];
    bool other = false;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
      other |= strcmp(option->name, others[k]) == 0;
    if (other || option->kind == OPTION_KIND_LIST || !option_value_count(option, &given)) continue;
    if (!value_of(&from_options, option->name)) fail_msg("'%s' is not recorded", option->name);
  }
  written_deinit(&from_options);
  written_deinit(&from_init);
  spec_deinit(&read);
  spec_deinit(&initial);
  fuzz_spec_deinit(&made);
  options_deinit(command_fuzz.options, &given);
}

static void expect_refused(CampaignSpec spec, const char *part)
{
  Error error;
  assert_int_equal(spec_check(&spec, &error), STATUS_USAGE);
  if (!strstr(error.message, part)) fail_msg("'%s' has no '%s'", error.message, part);
}

static void test_check(void **state)
{
  (void)state;
  CampaignSpec margin, bugs;
  Error error;
  spec_init(&margin);
  margin.targets = "z3";
  ok(spec_check(&margin, &error), &error);
  bugs = margin;
  expect_refused((bugs.objective = SPEC_BUGS, bugs), "all solvers are equal");
  bugs.targets = NULL;
  expect_refused(bugs, "which solvers?");
  bugs.solvers = "z3";
  ok(spec_check(&bugs, &error), &error);
  CampaignSpec changed = margin;
  expect_refused((changed.decay = 0, changed), "--decay 0");
  changed = margin;
  expect_refused((changed.repeat = 1, changed), "--repeat 1");
  changed = margin;
  expect_refused((changed.cost = COST_COUNTER, changed), "--counter-limit");
  changed = margin;
  expect_refused((changed.tweak = true, changed), "--fuzz-options");
  changed = margin;
  expect_refused((changed.jobs = 0, changed), "jobs");
  changed = margin;
  expect_refused((changed.jobs = UINT64_C(1) << 32, changed), "jobs");
  changed = margin;
  expect_refused((changed.runs = 0, changed), "runs");
  bugs.mode = SOLVE_FAST;
  bugs.cost = COST_MEMORY;
  ok(spec_check(&bugs, &error), &error);
  /* Campaigns of stores that are older than candidates had none. */
  SpecRows none = {0};
  ok(spec_read(&changed, &none, &error), &error);
  assert_int_equal(changed.candidates, 1);
  spec_deinit(&changed);
  spec_deinit(&margin);
}

static void test_meaning(void **state)
{
  (void)state;
  CampaignSpec spec;
  spec_init(&spec);
  assert_int_equal(spec_strategy(&spec), STRATEGY_BANDIT2);
  assert_true(spec_rule(&spec).limit == 5 && spec_rule(&spec).cost == COST_CPU);
  assert_true(spec_least_gain(&spec).absolute == 0.005);
  assert_true(spec_run_limits(&spec).cpu_ns == UINT64_C(5000000000));
  /* On a busy machine most of the time is spent waiting for a processor. */
  assert_true(spec_run_limits(&spec).wall_ns >= 10 * UINT64_C(5000000000));
  spec.objective = SPEC_MEMORY;
  assert_true(spec_rule(&spec).limit == 2048 && spec_rule(&spec).cost == COST_MEMORY);
  spec.objective = SPEC_BUGS;
  assert_int_equal(spec_strategy(&spec), STRATEGY_BANDIT1);
  assert_true(spec_run_limits(&spec).cpu_ns == 0);
  spec_deinit(&spec);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip), cmocka_unit_test(test_bad_rows),
      cmocka_unit_test(test_options),    cmocka_unit_test(test_check),
      cmocka_unit_test(test_meaning),
  };
  return cmocka_run_group_tests_name("record_spec_spec", tests, NULL, NULL);
}
