#include "find/reduce/checker_vote.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "find/oracle/search.h"
#include "find/reduce/limits.h"

/* On the original a solver that is out of time is run again with so many times as much. */
enum { MORE_TIME = 4 };

/* What solvers get on the original at first, and how long a better finding is waited for. */
#define FIRST_ROUND_NS    (LIMITS_SECOND / 2)
#define BETTER_FINDING_NS (8 * LIMITS_SECOND)

/* A solver that has hung so often on candidates, and decided so many, gets so much more than the slowest of these took. */
enum { HABIT_HANGS = 3, HABIT_DECIDED = 3, HABIT_TIMES = 4 };
#define HABIT_LEAST_NS (LIMITS_SECOND / 10)

typedef struct {
  uint32_t hangs, decided;
  uint64_t slowest_ns; /* of those that it decided */
} Habit;

typedef struct {
  Checker check;
  VoteBehaviour wanted;
  const char **names;
  char **families;
  RunLimits *limits;    /* of each solver */
  uint64_t *cpu_ns;     /* of each in its last run */
  Habit *habits;        /* of each, on candidates */
  uint64_t patience_ns; /* that solvers get on the original in this round */
  U32Vec order;         /* solvers to run, the accused first */
  const ExaminerInterface *kind;
  Examiner *examiner;
  Finding finding;              /* that is kept; the texts are ours */
  SolverAnswer said;            /* by the accused: the answer that is wrong, or SAYS_NOTHING */
  VEC(const char *) signatures; /* of all findings about the original */
  size_t kept;                  /* the one of them that is kept */
  VEC(const char *)
  forbidden; /* constructs that one of the accused calls experimental, and the original has not */
} VoteCheck;

/* What is known of a text. */
typedef struct {
  FileText text; /* without statuses */
  Facts facts;
  Examination *examination;
  SolverSet beyond; /* who does not claim to know all that it uses */
  Vote *votes;
  SolveRequest request; /* of the run in progress */
} VoteState;

/* --- life of a state --- */

static VoteState *state_create(VoteCheck *self, const CheckedText *probe)
{
  VoteState *state = mem_alloc_zero(1, sizeof *state);
  state->text.bytes = mem_alloc_zero(probe->length + FILE_PADDING, 1);
  memcpy(state->text.bytes, probe->text, probe->length);
  state->text.length = probe->length;
  Error error;
  state->examination = self->kind->begin(self->examiner, &state->text, &state->facts, &error);
  VEC_FREE(&state->facts.statuses);
  for (size_t i = 0; i < self->wanted.count; i++)
    if (!self->kind->is_claimed(state->examination, self->wanted.solvers[i].profile))
      state->beyond |= SOLVER_BIT(i);
  state->votes = mem_alloc_zero(self->wanted.count, sizeof *state->votes);
  for (size_t i = 0; i < self->wanted.count; i++) state->votes[i].outcome = OUTCOME_NOT_STARTED;
  return state;
}

static void end(Checker *check, CheckedText *probe)
{
  VoteCheck *self = (VoteCheck *)check;
  VoteState *state = probe->state;
  if (!state) return;
  for (size_t i = 0; i < self->wanted.count; i++) vote_deinit(&state->votes[i]);
  free(state->votes);
  self->kind->end(state->examination);
  facts_deinit(&state->facts);
  free(state->text.bytes);
  free(state);
  probe->state = NULL;
}

/* --- running --- */

static RunHandle start(Checker *check, Supervisor *sup, CheckedText *probe, void *user)
{
  assert(probe->step < ((VoteCheck *)check)->order.count);
  VoteCheck *self = (VoteCheck *)check;
  if (probe->step == 0) probe->state = state_create(self, probe);
  VoteState *state = probe->state;
  size_t solver = self->order.items[probe->step];
  state->request = (SolveRequest){.solver = &self->wanted.solvers[solver],
                                  .bytes = state->text.bytes,
                                  .length = state->text.length,
                                  .traits = state->facts.traits,
                                  .limits = self->limits[solver],
                                  .print_models = state->facts.constants && !self->wanted.no_models,
                                  .trace = self->wanted.trace,
                                  .user = user};
  return solve_start(sup, &state->request);
}

