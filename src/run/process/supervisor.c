#include "run/process/supervisor.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "run/process/supervisor_internal.h"
#include "run/process/watch_tag.h"

enum { MAX_EVENTS = 64, NOTE_GAP_NS = 2000000 };

/* Who wakes up so much later than it wanted was stopped, by Ctrl-Z or a debugger; no busy machine takes so long. */
static const uint64_t STOPPED_NS = 2000000000;

/* What a notification adds to the counter of the event that wakes us, which tells it from being woken. */
static const uint64_t NOTIFICATION = (uint64_t)1 << 32;

/* Without zombies there is nothing to wait for; some programs leave us with this disposition. */
static void want_zombies(void)
{
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) != 0) return;
  if (action.sa_handler != SIG_IGN && !(action.sa_flags & SA_NOCLDWAIT)) return;
  if (action.sa_handler == SIG_IGN) action.sa_handler = SIG_DFL;
  action.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &action, NULL);
}

static int open_all(Supervisor *sup)
{
  int failure = family_init(&sup->family);
  if (!failure) failure = launch_stack_init(&sup->stack);
  if (failure) return failure;
  sup->epoll = epoll_create1(EPOLL_CLOEXEC);
  sup->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  sup->null = launch_raise(open("/dev/null", O_RDONLY | O_CLOEXEC));
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = WATCH_WAKE};
  if (sup->epoll < 0 || sup->wake < 0 || sup->null < 0 ||
      epoll_ctl(sup->epoll, EPOLL_CTL_ADD, sup->wake, &event) != 0)
    return errno;
  return 0;
}

static void close_fd(int fd)
{
  if (fd >= 0) close(fd);
}

static void free_all(Supervisor *sup)
{
  close_fd(sup->epoll);
  close_fd(sup->wake);
  close_fd(sup->null);
  close_fd(sup->isolator);
  enclosure_close(&sup->enclosure);
  counter_channel_deinit(&sup->counters);
  launch_stack_deinit(&sup->stack);
  watchdog_stop(&sup->watchdog);
  family_deinit(&sup->family);
  VEC_FREE(&sup->slots);
  VEC_FREE(&sup->free_slots);
  VEC_FREE(&sup->active);
  VEC_FREE(&sup->ready);
  VEC_FREE(&sup->pids);
  VEC_FREE(&sup->environment);
  free(sup->buffer);
  free(sup);
}

/* Marks are the fall-back; some may want them for programs that mind namespaces. */
static void enclose(Supervisor *sup)
{
  const char *wish = getenv("ASSAY_SUPERVISION");
  if (wish && strcmp(wish, supervision_text(SUPERVISION_MARKS)) == 0) return;
  sup->open_failure = enclosure_open(&sup->enclosure);
  if (sup->open_failure == 0)
    family_enclose(&sup->family, sup->enclosure.first, sup->enclosure.spawner);
}

Status supervisor_create(Supervisor **supervisor, Error *error)
{
  Status status = supervisor_create_light(supervisor, error);
  if (status == STATUS_OK) enclose(*supervisor);
  return status;
}

Supervision supervisor_supervision(const Supervisor *sup, const char **reason)
{
  bool enclosed = sup->enclosure.first != 0;
  if (reason)
    *reason = enclosed ? NULL : sup->open_failure ? strerror(sup->open_failure) : "not wanted";
  if (enclosed) return SUPERVISION_NAMESPACE;
  return sup->family.nonce ? SUPERVISION_MARKS : SUPERVISION_SESSIONS;
}

const char *supervision_text(Supervision supervision)
{
#define SUPERVISION_TEXT(code, text) [code] = text,
  static const char *const texts[] = {SUPERVISION_LIST(SUPERVISION_TEXT)};
#undef SUPERVISION_TEXT
  assert(supervision < SUPERVISION_COUNT);
  return texts[supervision];
}

Status supervisor_create_light(Supervisor **supervisor, Error *error)
{
  Supervisor *sup = mem_alloc_zero(1, sizeof *sup);
  sup->epoll = sup->wake = sup->null = sup->isolator = -1;
  sup->counters = (CounterChannel){-1, -1};
  sup->buffer = mem_alloc(READ_BYTES, 1);
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  sup->processors = processors > 0 ? (uint32_t)processors : 1;
  want_zombies();
  int failure = open_all(sup);
  if (failure) {
    free_all(sup);
    return error_set(error, STATUS_IO, "cannot supervise programs: %s",
                     failure == ENOSYS ? "/proc does not tell about processes" : strerror(failure));
  }
  *supervisor = sup;
  return STATUS_OK;
}

