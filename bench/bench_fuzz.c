/* What campaigns cost beside their solvers.
 *
 * With two fakes that say sat at once: inputs a CPU-second, ours and that of the fakes together, in a bare loop
 * of runs of the same scripts and in campaigns. The three take turns and the median of each counts, since
 * the machine may be busy. Recorded figures of others are beside.
 *
 * With z3 and cvc5, where they are installed: the part of the CPU time that is not theirs, in a bare loop and in
 * campaigns on inputs that are easy for them, and in campaigns as people run them.
 *
 *   bench_fuzz FAKE [SECONDS]    of each of the latter */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "campaigns.h"

enum { BATCH = 150, ROUNDS = 9, USUAL_SECONDS = 20 };

/* Mutants a CPU-second with two solvers that answer at once, on a machine like ours. */
static const struct {
  const char *name;
  double rate;
} peers[] = {
    {"OpFuzz", 329}, {"TypeFuzz", 213}, {"Chimera", 44}, {"BanditFuzz", 30}, {"fusion", 21}};

static _Noreturn void fail(const char *message)
{
  fprintf(stderr, "bench_fuzz: %s\n", message);
  exit(1);
}

/* CPU time of a number of runs. */
typedef struct {
  double ours, theirs; /* seconds */
  uint64_t runs;
} Cost;

