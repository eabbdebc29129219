/* assay merge: campaigns that ran apart, in one store. */
#include <inttypes.h>
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/progress.h"
#include "cli/shared/stored.h"
#include "record/store/merge.h"

typedef struct {
  CommonOptions common;
  const char *out;
} MergeOptions;

static const Option options[] = {
    {OPTION_STRING(MergeOptions, out), .name = "out", .letter = 'o', .value_name = "STORE",
     .help = "the store to copy into, which is made if it is not there: an SQLite file, or "
             "postgresql://..."},
};

static const Example examples[] = {
    {"assay merge night-1 night-2 -o all.db", "the campaigns of two folders, in one file"},
    {"assay merge */campaign.db -o postgresql://db.example.org/assay",
     "those of this machine, in the database of all"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT, "a store cannot be read or written; what was copied before stays"},
};

/* How many there are is known when the first is copied. */
static void show_progress(void *user, uint64_t done, uint64_t total)
{
  Progress *progress = user;
  if (progress->total != total) {
    progress_start(progress, "inputs and runs", total);
    progress_estimate(progress, 0);
  }
  progress_update(progress, done);
}

static void tell(const char *where, const MergeCounts *counts)
{
  printf("%s: %" PRIu64 " campaign%s, %" PRIu64 " input%s, %" PRIu64 " finding%s", where,
         counts->campaigns, text_plural(counts->campaigns), counts->inputs,
         text_plural(counts->inputs), counts->findings, text_plural(counts->findings));
  if (counts->skipped) printf("; %" PRIu64 " there already", counts->skipped);
  printf("\n");
  fflush(stdout);
  if (counts->grown)
    fprintf(stderr,
            "assay merge: '%s': of what is there already, %" PRIu64
            " %s gone on since and ha%s more inputs here; another --out takes all\n",
            where, counts->grown, counts->grown == 1 ? "has" : "have",
            counts->grown == 1 ? "s" : "ve");
}

static Status merge_from(Store *into, const char *where, Error *error)
{
  Store *from;
  MergeCounts counts = {0};
  Progress progress = {0};
  Status status = store_open(&from, where, &(StoreOptions){0}, error);
  if (status != STATUS_OK) return status;
  if (strcmp(store_name(into), store_name(from)) == 0)
    status = error_set(error, STATUS_USAGE, "'%s' cannot be copied into itself", where);
  else
    status = store_merge(into, from, (MergeListener){show_progress, &progress}, &counts, error);
  progress_hide(&progress);
  store_close(from);
  if (status == STATUS_OK) tell(where, &counts);
  return status;
}

static int run(const void *values, int count, char **arguments)
{
  const MergeOptions *given = values;
  Store *into;
  Error error;
  if (!given->out) return command_usage_error(&command_merge, "--out says where to");
  Status status = store_open(&into, given->out, &(StoreOptions){.writable = true}, &error);
  if (status != STATUS_OK) return command_refuse(&command_merge, &error);
  for (int i = 0; i < count && status == STATUS_OK; i++)
    status = merge_from(into, arguments[i], &error);
  store_close(into);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_merge, &error);
}

const Subcommand command_merge = {
    .name = "merge",
    .group = GROUP_FINDINGS,
    .summary = "copy campaigns of several stores into one",
    .usage = "STORE... --out STORE",
    .description =
        "Copies all campaigns of the stores with their inputs, runs, findings and states into "
        "another store, where each is a campaign of its own with a new number. 'assay list', "
        "'report', 'show' and 'replay' work there as they did before, and so does resuming. A "
        "campaign that is there already (the same name, seed and beginning) is left out, so that "
        "merging again adds only what is new. The stores that are read do not change.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "STORE", .min = 1, .max = INT32_MAX, .completion = COMPLETE_FILES},
    .options_size = sizeof(MergeOptions),
    .run = run,
};
