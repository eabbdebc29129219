/* Scripts that follow from what solvers said of another one. */
#include <assert.h>
#include <string.h>

#include "find/oracle/job.h"

typedef struct {
  Job *first, **last;
} JobList;

static void append(JobList *list, Job *job)
{
  *list->last = job;
  list->last = &job->next;
}

/* --- cores --- */

static Job *find_core(const JobList *list, const Core *core)
{
  for (Job *job = list->first; job; job = job->next)
    if (job->text.length == core->length &&
        memcmp(job->text.bytes, core->script, core->length) == 0)
      return job;
  return NULL;
}

static void follow_cores(Job *job, JobList *list)
{
  for (size_t i = 0; i < job->context->options->solver_count; i++) {
    const Cores *cores = &job->polled.votes[i].cores;
    for (size_t j = 0; j < cores->count; j++) {
      const Core *core = &cores->items[j];
      if (!core->script) continue;
      Job *follower = find_core(list, core);
      if (!follower) {
        follower = poll_job_create_core(job, core);
        append(list, follower);
      }
      follower->claim.claimants |= SOLVER_BIT(i);
    }
  }
}

/* --- questions --- */

static bool has_core(const Vote *vote, uint32_t query)
{
  for (size_t i = 0; i < vote->cores.count; i++)
    if (vote->cores.items[i].query == query) return true;
  return false;
}

static void follow_questions(Job *job, JobList *list)
{
  const PollResult *polled = &job->polled;
  const ScriptTraits *traits = &polled->facts.traits;
  if (job->parent || !polled->facts.understood || traits->foreign) return;
  uint32_t asked = 0;
  for (uint32_t query = 1; query <= traits->queries && asked < CORES_MAX; query++) {
    SolverSet unsat = 0;
    for (size_t i = 0; i < job->context->options->solver_count; i++)
      if (vote_answer(&polled->votes[i], query - 1) == SAYS_UNSAT &&
          !has_core(&polled->votes[i], query))
        unsat |= SOLVER_BIT(i);
    if (!unsat) continue;
    append(list, poll_job_create_question(job, query, unsat));
    asked++;
  }
}

/* --- related scripts --- */

/* Of a script on which somebody is wrong, the related one would be found wrong once more. */
static void follow_relation(Job *job, JobList *list)
{
  const ExaminerInterface *kind = job->context->kind;
  bool decided = false;
  for (size_t i = 0; i < job->context->options->solver_count; i++)
    decided |= vote_decides(&job->polled.votes[i], 0);
  if (!decided || job->polled.findings.count || !job->polled.facts.understood) return;
  StrBuf text;
  RelationRule rule;
  strbuf_init(&text, 0);
  if (kind->relate(job->examination, job->relation - 1, job->number, &rule, &text))
    append(list, poll_job_create_related(job, kind->relations[job->relation - 1], rule, &text));
  strbuf_deinit(&text);
}

Job *poll_job_follow(Job *job)
{
  if (job->polled.skipped) return NULL;
  JobList list = {.last = &list.first};
  follow_cores(job, &list);
  if (job->relation && job->context->kind->relate) follow_relation(job, &list);
  if (job->context->options->cores && job->context->kind->ask_core) follow_questions(job, &list);
  for (Job *at = list.first; at; at = at->next) job->followers++;
  return list.first;
}

/* --- models --- */

static bool needs_question(const Job *job, size_t solver)
{
  const Vote *vote = &job->polled.votes[solver];
  const Profile *profile = job->solvers[solver].profile;
  return profile->ask_models != ASK_NOTHING && !profile->print_models.items_count &&
         vote_says(vote, SAYS_SAT);
}

Job *poll_job_ask_models(Job *job)
{
  const PollOptions *options = job->context->options;
  const Facts *facts = &job->polled.facts;
  JobList list = {.last = &list.first};
  bool possible = job->context->kind->ask_models && facts->understood && facts->constants &&
                  !options->no_models && !facts->traits.foreign;
  if (job->asked_models || job->polled.skipped || job->parent || !possible) return NULL;
  job->asked_models = true;
  for (size_t i = 0; i < options->solver_count; i++) {
    StrBuf text;
    if (!needs_question(job, i)) continue;
    strbuf_init(&text, 0);
    ProfileAsk ask = job->solvers[i].profile->ask_models;
    if (job->context->kind->ask_models(job->examination, &job->polled.votes[i], ask, &text))
      append(&list, poll_job_create_model_question(job, i, &text));
    strbuf_deinit(&text);
  }
  for (Job *at = list.first; at; at = at->next) job->followers++;
  return list.first;
}

/* A model that is right proves what the script alone was answered, too. */
static void copy_models(const Vote *asked, Vote *vote)
{
  for (size_t i = 0; i < vote->answers.count && i < asked->answers.count; i++) {
    const VoteAnswer *answer = &asked->answers.items[i];
    if (vote_answer(vote, i) != SAYS_SAT || answer->model != MODEL_RIGHT) continue;
    vote->answers.items[i].model = MODEL_RIGHT;
    if (answer->text) vote_keep_model(vote, i, answer->text, strlen(answer->text));
  }
}

