#include "solve/closedbox/worker.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

bool worker_room_init(WorkerRoom *room, size_t capacity)
{
  room->capacity = capacity;
  room->shared = mmap(NULL, sizeof *room->shared + capacity, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room->shared == MAP_FAILED) room->shared = NULL;
  return room->shared != NULL;
}

void worker_room_deinit(WorkerRoom *room)
{
  if (room->shared) munmap(room->shared, sizeof *room->shared + room->capacity);
  room->shared = NULL;
}

bool worker_put(const WorkerRoom *room, const void *bytes, size_t length)
{
  WorkerShared *shared = room->shared;
  if (length > room->capacity - shared->length) return false;
  memcpy(shared->bytes + shared->length, bytes, length);
  shared->length += length;
  return true;
}

ByteReader worker_result(const WorkerRoom *room)
{
  uint64_t length = room->shared->length;
  return (ByteReader){.bytes = room->shared->bytes,
                      .length = length < room->capacity ? (size_t)length : room->capacity};
}

static void reap(pid_t pid)
{
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
}

bool worker_start(Worker *worker, const WorkerRoom *room, const WorkerSettings *settings,
                  WorkerJob *job, void *context)
{
  room->shared->done = 0;
  room->shared->length = 0;
  fflush(NULL); /* or a box that ends its process by exit() writes our text again */
  worker->pid = fork();
  if (worker->pid < 0) return false;
  if (worker->pid == 0) {
    guard_install(&settings->guard);
    job(context, room);
    room->shared->done = 1;
    guard_exit();
  }
  worker->pidfd = (int)syscall(SYS_pidfd_open, worker->pid, 0);
  if (worker->pidfd >= 0) return true;
  /* Nobody could wait for it with a limit. */
  kill(worker->pid, SIGKILL);
  reap(worker->pid);
  return false;
}

static uint64_t left_ns(uint64_t end)
{
  uint64_t now = clock_monotonic_ns();
  return now < end ? end - now : 0;
}

/* True once the process has ended. */
static bool wait_for_end(const Worker *worker, uint64_t wall_ns)
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

WorkerEnd worker_finish(Worker *worker, const WorkerRoom *room, uint64_t wall_ns)
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

WorkerEnd worker_run(const WorkerRoom *room, const WorkerSettings *settings, WorkerJob *job,
                     void *context)
{
  Worker worker;
  if (!worker_start(&worker, room, settings, job, context)) return WORKER_ABSENT;
  return worker_finish(&worker, room, settings->wall_ns);
}
