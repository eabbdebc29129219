#include "cli/command/experiment_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptor.h"
#include "cli/command/experiment_result.h"
#include "cli/command/experiment_worker.h"
#include "cli/shared/solvers.h"

enum { ATTEMPTS_MAX = 10000 };

/* One campaign of the plan. */
typedef struct {
  size_t place, strategy, repetition;
  PlanWords words;
  char *name; /* "QF_FP-z3-cvc5.bandit2.1" */
} Task;

struct Experiment {
  const ExperimentRun *run;
  Tally *tally;
  Supervisor *sup;
  VEC(Task) tasks; /* in the order in which they are run */
  size_t next, running, done, failed, fresh;
  uint64_t started_ns;
  int code;
};

/* --- folders --- */

static int make_folder(const Subcommand *command, const char *path)
{
  struct stat info;
  if (mkdir(path, 0777) == 0) return EXIT_FINE;
  int number = errno;
  if (number == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return EXIT_FINE;
  return command_error(command, EXIT_ENVIRONMENT, "cannot make the folder '%s': %s", path,
                       strerror(number));
}

static char *path_of(const Experiment *experiment, const char *below, const char *name,
                     const char *end)
{
  StrBuf path;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/%s%s%s%s", experiment->run->folder, below, *name ? "/" : "", name, end);
  char *copy = mem_copy_string(path.bytes, path.length);
  strbuf_deinit(&path);
  return copy;
}

static int make_folders(const Experiment *experiment)
{
  static const char *const names[] = {"results", "campaigns"};
  int code = make_folder(experiment->run->command, experiment->run->folder);
  for (size_t i = 0; i < 2 && code == EXIT_FINE; i++) {
    char *path = path_of(experiment, names[i], "", "");
    code = make_folder(experiment->run->command, path);
    free(path);
  }
  return code;
}

/* So that nobody else runs what is missing: results are read after it. Gives a descriptor to close, or -1: folders of some
 * network file systems cannot be locked. */
static int lock_results(const Experiment *experiment, int *code)
{
  char *path = path_of(experiment, "results", "", "");
  int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock >= 0 && !descriptor_lock(lock) && errno == EWOULDBLOCK)
    *code = command_error(experiment->run->command, EXIT_ENVIRONMENT,
                          "another process runs the experiment of '%s'", experiment->run->folder);
  free(path);
  return lock;
}

/* A campaign that was interrupted has left a folder, which may have findings in it: another name is taken. */
static char *campaign_folder(const Experiment *experiment, const Task *task)
{
  for (int attempt = 1;; attempt++) {
    char end[32] = "";
    if (attempt > 1) snprintf(end, sizeof end, "-%d", attempt);
    char *path = path_of(experiment, "campaigns", task->name, end);
    if (access(path, F_OK) != 0 || attempt == ATTEMPTS_MAX) return path;
    free(path);
  }
}

/* --- tasks --- */

static void add_task(Experiment *experiment, size_t place, size_t strategy, size_t repetition)
{
  const ExperimentPlan *plan = experiment->run->plan;
  StrBuf name;
  Task task = {.place = place, .strategy = strategy, .repetition = repetition};
  strbuf_init(&name, 0);
  strbuf_printf(&name, "%s.%s.%zu", plan->cases.items[place].name,
                plan->strategies.items[strategy].name, repetition + 1);
  task.name = mem_copy_string(name.bytes, name.length);
  strbuf_deinit(&name);
  experiment_plan_words(plan, place, strategy, repetition, &task.words);
  VEC_PUSH(&experiment->tasks, task);
}

/* All strategies on a case come one after the other, each time another one first, so that what else the machine does hits
 * all of them alike; all cases come before the next repetition, so that an experiment can be ended early. */
static void list_tasks(Experiment *experiment)
{
  const ExperimentPlan *plan = experiment->run->plan;
  size_t strategies = plan->strategies.count;
  for (size_t repetition = 0; repetition < plan->repetitions; repetition++)
    for (size_t place = 0; place < plan->cases.count; place++)
      for (size_t i = 0; i < strategies; i++)
        add_task(experiment, place, (i + place + repetition) % strategies, repetition);
}

static ResultState read_result(Experiment *experiment, const Task *task, Error *error)
{
  Tally *tally = experiment->tally;
  TallyCampaign *campaign = tally_at(tally, task->place, task->strategy, task->repetition);
  char *path = path_of(experiment, "results", task->name, ".json");
  const char *unit = tally->unit;
  ResultState state = result_read(path, &task->words, campaign, &unit, error);
  tally->unit = unit;
  free(path);
  return state;
}

static int read_results(Experiment *experiment)
{
  const Subcommand *command = experiment->run->command;
  for (size_t i = 0; i < experiment->tasks.count; i++) {
    const Task *task = &experiment->tasks.items[i];
    Error error;
    ResultState state = read_result(experiment, task, &error);
    if (state == RESULT_BROKEN)
      return command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
    if (state == RESULT_OTHER)
      return command_error(command, EXIT_ENVIRONMENT,
                           "'%s' has results of %s with other settings: the plan has changed; give "
                           "another folder with --out",
                           experiment->run->folder, task->name);
    experiment->done += state == RESULT_READ;
  }
  return EXIT_FINE;
}

