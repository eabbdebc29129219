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

Job *poll_job_follow(Job *job)
{
  if (job->polled.skipped) return NULL;
  JobList list = {.last = &list.first};
  follow_cores(job, &list);
  if (job->context->options->cores && job->context->kind->ask_core) follow_questions(job, &list);
  for (Job *at = list.first; at; at = at->next) job->followers++;
  return list.first;
}

/* --- findings --- */

static bool is_about_core(const Finding *finding)
{
  return finding->kind == FINDING_CORE || finding->kind == FINDING_CORE_DOUBT;
}

/* The evidence says which script it is about. */
static char *explain(const Job *job, const Job *follower, const Finding *finding)
{
  StrBuf text;
  strbuf_init(&text, 0);
  if (job->polled.facts.traits.queries > 1)
    strbuf_printf(&text, "%s %u: ", job->context->kind->words.query, follower->query);
  if (!is_about_core(finding) && follower->claim.kind == CLAIM_CORE)
    strbuf_printf(&text, "in the core %s: ", follower->claim.shown);
  if (!is_about_core(finding) && follower->claim.kind == CLAIM_ASSUMPTIONS)
    strbuf_printf(&text, "with the assumptions %s: ", follower->claim.shown);
  if (finding->kind != FINDING_SELF && follower->claim.kind == CLAIM_ANSWER && !finding->script)
    strbuf_add_text(&text, "asked for a core: ");
  strbuf_add_text(&text, finding->evidence);
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

void poll_job_adopt(Job *job, Job *follower)
{
  assert(follower->judged && follower->parent == job);
  Findings *findings = &follower->polled.findings;
  for (size_t i = 0; i < findings->count; i++) {
    Finding finding = findings->items[i];
    bool claimed =
        !finding.script && (follower->claim.kind == CLAIM_ANSWER ? finding.kind == FINDING_SELF
                                                                 : is_about_core(&finding));
    char *evidence = explain(job, follower, &finding);
    free(finding.evidence);
    finding.evidence = evidence;
    finding.query = follower->query;
    finding.line = 0;
    finding.settled = !claimed;
    if (claimed) finding.concerned = finding.accused;
    if (!finding.script)
      finding.script = mem_copy_string(follower->text.bytes, follower->text.length);
    VEC_PUSH(&job->polled.findings, finding);
  }
  findings->count = 0; /* they have been moved */
}
