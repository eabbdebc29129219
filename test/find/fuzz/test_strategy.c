/* Strategies on a toy language whose margins are known: which inputs they try, and what they learn. */
#include "testing.h"

#include <math.h>

#include "base/strbuf.h"
#include "find/fuzz/strategy.h"
#include "support/toy_language.h"

enum { GUILTY = 'g' - 'a' };

/* How often the guilty letter occurs. */
static double margin_of(ToyLanguage *toy, const Instance *instance)
{
  uint32_t counts[TOY_LETTERS] = {0};
  toy->language.interface->count(&toy->language, instance, counts);
  return counts[GUILTY];
}

static const StrategyOptions plain = {.decay = 1, .epsilon = 0.1, .seed = 1};

static StrategyOptions options_of(StrategyKind kind)
{
  StrategyOptions options = plain;
  options.kind = kind;
  return options;
}

/* Tries `inputs` inputs, or until all letters are guilty ones; how many it took. What was proposed is
 * added to the log, if there is one. */
static uint32_t search(Strategy *strategy, ToyLanguage *toy, uint32_t inputs, StrBuf *log)
{
  for (uint32_t i = 0; i < inputs; i++) {
    Candidate candidate;
    size_t length;
    strategy_propose(strategy, &candidate);
    const char *text = toy->language.interface->text(candidate.instance, &length);
    if (log) strbuf_printf(log, "%d %.*s\n", candidate.kind, (int)length, text);
    strategy_take(strategy, &candidate, margin_of(toy, candidate.instance));
    if (strategy->best.margin >= (double)toy->length) return i + 1;
  }
  return inputs;
}

/* --- the sequence of inputs --- */

/* The same seed and the same margins give the same inputs; another seed gives others. */
static void test_replay(void **state)
{
  (void)state;
  for (StrategyKind kind = 0; kind < STRATEGY_COUNT; kind++) {
    StrBuf logs[3];
    for (int i = 0; i < 3; i++) {
      ToyLanguage toy;
      Strategy strategy;
      StrategyOptions options = options_of(kind);
      options.seed = i < 2 ? 1 : 2;
      toy_language_init(&toy, options.seed);
      strategy_init(&strategy, &toy.language, &options);
      strbuf_init(&logs[i], 0);
      search(&strategy, &toy, 100, &logs[i]);
      strategy_deinit(&strategy);
      assert_int_equal(toy.instances, 0);
    }
    assert_string_equal(strbuf_text(&logs[0]), strbuf_text(&logs[1]));
    assert_string_not_equal(strbuf_text(&logs[0]), strbuf_text(&logs[2]));
    for (int i = 0; i < 3; i++) strbuf_deinit(&logs[i]);
  }
}

/* What kinds of inputs come, as a text: s(ample), m(utation), seed (x), e(nriched). The margins are those given. */
static void expect_kinds(StrategyKind kind, const double *margins, size_t count,
                         const char *expected)
{
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(kind);
  char kinds[64] = "";
  toy_language_init(&toy, 1);
  strategy_init(&strategy, &toy.language, &options);
  for (size_t i = 0; i < count; i++) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    kinds[i] = "xsme"[candidate.kind];
    strategy_take(&strategy, &candidate, margins[i]);
  }
  assert_string_equal(kinds, expected);
  strategy_deinit(&strategy);
}

static void test_order_of_actions(void **state)
{
  (void)state;
  double margins[20] = {[0] = 1};
  expect_kinds(STRATEGY_RANDOM, margins, 6, "ssssss");
  expect_kinds(STRATEGY_MUTATIONAL, margins, 6, "smmmmm");
  expect_kinds(STRATEGY_BANDIT0, margins, 6, "smmmmm");
  expect_kinds(STRATEGY_BANDIT1, margins, 6, "smsmsm");
  expect_kinds(STRATEGY_EVOLUTIONARY, margins, 20, "ssssssssssmmmmssssss");
}

/* While nothing has a margin there is nothing to mutate. */
static void test_void_inputs(void **state)
{
  (void)state;
  double margins[] = {-INFINITY, -INFINITY, 1, -INFINITY, -INFINITY};
  expect_kinds(STRATEGY_MUTATIONAL, margins, 5, "sssmm");
  expect_kinds(STRATEGY_BANDIT1, margins, 5, "sssms");
  for (size_t i = 0; i < 5; i++) margins[i] = -INFINITY;
  expect_kinds(STRATEGY_EVOLUTIONARY, margins, 5, "sssss");
}

