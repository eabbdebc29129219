/* assay list: campaigns, and groups of findings in them. */
#include <errno.h>
#include <fts.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/stored.h"
#include "record/report/overview.h"
#include "record/store/vocabulary.h"

typedef struct {
  CommonOptions common;
  bool json;
} ListOptions;

static const Option options[] = {
    {OPTION_FLAG(ListOptions, json), .name = "json", .help = "print a JSON array of campaigns"},
};

static const Example examples[] = {
    {"assay list", "all campaigns below the current folder"},
    {"assay list DIR", "the campaigns of a store, and what was found"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT, "a store cannot be read"},
};

typedef struct {
  const ListOptions *given;
  Style style;
  Table table;
  json_t *list;
  bool groups; /* list them, too */
  int code;
} Listing;

static void add_time(int64_t ms, StrBuf *out)
{
  time_t whole = (time_t)(ms / 1000);
  struct tm parts;
  char text[64];
  if (localtime_r(&whole, &parts) != NULL && strftime(text, sizeof text, "%F %R", &parts) > 0)
    strbuf_add_text(out, text);
}

/* --- one campaign --- */

static void add_row(Listing *listing, const char *place, const CampaignOverview *campaign)
{
  Table *table = &listing->table;
  table_add_text(table, place);
  table_add_count(table, (uint64_t)campaign->campaign.id);
  add_time(campaign->campaign.started_ms, table_cell(table));
  table_add_text(table, campaign->logic);
  table_add_text(table, campaign->objective);
  table_add_text(table, campaign->solvers);
  table_add_text(table, overview_state(campaign));
  table_add_count(table, campaign->counts.instances);
  StrBuf *best = table_cell(table);
  if (campaign->has_best) strbuf_printf(best, "%.3f %s", campaign->margin, campaign->unit);
  StrBuf *findings = table_cell(table);
  strbuf_printf(findings, "%" PRIu64, campaign->counts.groups);
  if (campaign->counts.groups)
    strbuf_printf(findings, ", %" PRIu64 " confirmed", campaign->confirmed_groups);
  if (campaign->known_groups)
    strbuf_printf(findings, ", %" PRIu64 " known", campaign->known_groups);
}

static json_t *text(const char *bytes, size_t length)
{
  return json_text(bytes, length);
}

static json_t *word(const char *bytes)
{
  return json_text(bytes, strlen(bytes));
}

static json_t *group_object(const OverviewGroup *from, size_t number)
{
  const StoreGroup *group = &from->group;
  char name[STORE_FINDING_NAME];
  json_t *object = json_object();
  store_finding_name(number, name);
  json_object_set_new(object, "name", word(name));
  json_object_set_new(object, "title", word(from->title));
  json_object_set_new(object, "kind", word(group->kind));
  json_object_set_new(object, "findings", json_count(group->findings));
  json_object_set_new(object, "confirmed", json_count(group->confirmed));
  json_object_set_new(object, "known", from->known ? word(from->known) : json_null());
  json_object_set_new(object, "same_as", from->same_as ? word(from->same_as) : json_null());
  json_object_set_new(object, "signature", text(group->signature.bytes, group->signature.length));
  return object;
}

static void add_object(Listing *listing, const char *place, const CampaignOverview *campaign)
{
  json_t *object = json_object(), *groups = json_array();
  const char *state = overview_state(campaign), *name = campaign->campaign.name;
  json_object_set_new(object, "store", text(place, strlen(place)));
  json_object_set_new(object, "id", json_integer(campaign->campaign.id));
  json_object_set_new(object, "name", text(name, strlen(name)));
  json_object_set_new(object, "started_ms", json_integer(campaign->campaign.started_ms));
  json_object_set_new(object, "logic", word(campaign->logic));
  json_object_set_new(object, "objective", word(campaign->objective));
  json_object_set_new(object, "solvers", word(campaign->solvers));
  json_object_set_new(object, "state", text(state, strlen(state)));
  json_object_set_new(object, "inputs", json_count(campaign->counts.instances));
  json_object_set_new(object, "runs", json_count(campaign->counts.runs));
  json_object_set_new(object, "findings", json_count(campaign->counts.findings));
  json_object_set_new(object, "margin",
                      campaign->has_best ? json_number(campaign->margin) : json_null());
  for (size_t i = 0; i < campaign->groups.count; i++)
    json_array_append_new(groups, group_object(&campaign->groups.items[i], i + 1));
  json_object_set_new(object, "groups", groups);
  json_array_append_new(listing->list, object);
}

static void add_group(Table *table, const OverviewGroup *from, size_t number)
{
  char name[STORE_FINDING_NAME];
  store_finding_name(number, name);
  table_add_text(table, name);
  table_add_text(table, from->group.kind);
  table_add_count(table, from->group.findings);
  table_add_count(table, from->group.confirmed);
  table_add_text(table, from->title);
}

