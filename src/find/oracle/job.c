#include "find/oracle/job.h"

#include <assert.h>
#include <string.h>

#include "language/table.h"

/* --- life --- */

static void set_text(Job *job, const char *bytes, size_t length)
{
  job->text.bytes = mem_alloc_zero(length + FILE_PADDING, 1);
  memcpy(job->text.bytes, bytes, length);
  job->text.length = length;
}

Job *poll_job_create(const PollContext *context, const PollInput *script)
{
  assert(context->options->solver_count && context->options->solver_count <= SOLVER_SET_MAX);
  Job *job = mem_alloc_zero(1, sizeof *job);
  size_t count = context->options->solver_count;
  job->context = context;
  job->solvers = script->solvers ? script->solvers : context->options->solvers;
  job->names = mem_alloc(count, sizeof *job->names);
  for (size_t i = 0; i < count; i++) job->names[i] = job->solvers[i].name;
  job->polled.path = script->path;
  job->polled.user = script->user;
  job->voters = count == SOLVER_SET_MAX ? ~(SolverSet)0 : SOLVER_BIT(count) - 1;
  if (script->voters) job->voters &= script->voters;
  job->capable = script->capable;
  job->relation = script->relation;
  job->number = script->number;
  if (script->bytes) set_text(job, script->bytes, script->length);
  return job;
}

static Job *create_follower(Job *parent)
{
  Job *job = poll_job_create(parent->context,
                             &(PollInput){.path = parent->polled.path, .solvers = parent->solvers});
  job->parent = parent;
  return job;
}

Job *poll_job_create_core(Job *parent, const Core *core)
{
  assert(core->script && core->query);
  Job *job = create_follower(parent);
  job->query = core->query;
  job->claim.kind = core->assumptions ? CLAIM_ASSUMPTIONS : CLAIM_CORE;
  job->claim.shown = job->shown = mem_copy_string(core->shown, strlen(core->shown));
  set_text(job, core->script, core->length);
  return job;
}

Job *poll_job_create_question(Job *parent, uint32_t query, SolverSet voters)
{
  assert(query && voters);
  Job *job = create_follower(parent);
  job->query = query;
  job->voters = voters;
  job->claim = (CaseClaim){.kind = CLAIM_ANSWER, .claimants = voters};
  return job;
}

Job *poll_job_create_model_question(Job *parent, size_t solver, const StrBuf *text)
{
  assert(solver < parent->context->options->solver_count);
  Job *job = create_follower(parent);
  job->voters = SOLVER_BIT(solver);
  job->asks_models = job->asked_models = true;
  set_text(job, text->bytes, text->length);
  return job;
}

Job *poll_job_create_related(Job *parent, const char *name, RelationRule rule, const StrBuf *text)
{
  Job *job = create_follower(parent);
  job->query = 1;
  job->voters = parent->voters;
  job->asked_models = true;
  job->claim = (CaseClaim){
      .kind = CLAIM_RELATED, .shown = name, .rule = rule, .before = parent->polled.votes};
  set_text(job, text->bytes, text->length);
  return job;
}

void poll_job_release(Job *job)
{
  if (job->examination) job->context->kind->end(job->examination);
  job->examination = NULL;
  file_text_free(&job->text);
  free(job->tasks);
  job->tasks = NULL;
}

static void free_votes(Vote *votes, size_t count)
{
  for (size_t i = 0; votes && i < count; i++) vote_deinit(&votes[i]);
  free(votes);
}

void poll_job_destroy(Job *job)
{
  size_t solvers = job->context->options->solver_count;
  poll_job_release(job);
  for (size_t i = 0; i < ROUND_COUNT; i++) free_votes(job->rounds[i], solvers);
  facts_deinit(&job->polled.facts);
  findings_deinit(&job->polled.findings);
  free(job->names);
  free(job->shown);
  free(job);
}

/* --- reading --- */

/* The text of a question comes from the examination of the parent. */
static void make_question(Job *job)
{
  StrBuf text;
  strbuf_init(&text, 0);
  assert(job->parent->examination);
  job->context->kind->ask_core(job->parent->examination, job->query, &text);
  set_text(job, strbuf_text(&text), text.length);
  strbuf_deinit(&text);
}

static Status find_text(Job *job)
{
  PollResult *polled = &job->polled;
  if (job->text.bytes) return STATUS_OK;
  if (!job->parent)
    return language_load(job->context->options->language, polled->path, &job->text, &polled->error);
  make_question(job);
  return STATUS_OK;
}

static RunLimits first_limits(const PollOptions *options)
{
  RunLimits limits = options->limits;
  bool shorter = options->first_cpu_ns && (!limits.cpu_ns || options->first_cpu_ns < limits.cpu_ns);
  if (shorter && !solve_mode_is_session(options->mode)) limits.cpu_ns = options->first_cpu_ns;
  return limits;
}

static void make_tasks(Job *job)
{
  const PollOptions *options = job->context->options;
  const Facts *facts = &job->polled.facts;
  job->tasks = mem_alloc_zero(options->solver_count, sizeof *job->tasks);
  job->rounds[ROUND_FIRST] = mem_alloc_zero(options->solver_count, sizeof(Vote));
  job->polled.votes = job->rounds[ROUND_FIRST];
  job->polled.rounds = job->rounds;
  job->polled.round_count = 1;
  for (size_t i = 0; i < options->solver_count; i++) {
    job->polled.votes[i].outcome = OUTCOME_NO_ANSWER;
    if (!(job->voters & SOLVER_BIT(i))) continue;
    Task *task = &job->tasks[i];
    *task = (Task){.job = job, .solver = i, .waits = true};
    task->request = (SolveRequest){.solver = &job->solvers[i],
                                   .bytes = job->text.bytes,
                                   .length = job->text.length,
                                   .traits = facts->traits,
                                   .limits = first_limits(options),
                                   .print_models = facts->constants && !options->no_models,
                                   .user = task};
    job->unfinished++;
  }
}

static SolverSet find_beyond(const Job *job)
{
  SolverSet set = 0;
  for (size_t i = 0; i < job->context->options->solver_count; i++)
    if (!job->context->kind->is_claimed(job->examination, job->solvers[i].profile))
      set |= SOLVER_BIT(i);
  return set;
}

void poll_job_read(Job *job)
{
  const PollContext *context = job->context;
  PollResult *polled = &job->polled;
  assert(!job->examination);
  polled->status = find_text(job);
  polled->skipped = polled->status != STATUS_OK;
  if (!polled->skipped) {
    job->examination =
        context->kind->begin(context->examiner, &job->text, &polled->facts, &polled->error);
    if (!polled->facts.understood) polled->status = polled->error.status;
    bool unchecked = context->options->unchecked && !job->parent;
    polled->skipped = polled->status != STATUS_OK && !unchecked;
  }
  if (polled->skipped) return;
  job->beyond = find_beyond(job);
  make_tasks(job);
}

void poll_job_take(Task *task, RunResult *run)
{
  Job *job = task->job;
  Vote *vote = &job->rounds[job->round][task->solver];
  Outcome outcome;
  outcome_read(&task->request, run, &outcome);
  *vote = (Vote){0};
  examiner_read(job->context->kind, job->examination, &job->polled.facts, &outcome, vote);
  outcome_deinit(&outcome);
}

/* Models and related scripts are as many as scripts. */
bool poll_job_wants_plain(const Job *job)
{
  bool many = !job->parent || job->claim.kind == CLAIM_RELATED || job->asks_models;
  return !many || job->round == ROUND_AGAIN || job->round == ROUND_LAST;
}