/* --- running --- */

static void start(Experiment *experiment, Task *task)
{
  char *folder = campaign_folder(experiment, task);
  ExperimentWorker worker = {.words = &task->words, .folder = folder};
  RunRequest request = {.call = experiment_worker_run,
                        .call_user = &worker,
                        .limits = {.grace_ns = 20000000000ull, .stdout_bytes = RESULT_MAX},
                        .no_peak = true,
                        .user = task};
  supervisor_start(experiment->sup, &request);
  experiment->running++;
  free(folder);
}

static void start_more(Experiment *experiment)
{
  while (experiment->code == EXIT_FINE && experiment->running < experiment->run->jobs &&
         experiment->next < experiment->tasks.count) {
    Task *task = &experiment->tasks.items[experiment->next++];
    if (!tally_at(experiment->tally, task->place, task->strategy, task->repetition)->done)
      start(experiment, task);
  }
}

static void tell_failure(Experiment *experiment, const Task *task, const Error *error)
{
  fprintf(stderr, "%s: the campaign has failed: ", task->name);
  text_print_visible(stderr, error->message, strlen(error->message));
  fputc('\n', stderr);
  experiment->failed++;
  if (error->status == STATUS_USAGE)
    experiment->code = command_error(experiment->run->command, EXIT_USAGE,
                                     "the plan asks for a campaign that cannot be: see above");
}

static void tell_progress(Experiment *experiment, const Task *task)
{
  const TallyCampaign *campaign =
      tally_at(experiment->tally, task->place, task->strategy, task->repetition);
  size_t left = experiment->tasks.count - experiment->done;
  double passed = (double)(clock_monotonic_ns() - experiment->started_ns) / 1e9;
  fprintf(stderr, "%zu/%zu %s: ", experiment->done, experiment->tasks.count, task->name);
  if (campaign->bugs)
    fprintf(stderr, "%zu finding%s", campaign->findings.count,
            text_plural(campaign->findings.count));
  else
    fprintf(stderr, "margin %.2f of %g", campaign->margin, campaign->perfect);
  fprintf(stderr, ", %.0f inputs in %.0f s; about %.0f min left\n", campaign->inputs,
          campaign->seconds, passed / (double)experiment->fresh * (double)left / 60);
}

/* The summary, or NULL and why there is none. */
static json_t *summary_of(const RunResult *result, Error *error)
{
  if (result->end == RUN_EXITED && result->out.bytes)
    return experiment_worker_read(result->out.bytes, result->out.length, error);
  error_set(error, STATUS_IO, "%s%s%s", run_end_text(result->end), result->signal ? ": " : "",
            result->signal ? strsignal(result->signal) : "");
  return NULL;
}

/* `summary` NULL: the error says why there is none. */
static Status keep_result(Experiment *experiment, const Task *task, json_t *summary, Error *error)
{
  if (!summary) return error->status;
  char *path = path_of(experiment, "results", task->name, ".json");
  Status status = result_write(path, &task->words, summary, error);
  if (status == STATUS_OK && read_result(experiment, task, error) != RESULT_READ)
    status = error_set(error, STATUS_IO, "'%s' cannot be read again", path);
  json_decref(summary);
  free(path);
  return status;
}

static void take(Experiment *experiment, const Task *task, json_t *summary, Error *error)
{
  if (keep_result(experiment, task, summary, error) != STATUS_OK) {
    tell_failure(experiment, task, error);
    return;
  }
  experiment->done++;
  experiment->fresh++;
  tell_progress(experiment, task);
}

/* False: Ctrl-C. Campaigns that run then are ended, and begin anew the next time. */
static bool run_tasks(Experiment *experiment)
{
  bool uninterrupted = true;
  experiment->started_ns = clock_monotonic_ns();
  start_more(experiment);
  while (experiment->running) {
    RunEvent event;
    RunEventKind kind = supervisor_wait(experiment->sup, SUPERVISOR_FOREVER, &event);
    if (kind == RUN_EVENT_WOKEN) {
      uninterrupted = false;
      experiment->next = experiment->tasks.count;
      supervisor_cancel_all(experiment->sup);
    } else if (kind == RUN_EVENT_FINISHED) {
      Error error;
      experiment->running--;
      if (uninterrupted)
        take(experiment, event.result.user, summary_of(&event.result, &error), &error);
      run_result_deinit(&event.result);
      start_more(experiment);
    }
  }
  return uninterrupted;
}