static void read_vote(VoteCheck *self, VoteState *state, size_t solver, RunResult *result)
{
  assert(solver < self->wanted.count);
  self->cpu_ns[solver] = result->cpu_ns;
  Outcome outcome;
  outcome_read(&state->request, result, &outcome);
  vote_deinit(&state->votes[solver]);
  examiner_read(self->kind, state->examination, &state->facts, &outcome, &state->votes[solver]);
  outcome_deinit(&outcome);
}

static void judge_state(const VoteCheck *self, VoteState *state, Findings *findings)
{
  Case trial = {.words = &self->kind->words,
                .facts = &state->facts,
                .names = self->names,
                .families = (const char *const *)self->families,
                .votes = state->votes,
                .count = self->wanted.count,
                .beyond = state->beyond,
                .claimed = solvers_with_logics(self->wanted.solvers, self->wanted.count)};
  search_witnesses(self->kind, state->examination, &trial, &state->facts);
  judge_votes(&trial, findings);
}

/* --- findings --- */

static size_t first_of(SolverSet set)
{
  assert(set);
  return (size_t)__builtin_ctzll(set);
}

static SolverAnswer answer_of(const VoteState *state, const Finding *finding, SolverSet set)
{
  if (!finding->query || !set) return SAYS_NOTHING;
  return vote_answer(&state->votes[first_of(set)], finding->query - 1);
}

