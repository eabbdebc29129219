#include "oracle/poll.h"

#include <string.h>

#include "base/file.h"
#include "oracle/blank.h"
#include "oracle/ground.h"
#include "smtlib/theory.h"

/* Scripts that are judged, but wait for an earlier one. */
enum { WAITING_MAX = 256 };

typedef struct Paper Paper;

/* One solver on one script. */
typedef struct {
  Paper *paper;
  size_t solver;
  bool waits; /* to be started */
  SolveRequest request;
} Task;

/* A script in work. */
struct Paper {
  Ballot ballot;
  FileText text; /* without statuses */
  bool changed;  /* it is not what the file has */
  Bank *bank;    /* that has read the text; NULL if there is no need of one */
  Task *tasks;
  size_t unfinished; /* tasks */
  Vote *again;       /* votes of the second run, of the solvers in `concerned` */
  SolverSet concerned;
  SolverSet without_models; /* in the second run */
  bool judged;
  Paper *next; /* in the order of the scripts */
};

typedef struct {
  Supervisor *sup;
  const PollOptions *options;
  const char *const *paths;
  size_t path_count, next_path;
  PollSink *sink;
  void *user;
  Paper *first, *last;
  size_t papers;
  const char **names;
  char **families;
} Poll;

/* --- life of a script --- */

static void release_texts(Paper *paper)
{
  if (paper->bank) bank_destroy(paper->bank);
  paper->bank = NULL;
  file_text_free(&paper->text);
  free(paper->tasks);
  paper->tasks = NULL;
}

static void free_votes(Vote *votes, size_t count)
{
  for (size_t i = 0; votes && i < count; i++) vote_deinit(&votes[i]);
  free(votes);
}

static void paper_destroy(Paper *paper, size_t solvers)
{
  release_texts(paper);
  free_votes(paper->ballot.votes, solvers);
  free_votes(paper->again, solvers);
  facts_deinit(&paper->ballot.facts);
  findings_deinit(&paper->ballot.findings);
  free(paper);
}

static void read_script(const Poll *poll, Paper *paper)
{
  Ballot *ballot = &paper->ballot;
  ballot->status = file_read(ballot->path, 0, &paper->text, &ballot->error);
  ballot->skipped = ballot->status != STATUS_OK;
  if (ballot->skipped) return;
  paper->bank = theory_create_bank();
  ballot->status = facts_read(paper->bank, paper->text.bytes, paper->text.length, &ballot->facts,
                              &ballot->error);
  ballot->skipped = ballot->status != STATUS_OK && !poll->options->unchecked;
  VoteScript script = {paper->bank, paper->text.bytes, paper->text.length, poll->options->eval};
  ground_answer(&script, &ballot->facts);
  paper->changed = blank_statuses(paper->text.bytes, paper->text.length);
}

static void make_tasks(const Poll *poll, Paper *paper)
{
  const PollOptions *options = poll->options;
  const Facts *facts = &paper->ballot.facts;
  paper->tasks = mem_alloc_zero(options->solver_count, sizeof *paper->tasks);
  paper->ballot.votes = mem_alloc_zero(options->solver_count, sizeof *paper->ballot.votes);
  paper->unfinished = options->solver_count;
  for (size_t i = 0; i < options->solver_count; i++) {
    Task *task = &paper->tasks[i];
    bool is_file = strcmp(paper->ballot.path, "-") != 0 && !paper->changed;
    *task = (Task){.paper = paper, .solver = i, .waits = true};
    task->request = (SolveRequest){.solver = &options->solvers[i],
                                   .path = is_file ? paper->ballot.path : NULL,
                                   .bytes = paper->text.bytes,
                                   .length = paper->text.length,
                                   .traits = facts->traits,
                                   .limits = options->limits,
                                   .print_models = facts->constants && !options->no_models,
                                   .user = task};
  }
}

static void open_next(Poll *poll)
{
  Paper *paper = mem_alloc_zero(1, sizeof *paper);
  paper->ballot.path = poll->paths[poll->next_path++];
  if (poll->last)
    poll->last->next = paper;
  else
    poll->first = paper;
  poll->last = paper;
  poll->papers++;
  read_script(poll, paper);
  if (!paper->ballot.skipped) {
    make_tasks(poll, paper);
    return;
  }
  paper->judged = true;
  release_texts(paper);
}

/* --- judging --- */

static void judge_votes(const Poll *poll, const Paper *paper, const Vote *votes, Findings *findings)
{
  Case trial = {.facts = &paper->ballot.facts,
                .names = poll->names,
                .families = (const char *const *)poll->families,
                .votes = votes,
                .count = poll->options->solver_count};
  judge(&trial, findings);
}

/* Models can be long, and solvers can fail to print one: that is another matter than a flood or an error
 * because of the script. */
static SolverSet blamed_without_models(const Findings *findings)
{
  SolverSet set = 0;
  for (size_t i = 0; i < findings->count; i++) {
    FindingKind kind = findings->items[i].kind;
    if (kind == FINDING_FLOOD || kind == FINDING_REJECTS) set |= findings->items[i].accused;
  }
  return set;
}

