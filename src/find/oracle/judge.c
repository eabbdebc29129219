#include "find/oracle/judge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "find/oracle/judge_internal.h"

/* The model of a solver that is right, or that we have found. */
static void add_proof(const Case *trial, size_t query, SolverSet witnesses, StrBuf *evidence)
{
  if (!witnesses) {
    judge_add_model(facts_witness(trial->facts, query), evidence);
    return;
  }
  const Vote *vote = &trial->votes[__builtin_ctzll(witnesses)];
  strbuf_add_text(evidence, " with a model that is right");
  judge_add_model(vote->answers.items[query].text, evidence);
}

/* One solver each, so that each defect has a signature of its own. */
static void accuse_each(const Case *trial, FindingKind kind, size_t query, SolverSet accused,
                        SolverSet witnesses, const char *against, Findings *findings)
{
  for (size_t i = 0; i < trial->count; i++) {
    if (!(accused & SOLVER_BIT(i))) continue;
    SolverAnswer said = vote_answer(&trial->votes[i], query);
    SolverAnswer other = said == SAYS_SAT ? SAYS_UNSAT : SAYS_SAT;
    StrBuf evidence;
    judge_begin_evidence(trial, query, &evidence);
    judge_add_saying(trial, SOLVER_BIT(i), said, &evidence);
    strbuf_add_text(&evidence, ", ");
    if (!against) {
      judge_add_saying(trial, witnesses, other, &evidence);
    } else {
      strbuf_add_text(&evidence, against);
      if (witnesses) strbuf_add_text(&evidence, ", and so does ");
      judge_add_names(trial, witnesses, &evidence);
    }
    if (kind == FINDING_REFUTED) add_proof(trial, query, witnesses, &evidence);
    char *group = judge_answer_group(trial, said);
    judge_add_finding(trial,
                      (Finding){.kind = kind,
                                .accused = SOLVER_BIT(i),
                                .concerned = SOLVER_BIT(i) | witnesses,
                                .query = (uint32_t)query + 1},
                      &evidence, group, findings);
    free(group);
  }
}

/* Statuses are wrong at times: they count against a solver only if another one says the same. Otherwise nobody is blamed. */
static void judge_status(const Case *trial, size_t query, SolverAnswer status, SolverSet for_it,
                         SolverSet against, Findings *findings)
{
  char text[64];
  snprintf(text, sizeof text, "the %s says %s", trial->words->input, solver_answer_name(status));
  if (for_it) {
    accuse_each(trial, FINDING_STATUS, query, against, for_it, text, findings);
    return;
  }
  StrBuf evidence;
  judge_begin_evidence(trial, query, &evidence);
  judge_add_saying(trial, against, status == SAYS_SAT ? SAYS_UNSAT : SAYS_SAT, &evidence);
  strbuf_printf(&evidence, ", %s%s", text,
                judge_size(against) == 1 ? ": one of both is wrong" : "");
  judge_add_finding(
      trial, (Finding){.kind = FINDING_DOUBT, .concerned = against, .query = (uint32_t)query + 1},
      &evidence, trial->facts->logic, findings);
}

bool judge_has_two_families(const Case *trial, SolverSet set)
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
  int sats = judge_size(sat), unsats = judge_size(unsat);
  SolverSet minority = sats < unsats ? sat : unsat;
  SolverSet majority = (sat | unsat) & ~minority;
  if (sats + unsats >= 3 && sats != unsats && judge_has_two_families(trial, majority)) {
    accuse_each(trial, FINDING_MINORITY, query, minority, majority, NULL, findings);
    return;
  }
  StrBuf evidence;
  judge_begin_evidence(trial, query, &evidence);
  judge_add_saying(trial, sat, SAYS_SAT, &evidence);
  strbuf_add_text(&evidence, ", ");
  judge_add_saying(trial, unsat, SAYS_UNSAT, &evidence);
  if (sats + unsats == 2) strbuf_add_text(&evidence, ": one of both is wrong");
  judge_add_finding(trial,
                    (Finding){.kind = FINDING_SPLIT,
                              .accused = sat | unsat,
                              .concerned = sat | unsat,
                              .query = (uint32_t)query + 1},
                    &evidence, trial->facts->logic, findings);
}

static void doubt_status(const Case *trial, size_t query, SolverSet proof, Findings *findings)
{
  StrBuf evidence;
  judge_begin_evidence(trial, query, &evidence);
  judge_add_saying(trial, proof, SAYS_SAT, &evidence);
  strbuf_printf(&evidence, " with a model that is right, the %s says unsat", trial->words->input);
  judge_add_finding(
      trial, (Finding){.kind = FINDING_DOUBT, .concerned = proof, .query = (uint32_t)query + 1},
      &evidence, trial->facts->logic, findings);
}

static void judge_query(const Case *trial, size_t query, Findings *findings)
{
  SolverSet sat = judge_who_says(trial, query, SAYS_SAT);
  SolverSet unsat = judge_who_says(trial, query, SAYS_UNSAT);
  SolverSet proof = judge_who_proves(trial, query);
  SolverAnswer status = facts_status(trial->facts, query);
  SolverAnswer computed = facts_computed(trial->facts, query);
  if (computed == SAYS_SAT)
    accuse_each(trial, FINDING_COMPUTED, query, unsat, 0, "evaluation says sat", findings);
  else if (computed == SAYS_UNSAT)
    accuse_each(trial, FINDING_COMPUTED, query, sat, 0, "evaluation says unsat", findings);
  else if (proof && unsat)
    accuse_each(trial, FINDING_REFUTED, query, unsat, proof & -proof, NULL, findings);
  else if (facts_witness(trial->facts, query) && unsat)
    accuse_each(trial, FINDING_REFUTED, query, unsat, 0, "evaluation has found a model", findings);
  else if (proof && status == SAYS_UNSAT)
    doubt_status(trial, query, proof, findings);
  else if (trial->facts->ambiguous)
    return; /* what no standard defines may mean one thing to one solver, and another to the next */
  else if (status == SAYS_SAT && unsat)
    judge_status(trial, query, status, sat, unsat, findings);
  else if (status == SAYS_UNSAT && sat)
    judge_status(trial, query, status, unsat, sat, findings);
  else if (sat && unsat)
    judge_split(trial, query, sat, unsat, findings);
}

SolverSet solvers_with_logics(const Solver *solvers, size_t count)
{
  SolverSet set = 0;
  for (size_t i = 0; i < count; i++)
    if (solvers[i].profile->logics.items_count) set |= SOLVER_BIT(i);
  return set;
}

void judge_votes(const Case *trial, Findings *findings)
{
  assert(trial->count <= SOLVER_SET_MAX);
  judge_runs(trial, findings);
  judge_claims(trial, findings);
  for (size_t query = 0; query < trial->facts->traits.queries; query++) {
    bool answered = false;
    for (size_t i = 0; i < trial->count; i++) answered |= query < trial->votes[i].answers.count;
    if (!answered) break; /* nobody answers a later one either */
    judge_query(trial, query, findings);
  }
}
