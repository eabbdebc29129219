/* How well agents learn: regret against theory, and campaigns against solvers with a planted weakness.
 *
 * Regret is what the best arm would have earned above what was earned. In the long run no agent that is good
 * on all bandits has less than ln(T) times the sum of (m* - m) / KL(m, m*) over the other arms (Lai and
 * Robbins 1985); that of UCB1 is at most 8 ln(T) times the sum of 1 / (m* - m), and a little more (Auer,
 * Cesa-Bianchi, Fischer 2002, theorem 1), and at most about sqrt(8 K T ln T) whatever the arms are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "find/bandit/agent.h"
#include "support/planted.h"

/* --- regret --- */

enum { ROUNDS = 10000, PLAYS = 50, MARKS = 3 };

static const uint32_t marks[MARKS] = {100, 1000, ROUNDS};

typedef struct {
  const char *name;
  size_t count;
  double means[40]; /* the first is the best */
} Bandit;

static double divergence(double p, double q)
{
  return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q));
}

static double lai_robbins(const Bandit *bandit, double rounds)
{
  double sum = 0, best = bandit->means[0];
  for (size_t i = 1; i < bandit->count; i++)
    sum += (best - bandit->means[i]) / divergence(bandit->means[i], best);
  return sum * log(rounds);
}

static double ucb1_bound(const Bandit *bandit, double rounds)
{
  double inverse = 0, gaps = 0;
  for (size_t i = 1; i < bandit->count; i++) {
    double gap = bandit->means[0] - bandit->means[i];
    inverse += 1 / gap;
    gaps += gap;
  }
  return 8 * log(rounds) * inverse + (1 + M_PI * M_PI / 3) * gaps;
}

static double square_root_bound(const Bandit *bandit, double rounds)
{
  return sqrt(8 * (double)bandit->count * rounds * log(rounds));
}

/* Mean regret of many plays, after each number of rounds in `marks`. */
static void play(const Bandit *bandit, AgentKind kind, double *regrets)
{
  memset(regrets, 0, MARKS * sizeof *regrets);
  for (uint64_t number = 0; number < PLAYS; number++) {
    Random random = random_stream(1, kind, number);
    Agent agent;
    double regret = 0;
    size_t mark = 0;
    agent_init(&agent, kind, bandit->count);
    for (uint32_t i = 1; i <= ROUNDS; i++) {
      size_t arm = agent_choose(&agent, &random);
      regret += bandit->means[0] - bandit->means[arm];
      agent_reward(&agent, arm, random_unit(&random) < bandit->means[arm]);
      if (i == marks[mark]) regrets[mark++] += regret / PLAYS;
    }
    agent_deinit(&agent);
  }
}

static void bench_regret(const Bandit *bandit)
{
  static const AgentKind kinds[] = {AGENT_THOMPSON, AGENT_UCB1, AGENT_EGREEDY, AGENT_UNIFORM};
  printf("regret, %s (mean of %d plays):\n", bandit->name, PLAYS);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    double regrets[MARKS];
    play(bandit, kinds[i], regrets);
    for (size_t mark = 0; mark < MARKS; mark++) {
      double rounds = marks[mark];
      printf("  %-8s %6u rounds: %7.1f, %5.2f x Lai-Robbins, %6.3f x bound of UCB1, "
             "%6.3f x sqrt(8 K T ln T)\n",
             agent_kind_name(kinds[i]), marks[mark], regrets[mark],
             regrets[mark] / lai_robbins(bandit, rounds),
             regrets[mark] / ucb1_bound(bandit, rounds),
             regrets[mark] / square_root_bound(bandit, rounds));
    }
    double growth = regrets[MARKS - 1] - regrets[MARKS - 2];
    double least = lai_robbins(bandit, ROUNDS) - lai_robbins(bandit, marks[MARKS - 2]);
    printf("  %-8s from %u to %u rounds it grows by %.2f x what Lai and Robbins ask for\n",
           agent_kind_name(kinds[i]), marks[MARKS - 2], ROUNDS, growth / least);
  }
}

