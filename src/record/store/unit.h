/* Units of work: each is done once, by any worker that holds its lease (lease.h), and has a result of bytes.
 *
 *   store_add_units(store, campaign, "bench", names, NULL, count, &error);       by one of them
 *   while (store_take_unit(store, campaign, worker, "bench", &unit, &found, &error) ... found) {
 *     ... store_renew now and then ...
 *     store_put_result(store, campaign, worker, &unit, result, &held, &error);
 *   }
 *   store_get_results(...), store_keep_results(...);                             by who wants them
 *
 * A unit is open, taken, done and, once its result is safe elsewhere, kept. The units of a worker that is lost are open
 * again. */
#ifndef RECORD_STORE_UNIT_H
#define RECORD_STORE_UNIT_H

#include "base/text_list.h"
#include "record/store/store.h"

typedef struct {
  const char *kind;
  uint64_t number; /* from 1 */
  char *name;      /* to be freed */
  uint64_t taken;  /* how often it was, with this time */
} StoreUnit;

/* Numbers from 1 on, of those that are wanted (NULL: all). One that is there stays what it is, but a kept one is open again. */
Status store_add_units(Store *store, int64_t campaign, const char *kind, const char *const *names,
                       const bool *wanted, size_t count, Error *error);
/* The first that is open. */
Status store_take_unit(Store *store, int64_t campaign, uint32_t worker, const char *kind,
                       StoreUnit *unit, bool *found, Error *error);
/* This one, which is made if it is not there. `taken` is false if somebody has it or has done it. */
Status store_claim_unit(Store *store, int64_t campaign, uint32_t worker, const char *kind,
                        uint64_t number, bool *taken, Error *error);
/* It is done. `held` is false if the worker has lost it: the result is dropped then. */
Status store_put_result(Store *store, int64_t campaign, uint32_t worker, const StoreUnit *unit,
                        StoreText result, bool *held, Error *error);

/* It is not done, and open again. */
Status store_return_unit(Store *store, int64_t campaign, uint32_t worker, const StoreUnit *unit,
                         Error *error);

/* All that it holds. */
Status store_return_units(Store *store, int64_t campaign, uint32_t worker, const char *kind,
                          Error *error);

typedef struct {
  uint64_t open, taken, done, kept;
} StoreUnitCounts;
Status store_count_units(Store *store, int64_t campaign, const char *kind, StoreUnitCounts *counts,
                         Error *error);
/* Is there one that is neither done nor kept? Costs little however many there are. */
Status store_units_left(Store *store, int64_t campaign, const char *kind, bool *left, Error *error);

/* Results of units that are done and not kept, in the order of their numbers, at most so many. Stops with the status of
 * `take`. */
typedef Status StoreTakeResult(void *user, uint64_t number, const char *name, StoreText result,
                               Error *error);
Status store_get_results(Store *store, int64_t campaign, const char *kind, uint64_t most,
                         StoreTakeResult *take, void *user, Error *error);
Status store_keep_results(Store *store, int64_t campaign, const char *kind, const uint64_t *numbers,
                          size_t count, Error *error);

#endif
