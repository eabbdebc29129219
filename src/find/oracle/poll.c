#include "find/oracle/poll.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/worker.h"
#include "find/oracle/job.h"

/* Scripts that are judged, but wait for an earlier one. */
enum { WAITING_MAX = 256 };

typedef struct {
  Supervisor *sup;
  SolvePool *pool;
  Worker *worker;
  atomic_bool interrupted;
  PollContext context;
  PollSource *source;
  bool exhausted; /* the source has no more */
  PollSink *sink;
  void *user;
  Job *first, *last;
  size_t jobs;
} Poll;

/* --- the list of scripts --- */

/* Puts a list of jobs after one of the list. */
static void insert_behind(Poll *poll, Job *place, Job *jobs)
{
  Job *end = jobs;
  for (poll->jobs++; end->next; end = end->next) poll->jobs++;
  end->next = place->next;
  place->next = jobs;
  if (poll->last == place) poll->last = end;
}

static void remove_behind(Poll *poll, Job *place)
{
  assert(place->next && poll->jobs);
  Job *job = place->next;
  place->next = job->next;
  if (poll->last == job) poll->last = place;
  poll->jobs--;
  poll_job_destroy(job);
}

/* To the user, in the order of the scripts. */
static void deliver(Poll *poll)
{
  while (poll->first && poll->first->judged) {
    Job *job = poll->first;
    poll->sink(poll->user, &job->polled);
    poll->first = job->next;
    if (!poll->first) poll->last = NULL;
    poll->jobs--;
    poll_job_destroy(job);
  }
}

/* --- judging --- */

static void conclude(Poll *poll, Job *job);

/* The last follower is judged. */
static void take_followers(Poll *poll, Job *job)
{
  while (job->next && job->next->parent == job) {
    poll_job_adopt(job, job->next);
    remove_behind(poll, job);
  }
  conclude(poll, job);
}

/* All that a job waited for is there. */
static void conclude(Poll *poll, Job *job)
{
  if (poll->context.options->once) {
    job->judged = true;
    poll_job_release(job);
    return;
  }
  if (!job->counted) {
    Job *followers = poll_job_ask_models(job);
    if (!followers) {
      poll_job_count(job);
      followers = poll_job_follow(job);
    }
    if (followers) {
      insert_behind(poll, job, followers);
      return;
    }
  }
  poll_job_judge(job);
  if (!job->judged) return;
  Job *parent = job->parent;
  if (!parent)
    poll_job_release(job);
  else if (--parent->followers == 0)
    take_followers(poll, parent);
}

/* --- work that is not running solvers --- */

/* Reading a script (no task), or looking at what a solver printed: long work for the worker, so that the
 * limits of what runs meanwhile are watched. */
typedef struct {
  Job *job;
  Task *task;
  RunResult run;
} Errand;

static void give_errand(Poll *poll, Errand errand)
{
  Errand *copy = mem_alloc(1, sizeof *copy);
  *copy = errand;
  worker_give(poll->worker, copy);
}

static void do_errand(void *user, void *job)
{
  Poll *poll = user;
  Errand *errand = job;
  if (atomic_load(&poll->interrupted)) return;
  if (errand->task)
    poll_job_take(errand->task, &errand->run);
  else
    poll_job_read(errand->job);
}

static void tell(void *user)
{
  Poll *poll = user;
  supervisor_notify(poll->sup);
}

static void take_vote(Poll *poll, const Task *task)
{
  const PollOptions *options = poll->context.options;
  Job *job = task->job;
  job->unfinished--;
  if (options->took && !job->parent && job->round == ROUND_FIRST)
    options->took(options->took_user, &job->polled, task->solver);
}

static void take_errands(Poll *poll)
{
  for (Errand *errand; (errand = worker_take(poll->worker)); free(errand)) {
    Job *job = errand->job;
    job->stage = JOB_OPEN;
    if (errand->task) take_vote(poll, errand->task);
    if (!job->unfinished) conclude(poll, job);
    deliver(poll);
  }
}

/* --- running --- */

static Task *waiting_task(const Poll *poll)
{
  for (Job *job = poll->first; job; job = job->next)
    for (size_t i = 0;
         job->stage == JOB_OPEN && job->unfinished && i < poll->context.options->solver_count; i++)
      if (job->tasks[i].waits) return &job->tasks[i];
  return NULL;
}

static void append_next(Poll *poll)
{
  PollInput script = {0};
  poll->exhausted = !poll->source(poll->user, &script);
  if (poll->exhausted) return;
  Job *job = poll_job_create(&poll->context, &script);
  if (poll->last)
    poll->last->next = job;
  else
    poll->first = job;
  poll->last = job;
  poll->jobs++;
}

/* A script that is to be read; the next of the source if there is no other. */
static Job *new_job(Poll *poll)
{
  for (;;) {
    for (Job *job = poll->first; job; job = job->next)
      if (job->stage == JOB_NEW) return job;
    if (poll->exhausted || poll->jobs >= WAITING_MAX) return NULL;
    append_next(poll);
  }
}

