/* One thread that does jobs in the order in which they are given, so that who gives them can go on, or none if
 * nobody would go on.
 *
 * A worker belongs to the thread that made it. What a job holds belongs to the worker from worker_give to
 * worker_take, which is the only order between the two threads. Signals stay with the other threads. */
#ifndef BASE_WORKER_H
#define BASE_WORKER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Worker Worker;

typedef struct {
  void (*work)(void *user, void *job); /* does a job, in the thread */
  void (*done)(void *user);            /* called in the thread when worker_take will give one */
  void *user;
  bool here; /* there is no thread: worker_give does the job */
} WorkerDuty;

/* If there can be no thread, the jobs are done by worker_give, too. */
Worker *worker_create(const WorkerDuty *duty);
/* All jobs have to be taken before. */
void worker_destroy(Worker *worker);

void worker_give(Worker *worker, void *job);
/* A job that is done, in their order; NULL if there is none now. */
void *worker_take(Worker *worker);
/* How many were given and not taken. */
size_t worker_load(const Worker *worker);
/* Waits until worker_take gives a job; the load may not be 0. */
void worker_wait(Worker *worker);

#endif
