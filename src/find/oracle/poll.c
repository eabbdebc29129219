#include "find/oracle/poll.h"

#include <stdatomic.h>
#include <string.h>

#include "base/worker.h"
#include "find/oracle/paper.h"
#include "smt/text/theory.h"

/* Scripts that are judged, but wait for an earlier one. */
enum { WAITING_MAX = 256 };

typedef struct {
  Supervisor *sup;
  SolvePool *pool;
  Worker *worker;
  atomic_bool interrupted;
  Panel panel;
  PollSource *source;
  bool exhausted; /* the source has no more */
  PollSink *sink;
  void *user;
  Paper *first, *last;
  size_t papers;
} Poll;

/* --- the list of scripts --- */

/* Puts a list of papers behind one of the list. */
static void insert_behind(Poll *poll, Paper *place, Paper *papers)
{
  Paper *end = papers;
  for (poll->papers++; end->next; end = end->next) poll->papers++;
  end->next = place->next;
  place->next = papers;
  if (poll->last == place) poll->last = end;
}

static void remove_behind(Poll *poll, Paper *place)
{
  Paper *paper = place->next;
  place->next = paper->next;
  if (poll->last == paper) poll->last = place;
  poll->papers--;
  paper_destroy(paper);
}

/* To the user, in the order of the scripts. */
static void deliver(Poll *poll)
{
  while (poll->first && poll->first->judged) {
    Paper *paper = poll->first;
    poll->sink(poll->user, &paper->ballot);
    poll->first = paper->next;
    if (!poll->first) poll->last = NULL;
    poll->papers--;
    paper_destroy(paper);
  }
}

/* --- judging --- */

static void conclude(Poll *poll, Paper *paper);

/* The last follower is judged. */
static void take_followers(Poll *poll, Paper *paper)
{
  while (paper->next && paper->next->parent == paper) {
    paper_adopt(paper, paper->next);
    remove_behind(poll, paper);
  }
  conclude(poll, paper);
}

/* All that a paper waited for is there. */
static void conclude(Poll *poll, Paper *paper)
{
  if (poll->panel.options->once) {
    paper->judged = true;
    paper_release(paper);
    return;
  }
  if (!paper->counted) {
    paper_count(paper);
    Paper *followers = paper_follow(paper);
    if (followers) {
      insert_behind(poll, paper, followers);
      return;
    }
  }
  paper_judge(paper);
  if (!paper->judged) return;
  Paper *parent = paper->parent;
  if (!parent)
    paper_release(paper);
  else if (--parent->followers == 0)
    take_followers(poll, parent);
}

/* --- work that is not running solvers --- */

/* Reading a script (no task), or looking at what a solver printed: long work for the worker, so that the
 * limits of what runs meanwhile are watched. */
typedef struct {
  Paper *paper;
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
    paper_take(errand->task, &errand->run);
  else
    paper_read(errand->paper);
}

static void tell(void *user)
{
  Poll *poll = user;
  supervisor_notify(poll->sup);
}

static void take_vote(Poll *poll, const Task *task)
{
  const PollOptions *options = poll->panel.options;
  Paper *paper = task->paper;
  paper->unfinished--;
  if (options->took && !paper->parent && paper->round == ROUND_FIRST)
    options->took(options->took_user, &paper->ballot, task->solver);
}

static void take_errands(Poll *poll)
{
  for (Errand *errand; (errand = worker_take(poll->worker)); free(errand)) {
    Paper *paper = errand->paper;
    paper->stage = PAPER_OPEN;
    if (errand->task) take_vote(poll, errand->task);
    if (!paper->unfinished) conclude(poll, paper);
    deliver(poll);
  }
}

/* --- running --- */

static Task *waiting_task(const Poll *poll)
{
  for (Paper *paper = poll->first; paper; paper = paper->next)
    for (size_t i = 0;
         paper->stage == PAPER_OPEN && paper->unfinished && i < poll->panel.options->solver_count;
         i++)
      if (paper->tasks[i].waits) return &paper->tasks[i];
  return NULL;
}

