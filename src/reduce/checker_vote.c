#include "reduce/checker_vote.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "oracle/blank.h"
#include "oracle/ground.h"
#include "reduce/limits.h"
#include "smtlib/theory.h"

/* Terms in the bank from which on it is made anew. */
enum { TERMS_MAX = 4 << 20 };

typedef struct {
  Checker check;
  VoteBehaviour wanted;
  const char **names;
  char **families;
  RunLimits *limits;            /* of each solver */
  uint64_t *cpu_ns;             /* of each on the original */
  U32Vec order;                 /* solvers to run, the accused first */
  Bank *bank;                   /* that reads the texts */
  uint32_t examining;           /* texts that the bank has to be kept for */
  Finding finding;              /* that is kept; the texts are ours */
  AnswerKind said;              /* by the accused: the answer that is wrong, or ANSWER_OTHER */
  VEC(const char *) signatures; /* of all findings about the original */
  size_t kept;                  /* the one of them that is kept */
} VoteCheck;

/* What is known of a text. */
typedef struct {
  FileText text; /* without statuses */
  Facts facts;
  Vote *votes;
  SolveRequest request; /* of the run under way */
} VoteState;

/* --- life of a state --- */

static VoteState *state_create(VoteCheck *self, const Probe *probe)
{
  VoteState *state = mem_alloc_zero(1, sizeof *state);
  state->text.bytes = mem_alloc_zero(probe->length + FILE_PADDING, 1);
  memcpy(state->text.bytes, probe->text, probe->length);
  state->text.length = probe->length;
  if (self->bank && self->examining == 0 && self->bank->terms.count > TERMS_MAX) {
    bank_destroy(self->bank);
    self->bank = NULL;
  }
  if (!self->bank) self->bank = theory_create_bank();
  self->examining++;
  Error error;
  facts_read(self->bank, state->text.bytes, state->text.length, &state->facts, &error);
  VEC_FREE(&state->facts.statuses);
  VoteScript script = {self->bank, state->text.bytes, state->text.length, self->wanted.eval};
  if (state->facts.understood) ground_answer(&script, &state->facts);
  blank_statuses(state->text.bytes, state->text.length);
  state->votes = mem_alloc_zero(self->wanted.count, sizeof *state->votes);
  for (size_t i = 0; i < self->wanted.count; i++) state->votes[i].outcome = OUTCOME_NOT_STARTED;
  return state;
}

static void end(Checker *check, Probe *probe)
{
  VoteCheck *self = (VoteCheck *)check;
  VoteState *state = probe->state;
  if (!state) return;
  for (size_t i = 0; i < self->wanted.count; i++) vote_deinit(&state->votes[i]);
  free(state->votes);
  facts_deinit(&state->facts);
  free(state->text.bytes);
  free(state);
  probe->state = NULL;
  self->examining--;
}

/* --- running --- */

static size_t solver_of_step(const VoteCheck *self, uint32_t step)
{
  return self->check.learnt ? self->order.items[step] : step;
}

static RunHandle start(Checker *check, Supervisor *sup, Probe *probe, void *user)
{
  VoteCheck *self = (VoteCheck *)check;
  if (probe->step == 0) probe->state = state_create(self, probe);
  VoteState *state = probe->state;
  size_t solver = solver_of_step(self, probe->step);
  state->request = (SolveRequest){.solver = &self->wanted.solvers[solver],
                                  .bytes = state->text.bytes,
                                  .length = state->text.length,
                                  .traits = state->facts.traits,
                                  .limits = self->limits[solver],
                                  .print_models = state->facts.constants && !self->wanted.no_models,
                                  .user = user};
  return solve_start(sup, &state->request);
}

static void read_vote(VoteCheck *self, VoteState *state, size_t solver, RunResult *result)
{
  VoteScript script = {state->facts.understood ? self->bank : NULL, state->text.bytes,
                       state->text.length, self->wanted.eval};
  self->cpu_ns[solver] = result->cpu_ns;
  Outcome outcome;
  outcome_read(&state->request, result, &outcome);
  vote_deinit(&state->votes[solver]);
  vote_read(&state->facts, &script, &outcome, &state->votes[solver]);
  outcome_deinit(&outcome);
}

