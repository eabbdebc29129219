/* What searches by branch and bound share: the state of the search, and threads that take open nodes, wait for each other,
 * and end together. A search keeps its open nodes itself. */
#ifndef SOLVE_VERIFY_FRONTIER_H
#define SOLVE_VERIFY_FRONTIER_H

#include <pthread.h>

#include "solve/verify/witness.h"

typedef enum { SPLIT_OPEN, SPLIT_SAT, SPLIT_UNSAT, SPLIT_STUCK } SplitState;

/* What is known while it runs. */
typedef struct {
  uint64_t boxes, closed; /* processed, and of these without descendants */
  uint64_t open;
  double proved; /* share of the volume */
  double margin; /* the least excess of a point that was tried; above 0: no witness yet */
} SplitProgress;

/* All of it is read and changed with the lock held while threads run. */
typedef struct {
  const size_t *waiting; /* open nodes that nobody has taken */
  unsigned busy;         /* nodes that threads have taken */
  SplitState state;
  bool stuck; /* a node could be neither closed nor split */
  SplitProgress progress;
  Witness witness;
  uint64_t until_ns;
  const volatile bool *stop;
  pthread_mutex_t lock;
  pthread_cond_t wake;
} Frontier;

void frontier_init(Frontier *frontier, const size_t *waiting);
void frontier_deinit(Frontier *frontier);

/* Runs work(search, 0) to work(search, threads - 1) beside each other, until a time of clock_monotonic_ns, or until `stop`, where it
 * is not NULL, is set. Returns the state. */
typedef void FrontierWork(void *search, unsigned number);
SplitState frontier_run(Frontier *frontier, unsigned threads, FrontierWork *work, void *search);
SplitProgress frontier_progress(Frontier *frontier);
/* Of SPLIT_SAT: the caller takes it over. */
Witness frontier_take_witness(Frontier *frontier);

/* For threads that do not hold the lock. */
bool frontier_is_open(Frontier *frontier);
/* Ends the search if `x` is a witness of the disjunct. False: it is none. */
bool frontier_offer(Frontier *frontier, const Problem *problem, const Disjunct *disjunct,
                    const double *x);

/* For threads that hold the lock. */
/* Waits for nodes. False if there will be none, or time is up. */
bool frontier_wait(Frontier *frontier);
/* `count` nodes that were taken are done, and their children wait. The search may be over with that. */
void frontier_done(Frontier *frontier, unsigned count);

#endif
