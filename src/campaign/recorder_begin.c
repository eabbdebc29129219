#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/paths.h"
#include "campaign/environment.h"
#include "campaign/recorder_parts.h"

static void add_setting(Recorder *recorder, const char *name, const char *value)
{
  Error error;
  recorder_queued(
      store_add_setting(recorder->store, recorder->campaign, name, recorder_text(value), &error));
}

static void add_number(Recorder *recorder, const char *name, double number)
{
  char text[64];
  snprintf(text, sizeof text, "%.17g", number);
  add_setting(recorder, name, text);
}

static void add_row(void *user, const char *name, const char *value)
{
  add_setting(user, name, value);
}

static void add_word(Recorder *recorder, StoreSettingName name, const char *value)
{
  add_setting(recorder, store_setting_word(name), value);
}

/* Besides the spec: what it means here. */
static void add_settings(Recorder *recorder)
{
  const CampaignSetup *setup = recorder->setup;
  const CampaignSpec *spec = setup->spec;
  const ScoreRule *rule = &setup->options.rule;
  char *directory = spec->directory ? NULL : getcwd(NULL, 0);
  json_t *environment = environment_json();
  json_object_set_new(
      environment, "supervision",
      json_string(spec->isolate ? "isolated" : supervision_text(setup->supervision)));
  char *environment_text = json_dumps(environment, JSON_COMPACT | JSON_ENSURE_ASCII);
  spec_write(spec, add_row, recorder);
  if (!spec->out) add_setting(recorder, "out", recorder->folder->path);
  add_word(recorder, STORE_SETTING_ASSAY, ASSAY_VERSION);
  add_word(recorder, STORE_SETTING_LOGIC, setup->logic);
  add_word(recorder, STORE_SETTING_UNIT, cost_unit(rule->cost));
  add_number(recorder, store_setting_word(STORE_SETTING_LIMIT), rule->limit);
  if (directory) add_word(recorder, STORE_SETTING_DIRECTORY, directory);
  if (environment_text) add_word(recorder, STORE_SETTING_ENVIRONMENT, environment_text);
  free(environment_text);
  json_decref(environment);
  free(directory);
}

static StoreRole role_of(const CampaignSetup *setup, size_t solver)
{
  if (setup->options.objective == OBJECTIVE_BUGS) return STORE_ROLE_SOLVER;
  return solver < setup->options.targets ? STORE_ROLE_TARGET : STORE_ROLE_REFERENCE;
}

static void add_solvers(Recorder *recorder)
{
  const CampaignSetup *setup = recorder->setup;
  Error error;
  for (size_t i = 0; i < setup->solvers.count; i++) {
    const char *version = setup->versions[i];
    StoreSolver solver = {.number = (uint32_t)i,
                          .name = setup->solvers.items[i].name,
                          .version = version ? version : "",
                          .role = store_role_word(role_of(setup, i))};
    recorder_queued(store_add_solver(recorder->store, recorder->campaign, &solver, &error));
  }
}

static void add_agents(Recorder *recorder, const Campaign *campaign)
{
  ArmTable arms = arms_of(recorder->setup, campaign);
  Error error;
  for (size_t i = 0; i < arms_total(&arms); i++)
    recorder_queued(store_add_construct(recorder->store, recorder->campaign,
                                        &(StoreName){(uint32_t)i, arms_name(&arms, i)}, &error));
  for (StoreAgent agent = 0; agent < STORE_AGENT_COUNT; agent++)
    if (arms_count(&arms, agent))
      recorder_queued(store_add_agent(recorder->store, recorder->campaign,
                                      &(StoreName){agent, store_agent_word(agent)}, &error));
}

/* The last part of the path of the folder. */
static char *name_of_folder(const char *path)
{
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') length--;
  size_t start = length;
  while (start > 0 && path[start - 1] != '/') start--;
  return mem_copy_string(path + start, length - start);
}

static Status begin_campaign(Recorder *recorder, Error *error)
{
  char *name = name_of_folder(recorder->folder->path);
  StoreCampaign campaign = {.name = name, .seed = recorder->setup->spec->seed};
  Status status = store_begin_campaign(recorder->store, &campaign, error);
  recorder->campaign = campaign.id;
  free(name);
  return status != STATUS_OK ? status : store_own_campaign(recorder->store, campaign.id, error);
}

Status recorder_open(Recorder *recorder, const CampaignSetup *setup, const CampaignFolder *folder,
                     const char *where, Error *error)
{
  *recorder = (Recorder){.setup = setup, .folder = folder, .begun_ns = clock_monotonic_ns()};
  /* Solvers that run must not wait until a server is back. */
  StoreOptions options = {.writable = true, .only_flush = true, .wait_ms = 1};
  return store_open(&recorder->store, where, &options, error);
}

Status recorder_begin(Recorder *recorder, const CampaignSetup *setup, const CampaignFolder *folder,
                      const Campaign *campaign, Error *error)
{
  const CampaignSpec *spec = setup->spec;
  bool is_path = spec->store && !strstr(spec->store, "://");
  char *path = is_path ? path_from(spec->directory, spec->store) : NULL;
  const char *where = path ? path : spec->store ? spec->store : folder->path;
  assert(setup->versions);
  Status status = recorder_open(recorder, setup, folder, where, error);
  free(path);
  if (status == STATUS_OK) status = begin_campaign(recorder, error);
  if (status != STATUS_OK) return status;
  add_settings(recorder);
  add_solvers(recorder);
  add_agents(recorder, campaign);
  status = recorder_put_digests(recorder, error);
  if (status != STATUS_OK) return status;
  return recorder_write(recorder, campaign, error);
}
