#include "cli/command/fuzz_resume.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/option/option_value.h"

static int refuse(const FuzzResume *resume, const Error *error)
{
  return command_error(resume->command, EXIT_ENVIRONMENT, "%s", error->message);
}

/* --- what may be given --- */

/* How long it goes on and what is printed; everything else is as it was. */
static bool may_change(const char *option)
{
  static const char *const names[] = {"time", "solver-time", "inputs",  "jobs",
                                      "json", "resume",      "campaign"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(option, names[i]) == 0) return true;
  return false;
}

/* Those of them that are settings. */
static bool is_kept(const char *option)
{
  return strcmp(option, "time") == 0 || strcmp(option, "solver-time") == 0 ||
         strcmp(option, "inputs") == 0 || strcmp(option, "jobs") == 0;
}

static int check_given(const FuzzResume *resume, const FuzzOptions *given)
{
  OptionTable table = resume->command->options;
  for (size_t i = 0; i < table.count; i++) {
    const Option *option = &table.items[i];
    if (!option_was_given(table, option, given) || may_change(option->name)) continue;
    return command_usage_error(resume->command,
                               "'%s%s' cannot be changed: a campaign goes on as it was begun, but "
                               "for --time, --solver-time, --inputs and --jobs",
                               option->one_dash ? "-" : "--", option->name);
  }
  return EXIT_FINE;
}

/* --- where it is --- */

static bool is_url(const char *where)
{
  return strstr(where, "://") != NULL;
}

static int find_place(FuzzResume *resume, const char *given)
{
  struct stat status;
  resume->where = is_url(given) ? mem_copy_string(given, strlen(given)) : realpath(given, NULL);
  if (!resume->where)
    return command_error(resume->command, EXIT_ENVIRONMENT, "cannot open '%s': %s", given,
                         strerror(errno));
  if (!is_url(given) && stat(resume->where, &status) == 0 && S_ISDIR(status.st_mode))
    resume->folder = mem_copy_string(resume->where, strlen(resume->where));
  return EXIT_FINE;
}

/* The one that is asked for, or the only one. */
static int find_campaign(FuzzResume *resume, Store *store, uint64_t wanted)
{
  StoreCursor *cursor;
  StoreCampaign campaign;
  Error error;
  size_t count = 0;
  bool found = false;
  Status status = store_open_campaigns(store, &cursor, &error);
  while (status == STATUS_OK && store_next_campaign(cursor, &campaign)) {
    count++;
    if (wanted && (uint64_t)campaign.id != wanted) continue;
    found = true;
    resume->campaign = campaign.id;
  }
  if (status == STATUS_OK) status = store_end(cursor, &error);
  if (status != STATUS_OK) return refuse(resume, &error);
  if (wanted && !found)
    return command_error(resume->command, EXIT_ENVIRONMENT, "there is no campaign %ju in '%s'",
                         (uintmax_t)wanted, resume->where);
  if (!count)
    return command_error(resume->command, EXIT_ENVIRONMENT, "there is no campaign in '%s'",
                         resume->where);
  if (count > 1 && !wanted)
    return command_usage_error(resume->command,
                               "there are %zu campaigns in '%s': say which by --campaign N", count,
                               resume->where);
  return EXIT_FINE;
}

/* --- its options --- */

typedef struct {
  const char *name, *value;
} Setting;
typedef VEC(Setting) Settings;

static Status read_settings(FuzzResume *resume, Store *store, Settings *settings, Error *error)
{
  StoreCursor *cursor;
  StoreSetting row;
  Arena *arena = &resume->texts;
  Status status = store_open_settings(store, resume->campaign, &cursor, error);
  while (status == STATUS_OK && store_next_setting(cursor, &row)) {
    Setting setting = {arena_copy_string(arena, row.name, strlen(row.name)),
                       arena_copy_string(arena, row.value.bytes, row.value.length)};
    VEC_PUSH(settings, setting);
  }
  return status == STATUS_OK ? store_end(cursor, error) : status;
}

static const char *value_of(const Settings *settings, const char *name)
{
  for (size_t i = 0; i < settings->count; i++)
    if (strcmp(settings->items[i].name, name) == 0) return settings->items[i].value;
  return NULL;
}

/* The logic in force may follow from other options: only one that was given is one. */
static const char *name_of_setting(const Option *option)
{
  return strcmp(option->name, "logic") == 0 ? "logic.given" : option->name;
}

static Status set_list(FuzzResume *resume, const Option *option, const Settings *settings,
                       Error *error)
{
  for (size_t i = 1;; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s.%zu", option->name, i);
    const char *value = value_of(settings, name);
    if (!value) return STATUS_OK;
    Status status = option_set(option, value, &resume->options, error);
    if (status != STATUS_OK) return status;
  }
}