void supervisor_destroy(Supervisor *sup)
{
  if (!sup) return;
  uint64_t now = clock_monotonic_ns(), end = now + 2 * RUN_PATIENCE_NS;
  for (size_t i = 0; i < sup->active.count; i++)
    watch_kill(sup->active.items[i], RUN_CANCELLED, now);
  while (sup->active.count > 0 && clock_monotonic_ns() < end) supervisor_step(sup, end);
  while (sup->active.count > 0) supervisor_release(sup, sup->active.items[0]);
  for (size_t i = sup->ready_taken; i < sup->ready.count; i++)
    run_result_deinit(&sup->ready.items[i].result);
  free_all(sup);
}

/* By the program that makes namespaces for one run. */
static bool is_isolated(const Supervisor *sup, const RunRequest *request)
{
  return request->isolate || (request->apart && sup->enclosure.first);
}

static Run *new_run(Supervisor *sup, const RunRequest *request, Session *session)
{
  assert(!request->call || !session);
  Run *run = mem_alloc_zero(1, sizeof *run);
  run->meter = meter_of(0);
  run->pidfd = run->out_fd = run->err_fd = run->in_fd = run->counter = -1;
  run->limits = request->limits;
  run->session = session;
  run->no_peak = request->no_peak;
  run->isolated = is_isolated(sup, request);
  if (request->folder) run->folder = mem_copy_string(request->folder, strlen(request->folder));
  if (request->results) run->results = mem_copy_string(request->results, strlen(request->results));
  run->generation = ++sup->generation;
  if (run->generation == 0) run->generation = ++sup->generation;
  if (sup->free_slots.count > 0) {
    run->slot = sup->free_slots.items[--sup->free_slots.count];
  } else {
    run->slot = (uint32_t)sup->slots.count;
    assert(run->slot < 1u << FAMILY_SLOT_BITS);
    VEC_PUSH(&sup->slots, NULL); // NOLINT(bugprone-sizeof-expression): pointers are meant
  }
  sup->slots.items[run->slot] = run;
  size_t out = request->limits.stdout_bytes, err = request->limits.stderr_bytes;
  strbuf_init(&run->out, out ? out : RUN_DEFAULT_OUTPUT);
  strbuf_init(&run->err, err ? err : RUN_DEFAULT_OUTPUT);
  strbuf_init(&run->pending, 0);
  run->result = (RunResult){.handle = watch_tag(run->slot, run->generation, 0),
                            .user = request->user,
                            .exit_code = -1,
                            .manner = request->manner};
  return run;
}

void supervisor_release(Supervisor *sup, Run *run)
{
  assert(run->slot < sup->slots.count && sup->slots.items[run->slot] == run);
  for (size_t i = 0; i < sup->active.count; i++) {
    if (sup->active.items[i] != run) continue;
    sup->active.items[i] = sup->active.items[--sup->active.count];
    break;
  }
  sup->slots.items[run->slot] = NULL;
  /* The marks of processes that are left must not become those of another run. */
  if (!run->result.strays_left) VEC_PUSH(&sup->free_slots, run->slot);
  strbuf_deinit(&run->out);
  strbuf_deinit(&run->err);
  strbuf_deinit(&run->pending);
  VEC_FREE(&run->members);
  if (run->folder) temp_folder_remove(run->folder);
  free(run->folder);
  free(run->results);
  free(run);
}

static void watch(Supervisor *sup, Run *run)
{
  VEC_PUSH(&sup->active, run); // NOLINT(bugprone-sizeof-expression): pointers are meant
  run->meter = meter_of(run->pid);
  watch_start(run);
  /* Without the means to see its end, it ends at once. */
  if (!start_watching(sup, run)) finish_unwatched(sup, run, errno);
}

RunHandle supervisor_launch(Supervisor *sup, const RunRequest *request, Session *session)
{
  Run *run = new_run(sup, request, session);
  RunHandle handle = run->result.handle;
  int failure = start_run(sup, run, request, NULL);
  if (failure)
    finish_unstarted(sup, run, failure);
  else
    watch(sup, run);
  return handle;
}

RunHandle supervisor_fork(Supervisor *sup, const RunRequest *request, ForkServer *server)
{
  Run *run = new_run(sup, request, NULL);
  RunHandle handle = run->result.handle;
  if (start_run(sup, run, request, server) != 0) {
    finish_undone(sup, run);
    return 0;
  }
  watch(sup, run);
  return handle;
}