/* --- rewards --- */

/* The outer agent and the inner one get the reward for what they chose, and for nothing else. */
static void test_rewards(void **state)
{
  (void)state;
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(STRATEGY_BANDIT2);
  toy_language_init(&toy, 3);
  strategy_init(&strategy, &toy.language, &options);
  Candidate candidate;
  strategy_propose(&strategy, &candidate);
  assert_false(candidate.chosen);
  assert_true(strategy_take(&strategy, &candidate, 0));
  assert_int_equal(strategy.outer.pulls, 0);
  for (int i = 1; i <= 50; i++) {
    Arm outer[OUTER_ENRICH], inner[TOY_LETTERS];
    memcpy(outer, strategy.outer.arms, sizeof outer);
    memcpy(inner, strategy.breeder.inner.arms, sizeof inner);
    strategy_propose(&strategy, &candidate);
    size_t construct = candidate.construct;
    assert_true(candidate.chosen);
    assert_int_equal(candidate.kind == CANDIDATE_MUTATION, candidate.chosen_kind == OUTER_MUTATE);
    bool better = i % 3 == 0;
    assert_int_equal(strategy_take(&strategy, &candidate, better ? i : -1), better);
    outer[candidate.chosen_kind].rewards += better;
    outer[candidate.chosen_kind].pulls++;
    if (candidate.kind == CANDIDATE_MUTATION) {
      inner[construct].rewards += better;
      inner[construct].pulls++;
    }
    for (size_t arm = 0; arm < TOY_LETTERS; arm++) {
      assert_int_equal(strategy.breeder.inner.arms[arm].pulls, inner[arm].pulls);
      assert_true(strategy.breeder.inner.arms[arm].rewards == inner[arm].rewards);
    }
    for (size_t arm = 0; arm < OUTER_ENRICH; arm++) {
      assert_int_equal(strategy.outer.arms[arm].pulls, outer[arm].pulls);
      assert_true(strategy.outer.arms[arm].rewards == outer[arm].rewards);
    }
  }
  strategy_deinit(&strategy);
  assert_int_equal(toy.instances, 0);
}

/* A gain that is too small is none. */
static void test_least_gain(void **state)
{
  (void)state;
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(STRATEGY_RANDOM);
  options.least = (LeastGain){.absolute = 1, .relative = 0.1};
  toy_language_init(&toy, 3);
  strategy_init(&strategy, &toy.language, &options);
  static const double margins[] = {-5, -4.5, -3, 20, 21.5, 22.5};
  static const bool better[] = {true, false, true, true, false, true};
  for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    assert_int_equal(strategy_take(&strategy, &candidate, margins[i]), better[i]);
  }
  strategy_deinit(&strategy);
}

/* A construct that cannot be placed is a failure of its arm, and never an input without it. */
static void test_misplaced(void **state)
{
  (void)state;
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(STRATEGY_MUTATIONAL);
  toy_language_init(&toy, 3);
  toy.nowhere = GUILTY;
  strategy_init(&strategy, &toy.language, &options);
  for (int i = 0; i < 200; i++) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    assert_true(candidate.kind != CANDIDATE_MUTATION || candidate.construct != GUILTY);
    strategy_take(&strategy, &candidate, i);
  }
  assert_true(strategy.breeder.misplaced > 0);
  assert_int_equal(strategy.breeder.inner.arms[GUILTY].pulls, strategy.breeder.misplaced);
  assert_true(strategy.breeder.inner.arms[GUILTY].rewards == 0);
  strategy_deinit(&strategy);
}

/* --- new inputs with a construct --- */

