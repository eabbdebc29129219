/* Commands whose work is done in units, by this process or by several: 'assay bench', 'experiment', 'verify --instances' and
 * 'train --evaluate'. Such a command describes itself by a WorkCommand, and
 *
 *   if (work_job_without(&work_command, &given->workers, count > 0, &code)) return code;
 *   ...
 *   if (workers_wanted(&given->workers)) code = work_job_run(&job, &left);
 *   else ... does all of it itself
 *
 * Results and exit codes are the same in both ways. See campaign/crewwork.h. */
#ifndef CLI_SHARED_WORK_JOB_H
#define CLI_SHARED_WORK_JOB_H

#include "campaign/crewwork.h"
#include "cli/shared/workers.h"

/* What a worker does. Its state is `state_size` bytes that begin as zeros. */
typedef struct {
  const Subcommand *command;
  size_t state_size;
  /* Begins as the command does that was called with these words, and adds what has to be the same everywhere. EXIT_FINE, or a
   * message has been printed; `end` comes in any case. */
  int (*begin)(void *state, const void *values, int count, char **positionals, StrBuf *facts);
  /* In a copy of the process: see WorkPart. */
  int (*run)(void *state, const StoreUnit *unit);
  size_t (*at_a_time)(const void *state); /* NULL: one */
  void (*end)(void *state);
} WorkCommand;

/* What the options ask for that is not the command itself: --join takes part until all is done, --dry-run prints the script of
 * a task, and some make no sense. True: that was it, with this exit code. `words`: the command was given more to do. */
bool work_job_without(const WorkCommand *command, const WorkersSettings *given, bool words,
                      int *code);

/* What the process does that was called with --workers. */
typedef struct {
  const WorkCommand *command;
  const WorkersSettings *given;
  const void *values; /* the words that it was called with */
  int count;
  char **positionals;
  const char *
      folder; /* of logs, and of the store if none was given; it is made, and removed if all went well and its store has no work that is left */
  const char *noun; /* what units are: "runs" */
  const char *facts;
  const char *const *units;
  const bool *wanted; /* those whose results are not there */
  size_t unit_count;
  Status (*take)(void *user, const WorkResult *result, Error *error);
  Status (*settle)(void *user, Error *error);
  void *user;
} WorkJob;

/* EXIT_FINE: all is done or, if `left`, workers go on with it. Otherwise a message has been printed. */
int work_job_run(const WorkJob *job, bool *left);
#endif