RunHandle supervisor_start(Supervisor *sup, const RunRequest *request)
{
  return supervisor_launch(sup, request, NULL);
}

Run *supervisor_run(const Supervisor *sup, RunHandle handle)
{
  uint32_t slot = watch_tag_slot(handle);
  Run *run = slot < sup->slots.count ? sup->slots.items[slot] : NULL;
  return run && run->generation == watch_tag_generation(handle) ? run : NULL;
}

void supervisor_push(Supervisor *sup, const RunEvent *event)
{
  assert(event->kind == RUN_EVENT_FINISHED || event->kind == RUN_EVENT_ANSWERED);
  VEC_PUSH(&sup->ready, *event);
}

void supervisor_forget(Supervisor *sup, const Session *session)
{
  size_t kept = sup->ready_taken;
  for (size_t i = sup->ready_taken; i < sup->ready.count; i++)
    if (sup->ready.items[i].session != session) sup->ready.items[kept++] = sup->ready.items[i];
  sup->ready.count = kept;
}

static void take_output(Supervisor *sup, Run *run, WatchKind kind, uint64_t now)
{
  bool limit_hit;
  size_t before = run->out.length + run->err.length;
  capture_read(sup, run, kind, &limit_hit);
  /* Who answers has often reached its largest size; once it has ended nobody can tell any more. */
  bool spoke = run->out.length + run->err.length > before;
  if (spoke && run->pid != 0 && now - run->noted_at >= NOTE_GAP_NS) {
    run->noted_at = now;
    watch_note_peak(run);
  }
  if (limit_hit)
    watch_end(run, RUN_OUTPUT_LIMIT, now);
  else if (run->session)
    session_output(run->session, now);
}

static void handle_event(Supervisor *sup, uint64_t tag, uint64_t now)
{
  WatchKind kind = (WatchKind)watch_tag_kind(tag);
  Run *run = supervisor_run(sup, tag);
  if (kind == WATCH_WAKE) {
    uint64_t count;
    bool called = read(sup->wake, &count, sizeof count) > 0;
    sup->woken |= called && count % NOTIFICATION;
    sup->notified |= called && count >= NOTIFICATION;
  }
  if (!run) return;
  switch (kind) {
  case WATCH_PIDFD: finish_exited(sup, run, now); break;
  case WATCH_OUT:
  case WATCH_ERR: take_output(sup, run, kind, now); break;
  case WATCH_IN: capture_write(sup, run); break;
  case WATCH_WAKE: break;
  }
}

/* What epoll wants, rounded up. */
static int milliseconds_until(uint64_t when)
{
  if (when == NEVER) return -1;
  uint64_t now = clock_monotonic_ns();
  if (when <= now) return 0;
  uint64_t wait = (when - now + 999999) / 1000000;
  return wait < 1000000 ? (int)wait : 1000000;
}

/* So much time has passed in which nobody watched; of a run that began meanwhile only what it has seen of it counts. */
static void postpone_all(Supervisor *sup, uint64_t duration, uint64_t now)
{
  for (size_t i = 0; i < sup->active.count; i++) {
    Run *run = sup->active.items[i];
    assert(now >= run->start_ns);
    uint64_t age = now - run->start_ns;
    watch_postpone(run, duration < age ? duration : age);
  }
}

void supervisor_step(Supervisor *sup, uint64_t until_ns)
{
  struct epoll_event events[MAX_EVENTS];
  uint64_t begin = clock_monotonic_ns();
  /* Who does not want to wait is not late: only what a run has missed says that we were stopped. */
  if (until_ns < begin) until_ns = begin;
  for (size_t i = 0; i < sup->active.count; i++) {
    uint64_t next = watch_next(sup->active.items[i]);
    if (next < until_ns) until_ns = next;
  }
  /* A signal is no event: handlers that want something call supervisor_wake. */
  int count = epoll_wait(sup->epoll, events, MAX_EVENTS, milliseconds_until(until_ns));
  uint64_t now = clock_monotonic_ns();
  if (until_ns != NEVER && now > until_ns && now - until_ns >= STOPPED_NS)
    postpone_all(sup, now - until_ns, now);
  /* Ends first: their times are measured here. */
  for (int i = 0; i < count; i++)
    if (watch_tag_kind(events[i].data.u64) == WATCH_PIDFD)
      handle_event(sup, events[i].data.u64, now);
  for (int i = 0; i < count; i++)
    if (watch_tag_kind(events[i].data.u64) != WATCH_PIDFD)
      handle_event(sup, events[i].data.u64, now);
  /* Backwards, as a run that ends gives its place to the last one. */
  for (size_t i = sup->active.count; i-- > 0;)
    if (watch_next(sup->active.items[i]) <= now) watch_look(sup, sup->active.items[i], now);
}

