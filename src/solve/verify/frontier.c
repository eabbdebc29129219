#include "solve/verify/frontier.h"

#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "base/mem.h"

typedef struct {
  Frontier *frontier;
  FrontierWork *work;
  void *search;
  unsigned number;
  pthread_t thread;
  bool started;
} FrontierThread;

void frontier_init(Frontier *frontier, const size_t *waiting)
{
  assert(waiting);
  *frontier = (Frontier){.waiting = waiting, .progress.margin = INFINITY};
  pthread_mutex_init(&frontier->lock, NULL);
  pthread_cond_init(&frontier->wake, NULL);
}

void frontier_deinit(Frontier *frontier)
{
  assert(frontier->busy == 0);
  witness_deinit(&frontier->witness);
  pthread_mutex_destroy(&frontier->lock);
  pthread_cond_destroy(&frontier->wake);
}

SplitProgress frontier_progress(Frontier *frontier)
{
  pthread_mutex_lock(&frontier->lock);
  SplitProgress progress = frontier->progress;
  progress.open = *frontier->waiting + frontier->busy;
  pthread_mutex_unlock(&frontier->lock);
  return progress;
}

Witness frontier_take_witness(Frontier *frontier)
{
  assert(frontier->state == SPLIT_SAT);
  Witness witness = frontier->witness;
  frontier->witness = (Witness){0};
  return witness;
}

bool frontier_is_open(Frontier *frontier)
{
  pthread_mutex_lock(&frontier->lock);
  bool open = frontier->state == SPLIT_OPEN;
  pthread_mutex_unlock(&frontier->lock);
  return open;
}

bool frontier_offer(Frontier *frontier, const Problem *problem, const Disjunct *disjunct,
                    const double *x)
{
  Witness witness;
  if (!witness_validate(&witness, problem, disjunct, x)) return false;
  pthread_mutex_lock(&frontier->lock);
  if (frontier->state == SPLIT_OPEN) {
    frontier->state = SPLIT_SAT;
    frontier->witness = witness;
    witness = (Witness){0};
    pthread_cond_broadcast(&frontier->wake);
  }
  pthread_mutex_unlock(&frontier->lock);
  witness_deinit(&witness);
  return true;
}

bool frontier_wait(Frontier *frontier)
{
  for (;;) {
    if (frontier->state != SPLIT_OPEN || clock_monotonic_ns() >= frontier->until_ns) return false;
    if (frontier->stop && *frontier->stop) return false;
    if (*frontier->waiting > 0) return true;
    if (frontier->busy == 0) return false;
    pthread_cond_wait(&frontier->wake, &frontier->lock);
  }
}

void frontier_done(Frontier *frontier, unsigned count)
{
  assert(frontier->busy >= count);
  frontier->busy -= count;
  if (*frontier->waiting == 0 && frontier->busy == 0 && frontier->state == SPLIT_OPEN)
    frontier->state = frontier->stuck ? SPLIT_STUCK : SPLIT_UNSAT;
  pthread_cond_broadcast(&frontier->wake);
}

static void *run_thread(void *user)
{
  FrontierThread *thread = user;
  thread->work(thread->search, thread->number);
  pthread_mutex_lock(&thread->frontier->lock);
  pthread_cond_broadcast(&thread->frontier->wake);
  pthread_mutex_unlock(&thread->frontier->lock);
  return NULL;
}

SplitState frontier_run(Frontier *frontier, unsigned threads, FrontierWork *work, void *search)
{
  assert(threads >= 1 && frontier->busy == 0);
  FrontierThread *all = mem_alloc_zero(threads, sizeof *all);
  for (unsigned i = 0; i < threads; i++)
    all[i] = (FrontierThread){.frontier = frontier, .work = work, .search = search, .number = i};
  for (unsigned i = 1; i < threads; i++)
    all[i].started = pthread_create(&all[i].thread, NULL, run_thread, &all[i]) == 0;
  run_thread(&all[0]);
  for (unsigned i = 1; i < threads; i++)
    if (all[i].started) pthread_join(all[i].thread, NULL);
  free(all);
  return frontier->state;
}
