#include "solve/closedbox/worker.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/random.h"
#include "base/vec.h"

static bool map_room(WorkerRoom *room)
{
  room->shared = mmap(NULL, sizeof *room->shared + room->capacity, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, room->fd, 0);
  if (room->shared == MAP_FAILED) room->shared = NULL;
  return room->shared != NULL;
}

bool box_worker_room_init(WorkerRoom *room, size_t capacity)
{
  assert(capacity > 0);
  *room = (WorkerRoom){.capacity = capacity, .fd = memfd_create("assay", MFD_CLOEXEC)};
  if (room->fd < 0) return false;
  if (ftruncate(room->fd, (off_t)(sizeof *room->shared + capacity)) == 0 && map_room(room))
    return true;
  close(room->fd);
  return false;
}

void box_worker_room_deinit(WorkerRoom *room)
{
  if (!room->shared) return;
  munmap(room->shared, sizeof *room->shared + room->capacity);
  close(room->fd);
  room->shared = NULL;
}

bool box_worker_put(const WorkerRoom *room, const void *bytes, size_t length)
{
  WorkerShared *shared = room->shared;
  assert(shared);
  if (shared->length > room->capacity || length > room->capacity - shared->length) return false;
  memcpy(shared->bytes + shared->length, bytes, length);
  shared->length += length;
  return true;
}

ByteReader box_worker_result(const WorkerRoom *room)
{
  assert(room->shared);
  uint64_t length = room->shared->length;
  return (ByteReader){.bytes = room->shared->bytes,
                      .length = length < room->capacity ? (size_t)length : room->capacity};
}

static void reap(pid_t pid)
{
  assert(pid > 0);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
}

/* In the new process. */
typedef void Start(const WorkerRoom *room, const WorkerSettings *settings, void *context);

static bool start(BoxWorker *worker, const WorkerRoom *room, const WorkerSettings *settings,
                  Start *run, void *context)
{
  assert(room->shared);
  room->shared->done = 0;
  room->shared->length = 0;
  fflush(NULL); /* or a box that ends its process by exit() writes our text again */
  worker->pid = fork();
  if (worker->pid < 0) return false;
  if (worker->pid == 0) {
    run(room, settings, context);
    _exit(1);
  }
  worker->pidfd = (int)syscall(SYS_pidfd_open, worker->pid, 0);
  if (worker->pidfd >= 0) return true;
  /* Nobody could wait for it with a limit. */
  kill(worker->pid, SIGKILL);
  reap(worker->pid);
  return false;
}

static _Noreturn void run_job(WorkerJob *job, void *context, const WorkerRoom *room,
                              const GuardSettings *settings)
{
  guard_install(settings);
  job(context, room);
  room->shared->done = 1;
  guard_exit();
}

typedef struct {
  WorkerJob *job;
  void *context;
} ForkedJob;

static void start_forked(const WorkerRoom *room, const WorkerSettings *settings, void *context)
{
  const ForkedJob *forked = context;
  run_job(forked->job, forked->context, room, &settings->guard);
}

bool box_worker_start(BoxWorker *worker, const WorkerRoom *room, const WorkerSettings *settings,
                      WorkerJob *job, void *context)
{
  ForkedJob forked = {job, context};
  return start(worker, room, settings, start_forked, &forked);
}

static uint64_t left_ns(uint64_t end)
{
  uint64_t now = clock_monotonic_ns();
  return now < end ? end - now : 0;
}

