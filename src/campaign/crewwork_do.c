/* Who does the units of work. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "campaign/crewwork.h"
#include "campaign/crewwork_parts.h"
#include "campaign/member.h"
#include "record/store/lease.h"

enum { IDLE_MS = 100, IDLE_MOST_MS = 2000, BEATS_PER_LEASE = 4, BEAT_MOST_MS = 5000 };
static const uint64_t GRACE_NS = UINT64_C(20000000000);

typedef struct {
  StoreUnit unit;
  const WorkPart *part;
} Held;

typedef struct {
  CrewWork *work;
  Supervisor *sup;
  const WorkPart *part;
  uint32_t worker; /* 0: the lease is lost, or there was none yet */
  VEC(Held *) held;
  uint64_t done, cpu_ns;
  uint64_t beat_ns; /* when the lease is to be renewed */
  bool stopping;    /* no more units; what runs is ended */
  bool over;        /* there is nothing left that could be done */
} Doer;

static void let_go(Held *held)
{
  free(held->unit.name);
  free(held);
}

/* --- the store, which may be away for a while --- */

static Status insist(Doer *doer, StoreWork *work, void *user, Error *error)
{
  uint64_t start = clock_monotonic_ns();
  Status status = store_transact(doer->work->store, work, user, error);
  while (status != STATUS_OK && store_is_away(doer->work->store) &&
         !doer->part->interrupted(doer->part->user) &&
         clock_monotonic_ns() - start < WORK_AWAY_MS * WORK_NS_PER_MS) {
    crewwork_pause(IDLE_MS);
    status = store_transact(doer->work->store, work, user, error);
  }
  return status;
}

static Status join(Store *store, void *user, Error *error)
{
  Doer *doer = user;
  return member_join(store, doer->work->number, doer->part->lease_ms, 0, &doer->worker, error);
}

typedef struct {
  const Doer *doer;
  StoreShare share;
  bool held, left;
} Beat;

static StoreSign sign_of(const Doer *doer, uint64_t done)
{
  return (StoreSign){.state = doer->held.count ? STORE_WORKER_WORKING : STORE_WORKER_IDLE,
                     .doing = doer->held.count ? doer->held.items[0]->unit.name : "",
                     .inputs = done,
                     .solver_ns = doer->cpu_ns,
                     .counts = {.bytes = ""}};
}

/* Says that this worker lives, and hears what is to be done. Units that it has taken and not heard of, as the answer of the
 * server was lost, would be its own for ever. */
static Status beat(Store *store, void *user, Error *error)
{
  Beat *call = user;
  const Doer *doer = call->doer;
  const CrewWork *work = doer->work;
  bool found;
  uint64_t lost;
  StoreSign sign = sign_of(doer, doer->done);
  Status status = store_renew(store, work->number, doer->worker, &sign, &call->held, error);
  if (status == STATUS_OK && doer->held.count == 0)
    status = store_return_units(store, work->number, doer->worker, work->command, error);
  if (status == STATUS_OK) status = store_bury(store, work->number, doer->worker, &lost, error);
  if (status == STATUS_OK)
    status = store_get_share(store, work->number, &call->share, &found, error);
  if (status == STATUS_OK)
    status = store_units_left(store, work->number, work->command, &call->left, error);
  return status;
}

typedef struct {
  const Doer *doer;
  Held *held;
  StoreText result;
  bool fine; /* found, or held */
} Exchange;

static Status take_unit(Store *store, void *user, Error *error)
{
  Exchange *call = user;
  const CrewWork *work = call->doer->work;
  free(call->held->unit.name);
  return store_take_unit(store, work->number, call->doer->worker, work->command, &call->held->unit,
                         &call->fine, error);
}

/* Together with the count of those that are done. */
static Status put_result(Store *store, void *user, Error *error)
{
  Exchange *call = user;
  const Doer *doer = call->doer;
  StoreSign sign = sign_of(doer, doer->done + 1);
  bool held;
  Status status = store_put_result(store, doer->work->number, doer->worker, &call->held->unit,
                                   call->result, &call->fine, error);
  if (status != STATUS_OK || !call->fine) return status;
  return store_renew(store, doer->work->number, doer->worker, &sign, &held, error);
}

