#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/command/fuzz_store_parts.h"
#include "cli/option/option_value.h"
#include "cli/shared/environment.h"

static void add_setting(FuzzStore *store, const char *name, const char *value)
{
  Error error;
  fuzz_store_queued(
      store_add_setting(store->store, store->campaign, name, fuzz_store_text(value), &error));
}

static void add_number(FuzzStore *store, const char *name, double number)
{
  char text[64];
  snprintf(text, sizeof text, "%.17g", number);
  add_setting(store, name, text);
}

/* By its long name; values of lists are numbered: seeds.1, seeds.2. */
static void add_option(FuzzStore *store, const Option *option)
{
  const FuzzOptions *given = store->setup->given;
  for (size_t i = 0; i < option_value_count(option, given); i++) {
    StrBuf name, value;
    strbuf_init(&name, 0);
    strbuf_init(&value, 0);
    strbuf_add_text(&name, option->name);
    if (option->kind == OPTION_KIND_LIST) strbuf_printf(&name, ".%zu", i + 1);
    option_value_text(option, given, i, &value);
    add_setting(store, strbuf_text(&name), strbuf_text(&value));
    strbuf_deinit(&name);
    strbuf_deinit(&value);
  }
}

/* Besides the options: what they mean here. "logic" is the name of the logic in force, even if only theories were
 * given. */
static void add_settings(FuzzStore *store)
{
  const FuzzSetup *setup = store->setup;
  const OptionTable table = setup->command->options;
  const ScoreRule *rule = &setup->options.rule;
  char *directory = getcwd(NULL, 0);
  json_t *environment = environment_json();
  char *environment_text = json_dumps(environment, JSON_COMPACT | JSON_ENSURE_ASCII);
  for (size_t i = 0; i < table.count; i++)
    if (strcmp(table.items[i].name, "logic") != 0) add_option(store, &table.items[i]);
  if (!setup->given->out) add_setting(store, "out", store->folder->path);
  if (setup->given->gen.logic) add_setting(store, "logic.given", setup->given->gen.logic);
  add_setting(store, "assay", ASSAY_VERSION);
  add_setting(store, "logic", setup->logic);
  add_setting(store, "unit", cost_unit(rule->cost));
  add_number(store, "limit", rule->limit);
  if (directory) add_setting(store, "directory", directory);
  if (environment_text) add_setting(store, "environment", environment_text);
  free(environment_text);
  json_decref(environment);
  free(directory);
}

static const char *role_of(const FuzzSetup *setup, size_t solver)
{
  if (setup->options.objective == OBJECTIVE_BUGS) return "solver";
  return solver < setup->options.targets ? "target" : "reference";
}

static void add_solvers(FuzzStore *store)
{
  const FuzzSetup *setup = store->setup;
  Error error;
  for (size_t i = 0; i < setup->solvers.count; i++) {
    const char *version = store->folder->versions[i];
    StoreSolver solver = {.number = (uint32_t)i,
                          .name = setup->solvers.items[i].name,
                          .version = version ? version : "",
                          .role = role_of(setup, i)};
    fuzz_store_queued(store_add_solver(store->store, store->campaign, &solver, &error));
  }
}

static void add_construct(FuzzStore *store, size_t number, const char *name)
{
  Error error;
  StoreName construct = {.number = (uint32_t)number, .name = name};
  fuzz_store_queued(store_add_construct(store->store, store->campaign, &construct, &error));
}

/* The arms of the agents of actions and of options have the numbers behind the constructs. */
static void add_arms_of_agents(FuzzStore *store, const Tweaks *tweaks)
{
  const Language *language = store->setup->language;
  size_t count = fuzz_store_construct_count(store);
  Error error;
  for (size_t i = 0; i < count; i++)
    add_construct(store, i, language->interface->construct(language, i).name);
  add_construct(store, count + OUTER_MUTATE, "mutate");
  add_construct(store, count + OUTER_SAMPLE, "sample");
  add_construct(store, count + OUTER_ENRICH, "enrich");
  fuzz_store_queued(store_add_agent(store->store, store->campaign,
                                    &(StoreName){AGENT_CONSTRUCT, "construct"}, &error));
  fuzz_store_queued(
      store_add_agent(store->store, store->campaign, &(StoreName){AGENT_ACTION, "action"}, &error));
  if (!tweaks->list.count) return;
  for (size_t i = 0; i < tweaks->list.count; i++)
    add_construct(store, count + OUTER_ARMS + i, tweaks->list.items[i].name);
  fuzz_store_queued(
      store_add_agent(store->store, store->campaign, &(StoreName){AGENT_OPTION, "option"}, &error));
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

static Status begin_campaign(FuzzStore *store, Error *error)
{
  char *name = name_of_folder(store->folder->path);
  StoreCampaign campaign = {.name = name, .seed = store->setup->given->gen.seed};
  Status status = store_begin_campaign(store->store, &campaign, error);
  store->campaign = campaign.id;
  free(name);
  return status != STATUS_OK ? status : store_own_campaign(store->store, campaign.id, error);
}

Status fuzz_store_open(FuzzStore *store, const FuzzSetup *setup, const FuzzFolder *folder,
                       const char *where, Error *error)
{
  *store = (FuzzStore){.setup = setup, .folder = folder, .begun_ns = clock_monotonic_ns()};
  signal(SIGXFSZ, SIG_IGN); /* a limit on files is to be an error of writing, not our end */
  return store_open(&store->store, where, &(StoreOptions){.writable = true, .only_flush = true},
                    error);
}

int fuzz_store_begin(FuzzStore *store, const FuzzSetup *setup, const FuzzFolder *folder,
                     const Campaign *campaign)
{
  const char *where = setup->given->store ? setup->given->store : folder->path;
  Error error;
  Status status = fuzz_store_open(store, setup, folder, where, &error);
  if (status == STATUS_OK) status = begin_campaign(store, &error);
  if (status != STATUS_OK)
    return command_error(setup->command, EXIT_ENVIRONMENT, "%s", error.message);
  add_settings(store);
  add_solvers(store);
  add_arms_of_agents(store, campaign_state(campaign).tweaks);
  return fuzz_store_write(store, campaign) ? EXIT_FINE : EXIT_ENVIRONMENT;
}
