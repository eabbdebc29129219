/* assay workers: who takes part in a campaign. */
#include <inttypes.h>
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/stored.h"
#include "record/store/lease.h"
#include "record/store/work.h"

typedef struct {
  CommonOptions common;
  uint64_t campaign;
  bool json, all;
} WorkersOptions;

static const Option options[] = {
    STORED_CAMPAIGN_OPTION(WorkersOptions, campaign),
    {OPTION_FLAG(WorkersOptions, all), .name = "all",
     .help = "those that have ended or are lost, too"},
    {OPTION_FLAG(WorkersOptions, json), .name = "json",
     .help = "print a JSON array of all workers"},
};

static const Example examples[] = {
    {"assay workers postgresql://db.example.org/assay", "who works on the newest campaign"},
    {"assay workers fuzz-QF_FP-0 --all", "all that ever took part in the campaign of a folder"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT, "the store cannot be read, or has no such campaign"},
};

static bool is_active(const StoreWorker *worker)
{
  return strcmp(worker->state, store_worker_word(STORE_WORKER_WORKING)) == 0 ||
         strcmp(worker->state, store_worker_word(STORE_WORKER_IDLE)) == 0;
}

/* "2:05" or "1:02:05". */
static void add_time(int64_t ms, StrBuf *out)
{
  int64_t seconds = ms > 0 ? ms / 1000 : 0;
  if (seconds >= 3600)
    strbuf_printf(out, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
                  (int)(seconds % 60));
  else
    strbuf_printf(out, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}

/* Inputs a second. */
static double rate_of(const StoreWorker *worker)
{
  int64_t ms = worker->beat_ms - worker->joined_ms;
  return ms > 0 ? (double)worker->inputs * 1e3 / (double)ms : 0;
}

static void print_table(const StoreWorkers *workers, const WorkersOptions *given)
{
  static const TableColumn columns[] = {{"worker", true},      {"state", false}, {"host", false},
                                        {"process", true},     {"task", false},  {"doing", false},
                                        {"since", true},       {"inputs", true}, {"/s", true},
                                        {"sign of life", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  size_t shown = 0, active = 0;
  for (size_t i = 0; i < workers->count; i++) {
    const StoreWorker *worker = &workers->items[i];
    active += is_active(worker);
    if (!given->all && !is_active(worker)) continue;
    shown++;
    table_add_count(&table, worker->number);
    table_add_text(&table, worker->state);
    table_add_text(&table, worker->host);
    table_add_count(&table, (uint64_t)worker->process);
    table_add_text(&table, worker->task);
    table_add_text(&table, is_active(worker) ? worker->doing : "");
    add_time(worker->now_ms - worker->joined_ms, table_cell(&table));
    table_add_count(&table, worker->inputs);
    strbuf_printf(table_cell(&table), "%.1f", rate_of(worker));
    strbuf_printf(table_cell(&table), "%.0f s ago",
                  (double)(worker->now_ms - worker->beat_ms) / 1e3);
  }
  if (shown > 0) table_print(stdout, &table, style_for(stdout, given->common.color));
  printf("%zu active, %zu in all\n", active, workers->count);
  table_deinit(&table);
}

static json_t *word(const char *text)
{
  return json_text(text, strlen(text));
}

static void print_json(const StoreWorkers *workers)
{
  json_t *list = json_array();
  for (size_t i = 0; i < workers->count; i++) {
    const StoreWorker *worker = &workers->items[i];
    json_t *object = json_object();
    json_object_set_new(object, "number", json_count(worker->number));
    json_object_set_new(object, "state", word(worker->state));
    json_object_set_new(object, "host", word(worker->host));
    json_object_set_new(object, "process", json_integer(worker->process));
    json_object_set_new(object, "task", word(worker->task));
    json_object_set_new(object, "doing", word(worker->doing));
    json_object_set_new(object, "joined_ms", json_integer(worker->joined_ms));
    json_object_set_new(object, "beat_ms", json_integer(worker->beat_ms));
    json_object_set_new(object, "lease_ms", json_integer(worker->lease_ms));
    json_object_set_new(object, "now_ms", json_integer(worker->now_ms));
    json_object_set_new(object, "inputs", json_count(worker->inputs));
    json_object_set_new(object, "solver_seconds", json_real((double)worker->solver_ns / 1e9));
    json_array_append_new(list, object);
  }
  json_print_pretty(stdout, list);
}

/* The number of a campaign, or of other work that is done in units. */
static Status find_campaign(Store *store, int64_t wanted, int64_t *campaign, Error *error)
{
  Status status = STATUS_OK;
  *campaign = wanted;
  if (wanted == 0) status = store_find_shared(store, campaign, error);
  return status == STATUS_OK && *campaign == 0
             ? report_find_campaign(store, wanted, campaign, error)
             : status;
}

static int run(const void *values, int count, char **arguments)
{
  (void)count;
  const WorkersOptions *given = values;
  Store *store;
  StoreWorkers workers = {0};
  int64_t campaign;
  Error error;
  int code = stored_open(&command_workers, arguments[0], &store);
  if (code != EXIT_FINE) return code;
  Status status = find_campaign(store, (int64_t)given->campaign, &campaign, &error);
  if (status == STATUS_OK) status = store_get_workers(store, campaign, &workers, &error);
  if (status != STATUS_OK)
    code = command_refuse(&command_workers, &error);
  else if (given->json)
    print_json(&workers);
  else
    print_table(&workers, given);
  store_workers_free(&workers);
  store_close(store);
  return code;
}

const Subcommand command_workers = {
    .name = "workers",
    .group = GROUP_FINDINGS,
    .summary = "list the processes that take part in a campaign",
    .usage = "[OPTION]... STORE",
    .description =
        "Lists the workers of a campaign, or of what 'assay bench', 'experiment', 'verify' "
        "or 'train' does by several processes (see --workers and --join there): on "
        "which machine, as which task of a cluster, what each does, since when, how "
        "many inputs it has done and when it gave its last sign of life. Times are of "
        "the database's own clock. STORE is the folder of a campaign, an SQLite file or "
        "postgresql://...",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "STORE", .min = 1, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(WorkersOptions),
    .run = run,
};
