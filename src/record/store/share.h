/* What workers of one campaign know together: sums of what their agents have seen, groups of findings and the best
 * input. Each adds its part, in the transaction that writes the inputs it comes from, and reads the whole.
 *
 * Sums fade with the time of the agent, not with each reward: what was seen at one time weighs decay^(later - then) later. So
 * the order in which workers add does not matter (forward decay; Cormode, Shkapenyuk, Srivastava, Xu 2009). */
#ifndef RECORD_STORE_SHARE_H
#define RECORD_STORE_SHARE_H

#include "base/vec.h"
#include "find/bandit/agent.h"
#include "record/store/store.h"

typedef struct {
  uint32_t agent, arm;
  Arm sums;
} StoreArmSum;
typedef VEC(StoreArmSum) StoreArmSums;

/* Adds to what is there; `worker` is who does. */
Status store_add_arm_sum(Store *store, int64_t campaign, uint32_t worker, const StoreArmSum *sum,
                         double decay, Error *error);
/* What is left of the sums of an agent after a unit of its time. */
typedef double StoreDecay(void *user, uint32_t agent);
/* One sum for each arm, in the order of agent and arm. */
Status store_get_arm_sums(Store *store, int64_t campaign, StoreDecay *decay, void *user,
                          StoreArmSums *sums, Error *error);

/* Begins a change of what follows: nobody else changes it until the transaction ends. `version` is that of the change. In a
 * transaction. */
Status store_lock_share(Store *store, int64_t campaign, uint64_t *version, Error *error);

/* Groups, as bytes, by their number from 1. In the transaction of store_lock_share. */
Status store_put_group(Store *store, int64_t campaign, uint64_t number, uint64_t version,
                       StoreText bytes, Error *error);
/* Those that were changed after a version, in the order of their numbers. `newest` is the version of the share. Stops with
 * the status of `take`. */
typedef Status StoreTakeGroup(void *user, uint64_t number, uint64_t version, StoreText bytes,
                              Error *error);
Status store_get_groups(Store *store, int64_t campaign, uint64_t after, StoreTakeGroup *take,
                        void *user, Error *error);

/* The best input, with the record that belongs to it. */
Status store_put_best_record(Store *store, int64_t campaign, uint64_t number, double margin,
                             StoreText record, Error *error);
/* `found` is false if there is none with a larger margin. The bytes are appended. */
Status store_get_best_record(Store *store, int64_t campaign, double above, uint64_t *number,
                             double *margin, StrBuf *record, bool *found, Error *error);

#endif
