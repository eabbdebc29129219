#include "campaign/setup.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "run/process/isolate.h"
#include "run/solver/start_cost.h"

/* One model must not keep all others waiting. */
enum { EVAL_STEPS_MAX = 2000000, EVAL_BYTES_MAX = 256 << 20 };

/* --- solvers --- */

static Status read_profiles(CampaignSetup *setup, Error *error)
{
  const CampaignSpec *spec = setup->spec;
  setup->profiles = profiles_create();
  if (spec->directory) profiles_set_directory(setup->profiles, spec->directory);
  if (spec->isolate) profiles_set_isolated(setup->profiles);
  Status status = spec->isolate ? isolate_check(error) : STATUS_OK;
  if (status == STATUS_OK) status = profiles_read_own(setup->profiles, error);
  for (size_t i = 0; i < spec->profiles.count && status == STATUS_OK; i++) {
    char *path = path_from(spec->directory, spec->profiles.items[i]);
    status = profiles_read_file(setup->profiles, path, error);
    free(path);
  }
  /* Whatever is wrong with a file is nothing that another command line could mend. */
  return status == STATUS_OK ? status : error_set(error, STATUS_IO, "%s", error->message);
}

/* Is there something to draw from? */
static Status check_tweaks(const CampaignSetup *setup, Error *error)
{
  if (!setup->spec->tweak) return STATUS_OK;
  Tweaks tweaks;
  tweaks_init(&tweaks, setup->solvers.items, setup->solvers.count);
  size_t count = tweaks.list.count;
  tweaks_deinit(&tweaks);
  if (count) return STATUS_OK;
  return error_set(error, STATUS_USAGE,
                   "--fuzz-options has nothing to draw from: no profile of these solvers has "
                   "'safe_options'");
}

static Status check_counters(const CampaignSetup *setup, Error *error)
{
  if (setup->options.rule.cost != COST_COUNTER) return STATUS_OK;
  for (size_t i = 0; i < setup->solvers.count; i++)
    if (!setup->solvers.items[i].profile->counter.after)
      return error_set(error, STATUS_USAGE, "%s has no counter of its work",
                       setup->solvers.items[i].name);
  return STATUS_OK;
}

/* Of clean-up: a process that gets several queries is the target, one that gets one query its reference. */
static Status pair_with_itself(CampaignSetup *setup, Error *error)
{
  if (setup->solvers.count != 1)
    return error_set(error, STATUS_USAGE, "--objective cleanup is about one --target at a time");
  Solver used, fresh;
  const Solver *given = &setup->solvers.items[0];
  Status status = solver_repeat(given, (uint32_t)setup->spec->queries, &used, error);
  if (status != STATUS_OK) return status;
  status = solver_repeat(given, 1, &fresh, error);
  assert(status == STATUS_OK);
  solver_vec_free(&setup->solvers);
  VEC_PUSH(&setup->solvers, used);
  VEC_PUSH(&setup->solvers, fresh);
  setup->options.references = 1;
  return status;
}

static Status find_solvers(CampaignSetup *setup, Error *error)
{
  const CampaignSpec *spec = setup->spec;
  const char *first = spec->solvers ? spec->solvers : spec->targets;
  Status status = solver_find_list(setup->profiles, first, &setup->solvers, error);
  if (status == STATUS_OK && spec->objective == SPEC_CLEANUP)
    status = pair_with_itself(setup, error);
  setup->options.targets = setup->solvers.count - setup->options.references;
  if (status == STATUS_OK && spec->references)
    status = solver_find_list(setup->profiles, spec->references, &setup->solvers, error);
  setup->options.references = setup->solvers.count - setup->options.targets;
  setup->options.solvers = setup->solvers.items;
  if (status == STATUS_OK && spec->versions)
    status = solver_find_list(setup->profiles, spec->versions, &setup->others, error);
  setup->options.versions = setup->others.items;
  setup->options.version_count = setup->others.count;
  if (status == STATUS_OK && setup->solvers.count > SOLVER_SET_MAX)
    return error_set(error, STATUS_USAGE, "at most %d solvers", SOLVER_SET_MAX);
  if (status == STATUS_OK) status = check_tweaks(setup, error);
  return status == STATUS_OK ? check_counters(setup, error) : status;
}

Status setup_start_cost(const CampaignSpec *spec, Supervisor *sup, uint64_t *ns, Error *error)
{
  CampaignSetup setup = {.spec = spec};
  Status status = spec_check(spec, error);
  if (status == STATUS_OK) status = read_profiles(&setup, error);
  if (status == STATUS_OK) status = find_solvers(&setup, error);
  *ns = 0;
  for (size_t i = 0; i < setup.solvers.count && status == STATUS_OK; i++) {
    uint64_t cost_ns = solver_start_cost_ns(sup, &setup.solvers.items[i]);
    if (cost_ns > *ns) *ns = cost_ns;
  }
  setup_deinit(&setup);
  return status;
}

