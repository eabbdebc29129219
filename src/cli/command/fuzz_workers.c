#include "cli/command/fuzz_workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign/cluster.h"
#include "run/solver/solver.h"

const char *const fuzz_cluster_words[] = {"here", "slurm", "none", NULL};

/* The state by which a later process finds the tasks again. */
#define STATE_CLUSTER "cluster"

Status fuzz_workers_wanted(const FuzzOptions *given, const CampaignJob *job, bool *wanted,
                           Error *error)
{
  StoreShare share;
  *wanted = given->workers > 0 || given->cluster != FUZZ_CLUSTER_HERE;
  return *wanted
             ? STATUS_OK
             : store_get_share(job->recorder.store, job->recorder.campaign, &share, wanted, error);
}

/* Where workers find the store: from any folder, and with the password that messages do not show. */
static char *place_of(const FuzzOptions *given, const CampaignJob *job)
{
  const char *url = job ? job->setup.spec->store : given->spec.store;
  if (url && strstr(url, "://")) return mem_copy_string(url, strlen(url));
  const char *path = job ? store_name(job->recorder.store) : url ? url : "STORE";
  char *whole = realpath(path, NULL);
  return whole ? whole : mem_copy_string(path, strlen(path));
}

static size_t task_count(const FuzzOptions *given)
{
  return given->workers ? (size_t)given->workers : 1;
}

static ClusterJob job_of(const FuzzOptions *given, const CampaignJob *job, const char *program,
                         const char *store)
{
  return (ClusterJob){.call = {.program = program,
                               .store = store,
                               .campaign = job ? job->recorder.campaign : 0,
                               .lease_ms = given->lease_ms,
                               .trust = given->trust},
                      .tasks = task_count(given),
                      .options = given->sbatch,
                      .logs = job ? job->folder.path : "."};
}

static void print_script(const FuzzOptions *given, const CampaignJob *job, const char *program,
                         const char *store, FILE *stream)
{
  StrBuf script;
  strbuf_init(&script, 0);
  ClusterJob task = job_of(given, job, program, store);
  cluster_script(&task, &script);
  fputs(strbuf_text(&script), stream);
  fflush(stream);
  strbuf_deinit(&script);
}

Status fuzz_workers_print(const FuzzOptions *given, const CampaignJob *job, Error *error)
{
  char *program = solver_own_program(), *store = place_of(given, job);
  (void)error;
  print_script(given, job, program ? program : "assay", store, stdout);
  free(program);
  free(store);
  return STATUS_OK;
}

/* --- starting --- */

static Status submit(const FuzzOptions *given, CampaignJob *job, const CrewCall *call, Crew **crew,
                     Error *error)
{
  StrBuf id;
  strbuf_init(&id, 0);
  ClusterJob task = job_of(given, job, call->program, call->store);
  Status status = cluster_submit(&task, &id, error);
  if (status == STATUS_OK) {
    fprintf(stderr, "assay fuzz: Slurm job %s, %zu tasks; 'scancel %s' ends them\n",
            strbuf_text(&id), task.tasks, strbuf_text(&id));
    status = store_put_state(job->recorder.store, job->recorder.campaign, 0, STATE_CLUSTER,
                             (StoreText){.bytes = id.bytes, .length = id.length}, error);
    if (status == STATUS_OK) status = store_flush(job->recorder.store, error);
    *crew = cluster_crew(strbuf_text(&id));
  }
  strbuf_deinit(&id);
  return status;
}

/* Tasks that an earlier process has submitted. */
static Status find_tasks(CampaignJob *job, Crew **crew, Error *error)
{
  StrBuf id;
  bool found;
  strbuf_init(&id, 0);
  Status status = store_get_state(job->recorder.store, job->recorder.campaign, 0, STATE_CLUSTER,
                                  &id, &found, error);
  const char *text = strbuf_text(&id);
  if (status == STATUS_OK && found && *text && text[strspn(text, "0123456789")] == 0)
    *crew = cluster_crew(text);
  strbuf_deinit(&id);
  return status;
}

static Status start(const FuzzOptions *given, CampaignJob *job, const CrewCall *call, Crew **crew,
                    Error *error)
{
  /* Who resumes a campaign that others still run only watches them. */
  if (job->active > 0 && !given->workers) return find_tasks(job, crew, error);
  if (given->cluster == FUZZ_CLUSTER_SLURM) return submit(given, job, call, crew, error);
  if (given->cluster == FUZZ_CLUSTER_HERE)
    return crew_start_here(crew, call, task_count(given), job->folder.path, error);
  print_script(given, job, call->program, call->store, stderr);
  return STATUS_OK;
}

/* --- watching --- */

/* Tasks of a cluster can go on without us, and whoever presses Ctrl-C may want that. */
static bool asks_to_leave(const void *user)
{
  const FuzzOptions *given = user;
  char answer[16] = "";
  if (given->cluster != FUZZ_CLUSTER_SLURM) return given->cluster == FUZZ_CLUSTER_NONE;
  FILE *terminal = isatty(STDIN_FILENO) == 1 ? fopen("/dev/tty", "r+") : NULL;
  if (!terminal) return true;
  fprintf(terminal, "\nleave the tasks running (l), or cancel them (c)? ");
  fflush(terminal);
  bool leaves = !fgets(answer, sizeof answer, terminal) || *answer != 'c';
  fclose(terminal);
  return leaves;
}

static void tell_how_to_return(const CampaignJob *job)
{
  const char *store = job->setup.spec->store;
  fprintf(stderr, "assay fuzz: the workers go on; to watch them: assay fuzz --resume %s",
          store ? store : job->folder.path);
  if (store) fprintf(stderr, " --campaign %jd", (intmax_t)job->recorder.campaign);
  fputc('\n', stderr);
}

Status fuzz_workers_run(const FuzzOptions *given, CampaignJob *job, bool *left, Error *error)
{
  char *program = solver_own_program(), *store = place_of(given, job);
  CrewCall call = {.program = program ? program : "assay",
                   .store = store,
                   .campaign = job->recorder.campaign,
                   .lease_ms = given->lease_ms,
                   .trust = given->trust};
  Crew *crew = NULL;
  Status status = job_open(job, error);
  if (status == STATUS_OK) status = start(given, job, &call, &crew, error);
  if (status != STATUS_OK && crew) crew->class->cancel(crew);
  *left = given->detach;
  if (status == STATUS_OK && !given->detach) {
    job->leaves = asks_to_leave;
    job->leaves_user = given;
    job_watch(job, crew);
    *left = job->left;
  }
  if (status == STATUS_OK && *left) tell_how_to_return(job);
  if (crew) crew->class->destroy(crew);
  free(program);
  free(store);
  return status;
}
