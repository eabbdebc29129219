/* Looking for bugs on a toy language: which inputs come, and what agents learn; groups of findings; whether
 * solvers do anything useful. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "find/fuzz/group.h"
#include "find/fuzz/health.h"
#include "find/fuzz/hunt.h"
#include "support/toy_language.h"

enum { GUILTY = 'g' - 'a' };

static const StrategyOptions plain = {.decay = 1, .epsilon = 0.1, .seed = 1};

static void start(Hunt *hunt, ToyLanguage *toy, StrategyKind kind)
{
  StrategyOptions options = plain;
  options.kind = kind;
  toy_language_init(toy, 1);
  hunt_init(hunt, &toy->language, &options);
}

static bool has_guilty(ToyLanguage *toy, const Instance *instance)
{
  uint32_t counts[TOY_LETTERS] = {0};
  toy->language.interface->count(&toy->language, instance, counts);
  return counts[GUILTY] > 0;
}

/* The kinds of inputs, as s(ample) and m(utation); findings are where `found` has a '!'. */
static void expect_kinds(StrategyKind kind, const char *found, const char *expected)
{
  ToyLanguage toy;
  Hunt hunt;
  char kinds[64] = "";
  start(&hunt, &toy, kind);
  for (size_t i = 0; i < strlen(found); i++) {
    Candidate candidate;
    hunt_propose(&hunt, &candidate);
    kinds[i] = "xsm"[candidate.kind];
    hunt_take(&hunt, &candidate, (HuntResult){.found = found[i] == '!', .clean = found[i] != '!'});
  }
  assert_string_equal(kinds, expected);
  hunt_deinit(&hunt);
  assert_int_equal(toy.instances, 0);
}

/* An input with a finding is kept and not mutated; one without is mutated once. */
static void test_order(void **state)
{
  (void)state;
  expect_kinds(STRATEGY_RANDOM, ".!..!.", "ssssss");
  expect_kinds(STRATEGY_BANDIT1, "......", "smsmsm");
  expect_kinds(STRATEGY_BANDIT1, "!!.!..", "sssmsm");
  expect_kinds(STRATEGY_MUTATIONAL, "!!.!..", "sssmsm");
}

/* Of how many inputs that are run has a letter to be that makes them a hundred times dearer? */
static int count_dear(uint32_t candidates)
{
  enum { INPUTS = 600 };
  ToyLanguage toy;
  Hunt hunt;
  StrategyOptions options = plain;
  options.kind = STRATEGY_BANDIT1;
  options.candidates = candidates;
  toy_language_init(&toy, 1);
  hunt_init(&hunt, &toy.language, &options);
  int dear = 0;
  uint64_t before = 0;
  for (int i = 0; i < INPUTS; i++) {
    Candidate candidate;
    hunt_propose(&hunt, &candidate);
    assert_true(candidate.number > before); /* with gaps, but in order */
    before = candidate.number;
    bool guilty = has_guilty(&toy, candidate.instance);
    if (i >= INPUTS / 2) dear += guilty;
    hunt_note_cost(&hunt, &candidate, (HuntCost){.first = guilty ? 1 : 0.01});
    hunt_take(&hunt, &candidate, (HuntResult){.clean = true});
  }
  hunt_deinit(&hunt);
  assert_int_equal(toy.instances, 0);
  return dear;
}

static void test_dear_inputs_are_rare(void **state)
{
  (void)state;
  int all = count_dear(1), chosen = count_dear(8);
  assert_true(all > 20);
  assert_true(chosen * 3 < all);
}

