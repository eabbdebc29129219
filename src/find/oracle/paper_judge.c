/* Judging a script, and running solvers on it again until it is clear what stands. */
#include <string.h>

#include "find/oracle/paper.h"

static Case make_case(const Paper *paper, const Vote *votes)
{
  const Panel *panel = paper->panel;
  return (Case){.facts = &paper->ballot.facts,
                .names = paper->names,
                .families = (const char *const *)panel->families,
                .votes = votes,
                .count = panel->options->solver_count,
                .beyond = judge_beyond(paper->solvers, panel->options->solver_count,
                                       &paper->ballot.facts.used),
                .claim = paper->claim,
                .slow = paper->parent ? (SlowRule){0} : panel->options->slow};
}

static void judge_votes(const Paper *paper, const Vote *votes, Findings *findings)
{
  Case trial = make_case(paper, votes);
  judge(&trial, findings);
}

/* --- rounds --- */

static void start_round(Paper *paper, PaperRound round, SolverSet concerned)
{
  size_t count = paper->panel->options->solver_count;
  paper->concerned = concerned & paper->voters;
  if (!paper->concerned) return;
  paper->round = round;
  paper->rounds[round] = mem_alloc_zero(count, sizeof(Vote));
  paper->ballot.round_count = round + 1;
  for (size_t i = 0; i < count; i++) {
    if (!(paper->concerned & SOLVER_BIT(i))) continue;
    paper->tasks[i].waits = true;
    paper->unfinished++;
  }
}

static void set_models(Paper *paper, SolverSet without)
{
  const PollOptions *options = paper->panel->options;
  bool wanted = paper->ballot.facts.constants && !options->no_models;
  for (size_t i = 0; i < options->solver_count; i++)
    paper->tasks[i].request.print_models = wanted && !(without & SOLVER_BIT(i));
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

/* Solvers whose first runs were not plain. */
static SolverSet other_mode(const Paper *paper)
{
  SolverSet set = 0;
  for (size_t i = 0; i < paper->panel->options->solver_count; i++)
    if (paper->ballot.votes[i].manner != RUN_FRESH) set |= SOLVER_BIT(i);
  return set;
}

static void start_second_round(Paper *paper)
{
  if (paper->ballot.skipped) return;
  set_models(paper, blamed_without_models(&paper->ballot.findings));
  SolverSet concerned = findings_concerned(&paper->ballot.findings);
  if (paper->panel->options->compare_modes) concerned |= other_mode(paper);
  start_round(paper, ROUND_AGAIN, concerned);
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
static void settle_claims(Paper *paper)
{
  for (size_t i = 0; i < paper->ballot.findings.count; i++) {
    Finding *finding = &paper->ballot.findings.items[i];
    if (finding->settled || !finding->script) continue;
    const Vote *again = &paper->rounds[ROUND_AGAIN][__builtin_ctzll(finding->accused)];
    bool stands = finding->kind == FINDING_SELF
                      ? vote_answer(again, finding->query - 1) == ANSWER_UNSAT
                      : claims(again, finding->script);
    finding->confirmed = finding->confirmed && stands;
    finding->settled = true;
  }
}

/* Those that have changed their answer contradict themselves, if the mode is not a plain one. */
static SolverSet find_contradictions(Paper *paper)
{
  Findings *findings = &paper->ballot.findings;
  size_t known = findings->count;
  Case trial = make_case(paper, paper->ballot.votes);
  for (size_t i = 0; i < known; i++) findings->items[i].settled = true;
  judge_modes(&trial, paper->rounds[ROUND_AGAIN], paper->concerned, findings);
  return findings_concerned(findings);
}

static void judge_again(Paper *paper)
{
  size_t count = paper->panel->options->solver_count;
  Vote *votes = mem_alloc(count, sizeof *votes);
  for (size_t i = 0; i < count; i++)
    votes[i] =
        paper->concerned & SOLVER_BIT(i) ? paper->rounds[ROUND_AGAIN][i] : paper->ballot.votes[i];
  Findings again = {0};
  judge_votes(paper, votes, &again);
  settle_claims(paper);
  findings_confirm(&paper->ballot.findings, &again);
  findings_deinit(&again);
  free(votes);
}

/* Both ways have been tried again. */
static void confirm_contradictions(Paper *paper)
{
  Findings again = {0};
  Case trial = make_case(paper, paper->rounds[ROUND_MODE]);
  judge_modes(&trial, paper->rounds[ROUND_LAST], paper->concerned, &again);
  findings_confirm(&paper->ballot.findings, &again);
  findings_deinit(&again);
}

void paper_count(Paper *paper)
{
  paper->counted = true;
  if (!paper->ballot.skipped) judge_votes(paper, paper->ballot.votes, &paper->ballot.findings);
}

void paper_judge(Paper *paper)
{
  switch (paper->round) {
  case ROUND_FIRST: start_second_round(paper); break;
  case ROUND_AGAIN:
    judge_again(paper);
    set_models(paper, 0);
    start_round(paper, ROUND_MODE, find_contradictions(paper));
    break;
  case ROUND_MODE: start_round(paper, ROUND_LAST, paper->concerned); break;
  case ROUND_LAST: confirm_contradictions(paper); break;
  case ROUND_COUNT: break;
  }
  paper->judged = !paper->unfinished;
}
