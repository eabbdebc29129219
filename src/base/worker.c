#include "base/worker.h"

#include <assert.h>
#include <stdlib.h>

#include "base/thread.h"
#include "base/vec.h"

typedef VEC(void *) Jobs;

struct Worker {
  WorkerDuty duty;
  bool has_thread;
  pthread_t thread;
  size_t load; /* known to the owner only */
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  /* Under the mutex: */
  Jobs waiting, done;
  bool ends;
};

static void *first_of(Jobs *jobs)
{
  if (!jobs->count) return NULL;
  void *job = jobs->items[0];
  jobs->count--;
  for (size_t i = 0; i < jobs->count; i++) jobs->items[i] = jobs->items[i + 1];
  return job;
}

static void append(Jobs *jobs, void *job)
{
  VEC_PUSH(jobs, job); // NOLINT(bugprone-sizeof-expression): pointers are meant
}

static void *serve(void *user)
{
  Worker *worker = user;
  pthread_mutex_lock(&worker->mutex);
  while (!worker->ends) {
    void *job = first_of(&worker->waiting);
    if (!job) {
      pthread_cond_wait(&worker->changed, &worker->mutex);
      continue;
    }
    pthread_mutex_unlock(&worker->mutex);
    worker->duty.work(worker->duty.user, job);
    pthread_mutex_lock(&worker->mutex);
    append(&worker->done, job);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
    worker->duty.done(worker->duty.user);
    pthread_mutex_lock(&worker->mutex);
  }
  pthread_mutex_unlock(&worker->mutex);
  return NULL;
}

Worker *worker_create(const WorkerDuty *duty)
{
  Worker *worker = mem_alloc_zero(1, sizeof *worker);
  worker->duty = *duty;
  pthread_mutex_init(&worker->mutex, NULL);
  pthread_cond_init(&worker->changed, NULL);
  worker->has_thread = !duty->here && thread_start(&worker->thread, serve, worker);
  return worker;
}

void worker_destroy(Worker *worker)
{
  assert(worker->load == 0);
  pthread_mutex_lock(&worker->mutex);
  worker->ends = true;
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->mutex);
  if (worker->has_thread) pthread_join(worker->thread, NULL);
  pthread_cond_destroy(&worker->changed);
  pthread_mutex_destroy(&worker->mutex);
  VEC_FREE(&worker->waiting);
  VEC_FREE(&worker->done);
  free(worker);
}

void worker_give(Worker *worker, void *job)
{
  worker->load++;
  if (!worker->has_thread) worker->duty.work(worker->duty.user, job);
  pthread_mutex_lock(&worker->mutex);
  append(worker->has_thread ? &worker->waiting : &worker->done, job);
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->mutex);
}

void *worker_take(Worker *worker)
{
  pthread_mutex_lock(&worker->mutex);
  void *job = first_of(&worker->done);
  pthread_mutex_unlock(&worker->mutex);
  if (job) worker->load--;
  return job;
}

size_t worker_load(const Worker *worker)
{
  return worker->load;
}

void worker_wait(Worker *worker)
{
  assert(worker->load > 0);
  pthread_mutex_lock(&worker->mutex);
  while (!worker->done.count) pthread_cond_wait(&worker->changed, &worker->mutex);
  pthread_mutex_unlock(&worker->mutex);
}
