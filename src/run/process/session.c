#include "run/process/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "run/process/boundary.h"
#include "run/process/supervisor_internal.h"

struct Session {
  Supervisor *sup;
  const RunRequest *request;
  RunHandle handle;
  bool alive;
  bool busy;    /* with a query */
  bool waiting; /* session_query waits for it: no event */
  uint32_t queries;
  uint64_t asked_ns;
  Boundary boundary;
  SessionOutcome outcome;
  uint64_t answer_ns;
  StrBuf out, err; /* of the last query */
  RunResult last;
  bool has_last;
};

static void start(Session *session)
{
  session->alive = true;
  session->queries = 0;
  session->boundary.skip_line_end = false;
  session->handle = supervisor_launch(session->sup, session->request, session);
}

/* Kills the process and waits until nothing of it is left. */
static void stop(Session *session)
{
  session->waiting = true;
  if (session->alive) {
    Run *run = supervisor_run(session->sup, session->handle);
    assert(run);
    watch_kill(run, RUN_CANCELLED, clock_monotonic_ns());
  }
  while (session->alive) supervisor_step(session->sup, NEVER);
  session->waiting = false;
}

Session *session_create(Supervisor *sup, const RunRequest *request)
{
  assert(sup && request);
  Session *session = mem_alloc_zero(1, sizeof *session);
  session->sup = sup;
  session->request = request;
  strbuf_init(&session->out, 0);
  strbuf_init(&session->err, 0);
  start(session);
  return session;
}

void session_destroy(Session *session)
{
  if (!session) return;
  stop(session);
  supervisor_forget(session->sup, session);
  boundary_deinit(&session->boundary);
  strbuf_deinit(&session->out);
  strbuf_deinit(&session->err);
  run_result_deinit(&session->last);
  free(session);
}

void session_restart(Session *session)
{
  stop(session);
  supervisor_forget(session->sup, session);
  strbuf_clear(&session->out);
  strbuf_clear(&session->err);
  start(session);
}

bool session_is_alive(const Session *session)
{
  const Run *run = session->alive ? supervisor_run(session->sup, session->handle) : NULL;
  return run && run->state == RUN_RUNNING;
}

bool session_is_busy(const Session *session)
{
  return session->busy;
}

pid_t session_process(const Session *session)
{
  const Run *run = session->alive ? supervisor_run(session->sup, session->handle) : NULL;
  return run ? run->pid : 0;
}

uint32_t session_query_count(const Session *session)
{
  return session->queries;
}

const RunResult *session_last_run(const Session *session)
{
  return session->has_last ? &session->last : NULL;
}

/* The query has its outcome. */
static void conclude(Session *session, SessionOutcome outcome, uint64_t now)
{
  assert(session->busy && now >= session->asked_ns);
  session->busy = false;
  session->outcome = outcome;
  session->answer_ns = now - session->asked_ns;
  if (!session->waiting)
    supervisor_push(session->sup, &(RunEvent){.kind = RUN_EVENT_ANSWERED, .session = session});
}

static void take_text(Session *session, const char *out, size_t out_length, const char *err,
                      size_t err_length)
{
  strbuf_add(&session->out, out, out_length);
  strbuf_add(&session->err, err, err_length);
}

static void remove_front(StrBuf *buf, size_t count)
{
  assert(count <= buf->length);
  if (count == 0) return;
  memmove(buf->bytes, buf->bytes + count, buf->length - count);
  buf->length -= count;
}

void session_output(Session *session, uint64_t now)
{
  Run *run = supervisor_run(session->sup, session->handle);
  Boundary *boundary = &session->boundary;
  if (!session->busy || !run || run->state != RUN_RUNNING ||
      !boundary_find(boundary, run->out.bytes, run->out.length))
    return;
  /* What it says on standard error about the query it said before the answer. */
  bool limit_hit = false;
  if (run->err_fd >= 0) capture_read(session->sup, run, WATCH_ERR, &limit_hit);
  take_text(session, run->out.bytes + boundary->start, boundary->end - boundary->start,
            run->err.bytes, run->err.length);
  remove_front(&run->out, boundary->next);
  strbuf_clear(&run->err);
  run->query_end_at = NEVER;
  conclude(session, SESSION_ANSWERED, now);
}

void session_timed_out(Session *session, uint64_t now)
{
  Run *run = supervisor_run(session->sup, session->handle);
  assert(run && session->busy);
  session->outcome = SESSION_TIMEOUT;
  watch_kill(run, RUN_WALL_LIMIT, now);
}

void session_run_finished(Session *session, const RunResult *result)
{
  assert(session->alive);
  Boundary *boundary = &session->boundary;
  const RunOutput *out = &result->out, *err = &result->err;
  run_result_deinit(&session->last);
  session->last = *result;
  session->has_last = true;
  session->alive = false;
  if (!session->busy) return;
  /* Its last words may be a complete answer. */
  bool by_itself = result->end == RUN_EXITED || result->end == RUN_SIGNALLED;
  bool answered = by_itself && boundary_find(boundary, out->bytes, out->length);
  size_t end = answered ? boundary->end : out->length;
  size_t begin = boundary->start < end ? boundary->start : end;
  take_text(session, out->bytes + begin, end - begin, err->bytes, err->length);
  SessionOutcome otherwise = session->outcome == SESSION_TIMEOUT ? SESSION_TIMEOUT : SESSION_ENDED;
  conclude(session, answered ? SESSION_ANSWERED : otherwise, clock_monotonic_ns());
}

void session_ask(Session *session, const SessionQuery *query)
{
  assert(!session->busy && (query->bytes || query->length == 0));
  uint64_t now = clock_monotonic_ns();
  session->busy = true;
  session->outcome = SESSION_ANSWERED;
  session->asked_ns = now;
  session->queries++;
  strbuf_clear(&session->out);
  strbuf_clear(&session->err);
  Run *run = session->alive ? supervisor_run(session->sup, session->handle) : NULL;
  if (!run) {
    conclude(session, SESSION_ENDED, now);
    return;
  }
  boundary_begin(&session->boundary, query);
  strbuf_clear(&run->err);
  strbuf_add(&run->pending, query->bytes, query->length);
  if (run->state == RUN_RUNNING && query->wall_ns)
    run->query_end_at = query->wall_ns > NEVER - now ? NEVER : now + query->wall_ns;
  capture_write(session->sup, run);
  session_output(session, now);
}

SessionAnswer session_answer(const Session *session)
{
  assert(!session->busy);
  return (SessionAnswer){
      .outcome = session->outcome,
      .out = session->out.length ? session->out.bytes : "",
      .out_length = session->out.length,
      .err = session->err.length ? session->err.bytes : "",
      .err_length = session->err.length,
      .wall_ns = session->answer_ns,
  };
}

SessionAnswer session_query(Session *session, const SessionQuery *query)
{
  assert(!session->waiting);
  session->waiting = true;
  session_ask(session, query);
  while (session->busy) supervisor_step(session->sup, NEVER);
  session->waiting = false;
  return session_answer(session);
}