void setup_ask_versions(CampaignSetup *setup)
{
  assert(!setup->versions);
  setup->versions = mem_alloc_zero(setup->solvers.count + 1, sizeof *setup->versions);
  for (size_t i = 0; i < setup->solvers.count; i++)
    setup->versions[i] = solver_version(&setup->solvers.items[i]);
}

/* --- what is known --- */

static Status read_known_path(CampaignSetup *setup, const char *path, Error *error)
{
  Status status = registry_read_path(&setup->known, path, error);
  return status == STATUS_OK || status == STATUS_IO
             ? status
             : error_set(error, STATUS_USAGE, "%s", error->message);
}

/* Without any, the folder "known" if it is there. */
static Status read_known(CampaignSetup *setup, Error *error)
{
  static const char usual[] = "known";
  const CampaignSpec *spec = setup->spec;
  Status status = STATUS_OK;
  size_t count = spec->known.count ? spec->known.count : 1;
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    char *path = path_from(spec->directory, spec->known.count ? spec->known.items[i] : usual);
    if (spec->known.count || access(path, F_OK) == 0) status = read_known_path(setup, path, error);
    free(path);
  }
  setup->options.known = &setup->known;
  return status;
}

/* --- all --- */

static void set_options(CampaignSetup *setup)
{
  const CampaignSpec *spec = setup->spec;
  CampaignOptions *options = &setup->options;
  options->objective = spec->objective == SPEC_BUGS ? OBJECTIVE_BUGS : OBJECTIVE_MARGIN;
  options->strategy = (StrategyOptions){.kind = spec_strategy(spec),
                                        .agent = spec->agent,
                                        .decay = spec->decay,
                                        .epsilon = spec->epsilon,
                                        .repeat = spec->repeat,
                                        .enrich = !spec->no_enrich,
                                        .least = spec_least_gain(spec),
                                        .positive = spec->objective == SPEC_CLEANUP,
                                        .candidates = (uint32_t)spec->candidates,
                                        .themes = !spec->no_themes,
                                        .sizes = spec->size_agents,
                                        .seed = spec->seed};
  options->rule = spec_rule(spec);
  options->limits = spec_run_limits(spec);
  options->runs = (uint32_t)spec->runs;
  options->reference_percent = (uint32_t)spec->reference_percent;
  options->merge = spec->mean ? RUNS_MEAN : RUNS_BEST;
  options->eval = (ExamineLimits){EVAL_STEPS_MAX, EVAL_BYTES_MAX};
  options->no_models = spec->no_models;
  options->cores = spec->cores;
  options->slow = (SlowRule){(double)spec->slow, spec->slow_least_ms * 1000000};
  options->compare_modes = spec->compare_modes;
  options->tweak = spec->tweak;
  options->tweak_some = !spec->no_option_runs && !spec->tweak;
  options->mode = spec->mode;
  options->reward_new = spec->reward == SPEC_REWARD_NEW;
  options->time_ns = spec->time_ms * 1000000;
  options->solver_ns = spec->solver_time_ms * 1000000;
  options->inputs = spec->inputs;
  options->jobs = (uint32_t)spec->jobs;
  options->adapt = (uint32_t)spec->adapt;
  options->prior = spec->prior != NULL;
}

static Status make_language(CampaignSetup *setup, LanguageMaker maker, Error *error)
{
  StrBuf name;
  strbuf_init(&name, 0);
  Status status =
      maker.make(maker.user, setup->spec, &setup->solvers, &setup->language, &name, error);
  assert((status == STATUS_OK) == (setup->language != NULL));
  if (status == STATUS_OK) setup->logic = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  return status;
}

Status setup_init(CampaignSetup *setup, const CampaignSpec *spec, LanguageMaker maker, Error *error)
{
  *setup = (CampaignSetup){.spec = spec};
  Status status = spec_check(spec, error);
  if (status != STATUS_OK) return status;
  set_options(setup);
  status = read_profiles(setup, error);
  if (status == STATUS_OK) status = find_solvers(setup, error);
  if (status == STATUS_OK) status = read_known(setup, error);
  return status == STATUS_OK ? make_language(setup, maker, error) : status;
}

void setup_deinit(CampaignSetup *setup)
{
  if (setup->language) setup->language->interface->destroy(setup->language);
  for (size_t i = 0; setup->versions && i < setup->solvers.count; i++) free(setup->versions[i]);
  free(setup->versions);
  solver_vec_free(&setup->solvers);
  solver_vec_free(&setup->others);
  if (setup->profiles) profiles_destroy(setup->profiles);
  registry_deinit(&setup->known);
  free(setup->logic);
}
