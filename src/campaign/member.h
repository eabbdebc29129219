/* This process as a worker of a store: its machine and, in a cluster, its task. */
#ifndef CAMPAIGN_MEMBER_H
#define CAMPAIGN_MEMBER_H

#include "record/store/lease.h"

/* `inputs`: that it has done before others took part. */
Status member_join(Store *store, int64_t campaign, uint32_t lease_ms, uint64_t inputs,
                   uint32_t *worker, Error *error);

#endif