static bool take_ready(Supervisor *sup, RunEvent *event)
{
  assert(sup->ready_taken <= sup->ready.count);
  if (sup->ready_taken == sup->ready.count) return false;
  *event = sup->ready.items[sup->ready_taken++];
  if (sup->ready_taken == sup->ready.count) sup->ready_taken = sup->ready.count = 0;
  return true;
}

/* An idle session has nothing to tell. */
static bool is_expected(const Run *run)
{
  return !run->session || session_is_busy(run->session);
}

static size_t count_expected(const Supervisor *sup)
{
  size_t count = 0;
  for (size_t i = 0; i < sup->active.count; i++) count += is_expected(sup->active.items[i]);
  return count;
}

size_t supervisor_pending(const Supervisor *sup)
{
  return sup->ready.count - sup->ready_taken + count_expected(sup);
}

RunEventKind supervisor_wait(Supervisor *sup, uint64_t timeout_ns, RunEvent *event)
{
  uint64_t now = clock_monotonic_ns();
  uint64_t end = timeout_ns > NEVER - now ? NEVER : now + timeout_ns;
  *event = (RunEvent){.kind = RUN_EVENT_NONE};
  bool looked = false;
  while (!take_ready(sup, event)) {
    if (sup->woken) {
      sup->woken = false;
      return event->kind = RUN_EVENT_WOKEN;
    }
    if (sup->notified) {
      sup->notified = false;
      return event->kind = RUN_EVENT_NOTIFIED;
    }
    if (looked && (clock_monotonic_ns() >= end || count_expected(sup) == 0)) break;
    supervisor_step(sup, count_expected(sup) == 0 ? 0 : end);
    looked = true;
  }
  return event->kind;
}

static bool take_result(Supervisor *sup, RunHandle handle, RunResult *result)
{
  for (size_t i = sup->ready_taken; i < sup->ready.count; i++) {
    RunEvent *event = &sup->ready.items[i];
    if (event->kind != RUN_EVENT_FINISHED || event->result.handle != handle) continue;
    *result = event->result;
    sup->ready.count--;
    memmove(event, event + 1, (sup->ready.count - i) * sizeof *event);
    return true;
  }
  return false;
}

void supervisor_await(Supervisor *sup, RunHandle handle, RunResult *result)
{
  assert(handle != 0);
  while (!take_result(sup, handle, result)) {
    if (sup->woken) supervisor_cancel(sup, handle);
    supervisor_step(sup, NEVER);
  }
}

static void call(Supervisor *sup, uint64_t number)
{
  int before = errno;
  ssize_t done = write(sup->wake, &number, sizeof number);
  (void)done; /* a counter that is full wakes too */
  errno = before;
}

void supervisor_wake(Supervisor *sup)
{
  call(sup, 1);
}

void supervisor_notify(Supervisor *sup)
{
  call(sup, NOTIFICATION);
}

void supervisor_cancel(Supervisor *sup, RunHandle handle)
{
  Run *run = supervisor_run(sup, handle);
  if (run) watch_end(run, RUN_CANCELLED, clock_monotonic_ns());
}

void supervisor_cancel_all(Supervisor *sup)
{
  uint64_t now = clock_monotonic_ns();
  for (size_t i = 0; i < sup->active.count; i++)
    watch_end(sup->active.items[i], RUN_CANCELLED, now);
}

bool supervisor_pause(Supervisor *sup, RunHandle handle)
{
  Run *run = supervisor_run(sup, handle);
  return run && watch_pause(sup, run, clock_monotonic_ns());
}

bool supervisor_resume(Supervisor *sup, RunHandle handle)
{
  Run *run = supervisor_run(sup, handle);
  return run && watch_resume(sup, run, clock_monotonic_ns());
}

uint64_t supervisor_cpu_ns(Supervisor *sup, RunHandle handle)
{
  Run *run = supervisor_run(sup, handle);
  return run ? watch_cpu_ns(sup, run) : 0;
}

Status run_one(const RunRequest *request, RunResult *result, Error *error)
{
  Supervisor *sup;
  RunEvent event;
  Status status = supervisor_create_light(&sup, error);
  if (status != STATUS_OK) return status;
  supervisor_start(sup, request);
  while (supervisor_wait(sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) continue;
  *result = event.result;
  supervisor_destroy(sup);
  return STATUS_OK;
}
