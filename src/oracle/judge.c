#include "oracle/judge.h"

#include <assert.h>
#include <string.h>

/* --- texts --- */

static void add_names(const Case *trial, SolverSet set, StrBuf *out)
{
  bool first = true;
  for (size_t i = 0; i < trial->count; i++) {
    if (!(set & SOLVER_BIT(i))) continue;
    if (!first) strbuf_add_text(out, ", ");
    strbuf_add_text(out, trial->names[i]);
    first = false;
  }
}

static char *take_text(StrBuf *text)
{
  char *copy = mem_copy_string(strbuf_text(text), text->length);
  strbuf_deinit(text);
  return copy;
}

/* "z3, cvc5: disagreement: QF_LIA" */
static char *make_signature(const Case *trial, const Finding *finding, const char *group)
{
  StrBuf text;
  strbuf_init(&text, 0);
  add_names(trial, finding->accused, &text);
  strbuf_printf(&text, "%s%s", finding->accused ? ": " : "", finding_name(finding->kind));
  if (group && *group) strbuf_printf(&text, ": %s", group);
  return take_text(&text);
}

static void add_finding(const Case *trial, Finding finding, StrBuf *evidence, const char *group,
                        Findings *findings)
{
  finding.evidence = take_text(evidence);
  finding.signature = make_signature(trial, &finding, group);
  VEC_PUSH(findings, finding);
}

/* --- answers to one query --- */

static SolverSet who_says(const Case *trial, size_t query, AnswerKind answer)
{
  SolverSet set = 0;
  for (size_t i = 0; i < trial->count; i++)
    if (vote_answer(&trial->votes[i], query) == answer) set |= SOLVER_BIT(i);
  return set;
}

static SolverSet who_proves(const Case *trial, size_t query)
{
  SolverSet set = 0;
  for (size_t i = 0; i < trial->count; i++)
    if (vote_answer(&trial->votes[i], query) == ANSWER_SAT &&
        trial->votes[i].answers.items[query].model == MODEL_RIGHT)
      set |= SOLVER_BIT(i);
  return trial->facts->conclusive ? set : 0;
}

static int size_of(SolverSet set)
{
  return __builtin_popcountll(set);
}

static void begin_evidence(const Case *trial, size_t query, StrBuf *evidence)
{
  strbuf_init(evidence, 0);
  if (trial->facts->traits.queries > 1)
    strbuf_printf(evidence, "check-sat %llu: ", (unsigned long long)query + 1);
}

static void add_saying(const Case *trial, SolverSet set, AnswerKind answer, StrBuf *evidence)
{
  add_names(trial, set, evidence);
  strbuf_printf(evidence, " %s %s", size_of(set) == 1 ? "says" : "say", answer_name(answer));
}

/* One solver each, so that each defect has a signature of its own. */
static void accuse_each(const Case *trial, FindingKind kind, size_t query, SolverSet accused,
                        SolverSet witnesses, const char *against, Findings *findings)
{
  for (size_t i = 0; i < trial->count; i++) {
    if (!(accused & SOLVER_BIT(i))) continue;
    AnswerKind said = vote_answer(&trial->votes[i], query);
    AnswerKind other = said == ANSWER_SAT ? ANSWER_UNSAT : ANSWER_SAT;
    StrBuf evidence, group;
    begin_evidence(trial, query, &evidence);
    add_saying(trial, SOLVER_BIT(i), said, &evidence);
    strbuf_add_text(&evidence, ", ");
    if (!against) {
      add_saying(trial, witnesses, other, &evidence);
    } else {
      strbuf_add_text(&evidence, against);
      if (witnesses) strbuf_add_text(&evidence, ", and so does ");
      add_names(trial, witnesses, &evidence);
    }
    if (kind == FINDING_REFUTED) strbuf_add_text(&evidence, " with a model that is right");
    strbuf_init(&group, 0);
    strbuf_add_text(&group, answer_name(said));
    if (trial->facts->logic) strbuf_printf(&group, " in %s", trial->facts->logic);
    add_finding(trial,
                (Finding){.kind = kind,
                          .accused = SOLVER_BIT(i),
                          .concerned = SOLVER_BIT(i) | witnesses,
                          .query = (uint32_t)query + 1},
                &evidence, strbuf_text(&group), findings);
    strbuf_deinit(&group);
  }
}