static void append_next(Poll *poll)
{
  PollScript script = {0};
  poll->exhausted = !poll->source(poll->user, &script);
  if (poll->exhausted) return;
  Paper *paper = paper_create(&poll->panel, &script);
  if (poll->last)
    poll->last->next = paper;
  else
    poll->first = paper;
  poll->last = paper;
  poll->papers++;
}

/* A script that is to be read; the next of the source if there is no other. */
static Paper *new_paper(Poll *poll)
{
  for (;;) {
    for (Paper *paper = poll->first; paper; paper = paper->next)
      if (paper->stage == PAPER_NEW) return paper;
    if (poll->exhausted || poll->papers >= WAITING_MAX) return NULL;
    append_next(poll);
  }
}

static bool has_room(const Poll *poll)
{
  size_t busy = solve_pool_pending(poll->pool) + (worker_load(poll->worker) > 0);
  return busy < poll->panel.options->jobs;
}

static void start_task(Poll *poll, Task *task)
{
  task->waits = false;
  if (paper_wants_plain(task->paper))
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
    Paper *paper = worker_load(poll->worker) ? NULL : new_paper(poll);
    if (!paper) return;
    paper->stage = PAPER_OPENING;
    give_errand(poll, (Errand){.paper = paper});
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
    return poll->panel.options->tick ? POLL_TICK_NS : SUPERVISOR_FOREVER;
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
      give_errand(poll, (Errand){task->paper, task, event.result});
    }
    take_errands(poll);
    if (poll->panel.options->tick) poll->panel.options->tick(poll->panel.options->tick_user);
  }
}

static void init_panel(Panel *panel, const PollOptions *options)
{
  panel->options = options;
  panel->theories = theory_create_bank();
  panel->families = mem_alloc(options->solver_count, sizeof *panel->families);
  for (size_t i = 0; i < options->solver_count; i++)
    panel->families[i] = solver_family(&options->solvers[i]);
}

static void deinit_panel(Panel *panel)
{
  for (size_t i = 0; i < panel->options->solver_count; i++) free(panel->families[i]);
  bank_destroy(panel->theories);
  free(panel->families);
}

bool poll_scripts(Supervisor *sup, const PollOptions *options, PollSource *source, PollSink *sink,
                  void *user)
{
  Poll poll = {.sup = sup,
               .pool = solve_pool_create(sup, options->mode),
               .source = source,
               .sink = sink,
               .user = user};
  init_panel(&poll.panel, options);
  /* With one job at a time nothing else runs while there is an errand. */
  poll.worker = worker_create(
      &(WorkerDuty){.work = do_errand, .done = tell, .user = &poll, .here = options->jobs == 1});
  bool undisturbed = run_all(&poll);
  worker_destroy(poll.worker);
  while (poll.first) {
    Paper *paper = poll.first;
    poll.first = paper->next;
    if (paper->judged && !paper->parent) sink(user, &paper->ballot);
    paper_destroy(paper);
  }
  solve_pool_destroy(poll.pool);
  deinit_panel(&poll.panel);
  return undisturbed;
}

/* --- files --- */

typedef struct {
  const char *const *paths;
  size_t count, next;
  PollSink *sink;
  void *user;
} PathList;

static bool next_path(void *user, PollScript *script)
{
  PathList *list = user;
  if (list->next == list->count) return false;
  script->path = list->paths[list->next++];
  return true;
}

static void pass_on(void *user, const Ballot *ballot)
{
  PathList *list = user;
  list->sink(list->user, ballot);
}

bool poll_run(Supervisor *sup, const PollOptions *options, const char *const *paths, size_t count,
              PollSink *sink, void *user)
{
  PathList list = {.paths = paths, .count = count, .sink = sink, .user = user};
  return poll_scripts(sup, options, next_path, pass_on, &list);
}