static void test_agent_learns(void **state)
{
  (void)state;
  static const StrategyKind kinds[] = {STRATEGY_MUTATIONAL, STRATEGY_BANDIT1, STRATEGY_BANDIT2};
  uint64_t pulls[3];
  for (size_t i = 0; i < 3; i++) {
    ToyLanguage toy;
    Hunt hunt;
    start(&hunt, &toy, kinds[i]);
    for (int round = 0; round < 400; round++) {
      Candidate candidate;
      hunt_propose(&hunt, &candidate);
      bool found = has_guilty(&toy, candidate.instance);
      hunt_take(&hunt, &candidate, (HuntResult){.found = found, .clean = !found});
    }
    size_t order[TOY_LETTERS];
    agent_rank(&hunt.breeder.inner, order);
    assert_int_equal(order[0], GUILTY);
    pulls[i] = hunt.breeder.inner.arms[GUILTY].pulls;
    hunt_deinit(&hunt);
    assert_int_equal(toy.instances, 0);
  }
  assert_true(pulls[1] > 4 * pulls[0]);
  assert_true(pulls[2] > 4 * pulls[0]);
}

/* Several in progress at a time, and some that never come back. */
static void test_parallel(void **state)
{
  (void)state;
  for (StrategyKind kind = 0; kind < STRATEGY_COUNT; kind++) {
    if (kind == STRATEGY_EVOLUTIONARY || kind == STRATEGY_GUIDE) continue;
    ToyLanguage toy;
    Hunt hunt;
    Candidate candidate[3];
    Random random = random_stream(5, 0, 0);
    start(&hunt, &toy, kind);
    for (int i = 0; i < 3; i++) hunt_propose(&hunt, &candidate[i]);
    for (int i = 0; i < 300; i++) {
      size_t slot = random_below(&random, 3);
      hunt_take(&hunt, &candidate[slot], (HuntResult){.found = i % 7 == 0, .clean = i % 7 != 0});
      hunt_propose(&hunt, &candidate[slot]);
    }
    for (int i = 0; i < 3; i++) candidate_release(&hunt.breeder, &candidate[i]);
    hunt_deinit(&hunt);
    assert_int_equal(toy.instances, 0);
  }
}

/* --- groups --- */

static bool add(FindingGroups *groups, const char *signature, const char *text, bool confirmed)
{
  char evidence[] = "evidence", copy[64];
  snprintf(copy, sizeof copy, "%s", signature);
  Finding finding = {.kind = FINDING_CRASH,
                     .accused = 1,
                     .signature = copy,
                     .evidence = evidence,
                     .confirmed = confirmed};
  FindingSource source = {.answers = "fake: sat", .text = text, .length = strlen(text)};
  bool news;
  groups_add(groups, &finding, &source, &news);
  return news;
}

/* The example is the shortest input that shows it twice. */
static void test_groups(void **state)
{
  (void)state;
  FindingGroups groups = {0};
  assert_false(add(&groups, "a", "x", false));
  assert_int_equal(groups_confirmed(&groups), 0);
  assert_true(add(&groups, "a", "first", true));
  assert_false(add(&groups, "a", "longer one", true));
  assert_string_equal(groups.items[0].text, "first");
  assert_false(add(&groups, "a", "abc", true));
  assert_string_equal(groups.items[0].text, "abc");
  assert_false(add(&groups, "a", "y", false));
  assert_string_equal(groups.items[0].text, "abc");
  assert_true(add(&groups, "b", "another", true));
  assert_int_equal(groups.count, 2);
  assert_int_equal(groups.items[0].count, 3);
  assert_int_equal(groups.items[0].flaky, 2);
  assert_string_equal(groups.items[0].answers, "fake: sat");
  assert_int_equal(groups_confirmed(&groups), 2);
  groups_deinit(&groups);
}

static void set_shape(FindingGroup *group, const char *shape)
{
  free(group->shape);
  group->shape = mem_copy_string(shape, strlen(shape));
}

/* Groups are the same if their reduced forms are, and these accuse the same solvers of the same. It is said of the later
 * one, and only once: what is the same as a third one is compared with that. */