static Status set_option(FuzzResume *resume, const Option *option, const Settings *settings,
                         Error *error)
{
  if (option->kind == OPTION_KIND_LIST) return set_list(resume, option, settings, error);
  const char *value = value_of(settings, name_of_setting(option));
  return value ? option_set(option, value, &resume->options, error) : STATUS_OK;
}

/* What was changed when the campaign was resumed before. */
static Status set_changed(FuzzResume *resume, Store *store, const Option *option, Error *error)
{
  char name[64];
  bool found = false;
  StrBuf value;
  snprintf(name, sizeof name, "option.%s", option->name);
  strbuf_init(&value, 0);
  Status status = store_get_state(store, resume->campaign, 0, name, &value, &found, error);
  if (status == STATUS_OK && found)
    status = option_set(option, arena_copy_string(&resume->texts, value.bytes, value.length),
                        &resume->options, error);
  strbuf_deinit(&value);
  return status;
}

static Status set_given(FuzzResume *resume, const Option *option, const FuzzOptions *given,
                        Error *error)
{
  StrBuf value;
  strbuf_init(&value, 0);
  option_value_text(option, given, 0, &value);
  Status status = option_set(option, arena_copy_string(&resume->texts, value.bytes, value.length),
                             &resume->options, error);
  strbuf_deinit(&value);
  return status;
}

static Status set_options(FuzzResume *resume, Store *store, const Settings *settings,
                          const FuzzOptions *given, Error *error)
{
  OptionTable table = resume->command->options;
  Status status = STATUS_OK;
  resume->options.common = given->common;
  for (size_t i = 0; i < table.count && status == STATUS_OK; i++) {
    const Option *option = &table.items[i];
    status = set_option(resume, option, settings, error);
    if (status == STATUS_OK && is_kept(option->name))
      status = set_changed(resume, store, option, error);
    if (status == STATUS_OK && may_change(option->name) &&
        (option_was_given(table, option, given) || !is_kept(option->name)) &&
        option_value_count(option, given))
      status = set_given(resume, option, given, error);
  }
  return status;
}

/* --- its folders --- */

/* Paths in its settings are relative to where it was begun. */
static int go_to_directory(const FuzzResume *resume, const char *directory)
{
  if (!directory || chdir(directory) == 0) return EXIT_FINE;
  return command_error(resume->command, EXIT_ENVIRONMENT,
                       "cannot go to '%s', where the campaign was begun: %s", directory,
                       strerror(errno));
}

static void warn_about_version(const FuzzResume *resume, const char *version)
{
  if (version && strcmp(version, ASSAY_VERSION) != 0)
    command_error(resume->command, EXIT_FINE,
                  "the campaign was begun by assay %s, and this is %s: inputs may differ from what "
                  "they would have been",
                  version, ASSAY_VERSION);
}

static int take_settings(FuzzResume *resume, Store *store, const FuzzOptions *given)
{
  Settings settings = {0};
  Error error;
  int code = EXIT_FINE;
  Status status = read_settings(resume, store, &settings, &error);
  if (status != STATUS_OK)
    code = refuse(resume, &error);
  else if (!value_of(&settings, "objective"))
    code = command_error(resume->command, EXIT_ENVIRONMENT,
                         "campaign %" PRId64 " of '%s' is not one of assay fuzz", resume->campaign,
                         resume->where);
  else if (set_options(resume, store, &settings, given, &error) != STATUS_OK)
    code = command_error(resume->command, EXIT_ENVIRONMENT, "a setting of the campaign: %s",
                         error.message);
  if (code == EXIT_FINE) {
    warn_about_version(resume, value_of(&settings, "assay"));
    code = go_to_directory(resume, value_of(&settings, "directory"));
  }
  if (resume->folder) resume->options.out = resume->folder;
  VEC_FREE(&settings);
  return code;
}

int fuzz_resume_init(FuzzResume *resume, const Subcommand *command, const FuzzOptions *given)
{
  *resume = (FuzzResume){.command = command};
  options_init(command->options, &resume->options);
  int code = check_given(resume, given);
  if (code == EXIT_FINE) code = find_place(resume, given->resume);
  if (code != EXIT_FINE) return code;
  Store *store;
  Error error;
  /* To read, so that nothing is made where there is none. */
  if (store_open(&store, resume->where, &(StoreOptions){0}, &error) != STATUS_OK)
    return refuse(resume, &error);
  code = find_campaign(resume, store, given->campaign);
  if (code == EXIT_FINE) code = take_settings(resume, store, given);
  store_close(store);
  return code;
}

void fuzz_resume_deinit(FuzzResume *resume)
{
  if (resume->command) options_deinit(resume->command->options, &resume->options);
  arena_deinit(&resume->texts);
  free(resume->where);
  free(resume->folder);
}

/* --- whether it is still the same --- */

