#include "cli/shared/workers.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/option/style.h"
#include "run/solver/solver.h"

const char *const workers_cluster_words[] = {"here", "slurm", "none", NULL};

/* The state by which a later process finds the tasks again. */
#define STATE_CLUSTER "cluster"

bool workers_is_option(const char *name)
{
  static const char *const names[] = {"workers", "join",  "cluster", "sbatch", "detach",
                                      "dry-run", "lease", "store",   "trust"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

bool workers_wanted(const WorkersSettings *given)
{
  return given->count > 0 || given->cluster != CLUSTER_HERE;
}

Status workers_check(const WorkersSettings *given, Error *error)
{
  if (given->detach && given->cluster == CLUSTER_HERE)
    return error_set(error, STATUS_USAGE,
                     "--detach needs --cluster: processes of this machine end with their parent");
  if (given->join && workers_wanted(given))
    return error_set(error, STATUS_USAGE, "--join is for one worker: leave out --workers");
  return STATUS_OK;
}

/* --- how they are called --- */

static bool is_server(const char *place)
{
  return strstr(place, "://") != NULL;
}

/* Where workers find the store: from any folder, and with the password that messages do not show. */
static char *place_of(const WorkersCall *call)
{
  const char *place = call->place;
  if (place && is_server(place)) return mem_copy_string(place, strlen(place));
  if (call->store) place = store_name(call->store);
  char *whole = place ? realpath(place, NULL) : NULL;
  if (!place) place = "STORE";
  return whole ? whole : mem_copy_string(place, strlen(place));
}

typedef struct {
  char *program, *place;
  ClusterJob job;
} Prepared;

static void prepare(Prepared *prepared, const WorkersCall *call)
{
  const WorkersSettings *given = call->given;
  prepared->program = solver_own_program();
  prepared->place = place_of(call);
  prepared->job = (ClusterJob){.call = {.program = prepared->program ? prepared->program : "assay",
                                        .command = call->command->name,
                                        .store = prepared->place,
                                        .campaign = call->number,
                                        .lease_ms = given->lease_ms,
                                        .trust = call->trust},
                               .tasks = given->count ? (size_t)given->count : 1,
                               .options = given->sbatch,
                               .logs = call->logs};
}

static void release(Prepared *prepared)
{
  free(prepared->program);
  free(prepared->place);
}

static Status print_job(const ClusterJob *job, FILE *stream, Error *error)
{
  StrBuf script;
  strbuf_init(&script, 0);
  Status status = cluster_script(job, &script, error);
  if (status == STATUS_OK) fputs(strbuf_text(&script), stream);
  fflush(stream);
  strbuf_deinit(&script);
  return status;
}

int workers_print_script(const WorkersCall *call, FILE *stream)
{
  Prepared prepared;
  Error error;
  prepare(&prepared, call);
  Status status = print_job(&prepared.job, stream, &error);
  release(&prepared);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(call->command, &error);
}

/* --- starting --- */

static Status submit(const WorkersCall *call, const ClusterJob *job, Crew **crew, Error *error)
{
  StrBuf id;
  strbuf_init(&id, 0);
  Status status = cluster_submit(job, &id, error);
  if (status == STATUS_OK) {
    if (!is_server(job->call.store))
      fprintf(
          stderr,
          "assay %s: the store is an SQLite file, which processes of one machine can share: tasks "
          "on other nodes need --store postgresql://...\n",
          call->command->name);
    fprintf(stderr, "assay %s: Slurm job %s, %zu task%s; 'scancel %s' ends %s\n",
            call->command->name, strbuf_text(&id), job->tasks, text_plural(job->tasks),
            strbuf_text(&id), job->tasks == 1 ? "it" : "them");
    status = store_put_state(call->store, call->number, 0, STATE_CLUSTER,
                             (StoreText){.bytes = id.bytes, .length = id.length}, error);
    if (status == STATUS_OK) status = store_flush(call->store, error);
    *crew = cluster_crew(strbuf_text(&id));
  }
  strbuf_deinit(&id);
  return status;
}

Status workers_start(const WorkersCall *call, Crew **crew, Error *error)
{
  Prepared prepared;
  Status status = STATUS_OK;
  *crew = NULL;
  prepare(&prepared, call);
  switch ((ClusterKind)call->given->cluster) {
  case CLUSTER_HERE:
    status =
        crew_start_here(crew, &prepared.job.call, prepared.job.tasks, prepared.job.logs, error);
    break;
  case CLUSTER_SLURM: status = submit(call, &prepared.job, crew, error); break;
  case CLUSTER_NONE: status = print_job(&prepared.job, stderr, error); break;
  }
  if (status != STATUS_OK && *crew) (*crew)->class->cancel(*crew);
  release(&prepared);
  return status;
}

Status workers_find_tasks(const WorkersCall *call, Crew **crew, Error *error)
{
  StrBuf id;
  bool found;
  *crew = NULL;
  strbuf_init(&id, 0);
  Status status = store_get_state(call->store, call->number, 0, STATE_CLUSTER, &id, &found, error);
  const char *text = strbuf_text(&id);
  if (status == STATUS_OK && found && *text && text[strspn(text, "0123456789")] == 0)
    *crew = cluster_crew(text);
  strbuf_deinit(&id);
  return status;
}

bool workers_leave(const Crew *crew)
{
  char answer[16] = "";
  if (!crew || !crew->class->stays) return !crew;
  FILE *terminal = isatty(STDIN_FILENO) == 1 ? fopen("/dev/tty", "r+") : NULL;
  if (!terminal) return true;
  fprintf(terminal, "\nleave the tasks running (l), or cancel them (c)? ");
  fflush(terminal);
  bool leaves = !fgets(answer, sizeof answer, terminal) || *answer != 'c';
  fclose(terminal);
  return leaves;
}
