/* What solvers said elsewhere against what is said here. */
#include "find/oracle/judge_internal.h"

static void accuse_claimant(const Case *trial, FindingKind kind, size_t solver, SolverSet witnesses,
                            StrBuf *evidence, Findings *findings)
{
  judge_add_finding(trial,
                    (Finding){.kind = kind,
                              .accused = SOLVER_BIT(solver),
                              .concerned = SOLVER_BIT(solver) | witnesses,
                              .query = 1},
                    evidence, trial->facts->logic, findings);
}

static void judge_answer(const Case *trial, SolverSet sat, Findings *findings)
{
  for (size_t i = 0; i < trial->count; i++) {
    if (!(trial->claim.claimants & sat & SOLVER_BIT(i))) continue;
    StrBuf evidence;
    strbuf_init(&evidence, 0);
    strbuf_printf(&evidence, "%s says sat when it is asked for a core, and unsat otherwise",
                  trial->names[i]);
    accuse_claimant(trial, FINDING_SELF, i, 0, &evidence, findings);
  }
}

/* Whoever says here, too, that it is unsat is judged as for any other script, and so is everybody if the
 * solvers disagree. */
static void judge_core(const Case *trial, SolverSet sat, SolverSet unsat, Findings *findings)
{
  bool computed = facts_computed(trial->facts, 0) == SAYS_SAT;
  SolverSet proof = judge_who_proves(trial, 0);
  bool proved = computed || proof;
  if (!proved && (!sat || unsat)) return;
  SolverSet witnesses = computed ? 0 : proof ? proof & -proof : sat;
  for (size_t i = 0; i < trial->count; i++) {
    if (!(trial->claim.claimants & ~unsat & SOLVER_BIT(i))) continue;
    StrBuf evidence;
    strbuf_init(&evidence, 0);
    strbuf_printf(&evidence, "%s claims that %s %s %s, ", trial->names[i],
                  trial->claim.kind == CLAIM_CORE ? "the core" : "the assumptions",
                  trial->claim.shown, trial->claim.kind == CLAIM_CORE ? "is unsat" : "conflict");
    if (computed)
      strbuf_add_text(&evidence, "evaluation says sat");
    else
      judge_add_saying(trial, witnesses, SAYS_SAT, &evidence);
    if (!computed && proof) strbuf_add_text(&evidence, " with a model that is right");
    accuse_claimant(trial, proved ? FINDING_CORE : FINDING_CORE_DOUBT, i, witnesses, &evidence,
                    findings);
  }
}

/* The two answers that have to be the same; false: there are no such two. */
static bool find_related(const Case *trial, size_t solver, SolverAnswer *first,
                         SolverAnswer *second, size_t *query)
{
  const Vote *before = &trial->claim.before[solver], *vote = &trial->votes[solver];
  if (trial->facts->traits.queries == 0 || !vote_decides(before, 0)) return false;
  *query = trial->claim.rule == RELATED_LAST ? trial->facts->traits.queries - 1 : 1;
  *first = vote_answer(trial->claim.rule == RELATED_LAST ? before : vote, 0);
  *second = vote_answer(vote, *query);
  if (trial->claim.rule == RELATED_IF_UNSAT && vote_answer(before, 0) != SAYS_UNSAT) return false;
  return (*first == SAYS_SAT || *first == SAYS_UNSAT) && vote_decides(vote, *query);
}

static void judge_related(const Case *trial, Findings *findings)
{
  for (size_t i = 0; i < trial->count; i++) {
    SolverAnswer first, second;
    size_t query;
    if (!find_related(trial, i, &first, &second, &query) || first == second) continue;
    StrBuf evidence, group;
    strbuf_init(&evidence, 0);
    strbuf_init(&group, 0);
    const char *said = solver_answer_name(second), *other = solver_answer_name(first);
    if (trial->claim.rule == RELATED_LAST)
      strbuf_printf(&evidence, "%s says %s, and %s to the %s without it", trial->names[i], said,
                    other, trial->words->input);
    else
      strbuf_printf(&evidence,
                    "%s says unsat to all assertions, %s without the last one, and %s with its "
                    "negation instead",
                    trial->names[i], other, said);
    strbuf_printf(&group, "%s: %s in %s", trial->claim.shown, said,
                  trial->facts->logic ? trial->facts->logic : "no logic");
    judge_add_finding(trial,
                      (Finding){.kind = FINDING_SELF,
                                .accused = SOLVER_BIT(i),
                                .concerned = SOLVER_BIT(i),
                                .query = (uint32_t)query + 1},
                      &evidence, strbuf_text(&group), findings);
    strbuf_deinit(&group);
  }
}

void judge_claims(const Case *trial, Findings *findings)
{
  SolverSet sat = judge_who_says(trial, 0, SAYS_SAT);
  SolverSet unsat = judge_who_says(trial, 0, SAYS_UNSAT);
  switch (trial->claim.kind) {
  case CLAIM_NONE: break;
  case CLAIM_ANSWER: judge_answer(trial, sat, findings); break;
  case CLAIM_RELATED: judge_related(trial, findings); break;
  case CLAIM_CORE:
  case CLAIM_ASSUMPTIONS: judge_core(trial, sat, unsat, findings); break;
  }
}