static Status return_unit(Store *store, void *user, Error *error)
{
  const Exchange *call = user;
  return store_return_unit(store, call->doer->work->number, call->doer->worker, &call->held->unit,
                           error);
}

static Status leave(Store *store, void *user, Error *error)
{
  const Doer *doer = user;
  return store_leave(store, doer->work->number, doer->worker, error);
}

/* --- units --- */

static int run_unit(void *user)
{
  const Held *held = user;
  return held->part->run(held->part->user, &held->unit);
}

static void start_unit(const Doer *doer, Held *held)
{
  RunRequest request = {.call = run_unit,
                        .call_user = held,
                        .limits = {.grace_ns = GRACE_NS, .stdout_bytes = WORK_RESULT_MAX},
                        .no_peak = true,
                        .user = held};
  supervisor_start(doer->sup, &request);
}

static void forget(Doer *doer, Held *held)
{
  for (size_t i = 0; i < doer->held.count; i++) {
    if (doer->held.items[i] != held) continue;
    doer->held.items[i] = doer->held.items[--doer->held.count];
    break;
  }
  let_go(held);
}

/* It is done, for good or ill. What a worker says that has lost it does not count. */
static Status finish_unit(Doer *doer, Held *held, char kind, const char *bytes, size_t length,
                          Error *error)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_char(&text, kind);
  strbuf_add(&text, bytes, length);
  Exchange call = {
      .doer = doer, .held = held, .result = {.bytes = text.bytes, .length = text.length}};
  Status status = insist(doer, put_result, &call, error);
  doer->done += status == STATUS_OK && call.fine;
  strbuf_deinit(&text);
  return status;
}

/* Somebody has killed it, or it has killed itself: perhaps it works the next time. */
static Status try_again(Doer *doer, Held *held, const RunResult *result, Error *error)
{
  char reason[200];
  if (held->unit.taken < WORK_TRIES)
    return insist(doer, return_unit, &(Exchange){.doer = doer, .held = held}, error);
  int length = snprintf(reason, sizeof reason, "%s%s%s, %d times", run_end_text(result->end),
                        result->signal ? ": " : "", result->signal ? strsignal(result->signal) : "",
                        WORK_TRIES);
  return finish_unit(doer, held, WORK_FAILED, reason, (size_t)length, error);
}

static Status take_end(Doer *doer, const RunResult *result, Error *error)
{
  Held *held = result->user;
  Status status = STATUS_OK;
  doer->cpu_ns += result->cpu_ns;
  if (result->err.length) doer->part->say(doer->part->user, result->err.bytes, result->err.length);
  bool fine = result->end == RUN_EXITED && result->exit_code == 0;
  if (doer->worker == 0 || result->end == RUN_CANCELLED ||
      (!fine && doer->part->interrupted(doer->part->user)))
    status = STATUS_OK; /* others have it, or will get it */
  else if (result->end != RUN_EXITED)
    status = try_again(doer, held, result, error);
  else if (fine)
    status = finish_unit(doer, held, WORK_FINE, result->out.bytes, result->out.length, error);
  else
    status = finish_unit(doer, held, WORK_FAILED, result->err.bytes, result->err.length, error);
  forget(doer, held);
  return status;
}

/* As many as there is room for. */
static Status start_more(Doer *doer, Error *error)
{
  static const char lost[] = "all processes that began it were lost";
  while (!doer->stopping && doer->held.count < doer->part->at_a_time) {
    Held *held = mem_alloc_zero(1, sizeof *held);
    Exchange call = {.doer = doer, .held = held};
    held->part = doer->part;
    Status status = insist(doer, take_unit, &call, error);
    bool exhausted = held->unit.taken > WORK_TRIES;
    if (status == STATUS_OK && call.fine && exhausted)
      status = finish_unit(doer, held, WORK_FAILED, lost, sizeof lost - 1, error);
    if (status != STATUS_OK || !call.fine || exhausted) {
      let_go(held);
      if (status != STATUS_OK || !exhausted) return status;
      continue;
    }
    VEC_PUSH(&doer->held, held);
    start_unit(doer, held);
  }
  return STATUS_OK;
}