/* From new inputs it is learnt which construct hard ones have: that is what is placed in others. */
static void test_enriched(void **state)
{
  (void)state;
  enum { INPUTS = 600 };
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(STRATEGY_BANDIT2);
  options.enrich = true;
  toy_language_init(&toy, 3);
  strategy_init(&strategy, &toy.language, &options);
  size_t enriched = 0, guilty = 0, by_chance = 0;
  for (int i = 0; i < INPUTS; i++) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    uint32_t counts[TOY_LETTERS] = {0};
    toy.language.interface->count(&toy.language, candidate.instance, counts);
    if (candidate.kind == CANDIDATE_ENRICHED) {
      assert_true(candidate.chosen && candidate.chosen_kind == OUTER_ENRICH &&
                  candidate.parent == 0);
      assert_true(candidate.placed > 0 && counts[candidate.construct] >= 1);
      enriched++;
      guilty += candidate.construct == GUILTY;
      by_chance += candidate.construct == GUILTY + 1;
    }
    /* The best stays where it is, so that no action is better than others; no two margins are the same. */
    double margin = counts[GUILTY] + 1e-6 * i;
    strategy_learn(&strategy, &candidate, &(TrialResult){.margin = margin});
    strategy_take(&strategy, &candidate, i == 0 ? 1000 : margin);
  }
  assert_true(enriched > INPUTS / 6);
  assert_true(guilty > 3 * by_chance && guilty * 4 > enriched);
  /* Mutations know it, too, although none of them was of use. */
  size_t order[TOY_LETTERS];
  agent_rank(&strategy.blame.agent, order);
  assert_int_equal(order[0], GUILTY);
  assert_true(strategy.breeder.inner.arms[GUILTY].successes == 0);
  assert_true(agent_arm(&strategy.breeder.inner, GUILTY).successes > 0);
  strategy_deinit(&strategy);
  assert_int_equal(toy.instances, 0);
}

/* An action is rewarded by the part that it has gained of what there was to gain. */
static void test_worth(void **state)
{
  (void)state;
  static const double margins[] = {-10, 0, 5, 4, 10}, rewards[] = {0, 0.5, 0.5, 0, 1};
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(STRATEGY_BANDIT2);
  options.enrich = true;
  options.perfect = 10;
  toy_language_init(&toy, 3);
  strategy_init(&strategy, &toy.language, &options);
  double sum = 0;
  for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    strategy_take(&strategy, &candidate, margins[i]);
    double before = sum;
    sum = 0;
    for (size_t arm = 0; arm < OUTER_ARMS; arm++) sum += strategy.outer.arms[arm].rewards;
    assert_float_equal(sum - before, rewards[i], 1e-9);
  }
  strategy_deinit(&strategy);
}

/* As published: two actions, and nothing is learnt of new inputs. */
static void test_not_enriched(void **state)
{
  (void)state;
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(STRATEGY_BANDIT2);
  toy_language_init(&toy, 3);
  strategy_init(&strategy, &toy.language, &options);
  for (int i = 0; i < 100; i++) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    assert_true(candidate.kind != CANDIDATE_ENRICHED);
    strategy_learn(&strategy, &candidate,
                   &(TrialResult){.margin = margin_of(&toy, candidate.instance)});
    strategy_take(&strategy, &candidate, 0);
  }
  assert_int_equal(strategy.blame.agent.pulls, 0);
  assert_null(strategy.breeder.inner.prior);
  strategy_deinit(&strategy);
}

/* Several inputs in progress, which come back in another order. */
static void test_parallel(void **state)
{
  (void)state;
  for (StrategyKind kind = 0; kind < STRATEGY_COUNT; kind++) {
    ToyLanguage toy;
    Strategy strategy;
    StrategyOptions options = options_of(kind);
    Random random = random_stream(5, 0, 0);
    Candidate candidate[4];
    double best = 0;
    toy_language_init(&toy, 4);
    strategy_init(&strategy, &toy.language, &options);
    for (int i = 0; i < 4; i++) strategy_propose(&strategy, &candidate[i]);
    for (int i = 0; i < 500; i++) {
      size_t slot = random_below(&random, 4);
      double margin = margin_of(&toy, candidate[slot].instance);
      best = fmax(best, margin);
      strategy_take(&strategy, &candidate[slot], margin);
      assert_true(strategy.best.margin == best);
      assert_true(margin_of(&toy, strategy.best.instance) == best);
      strategy_propose(&strategy, &candidate[slot]);
    }
    for (int i = 0; i < 4; i++) strategy_take(&strategy, &candidate[i], -INFINITY);
    strategy_deinit(&strategy);
    assert_int_equal(toy.instances, 0);
  }
}