void poll_job_keep_models(Job *job, JobRound round)
{
  assert(round != ROUND_FIRST && job->rounds[round]);
  for (size_t i = 0; i < job->context->options->solver_count; i++)
    if (needs_question(job, i)) copy_models(&job->polled.votes[i], &job->rounds[round][i]);
}

/* --- findings --- */

static bool is_about_core(const Finding *finding)
{
  return finding->kind == FINDING_CORE || finding->kind == FINDING_CORE_DOUBT;
}

/* Its answers are compared with those to the script. */
static bool is_asked_again(const Job *follower)
{
  return follower->claim.kind == CLAIM_ANSWER || follower->claim.kind == CLAIM_RELATED;
}

/* CPU time of all its runs. */
static uint64_t cost_of(const Job *job)
{
  uint64_t cost = job->polled.followers_ns;
  for (size_t k = 0; k < job->polled.round_count; k++)
    for (size_t i = 0; i < job->context->options->solver_count; i++)
      cost += job->rounds[k][i].cpu_ns;
  return cost;
}

/* The evidence says which script it is about. */
static char *explain(const Job *job, const Job *follower, const Finding *finding)
{
  StrBuf text;
  strbuf_init(&text, 0);
  if (job->polled.facts.traits.queries > 1 && !follower->asks_models)
    strbuf_printf(&text, "%s %u: ", job->context->kind->words.query, follower->query);
  if (!is_about_core(finding) && follower->claim.kind == CLAIM_CORE)
    strbuf_printf(&text, "in the core %s: ", follower->claim.shown);
  if (!is_about_core(finding) && follower->claim.kind == CLAIM_ASSUMPTIONS)
    strbuf_printf(&text, "with the assumptions %s: ", follower->claim.shown);
  if (follower->claim.kind == CLAIM_RELATED)
    strbuf_printf(&text, "related by %s: ", follower->claim.shown);
  if (finding->kind != FINDING_SELF && follower->claim.kind == CLAIM_ANSWER && !finding->script)
    strbuf_add_text(&text, "asked for a core: ");
  strbuf_add_text(&text, finding->evidence);
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

/* Is the answer that contradicts itself proved wrong, too? */
static bool has_proof(const Job *follower, SolverSet accused)
{
  const Findings *findings = &follower->polled.findings;
  for (size_t i = 0; i < findings->count; i++)
    if (findings->items[i].accused == accused &&
        (findings->items[i].kind == FINDING_REFUTED || findings->items[i].kind == FINDING_COMPUTED))
      return true;
  return false;
}

/* Of a question for models: what is wrong with these, not what was asked before. Of a related script: all but what is no matter of
 * the relation, for it may use what a solver has not. */
static bool is_adopted(const Job *follower, const Finding *finding)
{
  if (follower->claim.kind == CLAIM_RELATED)
    return !(finding->kind == FINDING_SELF && has_proof(follower, finding->accused)) &&
           finding->kind != FINDING_REJECTS && finding->kind != FINDING_SLOW &&
           finding->kind != FINDING_FLOOD;
  return !follower->asks_models || finding->kind == FINDING_MODEL || finding->kind == FINDING_CRASH;
}

void poll_job_adopt(Job *job, Job *follower)
{
  assert(follower->judged && follower->parent == job);
  Findings *findings = &follower->polled.findings;
  size_t left = 0;
  bool *adopted = mem_alloc_zero(findings->count + 1, sizeof *adopted);
  for (size_t i = 0; i < findings->count; i++)
    adopted[i] = is_adopted(follower, &findings->items[i]);
  job->polled.followers_ns += cost_of(follower);
  if (follower->asks_models) {
    size_t solver = (size_t)__builtin_ctzll(follower->voters);
    copy_models(&follower->polled.votes[solver], &job->polled.votes[solver]);
  }
  for (size_t i = 0; i < findings->count; i++) {
    Finding finding = findings->items[i];
    if (!adopted[i]) {
      findings->items[left++] = finding;
      continue;
    }
    bool claimed = !finding.script && (is_asked_again(follower) ? finding.kind == FINDING_SELF
                                                                : is_about_core(&finding));
    char *evidence = explain(job, follower, &finding);
    free(finding.evidence);
    finding.evidence = evidence;
    if (!follower->asks_models) finding.query = follower->query;
    finding.line = 0;
    finding.settled = !claimed;
    if (claimed) finding.concerned = finding.accused;
    if (!finding.script)
      finding.script = mem_copy_string(follower->text.bytes, follower->text.length);
    VEC_PUSH(&job->polled.findings, finding);
  }
  findings->count = left; /* the others have been moved */
  free(adopted);
}
