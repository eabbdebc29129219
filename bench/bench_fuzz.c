/* What campaigns cost beside their solvers.
 *
 * With two fakes that say sat at once: inputs a CPU-second, ours and that of the fakes together, in a bare loop
 * of runs of the same scripts and in campaigns. The three take turns and the best batch of each counts, since
 * the machine may be busy. With z3 and cvc5, where they are installed: the part of a campaign's CPU time that is
 * not theirs. Recorded figures of others are beside. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "campaigns.h"

enum { BATCH = 150, ROUNDS = 5, REAL_INPUTS = 100 };

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

static double seconds_of(int who)
{
  struct rusage usage;
  getrusage(who, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double seconds_of_all(void)
{
  return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

/* --- the bare runner --- */

/* Both solvers on new scripts, with the outcomes read: runs a CPU-second. */
static double run_bare(Supervisor *sup, Language *language, const Solver *solvers)
{
  CampaignOptions options = campaigns_options(OBJECTIVE_BUGS, solvers, 0);
  Instance *instances[BATCH];
  for (uint64_t i = 0; i < BATCH; i++)
    instances[i] = language->interface->generate(language, i + 1);
  double begin = seconds_of_all();
  for (size_t i = 0; i < 2 * BATCH; i++) {
    SolveRequest request = {.solver = &solvers[i % 2], .limits = options.limits};
    request.bytes = language->interface->text(instances[i / 2], &request.length);
    request.traits = script_traits(request.bytes, request.length);
    Outcome outcome;
    outcome_solve(sup, &request, &outcome);
    if (outcome.kind != OUTCOME_SAT) fail("the fake does not say sat");
    outcome_deinit(&outcome);
  }
  double seconds = seconds_of_all() - begin;
  for (size_t i = 0; i < BATCH; i++) language->interface->release(instances[i]);
  return 2 * BATCH / seconds;
}

/* --- campaigns --- */

static void count_runs(void *user, const CampaignEvent *event)
{
  uint64_t *runs = user;
  if (event->kind == EVENT_WARNING) fail(event->message);
  *runs += event->kind == EVENT_RUN;
}

/* Runs a CPU-second: a margin that is beaten already does not need the reference. */
static double run_campaign(Supervisor *sup, Language *language, const Solver *solvers,
                           ObjectiveKind objective, uint64_t inputs)
{
  CampaignOptions options = campaigns_options(objective, solvers, inputs);
  uint64_t runs = 0;
  Campaign *campaign = campaign_create(sup, language, &options, (CampaignSink){count_runs, &runs});
  double begin = seconds_of_all();
  CampaignEnd end = campaign_run(campaign);
  double seconds = seconds_of_all() - begin;
  if (end != END_INPUTS) fail("the campaign did not come to its end");
  if (objective == OBJECTIVE_BUGS) runs = 2 * inputs;
  campaign_destroy(campaign);
  return (double)runs / seconds;
}

static void keep_best(double *best, double rate)
{
  if (rate > *best) *best = rate;
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
  double bare = 0, rates[2] = {0};
  for (int round = 0; round < ROUNDS; round++) {
    keep_best(&bare, run_bare(sup, language, solvers));
    for (ObjectiveKind i = OBJECTIVE_MARGIN; i <= OBJECTIVE_BUGS; i++)
      keep_best(&rates[i], run_campaign(sup, language, solvers, i, BATCH));
  }
  printf("%-8s bare runner %4.0f inputs a CPU-second", logic, bare / 2);
  for (ObjectiveKind i = OBJECTIVE_MARGIN; i <= OBJECTIVE_BUGS; i++)
    printf(", %s %4.0f (%.0f%% of it)", campaigns_objective(i), rates[i] / 2,
           100 * rates[i] / bare);
  putchar('\n');
  fflush(stdout);
  language->interface->destroy(language);
  for (int i = 0; i < 2; i++) solver_deinit(&solvers[i]);
}

static void measure_real(Supervisor *sup, const Profiles *profiles, const char *logic,
                         ObjectiveKind objective)
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
  Language *language = campaigns_language(logic);
  double ours = seconds_of(RUSAGE_SELF), theirs = seconds_of(RUSAGE_CHILDREN);
  run_campaign(sup, language, solvers, objective, REAL_INPUTS);
  ours = seconds_of(RUSAGE_SELF) - ours;
  theirs = seconds_of(RUSAGE_CHILDREN) - theirs;
  printf("%-8s %s with z3 and cvc5: %.1f%% of the CPU time is ours\n", logic,
         campaigns_objective(objective), 100 * ours / (ours + theirs));
  fflush(stdout);
  language->interface->destroy(language);
  for (int i = 0; i < 2; i++) solver_deinit(&solvers[i]);
}

int main(int argc, char **argv)
{
  const char *fake = argc > 1 ? argv[1] : getenv("ASSAY_FAKE");
  Supervisor *sup;
  Error error;
  if (!fake || supervisor_create(&sup, &error)) fail("usage: bench_fuzz FAKE");
  Profiles *profiles = profiles_create();
  printf("two solvers that answer at once; others:");
  for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
    printf(" %s %.0f", peers[i].name, peers[i].rate);
  printf(" mutants a CPU-second\n");
  measure_fakes(sup, profiles, fake, "QF_LIA");
  measure_fakes(sup, profiles, fake, "QF_BV");
  for (ObjectiveKind i = OBJECTIVE_MARGIN; i <= OBJECTIVE_BUGS; i++)
    measure_real(sup, profiles, "QF_LIA", i);
  profiles_destroy(profiles);
  supervisor_destroy(sup);
  return 0;
}
