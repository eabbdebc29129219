#include "find/oracle/paper.h"

#include <string.h>

#include "find/oracle/blank.h"
#include "find/oracle/derive.h"
#include "find/oracle/ground.h"

/* --- life --- */

static void set_text(Paper *paper, const char *bytes, size_t length)
{
  paper->text.bytes = mem_alloc_zero(length + FILE_PADDING, 1);
  memcpy(paper->text.bytes, bytes, length);
  paper->text.length = length;
  paper->changed = true;
}

Paper *paper_create(const Panel *panel, const PollScript *script)
{
  Paper *paper = mem_alloc_zero(1, sizeof *paper);
  size_t count = panel->options->solver_count;
  paper->panel = panel;
  paper->solvers = script->solvers ? script->solvers : panel->options->solvers;
  paper->names = mem_alloc(count, sizeof *paper->names);
  for (size_t i = 0; i < count; i++) paper->names[i] = paper->solvers[i].name;
  paper->ballot.path = script->path;
  paper->ballot.user = script->user;
  paper->voters = count == SOLVER_SET_MAX ? ~(SolverSet)0 : SOLVER_BIT(count) - 1;
  if (script->voters) paper->voters &= script->voters;
  if (script->bytes) set_text(paper, script->bytes, script->length);
  return paper;
}

static Paper *create_follower(Paper *parent)
{
  Paper *paper = paper_create(
      parent->panel, &(PollScript){.path = parent->ballot.path, .solvers = parent->solvers});
  paper->parent = parent;
  return paper;
}

Paper *paper_create_core(Paper *parent, const Core *core)
{
  Paper *paper = create_follower(parent);
  paper->query = core->query;
  paper->claim.kind = core->assumptions ? CLAIM_ASSUMPTIONS : CLAIM_CORE;
  paper->claim.shown = paper->shown = mem_copy_string(core->shown, strlen(core->shown));
  set_text(paper, core->script, core->length);
  return paper;
}

Paper *paper_create_question(Paper *parent, uint32_t query, SolverSet voters)
{
  Paper *paper = create_follower(parent);
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
  for (size_t i = 0; i < ROUND_COUNT; i++) free_votes(paper->rounds[i], solvers);
  facts_deinit(&paper->ballot.facts);
  findings_deinit(&paper->ballot.findings);
  free(paper->names);
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
  Bank *bank = bank_copy(paper->panel->theories);
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
  if (paper->text.bytes) return STATUS_OK;
  return paper->parent ? make_question(paper, &ballot->error)
                       : file_read(ballot->path, 0, &paper->text, &ballot->error);
}

static void make_tasks(Paper *paper)
{
  const PollOptions *options = paper->panel->options;
  const Facts *facts = &paper->ballot.facts;
  paper->tasks = mem_alloc_zero(options->solver_count, sizeof *paper->tasks);
  paper->rounds[ROUND_FIRST] = mem_alloc_zero(options->solver_count, sizeof(Vote));
  paper->ballot.votes = paper->rounds[ROUND_FIRST];
  paper->ballot.rounds = paper->rounds;
  paper->ballot.round_count = 1;
  bool is_file = strcmp(paper->ballot.path, "-") != 0 && !paper->changed;
  for (size_t i = 0; i < options->solver_count; i++) {
    paper->ballot.votes[i].outcome = OUTCOME_NO_ANSWER;
    if (!(paper->voters & SOLVER_BIT(i))) continue;
    Task *task = &paper->tasks[i];
    *task = (Task){.paper = paper, .solver = i, .waits = true};
    task->request = (SolveRequest){.solver = &paper->solvers[i],
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
    paper->bank = bank_copy(paper->panel->theories);
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
  vote_read(&paper->ballot.facts, &script, &outcome, &paper->rounds[paper->round][task->solver]);
  outcome_deinit(&outcome);
}

bool paper_wants_plain(const Paper *paper)
{
  return paper->parent || paper->round == ROUND_AGAIN || paper->round == ROUND_LAST;
}
