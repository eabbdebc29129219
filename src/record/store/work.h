/* Work of a command that several processes do, in units (unit.h). To workers, leases and units it is a campaign; it has no
 * inputs, and lists of campaigns leave it out. */
#ifndef RECORD_STORE_WORK_H
#define RECORD_STORE_WORK_H

#include "record/store/unit.h"

typedef struct {
  const char *command;   /* of assay: the kind of its units */
  StoreText words;       /* what the command was told */
  const char *directory; /* where it was called */
  const char *facts;     /* what workers need to have, too, a line each */
  const char *identity;  /* equal for equal work */
  const char *seal;      /* of who began it; NULL: there is none */
} StoreWorkStart;

/* Units of the command's kind, and a share, so that workers can join. */
typedef struct {
  const char *const *names;
  const bool *wanted;
  size_t count;
} StoreWorkUnits;

/* Everything in one transaction. */
Status store_begin_work(Store *store, const StoreWorkStart *start, const StoreWorkUnits *units,
                        int64_t *number, Error *error);
/* Goes on with one that is there: what is wanted and not done is open, and what workers are told is said anew. */
Status store_continue_work(Store *store, int64_t number, const StoreWorkStart *start,
                           const StoreWorkUnits *units, Error *error);
/* The newest of this identity that has units which are not kept; 0: there is none. */
Status store_find_work(Store *store, const char *identity, int64_t *number, Error *error);

/* Is there work, of anybody, with units that are not kept? */
Status store_has_unkept(Store *store, bool *found, Error *error);

/* As it was begun; the texts are to be freed by store_work_free. `command` NULL: there is no such work. */
typedef struct {
  char *command, *words, *directory, *facts, *seal; /* seal: may be NULL */
  size_t words_length;
} StoreWorkRecord;
Status store_get_work(Store *store, int64_t number, StoreWorkRecord *record, Error *error);
void store_work_free(StoreWorkRecord *record);

/* The newest campaign or work that has workers or could have some; 0: there is none. */
Status store_find_shared(Store *store, int64_t *number, Error *error);

#endif
