/* Agents: what they learn, and that they find the arm that pays. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "find/bandit/agent.h"

enum { ARMS = 10, GOOD = 7 };

/* Plays a bandit whose arms pay with these chances; how often the good one was played at the end. */
static uint32_t play(AgentKind kind, double decay, uint32_t rounds, Agent *agent)
{
  Random random = random_stream(3, 0, 0);
  agent_init(agent, kind, ARMS);
  agent->decay = decay;
  uint32_t good = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    size_t arm = agent_choose(agent, &random);
    agent_reward(agent, arm, random_unit(&random) < (arm == GOOD ? 0.6 : 0.1));
    good += i >= rounds / 2 && arm == GOOD;
  }
  return good;
}

static void test_find_best(void **state)
{
  (void)state;
  static const AgentKind kinds[] = {AGENT_THOMPSON, AGENT_UCB1, AGENT_EGREEDY};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    Agent agent;
    size_t order[ARMS];
    uint32_t good = play(kinds[i], 1, 4000, &agent);
    if (good < 1400) fail_msg("%s: %u of 2000", agent_kind_name(kinds[i]), good);
    agent_rank(&agent, order);
    assert_int_equal(order[0], GOOD);
    agent_deinit(&agent);
  }
}

static void test_uniform_learns_nothing_but_ranks(void **state)
{
  (void)state;
  Agent agent;
  size_t order[ARMS];
  uint32_t good = play(AGENT_UNIFORM, 1, 4000, &agent);
  assert_true(good > 120 && good < 280);
  agent_rank(&agent, order);
  assert_int_equal(order[0], GOOD);
  agent_deinit(&agent);
}

/* The update is the one of the paper: a := g a + r, b := g b + (1 - r). */
static void test_update(void **state)
{
  (void)state;
  Agent agent;
  agent_init(&agent, AGENT_THOMPSON, 2);
  agent.decay = 0.5;
  agent_reward(&agent, 1, 1);
  agent_reward(&agent, 1, 1);
  agent_reward(&agent, 1, 0);
  assert_true(agent.arms[1].successes == 0.75);
  assert_true(agent.arms[1].failures == 1);
  assert_int_equal(agent.arms[1].pulls, 3);
  assert_true(agent.arms[1].rewards == 2);
  assert_true(agent.arms[0].successes == 0 && agent.arms[0].pulls == 0);
  assert_int_equal(agent.pulls, 3);
  agent_deinit(&agent);
}

/* With decay an agent follows an arm that begins to pay late. */
static void test_decay_follows_change(void **state)
{
  (void)state;
  Random random = random_stream(4, 0, 0);
  uint32_t late[2];
  for (int fading = 0; fading < 2; fading++) {
    Agent agent;
    agent_init(&agent, AGENT_THOMPSON, 3);
    if (fading) agent.decay = 0.95;
    late[fading] = 0;
    for (uint32_t i = 0; i < 3000; i++) {
      size_t arm = agent_choose(&agent, &random), good = i < 2000 ? 0 : 2;
      agent_reward(&agent, arm, random_unit(&random) < (arm == good ? 0.8 : 0.1));
      late[fading] += i >= 2000 && arm == 2;
    }
    agent_deinit(&agent);
  }
  assert_true(late[1] > late[0] + 100);
}

static void test_belief(void **state)
{
  (void)state;
  Agent agent;
  agent_init(&agent, AGENT_THOMPSON, 1);
  ArmBelief flat = agent_belief(&agent, 0, 0.95);
  assert_true(fabs(flat.mean - 0.5) < 1e-12);
  assert_true(fabs(flat.low - 0.025) < 1e-9 && fabs(flat.high - 0.975) < 1e-9);
  for (int i = 0; i < 20; i++) agent_reward(&agent, 0, i % 4 == 0);
  ArmBelief belief = agent_belief(&agent, 0, 0.95); /* Beta(6, 16) */
  assert_true(fabs(belief.mean - 6.0 / 22) < 1e-12);
  assert_true(belief.low < belief.mean && belief.mean < belief.high);
  assert_true(fabs(belief.low - 0.1128) < 1e-3 && fabs(belief.high - 0.4717) < 1e-3);
  agent_deinit(&agent);
}

/* What another agent knows counts as a few tries, however much that is, and is not forgotten or saved as one's own. */
static void test_prior(void **state)
{
  (void)state;
  Agent agent, other;
  size_t order[3];
  agent_init(&agent, AGENT_THOMPSON, 3);
  agent_init(&other, AGENT_THOMPSON, 3);
  for (int i = 0; i < 600; i++) agent_reward(&other, 1, i % 2);
  agent_reward(&other, 2, 1);
  agent.prior = &other;
  Arm known = agent_arm(&agent, 1);
  assert_true(known.successes == 2 && known.failures == 2 && known.pulls == 0);
  known = agent_arm(&agent, 2);
  assert_true(known.successes == 1 && known.failures == 0);
  agent_rank(&agent, order);
  assert_int_equal(order[0], 2);
  assert_true(fabs(agent_belief(&agent, 2, 0.95).mean - 2.0 / 3) < 1e-12);
  for (int i = 0; i < 20; i++) agent_reward(&agent, 2, 0);
  agent_rank(&agent, order);
  assert_int_equal(order[2], 2);
  assert_true(agent.arms[1].successes == 0 && agent.arms[2].failures == 20);
  agent_deinit(&agent);
  agent_deinit(&other);
}