static Status check_solver(const FuzzStore *store, const StoreSolver *row, size_t place,
                           Error *error)
{
  const SolverVec *solvers = &store->setup->solvers;
  if (place >= solvers->count || strcmp(solvers->items[place].name, row->name) != 0)
    return error_set(error, STATUS_IO, "'%s' is not solver %zu of the campaign any more", row->name,
                     place);
  const char *version = store->folder->versions[place];
  if (strcmp(version ? version : "", row->version) != 0)
    return error_set(error, STATUS_IO,
                     "%s was version '%s' when the campaign was begun, and is '%s' now: begin a "
                     "new one",
                     row->name, row->version, version ? version : "");
  return STATUS_OK;
}

static Status check_solvers(FuzzStore *store, Error *error)
{
  StoreCursor *cursor;
  StoreSolver row;
  Error other;
  size_t count = 0;
  Status fits = STATUS_OK,
         status = store_open_solvers(store->store, store->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (fits == STATUS_OK && store_next_solver(cursor, &row))
    fits = check_solver(store, &row, count++, &other);
  status = store_end(cursor, error);
  if (fits != STATUS_OK) return error_set(error, fits, "%s", other.message);
  if (status == STATUS_OK && count != store->setup->solvers.count)
    return error_set(error, STATUS_IO, "the campaign had %zu solvers", count);
  return status;
}

/* Arms of other agents come behind them. */
static Status check_constructs(FuzzStore *store, const Campaign *campaign, Error *error)
{
  const Language *language = store->setup->language;
  size_t count = language->interface->construct_count(language), same = 0, rows = 0;
  size_t others = OUTER_ARMS + campaign_state(campaign).tweaks->list.count;
  StoreCursor *cursor;
  StoreName row;
  Status status = store_open_constructs(store->store, store->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  for (; store_next_name(cursor, &row); rows++)
    same += rows < count && row.number == rows &&
            strcmp(row.name, language->interface->construct(language, rows).name) == 0;
  status = store_end(cursor, error);
  if (status == STATUS_OK && (same != count || rows != count + others))
    return error_set(error, STATUS_IO,
                     "the constructs are not those that the campaign was begun with: begin a new "
                     "one");
  return status;
}

/* --- where it stood --- */

static Status restore_groups(FuzzStore *store, Campaign *campaign, Error *error)
{
  Status status = STATUS_OK;
  bool found = true;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  for (size_t i = 1; found && status == STATUS_OK; i++) {
    char name[64];
    snprintf(name, sizeof name, FUZZ_STORE_GROUP, i);
    strbuf_clear(&bytes);
    status = store_get_state(store->store, store->campaign, 0, name, &bytes, &found, error);
    if (status == STATUS_OK && found)
      status = campaign_restore_group(campaign, bytes.bytes, bytes.length, error);
  }
  strbuf_deinit(&bytes);
  return status;
}

static Status restore(FuzzStore *store, Campaign *campaign, Error *error)
{
  bool found;
  StrBuf bytes;
  Status status = restore_groups(store, campaign, error);
  if (status != STATUS_OK) return status;
  strbuf_init(&bytes, 0);
  status = store_get_state(store->store, store->campaign, 0, "campaign", &bytes, &found, error);
  if (status == STATUS_OK && !found)
    status = error_set(error, STATUS_IO, "the campaign has no state to go on with");
  if (status == STATUS_OK) status = campaign_restore(campaign, bytes.bytes, bytes.length, error);
  strbuf_deinit(&bytes);
  return status;
}

/* It runs again, with these options. */
static void put_options(FuzzStore *store)
{
  OptionTable table = store->setup->command->options;
  const FuzzOptions *given = store->setup->given;
  for (size_t i = 0; i < table.count; i++) {
    const Option *option = &table.items[i];
    if (!is_kept(option->name)) continue;
    char name[64];
    StrBuf value;
    strbuf_init(&value, 0);
    snprintf(name, sizeof name, "option.%s", option->name);
    option_value_text(option, given, 0, &value);
    fuzz_store_put_state(store, name, strbuf_text(&value));
    strbuf_deinit(&value);
  }
}

int fuzz_resume_store(const FuzzResume *resume, FuzzStore *store, const FuzzSetup *setup,
                      const FuzzFolder *folder, Campaign *campaign)
{
  Error error;
  Status status = fuzz_store_open(store, setup, folder, resume->where, &error);
  store->campaign = resume->campaign;
  if (status == STATUS_OK) status = store_own_campaign(store->store, resume->campaign, &error);
  if (status == STATUS_OK) status = check_solvers(store, &error);
  if (status == STATUS_OK) status = check_constructs(store, campaign, &error);
  if (status == STATUS_OK) status = restore(store, campaign, &error);
  if (status != STATUS_OK) return refuse(resume, &error);
  put_options(store);
  return fuzz_store_go_on(store, campaign) ? EXIT_FINE : EXIT_ENVIRONMENT;
}
