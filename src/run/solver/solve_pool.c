#include "run/solver/solve_pool.h"

#include <assert.h>
#include <string.h>

#include "run/solver/fast.h"
#include "run/solver/self_test.h"
#include "run/solver/solver_session.h"

enum { SESSIONS_MAX = 8 }; /* that wait for more; each is a process */

typedef struct {
  SolverSession *session;
  char *key;
  size_t key_length;
  bool busy;
  uint64_t used_at;
} Member;

/* A command line in a session, and whether a self-test has shown that it works. */
typedef struct {
  char *key;
  size_t key_length;
  const char *refusal; /* NULL: it works */
} TestedSession;

struct SolvePool {
  Supervisor *sup;
  SolveMode mode;
  Fast *fast;
  VEC(Member) members;
  VEC(TestedSession) tested;
  VEC(RunHandle) plain;      /* runs that were to be another way, */
  VEC(const char *) reasons; /* and why they are not */
  uint64_t now;              /* counts uses */
};

const char *solve_mode_name(SolveMode mode)
{
#define SOLVE_MODE_NAME(code, name) [code] = name,
  static const char *const names[] = {SOLVE_MODE_LIST(SOLVE_MODE_NAME)};
#undef SOLVE_MODE_NAME
  assert(mode < SOLVE_MODE_COUNT);
  return names[mode];
}

SolvePool *solve_pool_create(Supervisor *sup, SolveMode mode)
{
  SolvePool *pool = mem_alloc_zero(1, sizeof *pool);
  pool->sup = sup;
  pool->mode = mode;
  if (mode == SOLVE_FAST || mode == SOLVE_BEST) pool->fast = fast_create(sup);
  return pool;
}

static void remove_member(SolvePool *pool, size_t index)
{
  Member *member = &pool->members.items[index];
  solver_session_destroy(member->session);
  free(member->key);
  *member = pool->members.items[--pool->members.count];
}

void solve_pool_destroy(SolvePool *pool)
{
  if (!pool) return;
  while (pool->members.count) remove_member(pool, pool->members.count - 1);
  for (size_t i = 0; i < pool->tested.count; i++) free(pool->tested.items[i].key);
  fast_destroy(pool->fast);
  VEC_FREE(&pool->members);
  VEC_FREE(&pool->tested);
  VEC_FREE(&pool->plain);
  VEC_FREE(&pool->reasons);
  free(pool);
}

/* --- plain runs, and why --- */

static void start_plain(SolvePool *pool, const SolveRequest *request, const char *reason)
{
  RunHandle handle = solve_start(pool->sup, request);
  if (!reason) return;
  VEC_PUSH(&pool->plain, handle);
  VEC_PUSH(&pool->reasons, reason); // NOLINT(bugprone-sizeof-expression): pointers are meant
}

static void add_reason(SolvePool *pool, RunResult *result)
{
  for (size_t i = 0; i < pool->plain.count; i++) {
    if (pool->plain.items[i] != result->handle) continue;
    result->plain_because = pool->reasons.items[i];
    pool->plain.items[i] = pool->plain.items[--pool->plain.count];
    pool->reasons.items[i] = pool->reasons.items[--pool->reasons.count];
    return;
  }
}

/* --- sessions --- */

static ProfileStyle style_of(const SolvePool *pool, const SolveRequest *request)
{
  if (pool->mode == SOLVE_RESET) return STYLE_RESET;
  if (pool->mode == SOLVE_PUSH) return STYLE_PUSH;
  return request->solver->profile->session_style;
}

static bool is_key(const StrBuf *key, const char *bytes, size_t length)
{
  return key->length == length && memcmp(key->bytes, bytes, length) == 0;
}

static bool test_run(void *user, const SolveRequest *request, Outcome *outcome)
{
  SessionScript script = solver_session_read_script(request->bytes, request->length, STYLE_RESET);
  if (script.unfit) return false;
  solver_session_solve(user, request, &script, outcome);
  return true;
}

/* The scripts of the test have different logics, so (reset) is what they need; what is tested is whether
 * the solver can be talked to. */
static const char *test_session(SolvePool *pool, const SolveRequest *like)
{
  SolverSession *session = solver_session_create(pool->sup, like, STYLE_RESET);
  const char *refusal = self_test(pool->sup, like, false, test_run, session);
  solver_session_destroy(session);
  return refusal;
}

/* Why the solver is not kept in sessions, or NULL. */
static const char *refusal(SolvePool *pool, const SolveRequest *request)
{
  SolveRequest like = *request;
  like.traits = (ScriptTraits){0}; /* one test for all scripts and wishes */
  like.print_models = like.has_seed = false;
  like.soft_ms = like.solver_megabytes = 0;
  StrBuf key;
  SessionScript none = {0};
  strbuf_init(&key, 0);
  solver_session_key(&like, &none, STYLE_RESET, &key);
  const TestedSession *found = NULL;
  for (size_t i = 0; i < pool->tested.count && !found; i++)
    if (is_key(&key, pool->tested.items[i].key, pool->tested.items[i].key_length))
      found = &pool->tested.items[i];
  if (!found) {
    TestedSession session = {mem_copy_string(key.bytes, key.length), key.length,
                             test_session(pool, &like)};
    VEC_PUSH(&pool->tested, session);
    found = &pool->tested.items[pool->tested.count - 1];
  }
  strbuf_deinit(&key);
  return found->refusal;
}