static double seconds_of(int who)
{
  struct rusage usage;
  getrusage(who, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static Cost cost_begin(void)
{
  return (Cost){.ours = seconds_of(RUSAGE_SELF), .theirs = seconds_of(RUSAGE_CHILDREN)};
}

static void cost_end(Cost *cost, uint64_t runs)
{
  cost->ours = seconds_of(RUSAGE_SELF) - cost->ours;
  cost->theirs = seconds_of(RUSAGE_CHILDREN) - cost->theirs;
  cost->runs = runs;
}

/* Runs a CPU-second. */
static double rate_of(Cost cost)
{
  return (double)cost.runs / (cost.ours + cost.theirs);
}

/* --- the bare runner --- */

/* Both solvers on new scripts, with the outcomes read. */
static Cost run_bare(Supervisor *sup, Language *language, const Solver *solvers)
{
  CampaignOptions options = campaigns_options(OBJECTIVE_BUGS, solvers, 0);
  Instance *instances[BATCH];
  for (uint64_t i = 0; i < BATCH; i++)
    instances[i] = language->interface->generate(language, i + 1);
  Cost cost = cost_begin();
  for (size_t i = 0; i < 2 * BATCH; i++) {
    SolveRequest request = {.solver = &solvers[i % 2], .limits = options.limits};
    request.bytes = language->interface->text(instances[i / 2], &request.length);
    request.traits = script_traits(request.bytes, request.length);
    Outcome outcome;
    outcome_solve(sup, &request, &outcome);
    if (!outcome_is_decided(outcome.kind)) fail("a solver does not say sat or unsat");
    outcome_deinit(&outcome);
  }
  cost_end(&cost, 2 * BATCH);
  for (size_t i = 0; i < BATCH; i++) language->interface->release(instances[i]);
  return cost;
}

/* --- campaigns --- */

static void count_runs(void *user, const CampaignEvent *event)
{
  uint64_t *runs = user;
  if (event->kind == EVENT_WARNING) fail(event->message);
  *runs += event->kind == EVENT_RUN;
}

/* A margin that is beaten already does not need the reference. */
static Cost run_campaign(Supervisor *sup, Language *language, const CampaignOptions *options)
{
  uint64_t runs = 0;
  Campaign *campaign =
      campaign_create(sup, language, options, (CampaignSink){.take = count_runs, .user = &runs});
  Cost cost = cost_begin();
  CampaignEnd end = campaign_run(campaign);
  cost_end(&cost, runs);
  if (end > END_PERFECT) fail("the campaign did not come to its end");
  campaign_destroy(campaign);
  return cost;
}

static int compare_rates(const void *a, const void *b)
{
  double left = rate_of(*(const Cost *)a), right = rate_of(*(const Cost *)b);
  return (left > right) - (left < right);
}

/* The batch in the middle: single ones differ by a tenth on a busy machine. */
static Cost median(Cost *costs)
{
  qsort(costs, ROUNDS, sizeof *costs, compare_rates);
  return costs[ROUNDS / 2];
}

/* Of an input, which is two runs. */
static double own_us(Cost cost)
{
  return 2e6 * cost.ours / (double)cost.runs;
}

static void measure_fakes(Supervisor *sup, const Profiles *profiles, const char *fake,
                          const char *logic)
{
  Solver solvers[2];
  Error error;
  char text[4096];
  for (int i = 0; i < 2; i++) {
    snprintf(text, sizeof text, "%s sat %d", fake, i);
    if (solver_find(profiles, text, &solvers[i], &error)) fail(error.message);
  }
  Language *language = campaigns_language(logic);
  Cost all[3][ROUNDS];
  for (int round = 0; round < ROUNDS; round++) {
    all[2][round] = run_bare(sup, language, solvers);
    for (ObjectiveKind i = OBJECTIVE_MARGIN; i <= OBJECTIVE_BUGS; i++) {
      CampaignOptions options = campaigns_options(i, solvers, BATCH);
      all[i][round] = run_campaign(sup, language, &options);
    }
  }
  Cost bare = median(all[2]);
  printf("%-8s bare runner %4.0f inputs a CPU-second (ours %.0f us each)", logic, rate_of(bare) / 2,
         own_us(bare));
  for (ObjectiveKind i = OBJECTIVE_MARGIN; i <= OBJECTIVE_BUGS; i++) {
    Cost cost = median(all[i]);
    printf(", %s %4.0f (%.0f%% of it, ours %.0f us)", campaigns_objective(i), rate_of(cost) / 2,
           100 * rate_of(cost) / rate_of(bare), own_us(cost));
  }
  putchar('\n');
  fflush(stdout);
  language->interface->destroy(language);
  for (int i = 0; i < 2; i++) solver_deinit(&solvers[i]);
}

/* --- real solvers --- */

static void print_share(const char *logic, const char *what, Cost cost)
{
  printf("%-8s %-22s %4.1f%% of the CPU time is ours: %4.0f us of %7.0f us a run\n", logic, what,
         100 * cost.ours / (cost.ours + cost.theirs), 1e6 * cost.ours / (double)cost.runs,
         1e6 * (cost.ours + cost.theirs) / (double)cost.runs);
  fflush(stdout);
}

static void measure_easy(Supervisor *sup, const Solver *solvers)
{
  static const char logic[] = "QF_LRA";
  Language *language = campaigns_language(logic);
  print_share(logic, "bare runner", run_bare(sup, language, solvers));
  for (ObjectiveKind i = OBJECTIVE_MARGIN; i <= OBJECTIVE_BUGS; i++) {
    CampaignOptions options = campaigns_options(i, solvers, BATCH);
    print_share(logic, campaigns_objective(i), run_campaign(sup, language, &options));
  }
  language->interface->destroy(language);
}

/* With a limit of five seconds, until the time is up. */
static void measure_usual(Supervisor *sup, const Solver *solvers, uint64_t seconds)
{
  static const char logic[] = "QF_NIA";
  static const char *const names[] = {"margin, 5 s a run", "bugs, 5 s a run"};
  const uint64_t second = 1000000000;
  for (ObjectiveKind i = OBJECTIVE_MARGIN; i <= OBJECTIVE_BUGS; i++) {
    Language *language = campaigns_language(logic);
    CampaignOptions options = campaigns_options(i, solvers, 0);
    options.limits.wall_ns = 5 * second;
    options.rule.limit = 5;
    options.time_ns = seconds * second;
    print_share(logic, names[i], run_campaign(sup, language, &options));
    language->interface->destroy(language);
  }
}

static void measure_real(Supervisor *sup, const Profiles *profiles, uint64_t seconds)
{
  static const char *const names[] = {"z3", "cvc5"};
  Solver solvers[2];
  Error error;
  for (int i = 0; i < 2; i++)
    if (solver_find(profiles, names[i], &solvers[i], &error)) {
      printf("%s is not installed\n", names[i]);
      if (i) solver_deinit(&solvers[0]);
      return;
    }
  measure_easy(sup, solvers);
  measure_usual(sup, solvers, seconds);
  for (int i = 0; i < 2; i++) solver_deinit(&solvers[i]);
}

int main(int argc, char **argv)
{
  const char *fake = argc > 1 ? argv[1] : getenv("ASSAY_FAKE");
  Supervisor *sup;
  Error error;
  if (!fake || supervisor_create(&sup, &error)) fail("usage: bench_fuzz FAKE [SECONDS]");
  Profiles *profiles = profiles_create();
  printf("two solvers that answer at once; others:");
  for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
    printf(" %s %.0f", peers[i].name, peers[i].rate);
  printf(" mutants a CPU-second\n");
  measure_fakes(sup, profiles, fake, "QF_LIA");
  measure_fakes(sup, profiles, fake, "QF_BV");
  measure_real(sup, profiles, argc > 2 ? strtoull(argv[2], NULL, 10) : USUAL_SECONDS);
  profiles_destroy(profiles);
  supervisor_destroy(sup);
  return 0;
}
