/* Who has begun the work, and keeps what workers have done. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "campaign/crewwork.h"
#include "campaign/crewwork_parts.h"
#include "record/store/lease.h"

enum { LOOK_MS = 100, CANCEL_MS = 20000, MOST_RESULTS = 1000 };

typedef struct {
  CrewWork *work;
  const WorkListener *listener;
  U64Vec numbers;   /* of results that were taken and are not kept */
  uint64_t seen_ns; /* when the store could last be reached */
} Watch;

/* --- results --- */

/* The first byte says whether it is one. */
static Status take_result(void *user, uint64_t number, const char *name, StoreText result,
                          Error *error)
{
  Watch *watch = user;
  bool fine = result.length > 0 && result.bytes[0] == WORK_FINE;
  size_t head = result.length > 0;
  WorkResult taken = {.number = number,
                      .name = name,
                      .failed = !fine,
                      .bytes = {.bytes = result.bytes + head, .length = result.length - head}};
  VEC_PUSH(&watch->numbers, number);
  return watch->listener->take(watch->listener->user, &taken, error);
}

static Status collect(Watch *watch, bool *more, Error *error)
{
  const CrewWork *work = watch->work;
  const WorkListener *listener = watch->listener;
  watch->numbers.count = 0;
  Status status = store_get_results(work->store, work->number, work->command, MOST_RESULTS,
                                    take_result, watch, error);
  *more = watch->numbers.count > 0;
  if (status != STATUS_OK || !*more) return status;
  if (listener->settle) status = listener->settle(listener->user, error);
  if (status != STATUS_OK) return status;
  return store_keep_results(work->store, work->number, work->command, watch->numbers.items,
                            watch->numbers.count, error);
}

/* --- looking --- */

Status crewwork_count_active(CrewWork *work, size_t *active, Error *error)
{
  assert(work->store && work->number > 0);
  StoreShare share = {0};
  bool found;
  uint64_t lost;
  *active = 0;
  Status status = store_bury(work->store, work->number, 0, &lost, error);
  if (status == STATUS_OK)
    status = store_get_share(work->store, work->number, &share, &found, error);
  if (status == STATUS_OK) *active = share.working + share.idle;
  return status;
}

/* What is left is asked before results are collected, so that none of them comes in between. */
static Status look(Watch *watch, size_t *active, bool *left, Error *error)
{
  CrewWork *work = watch->work;
  bool more = true;
  Status status = crewwork_count_active(work, active, error);
  if (status == STATUS_OK)
    status = store_units_left(work->store, work->number, work->command, left, error);
  while (status == STATUS_OK && more) status = collect(watch, &more, error);
  if (status == STATUS_OK) watch->seen_ns = clock_monotonic_ns();
  return status;
}

/* A server that is gone may come back; errors of the listener are not the server's. */
static bool may_come_back(const Watch *watch)
{
  return store_is_away(watch->work->store) &&
         clock_monotonic_ns() - watch->seen_ns < WORK_AWAY_MS * WORK_NS_PER_MS;
}

/* Workers are told to end; those that do not are ended, and all if they cannot be told. */
static Status stop(Watch *watch, Crew *crew, Error *error)
{
  CrewWork *work = watch->work;
  size_t active = 1;
  bool left;
  uint64_t start = clock_monotonic_ns();
  Status status = store_end_share(work->store, work->number, error);
  while (status == STATUS_OK && (active > 0 || (crew && crew->class->count(crew) > 0))) {
    uint64_t passed = clock_monotonic_ns() - start;
    if (passed > 2 * CANCEL_MS * WORK_NS_PER_MS) break;
    if (crew && passed > CANCEL_MS * WORK_NS_PER_MS) crew->class->cancel(crew);
    status = look(watch, &active, &left, error);
    crewwork_pause(LOOK_MS);
  }
  if (status != STATUS_OK && crew) crew->class->cancel(crew);
  return status;
}

static Status watch_all(Watch *watch, Crew *crew, WorkEnd *end, Error *error)
{
  const WorkListener *listener = watch->listener;
  size_t active = 1;
  bool left = true;
  for (;;) {
    size_t running = crew ? crew->class->count(crew) : 1;
    Status status = look(watch, &active, &left, error);
    if (status != STATUS_OK && !may_come_back(watch)) return status;
    if (status == STATUS_OK && !left) {
      *end = WORK_DONE;
      return store_end_share(watch->work->store, watch->work->number, error);
    }
    if (status == STATUS_OK && running == 0 && active == 0) {
      *end = WORK_ABANDONED;
      return STATUS_OK;
    }
    if (listener->interrupted(listener->user)) {
      *end = listener->leaves(listener->user) ? WORK_LEFT : WORK_INTERRUPTED;
      return *end == WORK_LEFT ? STATUS_OK : stop(watch, crew, error);
    }
    crewwork_pause(LOOK_MS);
  }
}

Status crewwork_watch(CrewWork *work, Crew *crew, const WorkListener *listener, WorkEnd *end,
                      Error *error)
{
  assert(work->store && work->number > 0 && listener->take && listener->interrupted);
  Watch watch = {.work = work, .listener = listener, .seen_ns = clock_monotonic_ns()};
  *end = WORK_ABANDONED;
  Status status = watch_all(&watch, crew, end, error);
  Error ignored;
  if (status != STATUS_OK && !store_is_away(work->store))
    store_end_share(work->store, work->number, &ignored); /* nobody would take the results */
  VEC_FREE(&watch.numbers);
  return status;
}
