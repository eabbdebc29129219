#include "agreement_solver.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "support/run_command.h"

enum {
  GROUP = 25,        /* equations in one assertion */
  CHUNK = 500,       /* equations in one process */
  UNKNOWN_AFTER = 3, /* without an answer after so many, the solver cannot do the operator */
  REFUSED_MAX = 60,  /* errors end cvc5, so that each costs a process */
  OPEN_MAX = 20,     /* and what is out of time costs that */
  PROCESS_MS = 20000
};

typedef struct {
  const char *name;
  const char *argv[12];
  const char *start, *start_functions;
} Solver;

static const Solver solvers[SOLVER_COUNT] = {
    [SOLVER_Z3] = {"z3",
                   {"z3", "-in", NULL},
                   "(set-option :timeout 500)\n",
                   "(set-option :timeout 500)\n"},
    [SOLVER_CVC5] = {"cvc5",
                     {"cvc5", "-q", "--lang=smt2", "--incremental", "--strings-exp", "--fp-exp",
                      "--sets-ext", "--arrays-exp", "--tlimit-per=500", NULL},
                     "(set-logic ALL)\n",
                     "(set-logic HO_ALL)\n"},
};

const char *solver_name(SolverName solver)
{
  return solvers[solver].name;
}

char *solver_version(SolverName solver)
{
  CommandResult run = run_command((const char *[]){solvers[solver].name, "--version", NULL});
  char *line = run.exit_code == 0 ? mem_copy_string(run.out, strcspn(run.out, "\n")) : NULL;
  command_result_free(&run);
  return line;
}

/* Equations that are asked at once: the verdict is of all of them. */
typedef struct {
  size_t first, count;
} Group;

typedef VEC(Group) Groups;

typedef struct {
  uint32_t decided, refused, open;
} Record;

/* What is known of a feature: that it was in a term that was decided, or how often it was blamed for
 * what. */
typedef struct {
  bool good;
  uint8_t blamed;
  uint8_t verdict; /* VerdictOf */
} Feature;

enum { BLAMED_ENOUGH = 2 };

typedef struct {
  const Solver *solver;
  SolverName number;
  Query *queries;
  Record *records; /* by operator */
  Feature *features;
  bool *alone;      /* by query: it was asked by itself */
  uint8_t *skipped; /* by query: the verdict that a feature of it has, if it is not worth asking */
  bool functions;
} Session;

/* The verdict to expect, or NONE. */
static VerdictOf foreseen(const Session *session, const Query *query)
{
  for (uint32_t i = 0; i < query->feature_count; i++) {
    const Feature *feature = &session->features[query->features[i]];
    if (!feature->good && feature->blamed >= BLAMED_ENOUGH) return (VerdictOf)feature->verdict;
  }
  return VERDICT_NONE;
}

static bool is_decided(VerdictOf verdict)
{
  return verdict == VERDICT_AGREED || verdict == VERDICT_REFUTED;
}

/* All features of what was decided are good. If one feature of another equation is not known to be good,
 * that is the one to blame. */
static void learn(Session *session, const Query *query, bool alone, VerdictOf verdict)
{
  Feature *fresh = NULL;
  uint32_t fresh_count = 0;
  for (uint32_t i = 0; i < query->feature_count; i++) {
    Feature *feature = &session->features[query->features[i]];
    if (is_decided(verdict)) feature->good = true;
    if (feature->good || feature == fresh) continue;
    fresh = feature;
    fresh_count++;
  }
  if (!alone || fresh_count != 1 || fresh->blamed >= BLAMED_ENOUGH) return;
  fresh->blamed++;
  fresh->verdict = (uint8_t)verdict;
}

static void write_group(StrBuf *script, Session *session, const Group *group, size_t number)
{
  strbuf_printf(script, "(echo \"@%zu;\")\n(push 1)\n(assert (or false", number);
  for (size_t i = group->first; i < group->first + group->count; i++) {
    session->skipped[i] = (uint8_t)foreseen(session, &session->queries[i]);
    if (!session->skipped[i]) strbuf_printf(script, "\n (not %s)", session->queries[i].text);
  }
  strbuf_add_text(script, "))\n(check-sat)\n(pop 1)\n");
}

static VerdictOf read_answer(const char *text, size_t length)
{
  if (memmem(text, length, "(error", 6)) return VERDICT_REFUSED;
  if (memmem(text, length, "unsat", 5)) return VERDICT_AGREED;
  if (memmem(text, length, "sat", 3)) return VERDICT_REFUTED;
  if (memmem(text, length, "unknown", 7) || memmem(text, length, "timeout", 7)) return VERDICT_OPEN;
  return VERDICT_NONE;
}

/* What the output says behind the mark of a group, and before the next mark; `at` moves on. NONE if
 * the output does not get that far. */
static VerdictOf next_answer(const CommandResult *run, size_t number, const char **at)
{
  char mark[32];
  snprintf(mark, sizeof mark, "@%zu;", number);
  const char *from = strstr(*at, mark);
  if (!from) return VERDICT_NONE;
  from += strlen(mark);
  snprintf(mark, sizeof mark, "@%zu;", number + 1);
  const char *to = strstr(from, mark);
  if (!to) to = from + strlen(from);
  *at = to;
  VerdictOf answer = read_answer(from, (size_t)(to - from));
  if (answer != VERDICT_NONE) return answer;
  bool stopped = run->timed_out || strstr(run->err, "timeout") || strstr(run->err, "interrupted");
  return stopped ? VERDICT_OPEN : VERDICT_CRASHED;
}

