/* Judging a script, and running solvers on it again until it is clear what stands. */
#include <assert.h>
#include <string.h>

#include "find/oracle/job.h"
#include "find/oracle/search.h"

static Case make_case(const Job *job, const Vote *votes)
{
  const PollContext *context = job->context;
  return (Case){.words = &context->kind->words,
                .facts = &job->polled.facts,
                .names = job->names,
                .families = (const char *const *)context->families,
                .votes = votes,
                .count = context->options->solver_count,
                .beyond = job->beyond,
                .claimed = solvers_with_logics(job->solvers, context->options->solver_count) |
                           job->capable,
                .claim = job->claim,
                .slow = job->parent ? (SlowRule){0} : context->options->slow};
}

static void judge_job(const Job *job, const Vote *votes, Findings *findings)
{
  Case trial = make_case(job, votes);
  judge_votes(&trial, findings);
}

/* --- rounds --- */

static RunLimits second_limits(const PollOptions *options)
{
  RunLimits limits = options->limits;
  if (options->second_wall_ns) limits.wall_ns = options->second_wall_ns;
  return limits;
}

static void start_round(Job *job, JobRound round, SolverSet concerned)
{
  size_t count = job->context->options->solver_count;
  job->concerned = concerned & job->voters;
  if (!job->concerned) return;
  job->round = round;
  job->rounds[round] = mem_alloc_zero(count, sizeof(Vote));
  job->polled.round_count = round + 1;
  for (size_t i = 0; i < count; i++) {
    if (!(job->concerned & SOLVER_BIT(i))) continue;
    job->tasks[i].waits = true;
    job->tasks[i].request.limits = second_limits(job->context->options);
    job->unfinished++;
  }
}