/* Statuses are wrong at times: they count against a solver only if another one says the same. */
static void judge_status(const Case *trial, size_t query, AnswerKind status, SolverSet for_it,
                         SolverSet against, Findings *findings)
{
  const char *text = status == ANSWER_SAT ? "the script says sat" : "the script says unsat";
  if (for_it) {
    accuse_each(trial, FINDING_STATUS, query, against, for_it, text, findings);
    return;
  }
  bool alone = size_of(against) == 1;
  StrBuf evidence;
  begin_evidence(trial, query, &evidence);
  add_saying(trial, against, status == ANSWER_SAT ? ANSWER_UNSAT : ANSWER_SAT, &evidence);
  strbuf_printf(&evidence, ", %s%s", text, alone ? ": one of both is wrong" : "");
  add_finding(trial,
              (Finding){.kind = FINDING_DOUBT,
                        .accused = alone ? against : 0,
                        .concerned = against,
                        .query = (uint32_t)query + 1},
              &evidence, trial->facts->logic, findings);
}

static bool has_two_families(const Case *trial, SolverSet set)
{
  const char *first = NULL;
  for (size_t i = 0; i < trial->count; i++) {
    if (!(set & SOLVER_BIT(i))) continue;
    if (first && strcmp(first, trial->families[i]) != 0) return true;
    first = trial->families[i];
  }
  return false;
}

static void judge_split(const Case *trial, size_t query, SolverSet sat, SolverSet unsat,
                        Findings *findings)
{
  int sats = size_of(sat), unsats = size_of(unsat);
  SolverSet minority = sats < unsats ? sat : unsat;
  SolverSet majority = (sat | unsat) & ~minority;
  if (sats + unsats >= 3 && sats != unsats && has_two_families(trial, majority)) {
    accuse_each(trial, FINDING_MINORITY, query, minority, majority, NULL, findings);
    return;
  }
  StrBuf evidence;
  begin_evidence(trial, query, &evidence);
  add_saying(trial, sat, ANSWER_SAT, &evidence);
  strbuf_add_text(&evidence, ", ");
  add_saying(trial, unsat, ANSWER_UNSAT, &evidence);
  if (sats + unsats == 2) strbuf_add_text(&evidence, ": one of both is wrong");
  add_finding(trial,
              (Finding){.kind = FINDING_SPLIT,
                        .accused = sat | unsat,
                        .concerned = sat | unsat,
                        .query = (uint32_t)query + 1},
              &evidence, trial->facts->logic, findings);
}

static void doubt_status(const Case *trial, size_t query, SolverSet proof, Findings *findings)
{
  StrBuf evidence;
  begin_evidence(trial, query, &evidence);
  add_saying(trial, proof, ANSWER_SAT, &evidence);
  strbuf_add_text(&evidence, " with a model that is right, the script says unsat");
  add_finding(trial,
              (Finding){.kind = FINDING_DOUBT, .concerned = proof, .query = (uint32_t)query + 1},
              &evidence, trial->facts->logic, findings);
}