static void set_verdict(Session *session, const Group *group, VerdictOf verdict)
{
  for (size_t i = group->first; i < group->first + group->count; i++)
    session->queries[i].verdict[session->number] =
        session->skipped[i] ? session->skipped[i] : (uint8_t)verdict;
}

static void give_verdict(Session *session, const Group *group, VerdictOf verdict)
{
  Record *record = &session->records[session->queries[group->first].operator];
  bool alone = group->count == 1;
  set_verdict(session, group, verdict);
  session->alone[group->first] = alone;
  for (size_t i = group->first; i < group->first + group->count; i++)
    if (!session->skipped[i]) learn(session, &session->queries[i], alone, verdict);
  if (alone && session->skipped[group->first]) return;
  record->decided += is_decided(verdict);
  record->refused += alone && verdict == VERDICT_REFUSED;
  record->open += verdict == VERDICT_OPEN || verdict == VERDICT_CRASHED;
}

/* Verdicts for what is not worth asking. */
static bool give_up(Session *session, const Group *group)
{
  const Record *record = &session->records[session->queries[group->first].operator];
  VerdictOf verdict = VERDICT_NONE;
  if (record->refused >= REFUSED_MAX || record->open >= OPEN_MAX) verdict = VERDICT_OPEN;
  if (record->decided == 0 && record->open >= UNKNOWN_AFTER) verdict = VERDICT_OPEN;
  if (record->decided == 0 && record->refused >= UNKNOWN_AFTER) verdict = VERDICT_REFUSED;
  if (verdict != VERDICT_NONE) set_verdict(session, group, verdict);
  return verdict != VERDICT_NONE;
}

/* Asks groups from `from` on in one process. Returns the first one that has not been answered. */
static size_t ask_some(Session *session, const Groups *groups, size_t from, StrBuf *script)
{
  U32Vec asked = {0};
  size_t next = from, equations = 0;
  strbuf_clear(script);
  strbuf_add_text(script,
                  session->functions ? session->solver->start_functions : session->solver->start);
  for (; next < groups->count && equations < CHUNK; next++) {
    const Group *group = &groups->items[next];
    if (give_up(session, group)) continue;
    write_group(script, session, group, asked.count);
    equations += group->count;
    VEC_PUSH(&asked, (uint32_t)next);
  }
  if (asked.count) {
    CommandResult run =
        run_command_with(session->solver->argv, (CommandSettings){.input = script->bytes,
                                                                  .input_length = script->length,
                                                                  .timeout_ms = PROCESS_MS});
    const char *at = run.out;
    for (size_t i = 0; i < asked.count; i++) {
      VerdictOf verdict = next_answer(&run, i, &at);
      if (verdict == VERDICT_NONE && i == 0)
        verdict = VERDICT_CRASHED; /* or it would go on for ever */
      next = asked.items[i];
      if (verdict == VERDICT_NONE) break;
      give_verdict(session, &groups->items[next++], verdict);
    }
    command_result_free(&run);
  }
  VEC_FREE(&asked);
  return next;
}

static void ask_groups(Session *session, const Groups *groups, StrBuf *script)
{
  for (size_t from = 0; from < groups->count;) from = ask_some(session, groups, from, script);
}

/* Appends an equation to the last group, or makes a new one. The first ones of an operator stay alone,
 * to see whether the solver knows it. */
static void add_query(const Session *session, Groups *groups, size_t i)
{
  const Query *query = &session->queries[i];
  Group *last = groups->count ? &groups->items[groups->count - 1] : NULL;
  bool fresh = i < UNKNOWN_AFTER || query[-UNKNOWN_AFTER].operator!= query->operator;
  if (last && !fresh && last->count < GROUP && last->first + last->count == i &&
      session->queries[last->first].operator== query->operator)
    last->count++;
  else
    VEC_PUSH(groups, ((Group){i, 1}));
}

/* First groups; then, one by one, what was not agreed to in a group. */
static void ask_session(Session *session, size_t count, StrBuf *script)
{
  Groups groups = {0};
  for (size_t i = 0; i < count; i++) {
    const Query *query = &session->queries[i];
    if (query->functions != session->functions) continue;
    add_query(session, &groups, i);
  }
  ask_groups(session, &groups, script);
  groups.count = 0;
  for (size_t i = 0; i < count; i++) {
    const Query *query = &session->queries[i];
    if (query->functions != session->functions) continue;
    if (query->verdict[session->number] != VERDICT_AGREED && !session->alone[i] &&
        !session->skipped[i])
      VEC_PUSH(&groups, ((Group){i, 1}));
  }
  ask_groups(session, &groups, script);
  VEC_FREE(&groups);
}

void solver_ask(SolverName solver, const Questions *questions)
{
  StrBuf script;
  strbuf_init(&script, 0);
  Session session = {.solver = &solvers[solver],
                     .number = solver,
                     .queries = questions->queries,
                     .records = mem_alloc_zero(questions->operator_count, sizeof(Record)),
                     .features = mem_alloc_zero(questions->feature_limit, sizeof(Feature)),
                     .alone = mem_alloc_zero(questions->count, sizeof(bool)),
                     .skipped = mem_alloc_zero(questions->count, sizeof(uint8_t))};
  for (int functions = 0; functions < 2; functions++) {
    session.functions = functions;
    ask_session(&session, questions->count, &script);
  }
  free(session.records);
  free(session.features);
  free(session.alone);
  free(session.skipped);
  strbuf_deinit(&script);
}