/* Constructs in a campaign: many of them, most are of no use, and even the guilty one seldom pays. */
static Bandit sparse_bandit(void)
{
  Bandit bandit = {.name = "40 arms of which one pays 0.2, four 0.1, the others 0.02", .count = 40};
  for (size_t i = 0; i < bandit.count; i++) bandit.means[i] = i == 0 ? 0.2 : i < 5 ? 0.1 : 0.02;
  return bandit;
}

/* --- campaigns --- */

enum { SEEDS_MAX = 100, INPUTS_MAX = 1000 };

typedef struct {
  double inputs, seconds; /* medians */
  uint32_t seeds, reached, first;
} Score;

static int compare_doubles(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *values, uint32_t count)
{
  qsort(values, count, sizeof *values, compare_doubles);
  return values[count / 2];
}

static Score score(const Planted *planted, uint32_t seeds, StrategyKind kind, bool enrich)
{
  double inputs[SEEDS_MAX], seconds[SEEDS_MAX];
  Score score = {.seeds = seeds};
  for (uint64_t seed = 0; seed < seeds; seed++) {
    StrategyOptions options = planted_options(kind, seed);
    options.enrich = enrich;
    PlantedResult result = planted_search(planted, &options, INPUTS_MAX);
    inputs[seed] = result.inputs;
    seconds[seed] = result.spent;
    score.reached += result.reached;
    score.first += result.rank == 0;
  }
  score.inputs = median(inputs, seeds);
  score.seconds = median(seconds, seeds);
  return score;
}

/* Seconds are those of the solvers, which are made up. `+`: most did not get there. */
static void print_score(const char *name, Score score, Score bandit)
{
  const char *more = score.reached * 2 > score.seeds ? "" : "+";
  printf(
      "  %-12s median %4.0f%s inputs to the margin, %4.1f x bandit2; %5.1f%s s, %4.1f x; reached "
      "by %3u, guilty first in %3u of %d\n",
      name, score.inputs, more, score.inputs / bandit.inputs, score.seconds, more,
      score.seconds / bandit.seconds, score.reached, score.first, score.seeds);
  fflush(stdout);
}

/* All of them, or those that are named. */
static bool is_wanted(const char *name, char **names)
{
  if (!*names) return true;
  while (*names && strcmp(*names, name) != 0) names++;
  return *names != NULL;
}

static void bench_planted(const Planted *planted, uint32_t seeds, char **names)
{
  printf("planted: %s in %s makes the target %g times slower:\n", planted->guilty, planted->logic,
         planted->growth);
  Score bandit = score(planted, seeds, STRATEGY_BANDIT2, true);
  print_score("bandit2", bandit, bandit);
  if (is_wanted("guide", names))
    print_score("guide", score(planted, seeds, STRATEGY_GUIDE, true), bandit);
  if (is_wanted("published", names))
    print_score("published", score(planted, seeds, STRATEGY_BANDIT2, false), bandit);
  for (int kind = STRATEGY_BANDIT1; kind >= 0; kind--)
    if (is_wanted(strategy_name((StrategyKind)kind), names))
      print_score(strategy_name((StrategyKind)kind),
                  score(planted, seeds, (StrategyKind)kind, false), bandit);
}

/* Arguments are how many seeds, and strategies that bandit2 is compared with, in campaigns only. */
int main(int argc, char **argv)
{
  static const Bandit even = {
      "0.5 against nine of 0.4", 10, {0.5, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4}};
  static const Planted planted[] = {
      {"QF_FP", "fp.rem", 2}, {"QF_FP", "fp.rem", 4}, {"QF_FP", "fp.rem", 8},
      {"QF_BV", "bvmul", 2},  {"QF_NIA", "mod", 1.5}, {"QF_SLIA", "str.replace_all", 1.5},
  };
  Bandit sparse = sparse_bandit();
  uint32_t seeds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : SEEDS_MAX;
  if (seeds < 1 || seeds > SEEDS_MAX) return 2;
  if (argc == 1) {
    bench_regret(&even);
    bench_regret(&sparse);
  }
  for (size_t i = 0; i < sizeof planted / sizeof *planted; i++)
    bench_planted(&planted[i], seeds, argc > 1 ? argv + 2 : argv + 1);
  return 0;
}
