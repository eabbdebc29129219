/* The campaign's own work on an input, with solvers that are no programs and say sat at once (instant_pool.c):
 * CPU time of making, reading, judging and learning, its part that is making mutants, and whether memory grows.
 *
 *   bench_loop [INPUTS [LOGIC]...]    1,000,000 inputs are what memory has to stay flat for */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "campaigns.h"

enum { INPUTS = 20000, MUTANTS = 5000 };

static _Noreturn void fail(const char *message)
{
  fprintf(stderr, "bench_loop: %s\n", message);
  exit(1);
}

static double resident_megabytes(void)
{
  char line[200];
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || !fgets(line, sizeof line, file)) fail("/proc/self/statm");
  fclose(file);
  char *behind_all;
  strtoul(line, &behind_all, 10);
  unsigned long resident = strtoul(behind_all, NULL, 10);
  return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

/* --- campaigns --- */

/* Memory after a tenth of the inputs, and at the end. */
typedef struct {
  uint64_t inputs, done;
  double early, late;
} Watch;

static void watch(void *user, const CampaignEvent *event)
{
  Watch *self = user;
  if (event->kind == EVENT_WARNING) fail(event->message);
  if (event->kind != EVENT_DONE) return;
  if (++self->done == self->inputs / 10) self->early = resident_megabytes();
  if (self->done == self->inputs) self->late = resident_megabytes();
}

static void run_campaign(Supervisor *sup, const char *logic, const char *name,
                         CampaignOptions options)
{
  Language *language = campaigns_language(logic);
  uint64_t inputs = options.inputs;
  Watch state = {.inputs = inputs};
  Campaign *campaign =
      campaign_create(sup, language, &options, (CampaignSink){.take = watch, .user = &state});
  uint64_t begin = clock_process_cpu_ns();
  if (campaign_run(campaign) != END_INPUTS) fail("the campaign did not come to its end");
  double seconds = (double)(clock_process_cpu_ns() - begin) / 1e9;
  printf("%-10s %-7s %8.0f inputs a CPU-second, %6.1f us each; memory %5.1f MB after a tenth, "
         "%5.1f MB at the end\n",
         logic, name, (double)inputs / seconds, seconds * 1e6 / (double)inputs, state.early,
         state.late);
  fflush(stdout);
  campaign_destroy(campaign);
  language->interface->destroy(language);
}

/* Of fewer inputs, since many are made for each that is run. */
static void run_guided(Supervisor *sup, const char *logic, const Solver *solvers, uint64_t inputs)
{
  enum { PART = 50 };
  if (inputs < PART * 20) return;
  CampaignOptions options = campaigns_options(OBJECTIVE_MARGIN, solvers, inputs / PART);
  options.strategy.kind = STRATEGY_GUIDE;
  run_campaign(sup, logic, "guide", options);
}

/* --- mutants --- */

/* Microseconds for a mutant with its text, of new inputs each time as in campaigns that look for bugs, and of
 * the same again and again. */
static void measure_mutants(const char *logic)
{
  Language *language = campaigns_language(logic);
  const LanguageInterface *interface = language->interface;
  size_t constructs = interface->construct_count(language);
  Random random = random_stream(1, 2, 3);
  uint64_t made = 0, spent[2] = {0}, misplaced = 0;
  Instance *parent = interface->generate(language, 0);
  for (int same = 0; same < 2; same++)
    for (uint64_t i = 0; i < MUTANTS; i++) {
      if (!same) {
        interface->release(parent);
        parent = interface->generate(language, made);
      }
      size_t construct = random_below(&random, constructs);
      uint64_t begin = clock_process_cpu_ns();
      Instance *mutant = interface->mutate(language, parent, construct, ++made);
      spent[same] += clock_process_cpu_ns() - begin;
      misplaced += !mutant;
      interface->release(mutant);
    }
  interface->release(parent);
  printf("%-10s mutants %6.1f us of new inputs, %6.1f us of the same; %.1f%% could not be placed\n",
         logic, (double)spent[0] / 1000 / MUTANTS, (double)spent[1] / 1000 / MUTANTS,
         100.0 * (double)misplaced / (double)made);
  language->interface->destroy(language);
}

int main(int argc, char **argv)
{
  const char *const usual[] = {"QF_LIA", "QF_BV", "QF_SLIA", "QF_AUFLIA", "ALL"};
  const char *const *logics = argc > 2 ? (const char *const *)argv + 2 : usual;
  size_t count = argc > 2 ? (size_t)argc - 2 : sizeof usual / sizeof *usual;
  uint64_t inputs = argc > 1 ? strtoull(argv[1], NULL, 10) : INPUTS;
  Supervisor *sup;
  Solver solvers[2];
  Error error;
  Profiles *profiles = profiles_create();
  if (supervisor_create(&sup, &error) || solver_find(profiles, "/bin/true", &solvers[0], &error) ||
      solver_find(profiles, "/bin/true again", &solvers[1], &error))
    fail(error.message);
  for (size_t i = 0; i < count; i++) {
    measure_mutants(logics[i]);
    for (ObjectiveKind objective = OBJECTIVE_MARGIN; objective <= OBJECTIVE_BUGS; objective++)
      run_campaign(sup, logics[i], campaigns_objective(objective),
                   campaigns_options(objective, solvers, inputs));
    run_guided(sup, logics[i], solvers, inputs);
  }
  solver_deinit(&solvers[0]);
  solver_deinit(&solvers[1]);
  profiles_destroy(profiles);
  supervisor_destroy(sup);
  return 0;
}