static int run_here(Experiment *experiment)
{
  const Subcommand *command = experiment->run->command;
  experiment->sup = solvers_supervisor(command);
  if (!experiment->sup) return EXIT_ENVIRONMENT;
  solvers_catch_signals(experiment->sup);
  bool uninterrupted = run_tasks(experiment);
  solvers_release_signals();
  supervisor_destroy(experiment->sup);
  if (!uninterrupted)
    return command_error(command, EXIT_ENVIRONMENT,
                         "interrupted: %zu of %zu campaigns are done; the same command resumes",
                         experiment->done, experiment->tasks.count);
  return EXIT_FINE;
}

/* --- by workers --- */

static Status add_facts(const Experiment *experiment, const char *plan, StrBuf *facts, Error *error)
{
  Status status = crewwork_add_file(facts, plan, plan, error);
  for (size_t i = 0; i < experiment->tasks.count && status == STATUS_OK; i++)
    if (experiment->tasks.items[i].repetition == 0)
      status = experiment_worker_add_facts(&experiment->tasks.items[i].words, facts, error);
  return status;
}

/* A plan that cannot be meant ends the work. */
static Status take_part(void *user, const WorkResult *result, Error *error)
{
  Experiment *experiment = user;
  const Task *task = &experiment->tasks.items[result->number - 1];
  take(experiment, task, experiment_worker_read(result->bytes.bytes, result->bytes.length, error),
       error);
  return experiment->code == EXIT_FINE ? STATUS_OK : STATUS_USAGE;
}

static int run_by_workers(Experiment *experiment)
{
  const ExperimentRun *run = experiment->run;
  size_t count = experiment->tasks.count;
  const char **names = mem_alloc(count, sizeof *names);
  bool *wanted = mem_alloc_zero(count, sizeof *wanted);
  char *folder = path_of(experiment, "workers", "", "");
  StrBuf facts;
  Error error;
  int code = EXIT_FINE;
  bool left = false;
  strbuf_init(&facts, 0);
  crewwork_start_facts(&facts);
  if (add_facts(experiment, run->positionals[0], &facts, &error) != STATUS_OK)
    code = command_refuse(run->command, &error);
  for (size_t i = 0; i < count; i++) {
    const Task *task = &experiment->tasks.items[i];
    names[i] = task->name;
    wanted[i] = !tally_at(experiment->tally, task->place, task->strategy, task->repetition)->done;
  }
  WorkJob job = {.command = &experiment_work,
                 .given = run->workers,
                 .values = run->values,
                 .count = 1,
                 .positionals = run->positionals,
                 .folder = folder,
                 .noun = "campaigns",
                 .facts = strbuf_text(&facts),
                 .units = names,
                 .wanted = wanted,
                 .unit_count = count,
                 .take = take_part,
                 .user = experiment};
  experiment->started_ns = clock_monotonic_ns();
  if (code == EXIT_FINE) code = work_job_run(&job, &left);
  strbuf_deinit(&facts);
  free(folder);
  free(names);
  free(wanted);
  return code;
}

/* --- all --- */

static int run_all(Experiment *experiment)
{
  const Subcommand *command = experiment->run->command;
  int code =
      workers_wanted(experiment->run->workers) ? run_by_workers(experiment) : run_here(experiment);
  if (experiment->code != EXIT_FINE) return experiment->code;
  if (code == EXIT_FINE && experiment->failed)
    code = command_error(command, EXIT_ENVIRONMENT,
                         "%zu campaign%s failed; the same command tries again", experiment->failed,
                         text_plural(experiment->failed));
  return code;
}

static void free_tasks(Experiment *experiment)
{
  for (size_t i = 0; i < experiment->tasks.count; i++) {
    experiment_words_free(&experiment->tasks.items[i].words);
    free(experiment->tasks.items[i].name);
  }
  VEC_FREE(&experiment->tasks);
}

int experiment_run(const ExperimentRun *run, Tally *tally)
{
  Experiment experiment = {.run = run, .tally = tally};
  list_tasks(&experiment);
  int code = make_folders(&experiment);
  int lock = code == EXIT_FINE ? lock_results(&experiment, &code) : -1;
  if (code == EXIT_FINE) code = read_results(&experiment);
  if (code == EXIT_FINE && experiment.done < experiment.tasks.count) code = run_all(&experiment);
  if (lock >= 0) close(lock);
  free_tasks(&experiment);
  return code;
}

/* --- a worker's part --- */

int experiment_part_begin(Experiment **part, const ExperimentRun *run, const char *plan,
                          StrBuf *facts)
{
  Error error;
  *part = mem_alloc_zero(1, sizeof **part);
  (*part)->run = run;
  list_tasks(*part);
  Status status = add_facts(*part, plan, facts, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(run->command, &error);
}

int experiment_part_run(const Experiment *part, uint64_t number)
{
  if (number > part->tasks.count)
    return command_error(part->run->command, EXIT_ENVIRONMENT, "there is no such campaign");
  const Task *task = &part->tasks.items[number - 1];
  char *folder = campaign_folder(part, task);
  int code = experiment_worker_run(&(ExperimentWorker){.words = &task->words, .folder = folder});
  free(folder);
  return code;
}

void experiment_part_end(Experiment *part)
{
  free_tasks(part);
  free(part);
}
