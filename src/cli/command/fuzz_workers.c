#include "cli/command/fuzz_workers.h"

#include "cli/option/commands.h"

Status fuzz_workers_wanted(const FuzzOptions *given, const CampaignJob *job, bool *wanted,
                           Error *error)
{
  StoreShare share;
  *wanted = workers_wanted(&given->workers);
  return *wanted
             ? STATUS_OK
             : store_get_share(job->recorder.store, job->recorder.campaign, &share, wanted, error);
}

static WorkersCall call_of(const FuzzOptions *given, const CampaignJob *job)
{
  return (WorkersCall){.command = &command_fuzz,
                       .given = &given->workers,
                       .trust = given->trust,
                       .place = job ? job->setup.spec->store : given->spec.store,
                       .store = job ? job->recorder.store : NULL,
                       .number = job ? job->recorder.campaign : 0,
                       .logs = job ? job->folder.path : "."};
}

int fuzz_workers_print(const FuzzOptions *given, const CampaignJob *job)
{
  WorkersCall call = call_of(given, job);
  return workers_print_script(&call, stdout);
}

/* Who resumes a campaign that tasks of a cluster still run only watches them. */
static Status start(const FuzzOptions *given, const CampaignJob *job, Crew **crew, Error *error)
{
  WorkersCall call = call_of(given, job);
  Status status = STATUS_OK;
  if (job->active > 0 && !given->workers.count) status = workers_find_tasks(&call, crew, error);
  return status == STATUS_OK && !*crew ? workers_start(&call, crew, error) : status;
}

typedef struct {
  const Crew *crew;
  FuzzShow *show;
} Question;

/* The question needs the terminal as it is. */
static bool asks_to_leave(const void *user)
{
  const Question *question = user;
  fuzz_show_close_screen(question->show);
  return workers_leave(question->crew);
}

static void tell_how_to_return(const CampaignJob *job)
{
  const char *store = job->setup.spec->store;
  fprintf(stderr, "assay fuzz: the workers go on; to watch them: assay fuzz --resume %s",
          store ? store : job->folder.path);
  if (store) fprintf(stderr, " --campaign %jd", (intmax_t)job->recorder.campaign);
  fputc('\n', stderr);
}

Status fuzz_workers_run(const FuzzOptions *given, CampaignJob *job, FuzzShow *show, bool *left,
                        Error *error)
{
  Crew *crew = NULL;
  Status status = job_open(job, error);
  if (status == STATUS_OK) status = start(given, job, &crew, error);
  *left = given->workers.detach;
  if (status == STATUS_OK && !*left) {
    Question question = {.crew = crew, .show = show};
    job->leaves = asks_to_leave;
    job->leaves_user = &question;
    job_watch(job, crew);
    *left = job->left;
  }
  if (status == STATUS_OK && *left) {
    fuzz_show_close_screen(show);
    tell_how_to_return(job);
  }
  if (crew) crew->class->destroy(crew);
  return status;
}