static void judge_state(const VoteCheck *self, const VoteState *state, Findings *findings)
{
  Case trial = {.facts = &state->facts,
                .names = self->names,
                .families = (const char *const *)self->families,
                .votes = state->votes,
                .count = self->wanted.count,
                .beyond =
                    judge_beyond(self->wanted.solvers, self->wanted.count, &state->facts.used)};
  judge(&trial, findings);
}

/* --- findings --- */

static size_t first_of(SolverSet set)
{
  return (size_t)__builtin_ctzll(set);
}

static AnswerKind answer_of(const VoteState *state, const Finding *finding, SolverSet set)
{
  if (!finding->query || !set) return ANSWER_OTHER;
  return vote_answer(&state->votes[first_of(set)], finding->query - 1);
}

/* The solver whose answer is remembered may have turned out to be right, and another one wrong. */
static bool is_kept(const VoteCheck *self, const VoteState *state, const Finding *finding)
{
  const Finding *wanted = &self->finding;
  SolverSet first = wanted->accused & -wanted->accused;
  if (!finding_shows(finding, wanted)) return false;
  return !finding_is_answer(wanted->kind) || answer_of(state, finding, first) == self->said;
}

/* Can the text still show the finding, after the run of an accused solver? */
static bool is_possible(const VoteCheck *self, size_t solver, const Vote *vote)
{
  switch (self->finding.kind) {
  case FINDING_CRASH: return vote->outcome == OUTCOME_CRASH;
  case FINDING_FLOOD: return vote->outcome == OUTCOME_FLOOD;
  case FINDING_MODEL: return vote->false_query != 0;
  case FINDING_REJECTS: return vote->rejected;
  default:
    for (size_t i = 0; i < vote->answers.count; i++) {
      bool first = solver == first_of(self->finding.accused);
      if (first ? vote_answer(vote, i) == self->said : vote_decides(vote, i)) return true;
    }
    return false;
  }
}

static char *copy(const char *text)
{
  return mem_copy_string(text, strlen(text));
}

static bool is_chosen(const char *choice, size_t number, const char *signature)
{
  char *end;
  errno = 0;
  unsigned long long wanted = strtoull(choice, &end, 10);
  if (*choice >= '0' && *choice <= '9' && !*end) return errno == 0 && wanted == number + 1;
  return strstr(signature, choice) != NULL;
}

/* Notes all findings. NULL: there is none that could be kept; check.error says why. */
static const Finding *choose(VoteCheck *self, const Findings *findings)
{
  const Finding *found = NULL;
  const char *choice = self->wanted.choice;
  for (size_t i = 0; i < findings->count; i++) {
    const Finding *one = &findings->items[i];
    if (!one->accused) continue;
    bool exact = choice && strcmp(one->signature, choice) == 0;
    if (exact ||
        (!found && (!choice || is_chosen(choice, self->signatures.count, one->signature)))) {
      found = one;
      self->kept = self->signatures.count;
    }
    VEC_PUSH(&self->signatures, copy(one->signature));
  }
  if (found) return found;
  if (self->signatures.count == 0) {
    error_set(&self->check.error, STATUS_USAGE, "the solvers agree: there is nothing to keep");
    return NULL;
  }
  StrBuf list;
  strbuf_init(&list, 0);
  for (size_t i = 0; i < self->signatures.count; i++)
    strbuf_printf(&list, "%s%zu: %s", i ? "; " : "", i + 1, self->signatures.items[i]);
  error_set(&self->check.error, STATUS_USAGE, "no finding '%s' among these: %s", choice,
            strbuf_text(&list));
  strbuf_deinit(&list);
  return NULL;
}

