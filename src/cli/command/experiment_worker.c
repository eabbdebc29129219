#include "cli/command/experiment_worker.h"

#include <assert.h>
#include <string.h>

#include "campaign/crewwork.h"
#include "campaign/job.h"
#include "cli/command/fuzz_config.h"
#include "cli/command/fuzz_options.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/shared/solvers.h"

/* --- in the copy --- */

static bool is_interrupted(void *user)
{
  (void)user;
  return solvers_interrupted();
}

static Status run_job(const CampaignSpec *spec, json_t **summary, Error *error)
{
  Supervisor *sup;
  CampaignJob job;
  LanguageMaker maker = {.make = fuzz_language_make};
  Status status = supervisor_create(&sup, error);
  if (status != STATUS_OK) return status;
  job_init(&job, sup, (CampaignListener){.interrupted = is_interrupted});
  status = job_begin(&job, spec, maker, error);
  if (status == STATUS_OK) {
    solvers_catch_signals(sup);
    job_run(&job);
    status = job_finish(&job, summary, error);
    solvers_release_signals();
  }
  job_deinit(&job);
  supervisor_destroy(sup);
  return status;
}

static Status run_words(const ExperimentWorker *worker, FuzzOptions *options, json_t **summary,
                        Error *error)
{
  FuzzSpec spec;
  int positionals;
  Status status = options_parse(command_fuzz.options, options, (int)worker->words->count,
                                worker->words->items, false, &positionals, error);
  assert(status != STATUS_OK || positionals == 0);
  if (status != STATUS_OK) return status;
  FuzzConfig config; /* for the defaults of the objective: a plan names no file of settings */
  int code = fuzz_config_init(&config, &command_fuzz, options);
  assert(code == EXIT_FINE);
  (void)code;
  config.options.spec.out = worker->folder;
  status = fuzz_spec_init(&spec, &command_fuzz.options, &config.options, error);
  if (status == STATUS_OK) status = run_job(&spec.spec, summary, error);
  fuzz_spec_deinit(&spec);
  fuzz_config_deinit(&config);
  return status;
}

int experiment_worker_run(void *user)
{
  FuzzOptions options = {0};
  json_t *summary = NULL, *said = json_object();
  Error error;
  options_init(command_fuzz.options, &options);
  Status status = run_words(user, &options, &summary, &error);
  options_deinit(command_fuzz.options, &options);
  if (status == STATUS_OK) {
    json_object_set_new(said, "summary", summary);
  } else {
    json_object_set_new(said, "usage", json_boolean(status == STATUS_USAGE));
    json_object_set_new(said, "message", json_text(error.message, strlen(error.message)));
  }
  json_print_line(stdout, said);
  return fflush(stdout) == 0 ? EXIT_FINE : EXIT_ENVIRONMENT;
}

/* --- in the experiment --- */

static Status add_solvers(const Profiles *profiles, const char *list, StrBuf *facts, Error *error)
{
  SolverVec solvers = {0};
  if (!list) return STATUS_OK;
  Status status = solver_find_list(profiles, list, &solvers, error);
  for (size_t i = 0; i < solvers.count && status == STATUS_OK; i++)
    status = crewwork_add_file(facts, solvers.items[i].name, solvers.items[i].program, error);
  solver_vec_free(&solvers);
  return status;
}

static Status add_facts(const FuzzOptions *options, StrBuf *facts, Error *error)
{
  const CampaignSpec *spec = &options->spec;
  Profiles *profiles = solvers_profiles(&command_experiment, &spec->profiles, false);
  if (!profiles) return error_set(error, STATUS_IO, "there is a wrong profile: see above");
  Status status = add_solvers(profiles, spec->targets, facts, error);
  if (status == STATUS_OK) status = add_solvers(profiles, spec->references, facts, error);
  if (status == STATUS_OK) status = add_solvers(profiles, spec->solvers, facts, error);
  profiles_destroy(profiles);
  return status;
}

Status experiment_worker_add_facts(const PlanWords *words, StrBuf *facts, Error *error)
{
  FuzzOptions options = {0};
  int positionals;
  PlanWords copy = {0}; /* options_parse changes the order */
  VEC_APPEND(&copy, words->items, words->count);
  options_init(command_fuzz.options, &options);
  Status status = options_parse(command_fuzz.options, &options, (int)copy.count, copy.items, false,
                                &positionals, error);
  if (status == STATUS_OK) status = add_facts(&options, facts, error);
  options_deinit(command_fuzz.options, &options);
  VEC_FREE(&copy);
  return status;
}

json_t *experiment_worker_read(const char *bytes, size_t length, Error *error)
{
  json_t *said = json_loadb(bytes, length, 0, NULL);
  json_t *summary = json_incref(json_object_get(said, "summary"));
  const char *message = json_string_value(json_object_get(said, "message"));
  bool usage = json_is_true(json_object_get(said, "usage"));
  if (!summary)
    error_set(error, usage ? STATUS_USAGE : STATUS_IO, "%s",
              message ? message : "it has not come to its end");
  json_decref(said);
  return summary;
}