/* Ends the one that was not wanted for the longest time, if there are many. */
static void make_room(SolvePool *pool)
{
  size_t idle = 0, oldest = 0;
  for (size_t i = 0; i < pool->members.count; i++) {
    const Member *member = &pool->members.items[i];
    if (member->busy) continue;
    if (idle++ == 0 || member->used_at < pool->members.items[oldest].used_at) oldest = i;
  }
  if (idle >= SESSIONS_MAX) remove_member(pool, oldest);
}

static Member *idle_member(SolvePool *pool, const SolveRequest *request,
                           const SessionScript *script, ProfileStyle style)
{
  StrBuf key;
  Member *found = NULL;
  strbuf_init(&key, 0);
  solver_session_key(request, script, style, &key);
  for (size_t i = 0; i < pool->members.count && !found; i++) {
    Member *member = &pool->members.items[i];
    if (!member->busy && is_key(&key, member->key, member->key_length)) found = member;
  }
  if (!found) {
    make_room(pool);
    Member member = {.session = solver_session_create(pool->sup, request, style),
                     .key = mem_copy_string(key.bytes, key.length),
                     .key_length = key.length};
    VEC_PUSH(&pool->members, member);
    found = &pool->members.items[pool->members.count - 1];
  }
  strbuf_deinit(&key);
  return found;
}

/* The script in the style of the mode. A profile's wish for pushes is one where they are possible. */
static SessionScript read_script(const SolvePool *pool, const SolveRequest *request,
                                 ProfileStyle *style)
{
  *style = style_of(pool, request);
  SessionScript script = solver_session_read_script(request->bytes, request->length, *style);
  bool fixed = pool->mode == SOLVE_RESET || pool->mode == SOLVE_PUSH;
  if (!script.unfit || fixed || *style == STYLE_RESET) return script;
  *style = STYLE_RESET;
  return solver_session_read_script(request->bytes, request->length, *style);
}

static void start_in_session(SolvePool *pool, const SolveRequest *request)
{
  ProfileStyle style;
  SessionScript script;
  const char *reason = solver_session_unfit(request);
  if (!reason) {
    script = read_script(pool, request, &style);
    reason = script.unfit;
  }
  if (!reason) reason = refusal(pool, request);
  if (reason) {
    start_plain(pool, request, reason);
    return;
  }
  Member *member = idle_member(pool, request, &script, style);
  member->busy = true;
  member->used_at = ++pool->now;
  solver_session_ask(member->session, request, &script);
}

static bool take_answer(SolvePool *pool, const Session *session, RunEvent *event)
{
  for (size_t i = 0; i < pool->members.count; i++) {
    Member *member = &pool->members.items[i];
    if (solver_session_base(member->session) != session) continue;
    member->busy = false;
    *event = (RunEvent){.kind = RUN_EVENT_FINISHED};
    solver_session_take(member->session, &event->result);
    return true;
  }
  return false;
}

/* --- all modes --- */

static void start_best(SolvePool *pool, const SolveRequest *request)
{
  const char *reason;
  bool never;
  if (fast_start(pool->fast, request, &reason, &never)) return;
  if (!never || request->solver->isolate || !request->solver->profile->session.items_count) {
    start_plain(pool, request, reason);
    return;
  }
  SolveRequest kept = *request;
  kept.limits.cpu_ns = 0;
  start_in_session(pool, &kept);
}

void solve_pool_start(SolvePool *pool, const SolveRequest *request)
{
  assert(request->solver && request->solver->profile);
  const char *reason = NULL;
  bool never;
  if (request->solver->queries > 1 && pool->mode != SOLVE_PLAIN) {
    start_plain(pool, request, "one process gets the script several times");
    return;
  }
  switch (pool->mode) {
  case SOLVE_FAST:
    if (!fast_start(pool->fast, request, &reason, &never)) start_plain(pool, request, reason);
    break;
  case SOLVE_BEST: start_best(pool, request); break;
  case SOLVE_SESSION:
  case SOLVE_RESET:
  case SOLVE_PUSH: start_in_session(pool, request); break;
  default: start_plain(pool, request, NULL); break;
  }
}

size_t solve_pool_pending(const SolvePool *pool)
{
  return supervisor_pending(pool->sup);
}

RunEventKind solve_pool_wait(SolvePool *pool, uint64_t timeout_ns, RunEvent *event)
{
  RunEventKind kind = supervisor_wait(pool->sup, timeout_ns, event);
  if (kind == RUN_EVENT_FINISHED) add_reason(pool, &event->result);
  if (kind == RUN_EVENT_ANSWERED && take_answer(pool, event->session, event))
    kind = RUN_EVENT_FINISHED;
  return kind;
}

bool solve_pool_solve(SolvePool *pool, const SolveRequest *request, Outcome *outcome)
{
  bool uninterrupted = true;
  solve_pool_start(pool, request);
  for (;;) {
    RunEvent event;
    RunEventKind kind = solve_pool_wait(pool, SUPERVISOR_FOREVER, &event);
    if (kind == RUN_EVENT_FINISHED) {
      outcome_read(request, &event.result, outcome);
      return uninterrupted;
    }
    if (kind != RUN_EVENT_WOKEN) continue;
    uninterrupted = false;
    supervisor_cancel_all(pool->sup);
  }
}