static void set_models(Job *job, SolverSet without)
{
  const PollOptions *options = job->context->options;
  bool wanted = job->polled.facts.constants && !options->no_models;
  for (size_t i = 0; i < options->solver_count; i++)
    job->tasks[i].request.print_models = wanted && !(without & SOLVER_BIT(i));
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

/* Of a crash that says nothing of its place the stack is wanted. */
static void set_traces(Job *job)
{
  const Findings *findings = &job->polled.findings;
  SolverSet wanted = 0;
  for (size_t i = 0; i < findings->count; i++)
    if (findings->items[i].kind == FINDING_CRASH && findings->items[i].vague)
      wanted |= findings->items[i].accused;
  for (size_t i = 0; i < job->context->options->solver_count; i++)
    job->tasks[i].request.trace = job->round == ROUND_FIRST && (wanted & SOLVER_BIT(i));
}

/* A crash may be the work of another solver that runs at the same time: the second run is where nobody else can end it. */
static void set_apart(Job *job)
{
  const Findings *findings = &job->polled.findings;
  SolverSet crashed = 0;
  for (size_t i = 0; i < findings->count; i++)
    if (findings->items[i].kind == FINDING_CRASH) crashed |= findings->items[i].accused;
  for (size_t i = 0; i < job->context->options->solver_count; i++)
    job->tasks[i].request.apart = job->context->options->jobs > 1 && (crashed & SOLVER_BIT(i));
}

/* Solvers whose first runs were not plain. */
static SolverSet other_mode(const Job *job)
{
  SolverSet set = 0;
  for (size_t i = 0; i < job->context->options->solver_count; i++)
    if (job->polled.votes[i].manner != RUN_FRESH) set |= SOLVER_BIT(i);
  return set;
}

static void start_second_round(Job *job)
{
  if (job->polled.skipped) return;
  set_models(job, blamed_without_models(&job->polled.findings));
  set_traces(job);
  set_apart(job);
  SolverSet concerned = findings_concerned(&job->polled.findings);
  if (job->context->options->compare_modes && !job->parent) concerned |= other_mode(job);
  if (concerned && job->context->kind->insist) job->context->kind->insist(job->examination);
  start_round(job, ROUND_AGAIN, concerned);
}

/* --- confirming --- */

static bool claims(const Vote *vote, const char *script)
{
  for (size_t i = 0; i < vote->cores.count; i++)
    if (vote->cores.items[i].script && strcmp(vote->cores.items[i].script, script) == 0)
      return true;
  return false;
}

/* A core that was refuted counts only if the solver prints it again, and a contradiction to an answer only
 * if it gives that again. */
static void settle_claims(Job *job)
{
  for (size_t i = 0; i < job->polled.findings.count; i++) {
    Finding *finding = &job->polled.findings.items[i];
    if (finding->settled || !finding->script) continue;
    const Vote *again = &job->rounds[ROUND_AGAIN][__builtin_ctzll(finding->accused)];
    const Vote *first = &job->polled.votes[__builtin_ctzll(finding->accused)];
    size_t query = finding->query - 1;
    bool stands = finding->kind == FINDING_SELF
                      ? vote_answer(again, query) == vote_answer(first, query)
                      : claims(again, finding->script);
    finding->confirmed = finding->confirmed && stands;
    finding->settled = true;
  }
}

/* Those that have changed their answer contradict themselves, if the mode is not a plain one. */
static SolverSet find_contradictions(Job *job)
{
  Findings *findings = &job->polled.findings;
  size_t known = findings->count;
  Case trial = make_case(job, job->polled.votes);
  for (size_t i = 0; i < known; i++) findings->items[i].settled = true;
  judge_modes(&trial, job->rounds[ROUND_AGAIN], job->concerned, findings);
  return findings_concerned(findings);
}

/* With more time to look at models the second round may prove what the first could not: an answer that was given both times
 * is wrong. */
static void adopt_proofs(Job *job, Findings *again)
{
  for (size_t i = 0; i < again->count; i++) {
    Finding *finding = &again->items[i];
    if (finding->kind != FINDING_REFUTED) continue;
    size_t solver = (size_t)__builtin_ctzll(finding->accused), query = finding->query - 1;
    bool both = vote_answer(&job->polled.votes[solver], query) == SAYS_UNSAT &&
                (job->concerned & finding->accused);
    bool known = false;
    for (size_t k = 0; k < job->polled.findings.count; k++)
      known |= job->polled.findings.items[k].kind == FINDING_REFUTED &&
               job->polled.findings.items[k].accused == finding->accused &&
               job->polled.findings.items[k].query == finding->query;
    if (!both || known) continue;
    finding->confirmed = finding->settled = true;
    VEC_PUSH(&job->polled.findings, *finding);
    *finding = (Finding){0};
  }
}

static void judge_again(Job *job)
{
  size_t count = job->context->options->solver_count;
  poll_job_keep_models(job, ROUND_AGAIN);
  Vote *votes = mem_alloc(count, sizeof *votes);
  for (size_t i = 0; i < count; i++)
    votes[i] = job->concerned & SOLVER_BIT(i) ? job->rounds[ROUND_AGAIN][i] : job->polled.votes[i];
  Findings again = {0};
  judge_job(job, votes, &again);
  settle_claims(job);
  findings_confirm(&job->polled.findings, &again);
  adopt_proofs(job, &again);
  findings_deinit(&again);
  free(votes);
}

/* Both ways have been tried again. */
static void confirm_contradictions(Job *job)
{
  Findings again = {0};
  Case trial = make_case(job, job->rounds[ROUND_MODE]);
  judge_modes(&trial, job->rounds[ROUND_LAST], job->concerned, &again);
  findings_confirm(&job->polled.findings, &again);
  findings_deinit(&again);
}

static void search_models(Job *job)
{
  Case trial = make_case(job, job->polled.votes);
  search_witnesses(job->context->kind, job->examination, &trial, &job->polled.facts);
}

void poll_job_count(Job *job)
{
  assert(!job->counted);
  job->counted = true;
  if (!job->polled.skipped) search_models(job);
  if (!job->polled.skipped) judge_job(job, job->polled.votes, &job->polled.findings);
}

void poll_job_judge(Job *job)
{
  assert(job->counted && !job->unfinished && !job->judged && !job->followers);
  switch (job->round) {
  case ROUND_FIRST: start_second_round(job); break;
  case ROUND_AGAIN:
    judge_again(job);
    set_models(job, 0);
    set_traces(job);
    /* Ways of running solvers are compared on the script that was asked about. */
    if (!job->parent) start_round(job, ROUND_MODE, find_contradictions(job));
    break;
  case ROUND_MODE: start_round(job, ROUND_LAST, job->concerned); break;
  case ROUND_LAST: confirm_contradictions(job); break;
  case ROUND_COUNT: break;
  }
  job->judged = !job->unfinished;
}