static void test_same_groups(void **state)
{
  (void)state;
  FindingGroups groups = {0};
  add(&groups, "a", "first", true);
  add(&groups, "b", "second", true);
  add(&groups, "c", "third", true);
  groups_compare(&groups, 1); /* nothing is known of their shapes */
  assert_int_equal(groups.items[1].same_as, 0);
  for (size_t i = 0; i < 3; i++) set_shape(&groups.items[i], "(shape)");
  for (size_t i = 0; i < 3; i++) groups_compare(&groups, i);
  assert_int_equal(groups.items[0].same_as, 0);
  assert_int_equal(groups.items[1].same_as, 1);
  assert_int_equal(groups.items[2].same_as, 1);
  assert_int_equal(groups_confirmed(&groups), 1);
  groups.items[1].accused = 2;
  groups_compare(&groups, 1);
  groups.items[2].kind = FINDING_MODEL;
  groups_compare(&groups, 2);
  assert_int_equal(groups.items[1].same_as | groups.items[2].same_as, 0);
  assert_int_equal(groups_confirmed(&groups), 3);
  groups_deinit(&groups);
}

/* --- health --- */

static HealthState state_after(OutcomeKind most, OutcomeKind last, uint32_t runs)
{
  Health health = {0};
  for (uint32_t i = 0; i + 1 < runs; i++) health_note(&health, most, false);
  health_note(&health, last, false);
  return health_state(&health);
}

static void test_health(void **state)
{
  (void)state;
  assert_int_equal(state_after(OUTCOME_UNSUPPORTED, OUTCOME_UNSUPPORTED, 9), HEALTH_FINE);
  assert_int_equal(state_after(OUTCOME_UNSUPPORTED, OUTCOME_UNSUPPORTED, 10), HEALTH_USELESS);
  assert_int_equal(state_after(OUTCOME_ERROR, OUTCOME_CRASH, 10), HEALTH_USELESS);
  assert_int_equal(state_after(OUTCOME_ERROR, OUTCOME_TIMEOUT, 10), HEALTH_SILENT);
  assert_int_equal(state_after(OUTCOME_TIMEOUT, OUTCOME_UNKNOWN, 100), HEALTH_SILENT);
  assert_int_equal(state_after(OUTCOME_TIMEOUT, OUTCOME_UNSAT, 100), HEALTH_FINE);
  Health health = {0};
  for (int i = 0; i < 49; i++) health_note(&health, OUTCOME_ERROR, false);
  assert_false(health_is_hopeless(&health));
  health_note(&health, OUTCOME_UNSUPPORTED, false);
  assert_true(health_is_hopeless(&health));
  StrBuf text;
  strbuf_init(&text, 0);
  health_describe(&health, &text);
  assert_string_equal(strbuf_text(&text), "has decided none of 50 inputs: 1 unsupported, 49 error");
  strbuf_deinit(&text);
}

/* An entry with a shape is about one reduced form only. */
static void test_known_shape(void **state)
{
  (void)state;
  Known known = {0};
  Error error;
  char digest[REGISTRY_SHAPE], text[200];
  registry_shape("(= _ _)", digest);
  snprintf(text, sizeof text, "- signature: 'a: refuted*'\n  constructs: ['=']\n  shape: '%s'\n",
           digest);
  assert_int_equal(registry_read(&known, text, strlen(text), &error), STATUS_OK);
  const char *const constructs[] = {"=", "bvadd"};
  assert_non_null(registry_find(&known, "a: refuted: unsat", constructs, 2, "(= _ _)"));
  assert_null(registry_find(&known, "a: refuted: unsat", constructs, 2, "(= _ (bvadd _ _))"));
  assert_null(registry_find(&known, "a: refuted: unsat", constructs, 2, NULL));
  registry_deinit(&known);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_shape),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_dear_inputs_are_rare),
      cmocka_unit_test(test_agent_learns),
      cmocka_unit_test(test_parallel),
      cmocka_unit_test(test_groups),
      cmocka_unit_test(test_same_groups),
      cmocka_unit_test(test_health),
  };
  return cmocka_run_group_tests_name("fuzz_hunt", tests, NULL, NULL);
}