/* The solver whose answer is remembered may have turned out to be right, and another one wrong. */
static bool is_kept(const VoteCheck *self, const VoteState *state, const Finding *finding)
{
  assert(self->finding.accused);
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

static void forget_signatures(VoteCheck *self)
{
  for (size_t i = 0; i < self->signatures.count; i++)
    free((char *)(uintptr_t)self->signatures.items[i]);
  self->signatures.count = 0;
}

/* Notes all findings. NULL: there is none that could be kept. */
static const Finding *choose(VoteCheck *self, const Findings *findings)
{
  const Finding *found = NULL;
  const char *choice = self->wanted.choice;
  forget_signatures(self);
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
  return found;
}

/* Says that no finding is the one that was chosen. */
static void refuse(VoteCheck *self)
{
  if (self->signatures.count == 0) {
    error_set(&self->check.error, STATUS_USAGE, "the solvers agree: there is nothing to keep");
    return;
  }
  StrBuf list;
  strbuf_init(&list, 0);
  for (size_t i = 0; i < self->signatures.count; i++)
    strbuf_printf(&list, "%s%zu: %s", i ? "; " : "", i + 1, self->signatures.items[i]);
  error_set(&self->check.error, STATUS_USAGE, "no finding '%s' among these: %s",
            self->wanted.choice, strbuf_text(&list));
  strbuf_deinit(&list);
}

/* --- the original --- */

static uint64_t longest(const VoteCheck *self)
{
  if (self->wanted.timeout_ns) return self->wanted.timeout_ns;
  return self->wanted.first_ns ? self->wanted.first_ns : LIMITS_FIRST_NS;
}

/* What solvers get in this round: little CPU time, in the last round all the wall time that there is. */
static void set_round(VoteCheck *self)
{
  assert(self->patience_ns > 0);
  bool last = self->patience_ns >= longest(self);
  uint64_t wall_ns = limits_wall(self->patience_ns);
  for (size_t i = 0; i < self->wanted.count; i++)
    self->limits[i] =
        (RunLimits){.cpu_ns = last ? 0 : self->patience_ns,
                    .wall_ns = last || wall_ns > longest(self) ? longest(self) : wall_ns,
                    .memory_bytes = self->wanted.memory_bytes};
}

/* Puts solvers that were out of time into the order again, with more of it. False: there is none, or they had
 * all of it. */
static bool add_round(VoteCheck *self, const VoteState *state)
{
  if (self->patience_ns >= longest(self)) return false;
  size_t before = self->order.count;
  for (size_t i = 0; i < self->wanted.count; i++)
    if (state->votes[i].outcome == OUTCOME_TIMEOUT) VEC_PUSH(&self->order, (uint32_t)i);
  self->patience_ns *= MORE_TIME;
  set_round(self);
  return self->order.count > before;
}

/* Is this what the user wants, as far as can be known? With one more answer a disagreement may become a
 * vote that says who is wrong. */
static bool is_enough(const VoteCheck *self, const Finding *found)
{
  return found && (found->kind != FINDING_SPLIT || self->wanted.choice ||
                   self->patience_ns >= BETTER_FINDING_NS);
}

/* Whose runs can show the finding: of those that answer, if it is only about that, the fastest first. */
static void order_solvers(VoteCheck *self, const VoteState *state)
{
  assert(self->finding.accused);
  const Finding *wanted = &self->finding;
  bool rejects = wanted->kind == FINDING_REJECTS;
  self->order.count = 0;
  for (size_t i = 0; i < self->wanted.count; i++)
    if (wanted->accused & SOLVER_BIT(i)) VEC_PUSH(&self->order, (uint32_t)i);
  size_t accused = self->order.count;
  for (size_t i = 0; i < self->wanted.count; i++) {
    bool needed = rejects ? outcome_is_decided(state->votes[i].outcome)
                          : (wanted->concerned & SOLVER_BIT(i)) != 0;
    if (!needed || (wanted->accused & SOLVER_BIT(i))) continue;
    size_t at = self->order.count;
    VEC_PUSH(&self->order, (uint32_t)i);
    for (; at > accused && self->cpu_ns[self->order.items[at - 1]] > self->cpu_ns[i]; at--)
      self->order.items[at] = self->order.items[at - 1];
    self->order.items[at] = (uint32_t)i;
  }
}

static void learn_limits(VoteCheck *self)
{
  for (size_t i = 0; i < self->wanted.count; i++) {
    self->limits[i].cpu_ns = 0;
    if (!self->wanted.timeout_ns) limits_learn(&self->limits[i], self->cpu_ns[i]);
  }
}

/* What the original shows without experimental constructs is to be shown without them. */
static void forbid_experimental(VoteCheck *self, const VoteState *state)
{
  self->forbidden.count = 0;
  for (size_t i = 0; self->kind->uses && i < self->wanted.count; i++) {
    const ProfileWords *names = &self->wanted.solvers[i].profile->experimental;
    if (!(self->finding.accused & SOLVER_BIT(i))) continue;
    for (uint32_t j = 0; j < names->items_count; j++)
      if (!self->kind->uses(state->examination, names->items[j]))
        VEC_PUSH(&self->forbidden, names->items[j]);
  }
}

static bool is_forbidden(const VoteCheck *self, const VoteState *state)
{
  for (size_t i = 0; i < self->forbidden.count; i++)
    if (self->kind->uses(state->examination, self->forbidden.items[i])) return true;
  return false;
}

static CheckVerdict learn(VoteCheck *self, VoteState *state)
{
  assert(!self->check.learnt);
  Findings findings = {0};
  judge_state(self, state, &findings);
  const Finding *found = choose(self, &findings);
  CheckVerdict verdict = found ? CHECK_YES : CHECK_NO;
  if (!is_enough(self, found) && add_round(self, state)) {
    verdict = CHECK_OPEN;
  } else if (found) {
    self->finding = *found;
    self->finding.evidence = copy(found->evidence);
    self->finding.signature = copy(found->signature);
    self->finding.script = NULL;
    self->said = answer_of(state, found, found->accused);
    order_solvers(self, state);
    learn_limits(self);
    forbid_experimental(self, state);
  } else {
    refuse(self);
  }
  findings_deinit(&findings);
  return verdict;
}

/* --- verdicts --- */

static bool shows_kept(const VoteCheck *self, VoteState *state)
{
  Findings findings = {0};
  judge_state(self, state, &findings);
  bool kept = false;
  for (size_t i = 0; i < findings.count; i++) kept |= is_kept(self, state, &findings.items[i]);
  findings_deinit(&findings);
  return kept;
}

/* Whoever only bears witness, and hangs on most of what is left of a script, is not waited for as long as it took on the
 * whole of it. */
static void note_habit(VoteCheck *self, size_t solver, const Vote *vote)
{
  Habit *habit = &self->habits[solver];
  RunLimits *limits = &self->limits[solver];
  if (self->wanted.timeout_ns) return;
  if (outcome_is_decided(vote->outcome)) {
    habit->decided++;
    if (vote->cpu_ns > habit->slowest_ns) habit->slowest_ns = vote->cpu_ns;
  }
  if (vote->outcome == OUTCOME_TIMEOUT) habit->hangs++;
  if (habit->hangs < HABIT_HANGS || habit->decided < HABIT_DECIDED) return;
  uint64_t enough = HABIT_TIMES * habit->slowest_ns + HABIT_LEAST_NS;
  if (limits->cpu_ns && limits->cpu_ns <= enough) return;
  limits->cpu_ns = enough;
  limits->wall_ns = limits_wall(enough);
}

/* Smaller texts take less time: none takes longer than all together. */
static void adapt(Checker *check, const CheckedText *probe)
{
  VoteCheck *self = (VoteCheck *)check;
  if (self->wanted.timeout_ns) return;
  for (size_t i = 0; i < self->wanted.count; i++) limits_learn(&self->limits[i], probe->cpu_ns);
}

/* Once the accused have run, every other answer may be the one that shows the finding. */
static CheckVerdict take(Checker *check, CheckedText *probe, RunResult *result)
{
  assert(probe->state && probe->step < ((VoteCheck *)check)->order.count);
  VoteCheck *self = (VoteCheck *)check;
  VoteState *state = probe->state;
  size_t solver = self->order.items[probe->step];
  bool last = probe->step + 1 == self->order.count;
  read_vote(self, state, solver, result);
  if (!check->learnt) return last ? learn(self, state) : CHECK_OPEN;
  if (probe->step == 0 && is_forbidden(self, state)) return CHECK_NO;
  bool accused = (self->finding.accused & SOLVER_BIT(solver)) != 0;
  if (!accused) note_habit(self, solver, &state->votes[solver]);
  if (accused && !is_possible(self, solver, &state->votes[solver])) return CHECK_NO;
  bool all_accused =
      last || !(self->finding.accused & SOLVER_BIT(self->order.items[probe->step + 1]));
  if (all_accused && shows_kept(self, state)) return CHECK_YES;
  return last ? CHECK_NO : CHECK_OPEN;
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
  free(self->habits);
  free(self->finding.evidence);
  free(self->finding.signature);
  VEC_FREE(&self->order);
  VEC_FREE(&self->forbidden);
  forget_signatures(self);
  VEC_FREE(&self->signatures);
  self->kind->destroy(self->examiner);
  free(self);
}

Checker *checker_vote_create(const VoteBehaviour *behaviour)
{
  assert(behaviour->language && behaviour->count && behaviour->count <= SOLVER_SET_MAX);
  static const CheckerKind kind = {.start = start,
                                   .take = take,
                                   .adapt = adapt,
                                   .end = end,
                                   .describe = describe,
                                   .destroy = destroy};
  VoteCheck *self = mem_alloc_zero(1, sizeof *self);
  self->check = (Checker){.kind = &kind, .rounds = 1, .needed = 1};
  self->wanted = *behaviour;
  self->kind = behaviour->language->examiner;
  self->examiner = self->kind->create(&behaviour->eval);
  self->names = mem_alloc(behaviour->count, sizeof *self->names);
  self->families = mem_alloc(behaviour->count, sizeof *self->families);
  self->limits = mem_alloc_zero(behaviour->count, sizeof *self->limits);
  self->cpu_ns = mem_alloc_zero(behaviour->count, sizeof *self->cpu_ns);
  self->habits = mem_alloc_zero(behaviour->count, sizeof *self->habits);
  for (size_t i = 0; i < behaviour->count; i++) {
    self->names[i] = behaviour->solvers[i].name;
    self->families[i] = solver_family(&behaviour->solvers[i]);
    VEC_PUSH(&self->order, (uint32_t)i);
  }
  self->patience_ns = FIRST_ROUND_NS;
  set_round(self);
  return &self->check;
}

VoteFindings checker_vote_findings(const Checker *check)
{
  const VoteCheck *self = (const VoteCheck *)check;
  return (VoteFindings){self->signatures.items, self->signatures.count, self->kept};
}

SolverSet checker_vote_blamed(const Checker *check)
{
  return ((const VoteCheck *)check)->finding.accused;
}
