/* Processes that take part in one campaign: workers with leases, and what they hold: blocks of numbers, and inputs that
 * they may do.
 *
 *   store_join(store, campaign, &who, &number, &error);
 *   store_take_block(store, campaign, number, 100, &block, &error);
 *   store_transact: store_renew, rows, store_put_block ...            at least as often as the lease asks for
 *   store_leave(store, campaign, number, &error);
 *
 * A lease is a promise in the time of the database: who has not renewed it for that long may be declared lost by any other
 * worker (store_bury), and all it holds is free again. Whoever renews learns whether that has happened. Since renewing and
 * writing are one transaction, what a lost worker has not written by then is never written, and what others take over
 * is exactly that. Clocks of machines do not matter. Time in which the server was down does not count. */
#ifndef RECORD_STORE_LEASE_H
#define RECORD_STORE_LEASE_H

#include "base/vec.h"
#include "record/store/store.h"

#define STORE_WORKER_LIST(X)                                                                       \
  X(STORE_WORKER_WORKING, "working")                                                               \
  X(STORE_WORKER_IDLE, "idle")   /* there is nothing to do for it now */                           \
  X(STORE_WORKER_ENDED, "ended") /* by itself */                                                   \
  X(STORE_WORKER_LOST, "lost")   /* its lease is over, and others have what it held */

#define STORE_WORKER_ENUM(code, word) code,
typedef enum { STORE_WORKER_LIST(STORE_WORKER_ENUM) STORE_WORKER_STATES } StoreWorkerState;
#undef STORE_WORKER_ENUM
const char *store_worker_word(StoreWorkerState state);

enum { STORE_LEASE_MS = 60000 };

typedef struct {
  int64_t epoch_ms, now_ms; /* when the campaign's time was 0, and now */
  uint64_t next_number, input_limit, granted, version;
  uint64_t working, idle; /* workers */
  uint64_t solver_ns;     /* CPU time of solvers, of all of them */
  bool ending;            /* workers are to end */
} StoreShare;

/* Lets others take part; of a campaign that has a share already, it says anew how long it runs and that it goes on.
 * `next_number` and `inputs` are what has been used by then, `elapsed_ms` is the campaign's own time. */
typedef struct {
  uint64_t next_number, inputs, input_limit, elapsed_ms;
} StoreShareStart;
Status store_create_share(Store *store, int64_t campaign, const StoreShareStart *start,
                          Error *error);
/* `found` is false if nobody else can take part (yet). */
Status store_get_share(Store *store, int64_t campaign, StoreShare *share, bool *found,
                       Error *error);
/* All workers are to end. */
Status store_end_share(Store *store, int64_t campaign, Error *error);

typedef struct {
  const char *host, *task; /* task of a cluster; "": none */
  int64_t process;
  uint32_t lease_ms;
  uint64_t inputs; /* that it has done before others took part */
} StoreJoin;
Status store_join(Store *store, int64_t campaign, const StoreJoin *who, uint32_t *number,
                  Error *error);

/* What a worker says of itself when it renews its lease. */
typedef struct {
  StoreWorkerState state; /* working or idle */
  const char *doing;
  uint64_t inputs, solver_ns;
  StoreText counts;
} StoreSign;
/* `held` is false if the lease is lost. */
Status store_renew(Store *store, int64_t campaign, uint32_t worker, const StoreSign *sign,
                   bool *held, Error *error);
/* Nobody can declare the worker lost until the transaction ends, if it is not lost already: `held` is false then. Comes
 * before anything else of the transaction that others may wait for. In a transaction. */
Status store_hold_lease(Store *store, int64_t campaign, int64_t worker, bool *held, Error *error);
/* Declares those lost whose lease is over, apart from one. */
Status store_bury(Store *store, int64_t campaign, uint32_t apart_from, uint64_t *count,
                  Error *error);
/* Gives back what is held; its units are as if it had never taken them. */
Status store_leave(Store *store, int64_t campaign, uint32_t worker, Error *error);

/* Numbers from `first` to `last`: those up to `drawn` have been used, apart from the open ones. */
typedef struct {
  uint64_t first, last, drawn;
  U64Vec open;
} StoreBlock;
/* One that somebody has given back, or a new one of `size` numbers; it is taken by a worker that holds its lease, else
 * `held` is false. `open` is to be freed. */
Status store_take_block(Store *store, int64_t campaign, uint32_t worker, uint64_t size,
                        StoreBlock *block, bool *held, Error *error);
/* Numbers that the worker has used before others took part. */
Status store_add_block(Store *store, int64_t campaign, uint32_t worker, const StoreBlock *block,
                       Error *error);
/* What has become of it; it is done if all is drawn and nothing open. */
Status store_put_block(Store *store, int64_t campaign, const StoreBlock *block, Error *error);
/* Inputs that the worker may do, at most so many; 0: the limit of the campaign is reached, or the worker is lost. */
Status store_grant(Store *store, int64_t campaign, uint32_t worker, uint64_t most,
                   uint64_t *granted, Error *error);

/* A worker as it is in the store. */
typedef struct {
  uint32_t number;
  char *state, *host, *task, *doing;
  int64_t process, joined_ms, beat_ms, lease_ms, now_ms;
  uint64_t inputs, solver_ns;
  char *counts;
  size_t counts_length;
} StoreWorker;
typedef VEC(StoreWorker) StoreWorkers;
/* In the order of their numbers. None if the store is of an older version. */
Status store_get_workers(Store *store, int64_t campaign, StoreWorkers *workers, Error *error);
void store_workers_free(StoreWorkers *workers);

#endif
