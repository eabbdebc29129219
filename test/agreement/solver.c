#include "agreement/solver.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "support/run_command.h"

enum {
  GROUP = 25,       /* equations in one assertion */
  CHUNK = 500,      /* equations in one process */
  PROCESS_MS = 4000 /* in this time most answer all; z3 does not always keep to its own limit */
};

/* Time for one answer; the more was lost on an operator the less. */
enum { LIMIT_MS = 500, LONG_LIMIT_MS = 3000, SHORT_LIMIT_MS = 100, SHORTEST_LIMIT_MS = 20 };

typedef struct {
  const char *name;
  const char *argv[12];
  const char *limit; /* the option that limits the time for an answer */
  const char *start, *start_functions;
} Solver;

static const Solver solvers[SOLVER_COUNT] = {
    [SOLVER_Z3] = {.name = "z3",
                   .argv = {"z3", "-in", NULL},
                   .limit = ":timeout",
                   .start = "",
                   .start_functions = ""},
    [SOLVER_CVC5] = {.name = "cvc5",
                     .argv = {"cvc5", "-q", "--lang=smt2", "--incremental", "--strings-exp",
                              "--fp-exp", "--sets-ext", "--arrays-exp", NULL},
                     .limit = ":tlimit-per",
                     .start = "(set-logic ALL)\n",
                     .start_functions = "(set-logic HO_ALL)\n"},
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

typedef VEC(Query *) QueryList;

typedef struct {
  const Solver *solver;
  Record *record;
  const char *start;
  QueryList queries; /* what groups are made of */
  Groups groups;
  bool converse; /* ask whether equations can hold, instead of whether they can fail */
  int limit_ms;  /* for one answer */
  StrBuf script;
} Session;

static void write_group(Session *session, const Group *group, size_t number)
{
  strbuf_printf(&session->script, "(echo \"@%zu;\")\n(push 1)\n(assert (or false", number);
  for (size_t i = group->first; i < group->first + group->count; i++)
    strbuf_printf(&session->script, "\n (%s %s)", session->converse ? "or" : "not",
                  session->queries.items[i]->text);
  strbuf_add_text(&session->script, "))\n(check-sat)\n(pop 1)\n");
}

static VerdictOf read_answer(const char *text, size_t length)
{
  if (memmem(text, length, "(error", 6)) return VERDICT_REFUSED;
  if (memmem(text, length, "unsat", 5)) return VERDICT_AGREED;
  if (memmem(text, length, "sat", 3)) return VERDICT_REFUTED;
  if (memmem(text, length, "unknown", 7) || memmem(text, length, "timeout", 7)) return VERDICT_OPEN;
  return VERDICT_NONE;
}

typedef struct {
  VerdictOf verdict;
  const char *text;
  size_t length;
} Answer;

/* What the output says after the mark of a group, and before the next mark; `at` moves on. NONE if
 * the output does not get that far. */
static Answer next_answer(const CommandResult *run, size_t number, const char **at)
{
  char mark[32];
  snprintf(mark, sizeof mark, "@%zu;", number);
  const char *from = strstr(*at, mark);
  if (!from) return (Answer){VERDICT_NONE, *at, 0};
  from += strlen(mark);
  snprintf(mark, sizeof mark, "@%zu;", number + 1);
  const char *to = strstr(from, mark);
  if (!to) to = from + strlen(from);
  *at = to;
  Answer answer = {read_answer(from, (size_t)(to - from)), from, (size_t)(to - from)};
  if (answer.verdict != VERDICT_NONE) return answer;
  bool stopped = run->timed_out || strstr(run->err, "timeout") || strstr(run->err, "interrupted");
  answer.verdict = stopped ? VERDICT_OPEN : VERDICT_CRASHED;
  return answer;
}

/* The first line of an error message, without what is around it. */
static void keep_error(Record *record, const Answer *answer)
{
  const char *error = memmem(answer->text, answer->length, "(error \"", 8);
  if (!error) return;
  error += 8;
  size_t length = strcspn(error, "\"\n");
  if (length >= sizeof record->error) length = sizeof record->error - 1;
  memcpy(record->error, error, length);
  record->error[length] = '\0';
}

/* cvc5 says so of names that it does not know, whatever they are applied to. */
static bool is_undeclared(const Record *record, const Answer *answer)
{
  char words[120];
  int length = snprintf(words, sizeof words, "Symbol '%.*s' not declared",
                        (int)record->operator_length, record->operator);
  return length < (int)sizeof words &&
         memmem(answer->text, answer->length, words, (size_t)length) != NULL;
}

static bool is_decided(VerdictOf verdict)
{
  return verdict == VERDICT_AGREED || verdict == VERDICT_REFUTED;
}

static void give_verdict(Session *session, const Group *group, const Answer *answer)
{
  Record *record = session->record;
  for (size_t i = group->first; i < group->first + group->count; i++)
    session->queries.items[i]->verdict = answer->verdict;
  record->decided += is_decided(answer->verdict);
  if (answer->verdict == VERDICT_OPEN) record->lost_ms += (uint32_t)session->limit_ms;
  if (answer->verdict == VERDICT_CRASHED) record->lost_ms += SHORTEST_LIMIT_MS;
  if (group->count > 1 || answer->verdict != VERDICT_REFUSED) return;
  if (record->refused++ == 0) keep_error(record, answer);
  record->unknown =
      record->decided == 0 && (record->refused >= REFUSALS_ENOUGH || is_undeclared(record, answer));
}

/* Asks groups from `from` to before `end` in one process. Returns the first that has no answer. */
static size_t ask_process(Session *session, size_t from, size_t end)
{
  StrBuf *script = &session->script;
  strbuf_clear(script);
  strbuf_printf(script, "(set-option %s %d)\n", session->solver->limit, session->limit_ms);
  strbuf_add_text(script, session->start);
  for (size_t i = from; i < end; i++) write_group(session, &session->groups.items[i], i - from);
  CommandSettings settings = {
      .input = script->bytes, .input_length = script->length, .timeout_ms = PROCESS_MS};
  CommandResult run = run_command_with(session->solver->argv, settings);
  if (run.timed_out) session->record->lost_ms += PROCESS_MS;
  const char *at = run.out;
  size_t next = from;
  for (; next < end; next++) {
    Answer answer = next_answer(&run, next - from, &at);
    if (answer.verdict == VERDICT_NONE && next > from) break;
    if (answer.verdict == VERDICT_NONE) /* not to go on for ever */
      answer.verdict = run.timed_out ? VERDICT_OPEN : VERDICT_CRASHED;
    give_verdict(session, &session->groups.items[next], &answer);
  }
  command_result_free(&run);
  return next;
}

static bool is_patient(const Session *session)
{
  return session->record->lost_ms < session->record->patience_ms;
}

bool is_spent(const Record *record)
{
  enum { TIMES = 5 };
  return record->lost_ms > TIMES * record->patience_ms;
}

static int current_limit(const Session *session)
{
  uint32_t patience = session->record->patience_ms;
  if (is_patient(session)) return patience < LIMIT_MS ? SHORT_LIMIT_MS : LIMIT_MS;
  return session->record->lost_ms < 2 * patience ? SHORT_LIMIT_MS : SHORTEST_LIMIT_MS;
}

static void ask_groups(Session *session)
{
  size_t from = 0;
  while (from < session->groups.count && !session->record->unknown && !is_spent(session->record)) {
    session->limit_ms = current_limit(session);
    size_t end = from, equations = 0;
    while (end < session->groups.count && equations < CHUNK)
      equations += session->groups.items[end++].count;
    from = ask_process(session, from, end);
  }
  for (; session->record->unknown && from < session->groups.count; from++)
    for (size_t i = 0; i < session->groups.items[from].count; i++)
      session->queries.items[session->groups.items[from].first + i]->verdict = VERDICT_REFUSED;
}

/* All queries in groups; one by one at first, to see whether the solver has the operator, and when it is
 * known to leave many open. */
static void ask_together(Session *session)
{
  bool hard = !is_patient(session), fresh = session->record->decided == 0;
  session->groups.count = 0;
  for (size_t i = 0; i < session->queries.count;) {
    bool alone = hard ? !fresh : fresh && i < REFUSALS_ENOUGH;
    size_t rest = session->queries.count - i, count = alone ? 1 : rest < GROUP ? rest : GROUP;
    VEC_PUSH(&session->groups, ((Group){i, count}));
    i += count;
  }
  ask_groups(session);
}

/* What was not agreed to in a group, unless the solver has never decided anything and will not now. */
static void ask_alone(Session *session)
{
  bool hopeless = !is_patient(session) && session->record->decided == 0;
  size_t done = session->groups.count, kept = 0;
  for (size_t i = 0; i < done; i++) {
    Group group = session->groups.items[i];
    if (group.count == 1 || session->queries.items[group.first]->verdict == VERDICT_AGREED)
      continue;
    for (size_t k = group.first; k < group.first + group.count; k++) {
      Query *query = session->queries.items[k];
      if (query->verdict != VERDICT_OPEN) query->verdict = VERDICT_NONE; /* it is not of each */
      if (!hopeless) VEC_PUSH(&session->groups, ((Group){k, 1}));
    }
  }
  for (size_t i = done; i < session->groups.count; i++)
    session->groups.items[kept++] = session->groups.items[i];
  session->groups.count = kept;
  ask_groups(session);
}

/* Again what stayed open, or ended the solver. */
static void ask_patiently(Session *session)
{
  session->limit_ms = LONG_LIMIT_MS;
  for (size_t i = 0; i < session->queries.count && is_patient(session); i++) {
    VerdictOf verdict = session->queries.items[i]->verdict;
    if (verdict != VERDICT_OPEN && verdict != VERDICT_CRASHED) continue;
    session->groups.count = 0;
    VEC_PUSH(&session->groups, ((Group){i, 1}));
    ask_process(session, 0, 1);
  }
}

/* The other way around what was refuted: only a solver that excludes the equation has another value. */
static void ask_conversely(Session *session)
{
  session->converse = true;
  session->groups.count = 0;
  for (size_t i = 0; i < session->queries.count; i++) {
    if (session->queries.items[i]->verdict != VERDICT_REFUTED) continue;
    session->queries.items[i]->verdict = VERDICT_NONE;
    VEC_PUSH(&session->groups, ((Group){i, 1}));
  }
  session->limit_ms = LIMIT_MS;
  for (size_t from = 0; from < session->groups.count;)
    from = ask_process(session, from, session->groups.count);
  for (size_t i = 0; i < session->groups.count; i++) {
    Query *query = session->queries.items[session->groups.items[i].first];
    query->verdict = query->verdict == VERDICT_AGREED ? VERDICT_REFUTED : VERDICT_FREE;
  }
  session->converse = false;
}

void solver_ask(SolverName solver, Query *queries, size_t count, Record *record)
{
  const Solver *asked = &solvers[solver];
  Session session = {.solver = asked, .record = record};
  strbuf_init(&session.script, 0);
  for (int functions = 0; functions < 2; functions++) {
    session.start = functions ? asked->start_functions : asked->start;
    session.queries.count = 0;
    for (size_t i = 0; i < count; i++)
      if (queries[i].functions == functions) VEC_PUSH(&session.queries, &queries[i]);
    ask_together(&session);
    ask_alone(&session);
    ask_patiently(&session);
    ask_conversely(&session);
  }
  VEC_FREE(&session.queries);
  VEC_FREE(&session.groups);
  strbuf_deinit(&session.script);
}
