/* One solver by itself. */
#include "find/oracle/judge_internal.h"

static void judge_model(const Case *trial, size_t solver, Findings *findings)
{
  const Vote *vote = &trial->votes[solver];
  if (!vote->false_query) return;
  StrBuf evidence;
  judge_begin_evidence(trial, vote->false_query - 1, &evidence);
  strbuf_printf(&evidence, "false in the model of %s, line %llu: %s", trial->names[solver],
                (unsigned long long)vote->false_line, vote->false_assertion);
  if (vote->false_query <= vote->answers.count)
    judge_add_model(vote->answers.items[vote->false_query - 1].text, &evidence);
  judge_add_finding(trial,
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

/* Of a program that names no logics nothing is known: it is only compared with others. */
static bool has_no_reason(const Case *trial, size_t solver)
{
  return trial->facts->plain && !(trial->beyond & SOLVER_BIT(solver)) &&
         ((trial->claimed & SOLVER_BIT(solver)) || someone_answers(trial));
}

static void judge_run(const Case *trial, size_t solver, Findings *findings)
{
  const Vote *vote = &trial->votes[solver];
  FindingKind kind;
  if (vote->outcome == OUTCOME_CRASH)
    kind = FINDING_CRASH;
  else if (vote->outcome == OUTCOME_FLOOD)
    kind = FINDING_FLOOD;
  else if (vote->rejected && has_no_reason(trial, solver))
    kind = FINDING_REJECTS;
  else
    return;
  StrBuf evidence;
  strbuf_init(&evidence, 0);
  if (vote->message)
    strbuf_printf(&evidence, "%s: %s", trial->names[solver], vote->message);
  else
    strbuf_printf(&evidence, "%s: %s", trial->names[solver], outcome_name(vote->outcome));
  judge_add_finding(trial,
                    (Finding){.kind = kind,
                              .accused = SOLVER_BIT(solver),
                              .concerned = SOLVER_BIT(solver),
                              .vague = kind == FINDING_CRASH && !vote->located},
                    &evidence, vote->group, findings);
}

/* --- cores --- */

static void judge_strangers(const Case *trial, size_t solver, Findings *findings)
{
  const Cores *cores = &trial->votes[solver].cores;
  for (size_t i = 0; i < cores->count; i++) {
    const Core *core = &cores->items[i];
    if (!core->stranger) continue;
    StrBuf evidence;
    judge_begin_evidence(trial, core->query - 1, &evidence);
    strbuf_printf(&evidence, "the core of %s names '%s', which the script does not",
                  trial->names[solver], core->stranger);
    judge_add_finding(trial,
                      (Finding){.kind = FINDING_CORE,
                                .accused = SOLVER_BIT(solver),
                                .concerned = SOLVER_BIT(solver),
                                .query = core->query},
                      &evidence, trial->facts->logic, findings);
  }
}

/* --- time --- */

static bool uses_time(const Vote *vote)
{
  return outcome_is_decided(vote->outcome) || vote->outcome == OUTCOME_TIMEOUT;
}

/* A solver that waits for ever uses no time of the processor, and one that is kept from it on a busy machine still gets some. */
static bool only_waits(const Vote *vote)
{
  enum { BUSY = 50 };
  return vote->outcome == OUTCOME_TIMEOUT && vote->cpu_ns < vote->wall_ns / BUSY;
}

static uint64_t time_of(const Vote *vote)
{
  return only_waits(vote) ? vote->wall_ns : vote->cpu_ns;
}

static void accuse_slow(const Case *trial, size_t solver, size_t fastest, Findings *findings)
{
  const Vote *vote = &trial->votes[solver], *best = &trial->votes[fastest];
  StrBuf evidence;
  strbuf_init(&evidence, 0);
  strbuf_printf(&evidence, "%s takes %.3f s%s%s, %s %.3f s", trial->names[solver],
                (double)time_of(vote) / 1e9, only_waits(vote) ? " and only waits" : " of CPU time",
                vote->outcome == OUTCOME_TIMEOUT ? " and is not done" : "", trial->names[fastest],
                (double)best->cpu_ns / 1e9);
  judge_add_finding(trial,
                    (Finding){.kind = FINDING_SLOW,
                              .accused = SOLVER_BIT(solver),
                              .concerned = SOLVER_BIT(solver) | SOLVER_BIT(fastest)},
                    &evidence, trial->facts->logic, findings);
}

/* The time of one that was ended by a limit is the least that it would have taken. */
static void judge_slow(const Case *trial, Findings *findings)
{
  if (trial->slow.factor <= 0) return;
  size_t fastest = trial->count;
  for (size_t i = 0; i < trial->count; i++)
    if (outcome_is_decided(trial->votes[i].outcome) &&
        (fastest == trial->count || trial->votes[i].cpu_ns < trial->votes[fastest].cpu_ns))
      fastest = i;
  if (fastest == trial->count) return;
  uint64_t best = trial->votes[fastest].cpu_ns;
  for (size_t i = 0; i < trial->count; i++) {
    const Vote *vote = &trial->votes[i];
    if (uses_time(vote) && (double)time_of(vote) > trial->slow.factor * (double)best &&
        time_of(vote) - best > trial->slow.least_ns)
      accuse_slow(trial, i, fastest, findings);
  }
}

void judge_runs(const Case *trial, Findings *findings)
{
  for (size_t i = 0; i < trial->count; i++) {
    judge_run(trial, i, findings);
    judge_model(trial, i, findings);
    judge_strangers(trial, i, findings);
  }
  judge_slow(trial, findings);
}
