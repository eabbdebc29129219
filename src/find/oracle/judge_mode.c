/* One solver, run in two ways: what it says must not depend on it. */
#include "find/oracle/judge_internal.h"

#include <assert.h>

/* For the number of a query: it is about none of them. */
#define WHOLE_RUN SIZE_MAX

static void add_mode(const Case *trial, const Vote *vote, StrBuf *out)
{
  switch (vote->manner) {
  case RUN_IN_SESSION:
    if (vote->scripts_before)
      strbuf_printf(out, "in a long-lived process after %u other %s%s", vote->scripts_before,
                    trial->words->input, vote->scripts_before == 1 ? "" : "s");
    else
      strbuf_printf(out, "in a long-lived process as its first %s", trial->words->input);
    break;
  case RUN_FORKED: strbuf_add_text(out, "in a copy of a process that was started before"); break;
  case RUN_TUNED: strbuf_add_text(out, "with settings for speed"); break;
  default: strbuf_add_text(out, "in a process of its own"); break;
  }
}

/* "crashes" with what is known of it, or "says sat". */
static void add_conduct(const Vote *vote, size_t query, StrBuf *out)
{
  if (vote_decides(vote, query))
    strbuf_printf(out, "says %s", solver_answer_name(vote_answer(vote, query)));
  else if (vote->outcome != OUTCOME_CRASH)
    strbuf_printf(out, "says %s", outcome_name(vote->outcome));
  else if (vote->message)
    strbuf_printf(out, "crashes (%s)", vote->message);
  else
    strbuf_add_text(out, "crashes");
}

/* "session: unsat in QF_LIA", "session: crash" with its group */
static void add_group(const Case *trial, const Vote *vote, const Vote *plain, size_t query,
                      StrBuf *out)
{
  strbuf_printf(out, "%s: ", run_manner_text(vote->manner));
  if (query != WHOLE_RUN) {
    char *group = judge_answer_group(trial, vote_answer(vote, query));
    strbuf_add_text(out, group);
    free(group);
    return;
  }
  const Vote *crashed = vote->outcome == OUTCOME_CRASH ? vote : plain;
  strbuf_add_text(out, crashed == vote ? "crash" : "no crash");
  if (crashed->group) strbuf_printf(out, ": %s", crashed->group);
}

static void accuse(const Case *trial, const Vote *plain, size_t solver, size_t query,
                   Findings *findings)
{
  const Vote *vote = &trial->votes[solver];
  bool whole = query == WHOLE_RUN;
  StrBuf evidence, group;
  strbuf_init(&group, 0);
  if (whole)
    strbuf_init(&evidence, 0);
  else
    judge_begin_evidence(trial, query, &evidence);
  strbuf_printf(&evidence, "%s ", trial->names[solver]);
  add_conduct(vote, query, &evidence);
  strbuf_add_char(&evidence, ' ');
  add_mode(trial, vote, &evidence);
  strbuf_add_text(&evidence, ", and ");
  add_conduct(&plain[solver], query, &evidence);
  strbuf_add_char(&evidence, ' ');
  add_mode(trial, &plain[solver], &evidence);
  if (vote->manner == RUN_IN_SESSION && plain[solver].outcome != OUTCOME_CRASH)
    strbuf_printf(&evidence, ": the %s alone does not show it", trial->words->input);
  add_group(trial, vote, &plain[solver], query, &group);
  judge_add_finding(trial,
                    (Finding){.kind = FINDING_SELF,
                              .accused = SOLVER_BIT(solver),
                              .concerned = SOLVER_BIT(solver),
                              .query = whole ? 0 : (uint32_t)query + 1},
                    &evidence, strbuf_text(&group), findings);
  strbuf_deinit(&group);
}

static bool is_answered(const Vote *vote)
{
  return vote->outcome <= OUTCOME_UNKNOWN;
}

void judge_modes(const Case *trial, const Vote *plain, SolverSet set, Findings *findings)
{
  assert(trial->count <= SOLVER_SET_MAX);
  for (size_t i = 0; i < trial->count; i++) {
    const Vote *vote = &trial->votes[i], *other = &plain[i];
    if (!(set & SOLVER_BIT(i)) || vote->manner == RUN_FRESH) continue;
    for (size_t query = 0; query < vote->answers.count; query++)
      if (vote_decides(vote, query) && vote_decides(other, query) &&
          vote_answer(vote, query) != vote_answer(other, query))
        accuse(trial, plain, i, query, findings);
    if ((vote->outcome == OUTCOME_CRASH && is_answered(other)) ||
        (other->outcome == OUTCOME_CRASH && is_answered(vote)))
      accuse(trial, plain, i, WHOLE_RUN, findings);
  }
}
