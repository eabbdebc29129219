#include "oracle/paper.h"

#include <string.h>

#include "oracle/blank.h"
#include "oracle/derive.h"
#include "oracle/ground.h"
#include "smtlib/theory.h"

/* --- life --- */

Paper *paper_create(const Panel *panel, const char *path)
{
  Paper *paper = mem_alloc_zero(1, sizeof *paper);
  size_t count = panel->options->solver_count;
  paper->panel = panel;
  paper->ballot.path = path;
  paper->voters = count == SOLVER_SET_MAX ? ~(SolverSet)0 : SOLVER_BIT(count) - 1;
  return paper;
}

static void set_text(Paper *paper, const char *bytes, size_t length)
{
  paper->text.bytes = mem_alloc_zero(length + FILE_PADDING, 1);
  memcpy(paper->text.bytes, bytes, length);
  paper->text.length = length;
}

Paper *paper_create_core(Paper *parent, const Core *core)
{
  Paper *paper = paper_create(parent->panel, parent->ballot.path);
  paper->parent = parent;
  paper->query = core->query;
  paper->claim.kind = core->assumptions ? CLAIM_ASSUMPTIONS : CLAIM_CORE;
  paper->claim.shown = paper->shown = mem_copy_string(core->shown, strlen(core->shown));
  set_text(paper, core->script, core->length);
  return paper;
}

Paper *paper_create_question(Paper *parent, uint32_t query, SolverSet voters)
{
  Paper *paper = paper_create(parent->panel, parent->ballot.path);
  paper->parent = parent;
  paper->query = query;
  paper->voters = voters;
  paper->claim = (CaseClaim){.kind = CLAIM_ANSWER, .claimants = voters};
  return paper;
}

void paper_release(Paper *paper)
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

void paper_destroy(Paper *paper)
{
  size_t solvers = paper->panel->options->solver_count;
  paper_release(paper);
  free_votes(paper->ballot.votes, solvers);
  free_votes(paper->again, solvers);
  facts_deinit(&paper->ballot.facts);
  findings_deinit(&paper->ballot.findings);
  free(paper->shown);
  free(paper);
}

/* --- reading --- */

static VoteScript script_of(const Paper *paper)
{
  return (VoteScript){paper->bank, paper->text.bytes, paper->text.length,
                      paper->panel->options->eval};
}

