#include "run/solver/solver_session.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "run/process/meter.h"
#include "run/solver/command_line.h"

enum { MANY_QUERIES = 500, MARKER_BYTES = 64, LARGE_BYTES = 512 << 20 };

struct SolverSession {
  Session *base;
  const Profile *profile;
  ProfileStyle style;
  CommandLine line;
  RunRequest request;
  uint64_t number; /* of markers */
  char marker[MARKER_BYTES];
  uint32_t before;     /* scripts that the process has had before the current one */
  bool sets_options;   /* the current one does */
  StrBuf remark;       /* on the logic, which the process sees once: part of every answer */
  uint64_t cpu_before; /* of the process */
  void *user;
};

const char *solver_session_unfit(const SolveRequest *request)
{
  const Profile *profile = request->solver->profile;
  if (profile->session.items_count == 0) return "the profile has no words for a session";
  if (!request->bytes) return "the script is only known as a file";
  if (request->traits.unpack) return "the input is several files";
  if (request->counter || request->count_instructions) return "its work is to be counted";
  if (request->limits.cpu_ns) return "CPU time is limited";
  if (request->soft_ms && profile->soft_time.items_count == 0)
    return "its own time limit is one for the whole process";
  return NULL;
}

void solver_session_key(const SolveRequest *request, const SessionScript *script,
                        ProfileStyle style, StrBuf *key)
{
  const RunLimits *limits = &request->limits;
  CommandLine line;
  command_line_init(&line, request, CALL_SESSION, "", NULL, false);
  command_line_key(&line, key);
  command_line_deinit(&line);
  strbuf_printf(key, "%d %llu %llu %zu %zu %u ", (int)style,
                (unsigned long long)limits->memory_bytes,
                (unsigned long long)limits->address_space_bytes, limits->stdout_bytes,
                limits->stderr_bytes, (unsigned)limits->open_files);
  if (style == STYLE_PUSH)
    strbuf_add(key, script->text + script->logic, script->logic_end - script->logic);
}

SolverSession *solver_session_create(Supervisor *sup, const SolveRequest *request,
                                     ProfileStyle style)
{
  SolverSession *session = mem_alloc_zero(1, sizeof *session);
  session->profile = request->solver->profile;
  session->style = style;
  strbuf_init(&session->remark, 0);
  command_line_init(&session->line, request, CALL_SESSION, "", NULL, false);
  session->request = (RunRequest){.argv = session->line.words.items,
                                  .environment = session->line.environment.items,
                                  .directory = request->solver->directory,
                                  .isolate = request->solver->isolate,
                                  .limits = request->limits,
                                  .no_peak = true};
  session->request.limits.wall_ns = session->request.limits.grace_ns = 0;
  session->base = session_create(sup, &session->request);
  return session;
}

void solver_session_destroy(SolverSession *session)
{
  if (!session) return;
  session_destroy(session->base);
  command_line_deinit(&session->line);
  strbuf_deinit(&session->remark);
  free(session);
}

const Session *solver_session_base(const SolverSession *session)
{
  return session->base;
}

/* --- asking --- */

/* A text that no script has in it unless it wants to. */
static void make_marker(SolverSession *session)
{
  if (session->number == 0) session->number = clock_monotonic_ns();
  snprintf(session->marker, sizeof session->marker, "assay-%016" PRIx64,
           ++session->number * UINT64_C(0x9e3779b97f4a7c15));
}

static void prepare(SolverSession *session, const SolveRequest *request,
                    const SessionScript *script, StrBuf *text, SessionQuery *query)
{
  if (!session_is_alive(session->base)) session_restart(session->base);
  session->before = (uint32_t)session_query_count(session->base);
  session->sets_options = script->sets_options;
  session->user = request->user;
  pid_t pid = session_process(session->base);
  session->cpu_before = !session->before || !pid ? 0 : meter_cpu_ns(pid);
  if (!session->before) strbuf_clear(&session->remark);
  make_marker(session);
  solver_session_write_script(script, session->style, !session->before, session->marker, text);
  *query = (SessionQuery){.bytes = text->bytes,
                          .length = text->length,
                          .until = UNTIL_MARKER,
                          .marker = session->marker,
                          .wall_ns = request->limits.wall_ns};
}

void solver_session_ask(SolverSession *session, const SolveRequest *request,
                        const SessionScript *script)
{
  StrBuf text;
  SessionQuery query;
  strbuf_init(&text, 0);
  prepare(session, request, script, &text, &query);
  session_ask(session->base, &query);
  strbuf_deinit(&text);
}