static void test_same_stream_same_choices(void **state)
{
  (void)state;
  for (AgentKind kind = 0; kind < AGENT_KIND_COUNT; kind++) {
    Agent a, b;
    Random x = random_stream(9, 1, 1), y = x;
    agent_init(&a, kind, ARMS);
    agent_init(&b, kind, ARMS);
    for (int i = 0; i < 200; i++) {
      size_t arm = agent_choose(&a, &x);
      assert_int_equal(agent_choose(&b, &y), arm);
      agent_reward(&a, arm, arm % 2);
      agent_reward(&b, arm, arm % 2);
    }
    agent_deinit(&a);
    agent_deinit(&b);
  }
}

/* Workers with an agent each, which tell each other all they saw after so many rounds. The mean reward of a round. */
static double play_together(size_t workers, uint32_t rounds, uint32_t every, uint64_t seed)
{
  enum { WORKERS_MAX = 8 };
  Agent agents[WORKERS_MAX];
  Arm sums[ARMS] = {{0}};
  double rewards = 0;
  Random random = random_stream(seed, 5, workers);
  assert_true(workers <= WORKERS_MAX);
  for (size_t i = 0; i < workers; i++) {
    agent_init(&agents[i], AGENT_THOMPSON, ARMS);
    agent_share(&agents[i]);
  }
  for (uint32_t i = 0; i < rounds; i++) {
    Agent *agent = &agents[i % workers];
    size_t arm = agent_choose(agent, &random);
    double reward = random_unit(&random) < (arm == GOOD ? 0.6 : 0.1 + 0.04 * (double)(arm % 8));
    rewards += reward;
    agent_reward(agent, arm, reward);
    if ((i + 1) % (workers * every) != 0) continue;
    for (size_t k = 0; k < workers; k++)
      for (size_t a = 0; a < ARMS; a++) {
        sums[a].successes += agents[k].fresh[a].successes;
        sums[a].failures += agents[k].fresh[a].failures;
        sums[a].pulls += agents[k].fresh[a].pulls;
      }
    for (size_t k = 0; k < workers; k++) {
      agent_told(&agents[k]);
      for (size_t a = 0; a < ARMS; a++) agent_set_sum(&agents[k], a, &sums[a]);
    }
  }
  uint64_t pulls = agents[0].pulls;
  assert_int_equal(pulls, rounds);
  for (size_t i = 0; i < workers; i++) agent_deinit(&agents[i]);
  return rewards / rounds;
}

/* With as many rounds in all, eight that tell each other every ten rounds earn what one earns. */
static void test_eight_learn_as_one(void **state)
{
  (void)state;
  enum { ROUNDS = 4000, EVERY = 10, GAMES = 20 };
  double alone = 0, together = 0;
  for (uint64_t seed = 0; seed < GAMES; seed++) {
    alone += play_together(1, ROUNDS, EVERY, seed) / GAMES;
    together += play_together(8, ROUNDS, EVERY, seed) / GAMES;
  }
  print_message("mean reward: alone %.4f, eight together %.4f\n", alone, together);
  assert_true(together > 0.97 * alone && alone > 0.5);
}

/* What fades by a clock does not depend on the order. */
static void test_shared_decay(void **state)
{
  (void)state;
  Agent a, b;
  agent_init(&a, AGENT_THOMPSON, ARMS);
  agent_init(&b, AGENT_THOMPSON, ARMS);
  a.decay = b.decay = 0.9;
  agent_share(&a);
  agent_share(&b);
  for (int i = 0; i < 50; i++) {
    a.clock = i;
    agent_reward(&a, 1, i % 3 == 0);
    b.clock = 49 - i;
    agent_reward(&b, 1, (49 - i) % 3 == 0);
  }
  assert_true(fabs(a.arms[1].successes - b.arms[1].successes) < 1e-9);
  assert_true(fabs(a.arms[1].failures - b.arms[1].failures) < 1e-9);
  assert_true(a.arms[1].failures < 10 && a.arms[1].pulls == 50);
  agent_miss(&a, 1);
  assert_true(a.arms[1].missed == 1 && a.fresh[1].pulls == 51);
  agent_deinit(&a);
  agent_deinit(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_find_best),
      cmocka_unit_test(test_uniform_learns_nothing_but_ranks),
      cmocka_unit_test(test_update),
      cmocka_unit_test(test_decay_follows_change),
      cmocka_unit_test(test_belief),
      cmocka_unit_test(test_prior),
      cmocka_unit_test(test_same_stream_same_choices),
      cmocka_unit_test(test_eight_learn_as_one),
      cmocka_unit_test(test_shared_decay),
  };
  return cmocka_run_group_tests_name("bandit", tests, NULL, NULL);
}