static ProbeVerdict learn(VoteCheck *self, const VoteState *state)
{
  Findings findings = {0};
  judge_state(self, state, &findings);
  const Finding *found = choose(self, &findings);
  if (!found) {
    findings_deinit(&findings);
    return PROBE_NO;
  }
  self->finding = *found;
  self->finding.evidence = copy(found->evidence);
  self->finding.signature = copy(found->signature);
  self->finding.script = NULL;
  self->said = answer_of(state, found, found->accused);
  SolverSet needed = found->kind == FINDING_REJECTS ? ~(SolverSet)0 : found->concerned;
  for (int accused = 1; accused >= 0; accused--)
    for (size_t i = 0; i < self->wanted.count; i++)
      if ((needed & SOLVER_BIT(i)) && !(found->accused & SOLVER_BIT(i)) == !accused)
        VEC_PUSH(&self->order, (uint32_t)i);
  for (size_t i = 0; !self->wanted.timeout_ns && i < self->wanted.count; i++)
    limits_learn(&self->limits[i], self->cpu_ns[i]);
  findings_deinit(&findings);
  return PROBE_YES;
}

static ProbeVerdict take(Checker *check, Probe *probe, RunResult *result)
{
  VoteCheck *self = (VoteCheck *)check;
  VoteState *state = probe->state;
  size_t solver = solver_of_step(self, probe->step);
  read_vote(self, state, solver, result);
  if (!check->learnt) return solver + 1 < self->wanted.count ? PROBE_OPEN : learn(self, state);
  bool accused = (self->finding.accused & SOLVER_BIT(solver)) != 0;
  if (accused && !is_possible(self, solver, &state->votes[solver])) return PROBE_NO;
  if (probe->step + 1 < self->order.count) return PROBE_OPEN;
  Findings findings = {0};
  judge_state(self, state, &findings);
  bool kept = false;
  for (size_t i = 0; i < findings.count; i++) kept |= is_kept(self, state, &findings.items[i]);
  findings_deinit(&findings);
  return kept ? PROBE_YES : PROBE_NO;
}

static void describe(const Checker *check, StrBuf *out)
{
  const VoteCheck *self = (const VoteCheck *)check;
  strbuf_printf(out, "%s: %s", finding_name(self->finding.kind), self->finding.evidence);
}

/* --- life --- */

static void destroy(Checker *check)
{
  VoteCheck *self = (VoteCheck *)check;
  for (size_t i = 0; i < self->wanted.count; i++) free(self->families[i]);
  free(self->families);
  free(self->names);
  free(self->limits);
  free(self->cpu_ns);
  free(self->finding.evidence);
  free(self->finding.signature);
  VEC_FREE(&self->order);
  for (size_t i = 0; i < self->signatures.count; i++)
    free((char *)(uintptr_t)self->signatures.items[i]);
  VEC_FREE(&self->signatures);
  if (self->bank) bank_destroy(self->bank);
  free(self);
}

Checker *checker_vote_create(const VoteBehaviour *behaviour)
{
  static const CheckerKind kind = {
      .start = start, .take = take, .end = end, .describe = describe, .destroy = destroy};
  VoteCheck *self = mem_alloc_zero(1, sizeof *self);
  self->check = (Checker){.kind = &kind, .rounds = 1, .needed = 1};
  self->wanted = *behaviour;
  uint64_t first_ns = behaviour->timeout_ns ? behaviour->timeout_ns : behaviour->first_ns;
  if (!first_ns) first_ns = LIMITS_FIRST_NS;
  self->names = mem_alloc(behaviour->count, sizeof *self->names);
  self->families = mem_alloc(behaviour->count, sizeof *self->families);
  self->limits = mem_alloc_zero(behaviour->count, sizeof *self->limits);
  self->cpu_ns = mem_alloc_zero(behaviour->count, sizeof *self->cpu_ns);
  for (size_t i = 0; i < behaviour->count; i++) {
    self->names[i] = behaviour->solvers[i].name;
    self->families[i] = solver_family(&behaviour->solvers[i]);
    self->limits[i].memory_bytes = behaviour->memory_bytes;
    self->limits[i].wall_ns = first_ns;
  }
  return &self->check;
}

VoteFindings checker_vote_findings(const Checker *check)
{
  const VoteCheck *self = (const VoteCheck *)check;
  return (VoteFindings){self->signatures.items, self->signatures.count, self->kept};
}