/* --- the answer --- */

static RunOutput make_output(StrBuf *text)
{
  strbuf_text(text);
  RunOutput output = {.bytes = text->bytes, .length = text->length};
  output.complete = output.length == 0 || output.bytes[output.length - 1] == '\n';
  return output;
}

/* Takes what the solver says of the logic from the front of its first answer, with the marker after it;
 * gives the length of both. */
static size_t take_remark(SolverSession *session, const char *out, size_t length)
{
  char marker[MARKER_BYTES + sizeof SESSION_LOGIC];
  int wanted = snprintf(marker, sizeof marker, "%s" SESSION_LOGIC, session->marker);
  const char *found = memmem(out, length, marker, (size_t)wanted);
  const char *end = found ? memchr(found, '\n', length - (size_t)(found - out)) : NULL;
  if (!end) return 0;
  size_t remark = (size_t)(found - out);
  if (remark && out[remark - 1] == '"') remark--;
  strbuf_add(&session->remark, out, remark);
  return (size_t)(end - out) + 1;
}

/* The output of the query as a process of its own would have printed it. */
static void take_output(SolverSession *session, const SessionAnswer *answer, RunResult *result)
{
  StrBuf out, err;
  strbuf_init(&out, 0);
  strbuf_init(&err, 0);
  size_t front = 0;
  if (!session->before && session->style == STYLE_PUSH)
    front = take_remark(session, answer->out, answer->out_length);
  strbuf_add(&out, session->remark.bytes, session->remark.length);
  strbuf_add(&out, answer->out + front, answer->out_length - front);
  strbuf_add(&err, answer->err, answer->err_length);
  result->out = make_output(&out);
  result->err = make_output(&err);
}

/* How the process ended with which the answer ended. */
static void take_end(const SolverSession *session, RunResult *result)
{
  const RunResult *last = session_last_run(session->base);
  assert(last);
  result->end = last->end;
  result->exit_code = last->exit_code;
  result->signal = last->signal;
  result->error_number = last->error_number;
  result->out.cut = last->out.cut;
  result->err.cut = last->err.cut;
  result->out.complete = result->out.complete && !last->out.cut;
  result->err.complete = result->err.complete && !last->err.cut;
  result->strays_killed = last->strays_killed;
  result->strays_left = last->strays_left;
}

static bool has_grown(const SolverSession *session, pid_t pid)
{
  uint64_t limit = session->request.limits.memory_bytes / 2;
  if (limit == 0 || limit > LARGE_BYTES) limit = LARGE_BYTES;
  MeterReading reading;
  return meter_read(pid, &reading) && reading.resident_bytes > limit;
}

static bool is_worn(const SolverSession *session, const RunResult *result, pid_t pid)
{
  uint32_t most = session->profile->session_queries ? session->profile->session_queries
                                                    : (uint32_t)MANY_QUERIES;
  return session->sets_options || session_query_count(session->base) >= most ||
         memmem(result->out.bytes, result->out.length, "(error", strlen("(error")) ||
         result->err.length || has_grown(session, pid);
}

void solver_session_take(SolverSession *session, RunResult *result)
{
  SessionAnswer answer = session_answer(session->base);
  *result = (RunResult){.user = session->user,
                        .end = RUN_EXITED,
                        .wall_ns = answer.wall_ns,
                        .manner = RUN_IN_SESSION,
                        .scripts_before = session->before};
  take_output(session, &answer, result);
  if (answer.outcome != SESSION_ANSWERED) take_end(session, result);
  pid_t pid = session_process(session->base);
  uint64_t used = pid ? meter_cpu_ns(pid) : session_last_run(session->base)->cpu_ns;
  result->cpu_ns = used > session->cpu_before ? used - session->cpu_before : 0;
  /* One that has ended is started by the next query, if there is one. */
  if (pid && is_worn(session, result, pid)) session_restart(session->base);
}

void solver_session_solve(SolverSession *session, const SolveRequest *request,
                          const SessionScript *script, Outcome *outcome)
{
  StrBuf text;
  SessionQuery query;
  RunResult result;
  strbuf_init(&text, 0);
  prepare(session, request, script, &text, &query);
  session_query(session->base, &query);
  strbuf_deinit(&text);
  solver_session_take(session, &result);
  outcome_read(request, &result, outcome);
}
