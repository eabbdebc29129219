/* What commands share that several processes can run: the options, and starting the processes. */
#ifndef CLI_SHARED_WORKERS_H
#define CLI_SHARED_WORKERS_H

#include <stdio.h>

#include "campaign/cluster.h"
#include "cli/option/command.h"
#include "record/store/store.h"

typedef enum { CLUSTER_HERE, CLUSTER_SLURM, CLUSTER_NONE } ClusterKind;
extern const char *const workers_cluster_words[];

/* In a member `workers` of the struct of the command. */
typedef struct {
  const char *store;
  bool trust; /* see consent.h; of commands whose results are not in a store */
  uint64_t count, join, lease_ms;
  int cluster; /* ClusterKind */
  const char *sbatch;
  bool detach, dry_run;
} WorkersSettings;

#define WORKERS_OPTIONS(Struct)                                                                    \
  {OPTION_UNSIGNED(Struct, workers.count),                                                         \
   .name = "workers",                                                                              \
   .value_name = "N",                                                                              \
   .low = 1,                                                                                       \
   .high = 100000,                                                                                 \
   .initial_note = "this process",                                                                 \
   .help = "share the work among N processes"},                                                    \
      {OPTION_UNSIGNED(Struct, workers.join),                                                      \
       .name = "join",                                                                             \
       .value_name = "NUMBER",                                                                     \
       .low = 1,                                                                                   \
       .high = INT64_MAX,                                                                          \
       .help = "take part, from any machine, in the work that has this number in --store"},        \
      {OPTION_CHOICE(Struct, workers.cluster, workers_cluster_words), .name = "cluster",           \
       .initial = "here",                                                                          \
       .help = "where workers run: processes here, tasks of an array job of Slurm, or whatever "   \
               "runs the script that is printed"},                                                 \
      {OPTION_STRING(Struct, workers.sbatch), .name = "sbatch", .value_name = "OPTIONS",           \
       .help = "with --cluster slurm: options of sbatch, such as '--partition=long "               \
               "--time=8:00:00'"},                                                                 \
      {OPTION_FLAG(Struct, workers.detach), .name = "detach",                                      \
       .help = "with --cluster: do not wait for the workers"},                                     \
      {OPTION_FLAG(Struct, workers.dry_run), .name = "dry-run",                                    \
       .help = "with --workers: print the script of a task, and do nothing"},                      \
  {                                                                                                \
    OPTION_DURATION(Struct, workers.lease_ms), .name = "lease", .value_name = "TIME",              \
                                               .initial = "60s", .low = 500, .high = 86400000,     \
                                               .help = "a worker without a sign of life for TIME " \
                                                       "is lost, and others do what it had begun"  \
  }

/* For commands whose results are not in a store; with consent.h. */
#define WORKERS_STORE_OPTIONS(Struct)                                                              \
  {OPTION_STRING(Struct, workers.store), .name = "store", .value_name = "FILE|URL",                \
   .initial_note = "a file beside the results",                                                    \
   .help = "with --workers: share the work there, an SQLite file or postgresql://..."},            \
      CONSENT_OPTION(Struct, workers.trust)

/* Is it one of these options? */
bool workers_is_option(const char *name);
/* Do they ask for several processes? */
bool workers_wanted(const WorkersSettings *given);
/* STATUS_USAGE: they cannot be meant. */
Status workers_check(const WorkersSettings *given, Error *error);

/* What workers are called with, and where they leave their logs. */
typedef struct {
  const Subcommand *command;
  const WorkersSettings *given;
  const char *place; /* of the store, as it was given */
  Store *store;      /* NULL: there is none yet */
  int64_t number;    /* of the campaign or the work; 0: not known yet */
  const char *logs;
  bool trust; /* workers run what the store names */
} WorkersCall;

/* The script of a task; the exit code. */
int workers_print_script(const WorkersCall *call, FILE *stream);
/* Starts them as the options say. `crew` is NULL if somebody else is to start them. */
Status workers_start(const WorkersCall *call, Crew **crew, Error *error);
/* The tasks of a cluster that an earlier process has started; NULL: there are none. */
Status workers_find_tasks(const WorkersCall *call, Crew **crew, Error *error);
/* After Ctrl-C: are they to go on? Tasks of a cluster can, and whoever pressed it may want that. `crew` NULL: they are
 * somebody else's. */
bool workers_leave(const Crew *crew);

#endif