/* Findings have their numbers in a campaign: where there are several, it is said which. */
static void print_groups(const Listing *listing, const StoreOverview *overview)
{
  static const TableColumn columns[] = {{"campaign", true}, {"finding", false},  {"kind", false},
                                        {"seen", true},     {"confirmed", true}, {"title", false}};
  size_t several = overview->campaigns.count > 1;
  Table table;
  bool any = false;
  table_init(&table, columns + !several, sizeof columns / sizeof *columns - !several);
  for (size_t i = 0; i < overview->campaigns.count; i++) {
    const CampaignOverview *campaign = &overview->campaigns.items[i];
    for (size_t k = 0; k < campaign->groups.count; k++) {
      if (several) table_add_count(&table, (uint64_t)campaign->campaign.id);
      add_group(&table, &campaign->groups.items[k], k + 1);
      any = true;
    }
  }
  putchar('\n');
  if (any)
    table_print(stdout, &table, listing->style);
  else
    puts("no findings");
  table_deinit(&table);
}

/* --- stores --- */

static void list_store(Listing *listing, const char *place, StoreOverview *overview)
{
  Store *store;
  Error error;
  *overview = (StoreOverview){0};
  /* A list is to be there at once: what is damaged shows when it is read. */
  Status status = store_open(&store, place, &(StoreOptions){.without_check = true}, &error);
  if (status == STATUS_OK) {
    status = overview_load(overview, store, &error);
    store_close(store);
  }
  if (status != STATUS_OK) {
    listing->code = command_refuse(&command_list, &error);
    return;
  }
  for (size_t i = 0; i < overview->campaigns.count; i++) {
    if (listing->given->json)
      add_object(listing, place, &overview->campaigns.items[i]);
    else
      add_row(listing, place, &overview->campaigns.items[i]);
  }
}

static bool has_store(const char *folder)
{
  StrBuf path;
  struct stat status;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/campaign.db", folder);
  bool found = stat(strbuf_text(&path), &status) == 0 && S_ISREG(status.st_mode);
  strbuf_deinit(&path);
  return found;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
  return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void list_below(Listing *listing)
{
  static char here[] = ".";
  char *const roots[] = {here, NULL};
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
  if (walk == NULL) {
    listing->code = command_error(&command_list, EXIT_ENVIRONMENT,
                                  "cannot read the current folder: %s", strerror(errno));
    return;
  }
  for (FTSENT *entry; (entry = fts_read(walk)) != NULL;) {
    if (entry->fts_info != FTS_D) continue;
    if (entry->fts_level > 0 && entry->fts_name[0] == '.') {
      fts_set(walk, entry, FTS_SKIP);
    } else if (has_store(entry->fts_path)) {
      StoreOverview overview;
      const char *place = entry->fts_level > 0 ? entry->fts_path + 2 : entry->fts_path;
      list_store(listing, place, &overview);
      overview_deinit(&overview);
    }
  }
  fts_close(walk);
}

static void print_campaigns(Listing *listing)
{
  if (listing->given->json)
    json_print_pretty(stdout, json_incref(listing->list));
  else if (listing->table.cells.count > 0)
    table_print(stdout, &listing->table, listing->style);
  else if (listing->code == EXIT_FINE)
    puts("no campaigns");
}

static int run(const void *values, int count, char **places)
{
  static const TableColumn columns[] = {
      {"store", false},     {"id", true},       {"begun", false}, {"logic", false},
      {"objective", false}, {"solvers", false}, {"state", false}, {"inputs", true},
      {"margin", true},     {"findings", false}};
  Listing listing = {.given = values, .list = json_array(), .groups = count > 0};
  StoreOverview overview = {0};
  listing.style = style_for(stdout, listing.given->common.color);
  table_init(&listing.table, columns, sizeof columns / sizeof *columns);
  if (count > 0)
    list_store(&listing, places[0], &overview);
  else
    list_below(&listing);
  print_campaigns(&listing);
  if (listing.groups && listing.code == EXIT_FINE && !listing.given->json)
    print_groups(&listing, &overview);
  overview_deinit(&overview);
  table_deinit(&listing.table);
  json_decref(listing.list);
  return listing.code;
}

const Subcommand command_list = {
    .name = "list",
    .group = GROUP_FINDINGS,
    .summary = "list campaigns and what they found",
    .usage = "[OPTION]... [DIR]",
    .description =
        "Lists the campaigns of a store (a folder of 'assay fuzz', a file or a URL) and their "
        "findings, each with the name that 'assay show' and 'assay replay' know it by. Without "
        "DIR: the campaigns in all folders below the current one.\n"
        "\n"
        "The state is 'running', how the campaign ended, or 'stopped' if it has not come to its "
        "end and nobody runs it.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "DIR", .min = 0, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(ListOptions),
    .run = run,
};
