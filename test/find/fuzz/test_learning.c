/* Does the learning work? Campaigns on real inputs of several logics, against solvers whose costs are known:
 * bench/bench_bandit.c prints the figures. */
#include "testing.h"

#include <stdlib.h>

#include "support/planted.h"

enum { SEEDS_PER_CASE = 25, INPUTS_MAX = 2000, RANDOM_INPUTS_MAX = 420 };

static const Planted cases[] = {
    {"QF_FP", "fp.rem", 2},
    {"QF_BV", "bvmul", 2},
    {"QF_NIA", "mod", 1.5},
    {"QF_SLIA", "str.replace_all", 1.5},
};
enum { CASES = sizeof cases / sizeof *cases, CHEAPEST = 2 };

static int compare_inputs(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* The inputs that it takes, in the middle of all seeds; how often the guilty construct comes first is added. */
static uint32_t median_inputs(const Planted *planted, StrategyKind kind, uint32_t inputs_max,
                              uint32_t *first)
{
  uint32_t inputs[SEEDS_PER_CASE];
  for (uint64_t seed = 0; seed < SEEDS_PER_CASE; seed++) {
    StrategyOptions options = planted_options(kind, seed);
    PlantedResult result = planted_search(planted, &options, inputs_max);
    inputs[seed] = result.inputs;
    *first += result.rank == 0;
  }
  qsort(inputs, SEEDS_PER_CASE, sizeof *inputs, compare_inputs);
  return inputs[SEEDS_PER_CASE / 2];
}

/* Two agents rank the guilty construct first in at least 95 of 100 campaigns, and get to the margin in at
 * most half the inputs that random ones take. */
static void test_two_agents_learn(void **state)
{
  (void)state;
  uint32_t first = 0, unused = 0;
  for (size_t i = 0; i < CASES; i++) {
    uint32_t bandit = median_inputs(&cases[i], STRATEGY_BANDIT2, INPUTS_MAX, &first);
    uint32_t random = median_inputs(&cases[i], STRATEGY_RANDOM, RANDOM_INPUTS_MAX, &unused);
    if (2 * bandit > random)
      fail_msg("%s: %u inputs, %u at random", cases[i].logic, bandit, random);
  }
  if (first * 100 < 95 * CASES * SEEDS_PER_CASE)
    fail_msg("first in %u of %d rankings", first, CASES * SEEDS_PER_CASE);
}

/* What the agents know is of use: the same loop with constructs by chance takes longer. */
static void test_choices_matter(void **state)
{
  (void)state;
  uint32_t unused = 0;
  uint32_t bandit = median_inputs(&cases[CHEAPEST], STRATEGY_BANDIT2, INPUTS_MAX, &unused);
  uint32_t any = median_inputs(&cases[CHEAPEST], STRATEGY_MUTATIONAL, 3 * bandit, &unused);
  if (any < 2 * bandit) fail_msg("%u inputs, %u with any construct", bandit, any);
}

/* A guide gets there in at most two thirds of the inputs that two agents take. */
static void test_guide_learns(void **state)
{
  (void)state;
  uint32_t unused = 0;
  for (size_t i = 0; i < CASES; i++) {
    uint32_t guide = median_inputs(&cases[i], STRATEGY_GUIDE, INPUTS_MAX, &unused);
    uint32_t bandit = median_inputs(&cases[i], STRATEGY_BANDIT2, 3 * guide, &unused);
    if (3 * guide > 2 * bandit)
      fail_msg("%s: %u inputs, %u of agents", cases[i].logic, guide, bandit);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_guide_learns),
      cmocka_unit_test(test_two_agents_learn),
      cmocka_unit_test(test_choices_matter),
  };
  return cmocka_run_group_tests_name("fuzz_learning", tests, NULL, NULL);
}
