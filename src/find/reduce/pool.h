/* Candidates under examination, in their order, several at a time. */
#ifndef FIND_REDUCE_POOL_H
#define FIND_REDUCE_POOL_H

#include "find/reduce/checker.h"

typedef struct {
  CheckedText probe;
  StrBuf text;
  RunHandle handle; /* of the run in progress; 0: none */
  CheckVerdict verdict;
  bool cancelled;
  uint64_t ticket; /* of who put it in: what it is about */
} PoolEntry;

typedef struct Pool Pool;
Pool *pool_create(Supervisor *sup, Checker *check, uint32_t jobs);
/* Ends what still runs. */
void pool_destroy(Pool *pool);

bool pool_has_room(const Pool *pool);
bool pool_is_empty(const Pool *pool);
/* Starts the examination of a text, whose memory is taken over: `text` is empty afterwards. False if it
 * cannot be started: check->error says why. */
bool pool_add(Pool *pool, StrBuf *text, uint64_t ticket);

typedef enum {
  POOL_DECIDED, /* *entry is the oldest, and its verdict is known; it is out of the pool now */
  POOL_WOKEN,   /* supervisor_wake */
  POOL_TIME,    /* no verdict in time */
  POOL_FAILED   /* check->error */
} PoolEvent;

/* Waits for the verdict on the oldest until the monotonic clock says `until_ns`, or SUPERVISOR_FOREVER. The
 * entry is valid until the next call. */
PoolEvent pool_wait(Pool *pool, uint64_t until_ns, PoolEntry **entry);
/* Ends and forgets all that is in the pool. */
void pool_clear(Pool *pool);

#endif