/* True once the process has ended. */
static bool wait_for_end(const BoxWorker *worker, uint64_t wall_ns)
{
  uint64_t end = clock_monotonic_ns() + wall_ns;
  struct pollfd one = {worker->pidfd, POLLIN, 0};
  for (;;) {
    uint64_t left = left_ns(end);
    struct timespec time = {(time_t)(left / 1000000000), (long)(left % 1000000000)};
    int ready = ppoll(&one, 1, wall_ns ? &time : NULL, NULL);
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

WorkerEnd box_worker_finish(BoxWorker *worker, const WorkerRoom *room, uint64_t wall_ns)
{
  assert(worker->pid > 0);
  bool ended = wait_for_end(worker, wall_ns);
  if (!ended) kill(worker->pid, SIGKILL);
  reap(worker->pid);
  close(worker->pidfd);
  worker->pid = 0;
  if (room->shared->done == 1) return WORKER_DONE;
  return ended ? WORKER_DIED : WORKER_TIMEOUT;
}

bool box_worker_has_ended(const BoxWorker *worker)
{
  assert(worker->pid > 0);
  struct pollfd one = {worker->pidfd, POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

void box_worker_stop(BoxWorker *worker)
{
  assert(worker->pid > 0);
  kill(worker->pid, SIGKILL);
  reap(worker->pid);
  close(worker->pidfd);
  worker->pid = 0;
}

WorkerEnd box_worker_run(const WorkerRoom *room, const WorkerSettings *settings, WorkerJob *job,
                         void *context)
{
  BoxWorker worker;
  if (!box_worker_start(&worker, room, settings, job, context)) return WORKER_ABSENT;
  return box_worker_finish(&worker, room, settings->wall_ns);
}

/* --- other programs --- */

enum { BYTES_FD = 3, ROOM_FD, HOLES = 16 };

typedef struct {
  const char *program;
  int bytes; /* a descriptor of what the program gets */
} Execution;

/* Addresses of a program differ between two runs of it unless somebody has turned that off: then at least those of the
 * stack do, for its environment is longer. */
static void start_program(const WorkerRoom *room, const WorkerSettings *settings, void *context)
{
  (void)settings;
  const Execution *execution = context;
  static char name[] = WORKER_NAME, noise[] = "ASSAY_BOX=0123456789abcdef0123456789abcdef01234567";
  char *argv[] = {name, NULL};
  VEC(char *) environment = {0};
  for (char **one = environ; *one; one++) VEC_PUSH(&environment, *one);
  VEC_PUSH(&environment, noise);
  VEC_PUSH(&environment, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  personality((unsigned long)personality(0xffffffff) & ~(unsigned long)ADDR_NO_RANDOMIZE);
  /* Through higher numbers, for one may have the number of the other. */
  int bytes = fcntl(execution->bytes, F_DUPFD, 10), shared = fcntl(room->fd, F_DUPFD, 10);
  if (dup2(bytes, BYTES_FD) < 0 || dup2(shared, ROOM_FD) < 0) return;
  execve(execution->program, argv, environment.items);
}

/* What the program gets: its settings, the size of the room, the job. */
static int write_bytes(const WorkerRoom *room, const WorkerSettings *settings, const StrBuf *job)
{
  StrBuf head;
  strbuf_init(&head, 0);
  bytes_put_u64(&head, room->capacity);
  bytes_put_u64(&head, settings->guard.call_ns);
  bytes_put_u64(&head, settings->guard.memory_bytes);
  bytes_put_u64(&head, settings->guard.programs);
  int fd = memfd_create("assay", MFD_CLOEXEC);
  bool fine = fd >= 0 && descriptor_write(fd, head.bytes, head.length) &&
              descriptor_write(fd, job->bytes, job->length);
  strbuf_deinit(&head);
  if (!fine && fd >= 0) close(fd);
  return fine ? fd : -1;
}

WorkerEnd box_worker_execute(const WorkerRoom *room, const WorkerSettings *settings,
                             const char *program, const StrBuf *bytes)
{
  BoxWorker worker;
  Execution execution = {program, write_bytes(room, settings, bytes)};
  if (execution.bytes < 0) return WORKER_ABSENT;
  bool started = start(&worker, room, settings, start_program, &execution);
  close(execution.bytes);
  return started ? box_worker_finish(&worker, room, settings->wall_ns) : WORKER_ABSENT;
}

typedef struct {
  WorkerMain *job;
  ByteReader bytes;
} ProgramJob;

static void run_program_job(void *context, const WorkerRoom *room)
{
  ProgramJob *job = context;
  box_worker_shift_addresses();
  job->job(&job->bytes, room);
}

void box_worker_main(WorkerMain *job)
{
  struct stat file = {0};
  ProgramJob program = {.job = job};
  if (fstat(BYTES_FD, &file) != 0 || file.st_size <= 0) _exit(1);
  program.bytes.length = (size_t)file.st_size;
  program.bytes.bytes = mmap(NULL, program.bytes.length, PROT_READ, MAP_PRIVATE, BYTES_FD, 0);
  if (program.bytes.bytes == MAP_FAILED) _exit(1);
  WorkerRoom room = {.fd = ROOM_FD};
  GuardSettings settings = {0};
  room.capacity = bytes_get_u64(&program.bytes);
  settings.call_ns = bytes_get_u64(&program.bytes);
  settings.memory_bytes = bytes_get_u64(&program.bytes);
  settings.programs = bytes_get_bool(&program.bytes);
  if (program.bytes.failed || !map_room(&room)) _exit(1);
  run_job(run_program_job, &program, &room, &settings);
}

void box_worker_shift_addresses(void)
{
  Random random = random_stream(clock_monotonic_ns(), (uint64_t)getpid(), 0);
  long page = sysconf(_SC_PAGESIZE);
  for (int i = 0; i < HOLES; i++) /* they stay */
    (void)!mmap(NULL, (size_t)page * (1 + random_below(&random, 1000)), PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  (void)!sbrk((intptr_t)((uint64_t)page * (1 + random_below(&random, 1000))));
}
