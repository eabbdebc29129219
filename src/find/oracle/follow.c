/* Scripts that follow from what solvers said of another one. */
#include <string.h>

#include "find/oracle/paper.h"

typedef struct {
  Paper *first, **last;
} PaperList;

static void append(PaperList *list, Paper *paper)
{
  *list->last = paper;
  list->last = &paper->next;
}

/* --- cores --- */

static Paper *find_core(const PaperList *list, const Core *core)
{
  for (Paper *paper = list->first; paper; paper = paper->next)
    if (paper->text.length == core->length &&
        memcmp(paper->text.bytes, core->script, core->length) == 0)
      return paper;
  return NULL;
}

static void follow_cores(Paper *paper, PaperList *list)
{
  for (size_t i = 0; i < paper->panel->options->solver_count; i++) {
    const Cores *cores = &paper->ballot.votes[i].cores;
    for (size_t j = 0; j < cores->count; j++) {
      const Core *core = &cores->items[j];
      if (!core->script) continue;
      Paper *follower = find_core(list, core);
      if (!follower) {
        follower = paper_create_core(paper, core);
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

static void follow_questions(Paper *paper, PaperList *list)
{
  const Ballot *ballot = &paper->ballot;
  const ScriptTraits *traits = &ballot->facts.traits;
  if (paper->parent || !ballot->facts.understood || traits->foreign) return;
  uint32_t asked = 0;
  for (uint32_t query = 1; query <= traits->queries && asked < CORES_MAX; query++) {
    SolverSet unsat = 0;
    for (size_t i = 0; i < paper->panel->options->solver_count; i++)
      if (vote_answer(&ballot->votes[i], query - 1) == ANSWER_UNSAT &&
          !has_core(&ballot->votes[i], query))
        unsat |= SOLVER_BIT(i);
    if (!unsat) continue;
    append(list, paper_create_question(paper, query, unsat));
    asked++;
  }
}

Paper *paper_follow(Paper *paper)
{
  if (paper->ballot.skipped) return NULL;
  PaperList list = {.last = &list.first};
  follow_cores(paper, &list);
  if (paper->panel->options->cores) follow_questions(paper, &list);
  for (Paper *at = list.first; at; at = at->next) paper->followers++;
  return list.first;
}

/* --- findings --- */

static bool is_about_core(const Finding *finding)
{
  return finding->kind == FINDING_CORE || finding->kind == FINDING_CORE_DOUBT;
}

/* The evidence says which script it is about. */
static char *explain(const Paper *paper, const Paper *follower, const Finding *finding)
{
  StrBuf text;
  strbuf_init(&text, 0);
  if (paper->ballot.facts.traits.queries > 1)
    strbuf_printf(&text, "check-sat %u: ", follower->query);
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

void paper_adopt(Paper *paper, Paper *follower)
{
  Findings *findings = &follower->ballot.findings;
  for (size_t i = 0; i < findings->count; i++) {
    Finding finding = findings->items[i];
    bool claimed =
        !finding.script && (follower->claim.kind == CLAIM_ANSWER ? finding.kind == FINDING_SELF
                                                                 : is_about_core(&finding));
    char *evidence = explain(paper, follower, &finding);
    free(finding.evidence);
    finding.evidence = evidence;
    finding.query = follower->query;
    finding.line = 0;
    finding.settled = !claimed;
    if (claimed) finding.concerned = finding.accused;
    if (!finding.script)
      finding.script = mem_copy_string(follower->text.bytes, follower->text.length);
    VEC_PUSH(&paper->ballot.findings, finding);
  }
  findings->count = 0; /* they have been moved */
}
