/* A job in a process of its own: a fork that shares one block of memory with us, where it leaves its result.
 *
 *   WorkerRoom room;
 *   box_worker_room_init(&room, bytes);
 *   WorkerEnd end = box_worker_run(&room, &settings, job, context);
 *   if (end == WORKER_DONE) ... box_worker_result(&room)
 *
 * The job runs under a guard (guard.h). Whatever it does, its process is gone when box_worker_run returns. What is in
 * the room was written by a process that ran foreign code: it has to be read with every doubt. */
#ifndef SOLVE_CLOSEDBOX_WORKER_H
#define SOLVE_CLOSEDBOX_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/bytes.h"
#include "solve/closedbox/guard.h"

typedef enum {
  WORKER_DONE,
  WORKER_DIED,    /* without a result */
  WORKER_TIMEOUT, /* killed by us */
  WORKER_ABSENT,  /* there is no process to be had */
} WorkerEnd;

/* What both processes see. */
typedef struct {
  volatile uint32_t done; /* the job has written all that it has to say */
  volatile uint64_t length;
  char bytes[];
} WorkerShared;

typedef struct {
  size_t capacity; /* of shared->bytes */
  WorkerShared *shared;
  int fd; /* of the memory, for processes that are not forks of ours */
} WorkerRoom;

/* Pages that are not touched cost nothing. False if there is no memory. */
bool box_worker_room_init(WorkerRoom *room, size_t capacity);
void box_worker_room_deinit(WorkerRoom *room);
/* What the job has left, with a length that is within the room. */
ByteReader box_worker_result(const WorkerRoom *room);
/* For jobs: appends; false if the room is full. */
bool box_worker_put(const WorkerRoom *room, const void *bytes, size_t length);

typedef struct {
  uint64_t wall_ns; /* 0: no limit */
  GuardSettings guard;
} WorkerSettings;

typedef void WorkerJob(void *context, const WorkerRoom *room);

typedef struct {
  pid_t pid;
  int pidfd;
} BoxWorker;

/* Starts the job; empties the room. False: no process. */
bool box_worker_start(BoxWorker *worker, const WorkerRoom *room, const WorkerSettings *settings,
                      WorkerJob *job, void *context);
/* Waits at most so long, then kills it (0: no limit). */
WorkerEnd box_worker_finish(BoxWorker *worker, const WorkerRoom *room, uint64_t wall_ns);

/* Without waiting. */
bool box_worker_has_ended(const BoxWorker *worker);
/* Kills it. */
void box_worker_stop(BoxWorker *worker);

WorkerEnd box_worker_run(const WorkerRoom *room, const WorkerSettings *settings, WorkerJob *job,
                         void *context);

/* The same in a newly executed program, whose addresses are others than ours: `program` is called with the one argument
 * WORKER_NAME, has to call box_worker_main then, and gets the bytes. */
WorkerEnd box_worker_execute(const WorkerRoom *room, const WorkerSettings *settings,
                             const char *program, const StrBuf *bytes);

#define WORKER_NAME "assay: closed boxes"

/* The job of such a program. */
typedef void WorkerMain(ByteReader *bytes, const WorkerRoom *room);
/* Runs the job with what box_worker_execute was given, and ends the process. */
_Noreturn void box_worker_main(WorkerMain *job);

/* Makes what is loaded and allocated from here on have other addresses than in other forks of our process. */
void box_worker_shift_addresses(void);

#endif