static bool has_room(const Poll *poll)
{
  size_t busy = solve_pool_pending(poll->pool) + (worker_load(poll->worker) > 0);
  return busy < poll->context.options->jobs;
}

static void start_task(Poll *poll, Task *task)
{
  assert(task->waits && task->job->examination);
  task->waits = false;
  if (poll_job_wants_plain(task->job))
    solve_start(poll->sup, &task->request);
  else
    solve_pool_start(poll->pool, &task->request);
}

static void start_work(Poll *poll)
{
  while (has_room(poll)) {
    Task *task = waiting_task(poll);
    if (task) {
      start_task(poll, task);
      continue;
    }
    Job *job = worker_load(poll->worker) ? NULL : new_job(poll);
    if (!job) return;
    job->stage = JOB_OPENING;
    give_errand(poll, (Errand){.job = job});
  }
}

static void end_all(Poll *poll)
{
  atomic_store(&poll->interrupted, true);
  supervisor_cancel_all(poll->sup);
  RunEvent event;
  while (solve_pool_pending(poll->pool))
    if (solve_pool_wait(poll->pool, SUPERVISOR_FOREVER, &event) == RUN_EVENT_FINISHED)
      run_result_deinit(&event.result);
  while (worker_load(poll->worker)) {
    worker_wait(poll->worker);
    Errand *errand = worker_take(poll->worker);
    run_result_deinit(&errand->run);
    free(errand);
  }
}

/* Only the worker is at work: there is nothing to be watched. */
static uint64_t wait_for_worker(Poll *poll)
{
  if (solve_pool_pending(poll->pool))
    return poll->context.options->tick ? POLL_TICK_NS : SUPERVISOR_FOREVER;
  worker_wait(poll->worker);
  return 0;
}

static bool run_all(Poll *poll)
{
  for (;;) {
    start_work(poll);
    if (!solve_pool_pending(poll->pool) && !worker_load(poll->worker)) return true;
    RunEvent event;
    RunEventKind kind = solve_pool_wait(poll->pool, wait_for_worker(poll), &event);
    if (kind == RUN_EVENT_WOKEN) {
      end_all(poll);
      return false;
    }
    if (kind == RUN_EVENT_FINISHED) {
      Task *task = event.result.user;
      give_errand(poll, (Errand){task->job, task, event.result});
    }
    take_errands(poll);
    if (poll->context.options->tick) poll->context.options->tick(poll->context.options->tick_user);
  }
}

static void init_context(PollContext *context, const PollOptions *options)
{
  assert(options->jobs && options->solver_count <= SOLVER_SET_MAX && options->language);
  context->options = options;
  context->kind = options->language->examiner;
  context->examiner = context->kind->create(&options->eval);
  context->families = mem_alloc(options->solver_count, sizeof *context->families);
  for (size_t i = 0; i < options->solver_count; i++)
    context->families[i] = solver_family(&options->solvers[i]);
}

static void deinit_context(PollContext *context)
{
  for (size_t i = 0; i < context->options->solver_count; i++) free(context->families[i]);
  context->kind->destroy(context->examiner);
  free(context->families);
}

bool poll_inputs(Supervisor *sup, const PollOptions *options, PollSource *source, PollSink *sink,
                 void *user)
{
  Poll poll = {.sup = sup,
               .pool = solve_pool_create(sup, options->mode),
               .source = source,
               .sink = sink,
               .user = user};
  init_context(&poll.context, options);
  /* With one job at a time nothing else runs while there is an errand. */
  poll.worker = worker_create(
      &(WorkerDuty){.work = do_errand, .done = tell, .user = &poll, .here = options->jobs == 1});
  bool uninterrupted = run_all(&poll);
  worker_destroy(poll.worker);
  while (poll.first) {
    Job *job = poll.first;
    poll.first = job->next;
    if (job->judged && !job->parent) sink(user, &job->polled);
    poll_job_destroy(job);
  }
  solve_pool_destroy(poll.pool);
  deinit_context(&poll.context);
  return uninterrupted;
}

/* --- files --- */

typedef struct {
  const char *const *paths;
  size_t count, next;
  PollSink *sink;
  void *user;
} PathList;

static bool next_path(void *user, PollInput *script)
{
  PathList *list = user;
  if (list->next == list->count) return false;
  script->path = list->paths[list->next++];
  return true;
}

static void pass_on(void *user, const PollResult *polled)
{
  PathList *list = user;
  list->sink(list->user, polled);
}

bool poll_run(Supervisor *sup, const PollOptions *options, const char *const *paths, size_t count,
              PollSink *sink, void *user)
{
  PathList list = {.paths = paths, .count = count, .sink = sink, .user = user};
  return poll_inputs(sup, options, next_path, pass_on, &list);
}