static void start_second_round(const Poll *poll, Paper *paper)
{
  paper->concerned = findings_concerned(&paper->ballot.findings);
  paper->without_models = blamed_without_models(&paper->ballot.findings);
  paper->again = mem_alloc_zero(poll->options->solver_count, sizeof *paper->again);
  for (size_t i = 0; i < poll->options->solver_count; i++) {
    if (!(paper->concerned & SOLVER_BIT(i))) continue;
    if (paper->without_models & SOLVER_BIT(i)) paper->tasks[i].request.print_models = false;
    paper->tasks[i].waits = true;
    paper->unfinished++;
  }
}

static void judge_again(const Poll *poll, Paper *paper)
{
  size_t count = poll->options->solver_count;
  Vote *votes = mem_alloc(count, sizeof *votes);
  for (size_t i = 0; i < count; i++)
    votes[i] = paper->concerned & SOLVER_BIT(i) ? paper->again[i] : paper->ballot.votes[i];
  Findings again = {0};
  judge_votes(poll, paper, votes, &again);
  findings_confirm(&paper->ballot.findings, &again);
  findings_deinit(&again);
  free(votes);
}

static void conclude(const Poll *poll, Paper *paper)
{
  if (paper->again) {
    judge_again(poll, paper);
  } else {
    judge_votes(poll, paper, paper->ballot.votes, &paper->ballot.findings);
    if (paper->ballot.findings.count) start_second_round(poll, paper);
  }
  if (paper->unfinished) return;
  paper->judged = true;
  release_texts(paper);
}

static void deliver(Poll *poll)
{
  while (poll->first && poll->first->judged) {
    Paper *paper = poll->first;
    poll->sink(poll->user, &paper->ballot);
    poll->first = paper->next;
    if (!poll->first) poll->last = NULL;
    poll->papers--;
    paper_destroy(paper, poll->options->solver_count);
  }
}

/* --- running --- */

static Task *waiting_task(const Poll *poll)
{
  for (Paper *paper = poll->first; paper; paper = paper->next)
    for (size_t i = 0; paper->unfinished && i < poll->options->solver_count; i++)
      if (paper->tasks[i].waits) return &paper->tasks[i];
  return NULL;
}

/* Opens scripts until there is something to run. */
static Task *next_task(Poll *poll)
{
  for (;;) {
    Task *task = waiting_task(poll);
    if (task || poll->next_path == poll->path_count || poll->papers >= WAITING_MAX) return task;
    open_next(poll);
    deliver(poll);
  }
}

static void start_runs(Poll *poll)
{
  while (supervisor_pending(poll->sup) < poll->options->jobs) {
    Task *task = next_task(poll);
    if (!task) return;
    task->waits = false;
    solve_start(poll->sup, &task->request);
  }
}

static void finish_run(Poll *poll, RunResult *run)
{
  Task *task = run->user;
  Paper *paper = task->paper;
  VoteScript script = {paper->bank, paper->text.bytes, paper->text.length, poll->options->eval};
  Outcome outcome;
  outcome_read(&task->request, run, &outcome);
  vote_read(&paper->ballot.facts, &script, &outcome,
            paper->again ? &paper->again[task->solver] : &paper->ballot.votes[task->solver]);
  outcome_deinit(&outcome);
  if (--paper->unfinished == 0) conclude(poll, paper);
  deliver(poll);
}

static void end_all(Poll *poll)
{
  supervisor_cancel_all(poll->sup);
  RunEvent event;
  while (supervisor_pending(poll->sup))
    if (supervisor_wait(poll->sup, SUPERVISOR_FOREVER, &event) == RUN_EVENT_FINISHED)
      run_result_deinit(&event.result);
}

static bool run_all(Poll *poll)
{
  for (start_runs(poll); supervisor_pending(poll->sup); start_runs(poll)) {
    RunEvent event;
    RunEventKind kind = supervisor_wait(poll->sup, SUPERVISOR_FOREVER, &event);
    if (kind == RUN_EVENT_FINISHED) finish_run(poll, &event.result);
    if (kind != RUN_EVENT_WOKEN) continue;
    end_all(poll);
    return false;
  }
  return true;
}

/* Versions and relatives: z3 and z3-wasm, cvc4 and cvc5. Of a plain command nothing is known. */
static char *family_of(const Solver *solver)
{
  if (solver->profile == solver->generic)
    return mem_copy_string(solver->name, strlen(solver->name));
  const char *name = solver->profile->name;
  return mem_copy_string(name, strcspn(name, "0123456789-"));
}

bool poll_run(Supervisor *sup, const PollOptions *options, const char *const *paths, size_t count,
              PollSink *sink, void *user)
{
  Poll poll = {.sup = sup,
               .options = options,
               .paths = paths,
               .path_count = count,
               .sink = sink,
               .user = user};
  poll.names = mem_alloc(options->solver_count, sizeof *poll.names);
  poll.families = mem_alloc(options->solver_count, sizeof *poll.families);
  for (size_t i = 0; i < options->solver_count; i++) {
    poll.names[i] = options->solvers[i].name;
    poll.families[i] = family_of(&options->solvers[i]);
  }
  bool undisturbed = run_all(&poll);
  while (poll.first) {
    Paper *paper = poll.first;
    poll.first = paper->next;
    if (paper->judged) sink(user, &paper->ballot);
    paper_destroy(paper, options->solver_count);
  }
  for (size_t i = 0; i < options->solver_count; i++) free(poll.families[i]);
  free(poll.families);
  free(poll.names);
  return undisturbed;
}