/* The text of a question comes from that of the parent. */
static Status make_question(Paper *paper, Error *error)
{
  const FileText *source = &paper->parent->text;
  Bank *bank = theory_create_bank();
  Script script = {0};
  StrBuf text;
  strbuf_init(&text, 0);
  Status status = script_read(bank, source->bytes, source->length, &script, error);
  uint32_t queries = 0;
  for (size_t i = 0; status == STATUS_OK && i < script.commands.count; i++) {
    CommandKind kind = script.commands.items[i].kind;
    if (kind != CMD_CHECK_SAT && kind != CMD_CHECK_SAT_ASSUMING) continue;
    if (++queries == paper->query) derive_question(bank, &script, i, &text);
  }
  set_text(paper, strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  script_deinit(&script);
  bank_destroy(bank);
  return status;
}

static Status find_text(Paper *paper)
{
  Ballot *ballot = &paper->ballot;
  if (!paper->parent) return file_read(ballot->path, 0, &paper->text, &ballot->error);
  paper->changed = true;
  return paper->claim.kind == CLAIM_ANSWER ? make_question(paper, &ballot->error) : STATUS_OK;
}

static void make_tasks(Paper *paper)
{
  const PollOptions *options = paper->panel->options;
  const Facts *facts = &paper->ballot.facts;
  paper->tasks = mem_alloc_zero(options->solver_count, sizeof *paper->tasks);
  paper->ballot.votes = mem_alloc_zero(options->solver_count, sizeof *paper->ballot.votes);
  bool is_file = strcmp(paper->ballot.path, "-") != 0 && !paper->changed;
  for (size_t i = 0; i < options->solver_count; i++) {
    paper->ballot.votes[i].outcome = OUTCOME_NO_ANSWER;
    if (!(paper->voters & SOLVER_BIT(i))) continue;
    Task *task = &paper->tasks[i];
    *task = (Task){.paper = paper, .solver = i, .waits = true};
    task->request = (SolveRequest){.solver = &options->solvers[i],
                                   .path = is_file ? paper->ballot.path : NULL,
                                   .bytes = paper->text.bytes,
                                   .length = paper->text.length,
                                   .traits = facts->traits,
                                   .limits = options->limits,
                                   .print_models = facts->constants && !options->no_models,
                                   .user = task};
    paper->unfinished++;
  }
}

void paper_read(Paper *paper)
{
  Ballot *ballot = &paper->ballot;
  ballot->status = find_text(paper);
  ballot->skipped = ballot->status != STATUS_OK;
  if (!ballot->skipped) {
    paper->bank = theory_create_bank();
    ballot->status = facts_read(paper->bank, paper->text.bytes, paper->text.length, &ballot->facts,
                                &ballot->error);
    bool unchecked = paper->panel->options->unchecked && !paper->parent;
    ballot->skipped = ballot->status != STATUS_OK && !unchecked;
  }
  if (ballot->skipped) return;
  VoteScript script = script_of(paper);
  ground_answer(&script, &ballot->facts);
  paper->changed |= blank_statuses(paper->text.bytes, paper->text.length);
  make_tasks(paper);
}

void paper_take(Task *task, RunResult *run)
{
  Paper *paper = task->paper;
  VoteScript script = script_of(paper);
  Outcome outcome;
  outcome_read(&task->request, run, &outcome);
  vote_read(&paper->ballot.facts, &script, &outcome,
            paper->again ? &paper->again[task->solver] : &paper->ballot.votes[task->solver]);
  outcome_deinit(&outcome);
}

/* --- judging --- */

/* Of a solver whose profile names no logics nothing is known. */
static bool knows_logic(const Profile *profile, const Logic *used)
{
  for (uint32_t i = 0; i < profile->logics.items_count; i++) {
    const char *name = profile->logics.items[i];
    Logic known;
    if (logic_parse(name, strlen(name), &known) && logic_includes(&known, used)) return true;
  }
  return profile->logics.items_count == 0;
}

static SolverSet beyond_logic(const Paper *paper)
{
  const PollOptions *options = paper->panel->options;
  SolverSet set = 0;
  for (size_t i = 0; i < options->solver_count; i++)
    if (!knows_logic(options->solvers[i].profile, &paper->ballot.facts.used)) set |= SOLVER_BIT(i);
  return set;
}

static void judge_votes(const Paper *paper, const Vote *votes, Findings *findings)
{
  const Panel *panel = paper->panel;
  Case trial = {.facts = &paper->ballot.facts,
                .names = panel->names,
                .families = (const char *const *)panel->families,
                .votes = votes,
                .count = panel->options->solver_count,
                .beyond = beyond_logic(paper),
                .claim = paper->claim,
                .slow = paper->parent ? (SlowRule){0} : panel->options->slow};
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

static void start_second_round(Paper *paper)
{
  size_t count = paper->panel->options->solver_count;
  paper->concerned = findings_concerned(&paper->ballot.findings) & paper->voters;
  if (!paper->concerned) return;
  SolverSet without_models = blamed_without_models(&paper->ballot.findings);
  paper->again = mem_alloc_zero(count, sizeof *paper->again);
  for (size_t i = 0; i < count; i++) {
    if (!(paper->concerned & SOLVER_BIT(i))) continue;
    if (without_models & SOLVER_BIT(i)) paper->tasks[i].request.print_models = false;
    paper->tasks[i].waits = true;
    paper->unfinished++;
  }
}

static bool claims(const Vote *vote, const char *script)
{
  for (size_t i = 0; i < vote->cores.count; i++)
    if (vote->cores.items[i].script && strcmp(vote->cores.items[i].script, script) == 0)
      return true;
  return false;
}

/* A core that was refuted counts only if the solver prints it again. */
static void settle_cores(Paper *paper)
{
  for (size_t i = 0; i < paper->ballot.findings.count; i++) {
    Finding *finding = &paper->ballot.findings.items[i];
    if (finding->settled || !finding->script) continue;
    const Vote *again = &paper->again[__builtin_ctzll(finding->accused)];
    finding->confirmed = finding->confirmed && claims(again, finding->script);
    finding->settled = true;
  }
}

static void judge_again(Paper *paper)
{
  size_t count = paper->panel->options->solver_count;
  Vote *votes = mem_alloc(count, sizeof *votes);
  for (size_t i = 0; i < count; i++)
    votes[i] = paper->concerned & SOLVER_BIT(i) ? paper->again[i] : paper->ballot.votes[i];
  Findings again = {0};
  judge_votes(paper, votes, &again);
  settle_cores(paper);
  findings_confirm(&paper->ballot.findings, &again);
  findings_deinit(&again);
  free(votes);
}

void paper_count(Paper *paper)
{
  paper->counted = true;
  if (!paper->ballot.skipped) judge_votes(paper, paper->ballot.votes, &paper->ballot.findings);
}

void paper_judge(Paper *paper)
{
  if (paper->again)
    judge_again(paper);
  else
    start_second_round(paper);
  paper->judged = !paper->unfinished;
}