static void judge_query(const Case *trial, size_t query, Findings *findings)
{
  SolverSet sat = who_says(trial, query, ANSWER_SAT);
  SolverSet unsat = who_says(trial, query, ANSWER_UNSAT);
  SolverSet proof = who_proves(trial, query);
  AnswerKind status = facts_status(trial->facts, query);
  AnswerKind computed = facts_computed(trial->facts, query);
  if (computed == ANSWER_SAT)
    accuse_each(trial, FINDING_COMPUTED, query, unsat, 0, "evaluation says sat", findings);
  else if (computed == ANSWER_UNSAT)
    accuse_each(trial, FINDING_COMPUTED, query, sat, 0, "evaluation says unsat", findings);
  else if (proof && unsat)
    accuse_each(trial, FINDING_REFUTED, query, unsat, proof & -proof, NULL, findings);
  else if (proof && status == ANSWER_UNSAT)
    doubt_status(trial, query, proof, findings);
  else if (status == ANSWER_SAT && unsat)
    judge_status(trial, query, status, sat, unsat, findings);
  else if (status == ANSWER_UNSAT && sat)
    judge_status(trial, query, status, unsat, sat, findings);
  else if (sat && unsat)
    judge_split(trial, query, sat, unsat, findings);
}

/* --- one solver --- */

static void judge_model(const Case *trial, size_t solver, Findings *findings)
{
  const Vote *vote = &trial->votes[solver];
  if (!vote->false_query) return;
  StrBuf evidence;
  begin_evidence(trial, vote->false_query - 1, &evidence);
  strbuf_printf(&evidence, "false in the model of %s, line %llu: %s", trial->names[solver],
                (unsigned long long)vote->false_line, vote->false_assertion);
  add_finding(trial,
              (Finding){.kind = FINDING_MODEL,
                        .accused = SOLVER_BIT(solver),
                        .concerned = SOLVER_BIT(solver),
                        .query = vote->false_query,
                        .line = vote->false_line},
              &evidence, trial->facts->logic, findings);
}

static bool someone_answers(const Case *trial)
{
  for (size_t i = 0; i < trial->count; i++)
    if (outcome_is_decided(trial->votes[i].outcome)) return true;
  return false;
}

static void judge_run(const Case *trial, size_t solver, Findings *findings)
{
  const Vote *vote = &trial->votes[solver];
  FindingKind kind;
  if (vote->outcome == OUTCOME_CRASH)
    kind = FINDING_CRASH;
  else if (vote->outcome == OUTCOME_FLOOD)
    kind = FINDING_FLOOD;
  else if (vote->rejected && trial->facts->plain && someone_answers(trial))
    kind = FINDING_REJECTS;
  else
    return;
  StrBuf evidence;
  strbuf_init(&evidence, 0);
  if (vote->message)
    strbuf_printf(&evidence, "%s: %s", trial->names[solver], vote->message);
  else
    strbuf_printf(&evidence, "%s: %s", trial->names[solver], outcome_name(vote->outcome));
  add_finding(
      trial,
      (Finding){.kind = kind, .accused = SOLVER_BIT(solver), .concerned = SOLVER_BIT(solver)},
      &evidence, vote->group, findings);
}

void judge(const Case *trial, Findings *findings)
{
  assert(trial->count <= SOLVER_SET_MAX);
  for (size_t i = 0; i < trial->count; i++) {
    judge_run(trial, i, findings);
    judge_model(trial, i, findings);
  }
  for (size_t query = 0; query < trial->facts->traits.queries; query++) {
    bool answered = false;
    for (size_t i = 0; i < trial->count; i++) answered |= query < trial->votes[i].answers.count;
    if (!answered) break; /* nobody answers a later one either */
    judge_query(trial, query, findings);
  }
}

/* --- time --- */

SolverSet judge_slow(const Case *trial, double factor)
{
  uint64_t fastest = UINT64_MAX;
  for (size_t i = 0; i < trial->count; i++)
    if (outcome_is_decided(trial->votes[i].outcome) && trial->votes[i].wall_ns < fastest)
      fastest = trial->votes[i].wall_ns;
  SolverSet slow = 0;
  if (fastest == UINT64_MAX) return slow;
  for (size_t i = 0; i < trial->count; i++) {
    const Vote *vote = &trial->votes[i];
    bool counts = outcome_is_decided(vote->outcome) || vote->outcome == OUTCOME_TIMEOUT;
    if (counts && (double)vote->wall_ns > factor * (double)fastest) slow |= SOLVER_BIT(i);
  }
  return slow;
}
