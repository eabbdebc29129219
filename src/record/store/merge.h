/* Campaigns of one store, copied into another: with all that is known of them, under numbers that are free there. */
#ifndef RECORD_STORE_MERGE_H
#define RECORD_STORE_MERGE_H

#include "record/store/store.h"

typedef struct {
  uint64_t campaigns, skipped; /* skipped: that are there already, by name, seed and beginning */
  uint64_t grown;              /* of these: have more inputs than what is there */
  uint64_t inputs, findings;
} MergeCounts;

/* Told of inputs and runs that were copied, of so many. */
typedef struct {
  void (*advance)(void *user, uint64_t done, uint64_t total); /* may be NULL */
  void *user;
} MergeListener;

/* Adds to the counts. Each campaign is copied as a whole or not at all. `from` may be opened to read. */
Status store_merge(Store *into, Store *from, MergeListener listener, MergeCounts *counts,
                   Error *error);

#endif