/* --- the lease --- */

static void stop(Doer *doer)
{
  doer->stopping = true;
  supervisor_cancel_all(doer->sup);
}

/* Others have what this one held: it is of no use to go on with it. */
static Status take_loss(Doer *doer, Error *error)
{
  doer->worker = 0;
  doer->done = doer->cpu_ns = 0; /* another worker from now on */
  supervisor_cancel_all(doer->sup);
  while (doer->held.count > 0) {
    RunEvent event;
    if (supervisor_wait(doer->sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) continue;
    take_end(doer, &event.result, error);
    run_result_deinit(&event.result);
  }
  return insist(doer, join, doer, error);
}

static uint64_t beat_interval_ms(const Doer *doer)
{
  uint64_t interval = doer->part->lease_ms / BEATS_PER_LEASE;
  return interval < BEAT_MOST_MS ? interval : BEAT_MOST_MS;
}

static Status give_sign(Doer *doer, Error *error)
{
  Beat call = {.doer = doer};
  Status status = insist(doer, beat, &call, error);
  if (status != STATUS_OK) return status;
  doer->beat_ns = clock_monotonic_ns() + beat_interval_ms(doer) * WORK_NS_PER_MS;
  doer->over = !call.left;
  if (call.share.ending && !doer->stopping) stop(doer);
  return call.held ? STATUS_OK : take_loss(doer, error);
}

static Status wait_for_units(Doer *doer, Error *error)
{
  uint64_t now = clock_monotonic_ns();
  RunEvent event;
  Status status = STATUS_OK;
  RunEventKind kind =
      supervisor_wait(doer->sup, doer->beat_ns > now ? doer->beat_ns - now : 0, &event);
  if (kind == RUN_EVENT_FINISHED) {
    status = take_end(doer, &event.result, error);
    run_result_deinit(&event.result);
  }
  return status;
}

/* --- all --- */

/* Nothing is open. Somebody may be lost and give something back, but not soon. */
static Status wait_idly(Doer *doer, uint64_t *pause_ms, Error *error)
{
  Status status = give_sign(doer, error);
  if (status != STATUS_OK || doer->over || doer->stopping) return status;
  crewwork_pause(*pause_ms);
  if (*pause_ms < IDLE_MOST_MS) *pause_ms += IDLE_MS;
  return STATUS_OK;
}

static Status do_units(Doer *doer, Error *error)
{
  uint64_t pause_ms = IDLE_MS;
  Status status = insist(doer, join, doer, error);
  while (status == STATUS_OK && !(doer->held.count == 0 && (doer->stopping || doer->over))) {
    if (doer->part->interrupted(doer->part->user) && !doer->stopping) stop(doer);
    if (clock_monotonic_ns() >= doer->beat_ns) status = give_sign(doer, error);
    if (status == STATUS_OK) status = start_more(doer, error);
    if (status != STATUS_OK) break;
    if (doer->held.count > 0) {
      pause_ms = IDLE_MS;
      status = wait_for_units(doer, error);
    } else if (!doer->stopping) {
      status = wait_idly(doer, &pause_ms, error);
    }
  }
  return status;
}

Status crewwork_do(CrewWork *work, Supervisor *sup, const WorkPart *part, Error *error)
{
  assert(part->at_a_time > 0 && part->lease_ms > 0);
  Doer doer = {.work = work, .sup = sup, .part = part};
  Error ignored;
  Status status = do_units(&doer, error);
  supervisor_cancel_all(sup);
  while (doer.held.count > 0) {
    RunEvent event;
    if (supervisor_wait(sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) continue;
    forget(&doer, event.result.user);
    run_result_deinit(&event.result);
  }
  if (doer.worker) {
    Status left = insist(&doer, leave, &doer, status == STATUS_OK ? error : &ignored);
    if (status == STATUS_OK) status = left;
  }
  VEC_FREE(&doer.held);
  return status;
}