/* --- seeds --- */

/* Seeds are run as they are, in turn with mutations of them from the beginning; all know which seed they come from. */
static void test_seeds(void **state)
{
  (void)state;
  ToyLanguage toy;
  Strategy strategy;
  StrategyOptions options = options_of(STRATEGY_RANDOM);
  Error error;
  size_t tried = 0;
  bool mutated_first = false;
  toy_language_init(&toy, 3);
  strategy_init(&strategy, &toy.language, &options);
  const LanguageInterface *interface = toy.language.interface;
  for (size_t i = 0; i < 8; i++)
    breeder_add_seed(
        &strategy.breeder,
        interface->read(&toy.language, i % 2 ? "yyyyy" : "zzzz", i % 2 ? 5 : 4, &error),
        i % 2 ? "y.toy" : "z.toy");
  for (int i = 0; i < 40; i++) {
    Candidate candidate;
    size_t length, changed = 0;
    strategy_propose(&strategy, &candidate);
    const char *text = interface->text(candidate.instance, &length);
    assert_true(length == 4 || length == 5);
    for (size_t j = 0; j < length; j++) changed += text[j] != (length == 4 ? 'z' : 'y');
    bool seed = candidate.kind == CANDIDATE_SEED;
    StrBuf origin;
    strbuf_init(&origin, 0);
    breeder_add_origin(&strategy.breeder, &candidate, &origin);
    assert_string_equal(strbuf_text(&origin), length == 4 ? "z.toy" : "y.toy");
    strbuf_deinit(&origin);
    assert_true(seed || candidate.kind == CANDIDATE_SAMPLE);
    assert_true(seed || i > 0);
    assert_int_equal(changed, seed ? 0 : 1);
    tried += seed;
    mutated_first |= !seed && tried < 8;
    assert_int_equal(breeder_tried_seeds(&strategy.breeder), tried);
    strategy_take(&strategy, &candidate, 0);
  }
  assert_int_equal(tried, 8);
  assert_true(mutated_first);
  strategy_deinit(&strategy);
  assert_int_equal(toy.instances, 0);
}

/* --- learning --- */

/* The planted construct comes first in the ranking in at least 95 of 100 campaigns, and the bandit needs at
 * most half the inputs that random ones take. */
static void test_bandit_learns(void **state)
{
  (void)state;
  uint32_t first = 0;
  uint64_t bandit_inputs = 0, random_inputs = 0;
  for (uint64_t seed = 0; seed < 100; seed++) {
    for (int random = 0; random < 2; random++) {
      ToyLanguage toy;
      Strategy strategy;
      StrategyOptions options = options_of(random ? STRATEGY_RANDOM : STRATEGY_BANDIT2);
      options.seed = seed;
      toy_language_init(&toy, seed);
      strategy_init(&strategy, &toy.language, &options);
      uint32_t inputs = search(&strategy, &toy, 2000, NULL);
      size_t order[TOY_LETTERS];
      agent_rank(&strategy.breeder.inner, order);
      first += !random && order[0] == GUILTY;
      *(random ? &random_inputs : &bandit_inputs) += inputs;
      strategy_deinit(&strategy);
      assert_int_equal(toy.instances, 0);
    }
  }
  if (first < 95) fail_msg("first in %u of 100 rankings", first);
  if (bandit_inputs * 2 > random_inputs)
    fail_msg("%ju inputs, %ju at random", (uintmax_t)bandit_inputs, (uintmax_t)random_inputs);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_replay),      cmocka_unit_test(test_order_of_actions),
      cmocka_unit_test(test_void_inputs), cmocka_unit_test(test_rewards),
      cmocka_unit_test(test_least_gain),  cmocka_unit_test(test_misplaced),
      cmocka_unit_test(test_enriched),    cmocka_unit_test(test_not_enriched),
      cmocka_unit_test(test_worth),       cmocka_unit_test(test_parallel),
      cmocka_unit_test(test_seeds),       cmocka_unit_test(test_bandit_learns),
  };
  return cmocka_run_group_tests_name("fuzz_strategy", tests, NULL, NULL);
}
