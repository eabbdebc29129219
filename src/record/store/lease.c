#include "record/store/lease.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/store/sql.h"

const char *store_worker_word(StoreWorkerState state)
{
#define WORD(code, word) [code] = word,
  static const char *const words[] = {STORE_WORKER_LIST(WORD)};
#undef WORD
  assert((unsigned)state < STORE_WORKER_STATES);
  return words[state];
}

#define ACTIVE "state IN ('working', 'idle')"

/* --- the share --- */

typedef struct {
  int64_t campaign;
  const StoreShareStart *start;
} Creation;

static Status create_share(Store *store, void *user, Error *error)
{
  const Creation *creation = user;
  const StoreShareStart *start = creation->start;
  return SQL_RUN(store,
                 "INSERT INTO share (campaign, epoch_ms, next_number, next_worker, input_limit, "
                 "granted, version, ending) VALUES ($1, @now - CAST($2 AS BIGINT), $3, 1, $4, $5, "
                 "1, 0) ON CONFLICT (campaign) DO UPDATE SET epoch_ms = excluded.epoch_ms, "
                 "input_limit = excluded.input_limit, ending = 0",
                 NULL, error, db_integer(creation->campaign),
                 db_integer((int64_t)start->elapsed_ms), db_integer((int64_t)start->next_number),
                 db_integer((int64_t)start->input_limit), db_integer((int64_t)start->inputs));
}

Status store_create_share(Store *store, int64_t campaign, const StoreShareStart *start,
                          Error *error)
{
  assert(campaign > 0 && start->next_number > 0);
  return store_transact(store, create_share, &(Creation){campaign, start}, error);
}

typedef struct {
  int64_t campaign;
  StoreShare *share;
  bool found;
} Look;

static Status read_share(Store *store, void *user, Error *error)
{
  Look *look = user;
  DbCursor *cursor;
  Status status = SQL_QUERY(store,
                            "SELECT epoch_ms, @now, next_number, input_limit, granted, version, "
                            "ending, (SELECT count(*) FROM worker w WHERE w.campaign = $1 AND "
                            "w.state = 'working'), (SELECT count(*) FROM worker w WHERE w.campaign "
                            "= $1 AND w.state = 'idle'), (SELECT COALESCE(CAST(sum(w.solver_ns) AS "
                            "BIGINT), 0) FROM worker w WHERE w.campaign = $1) FROM share WHERE "
                            "campaign = $1",
                            &cursor, error, db_integer(look->campaign));
  if (status != STATUS_OK) return status;
  look->found = sql_next(cursor, &status, error);
  const DbValue *row = cursor->row;
  if (look->found)
    *look->share = (StoreShare){.epoch_ms = sql_integer_of(&row[0]),
                                .now_ms = sql_integer_of(&row[1]),
                                .next_number = (uint64_t)sql_integer_of(&row[2]),
                                .input_limit = (uint64_t)sql_integer_of(&row[3]),
                                .granted = (uint64_t)sql_integer_of(&row[4]),
                                .version = (uint64_t)sql_integer_of(&row[5]),
                                .ending = sql_integer_of(&row[6]) != 0,
                                .working = (uint64_t)sql_integer_of(&row[7]),
                                .idle = (uint64_t)sql_integer_of(&row[8]),
                                .solver_ns = (uint64_t)sql_integer_of(&row[9])};
  sql_end(cursor);
  return status;
}

Status store_get_share(Store *store, int64_t campaign, StoreShare *share, bool *found, Error *error)
{
  assert(campaign > 0 && share && found);
  Look look = {.campaign = campaign, .share = share};
  *found = false;
  if (!store->has_shares) return STATUS_OK;
  Status status = store_inspect(store, read_share, &look, error);
  *found = status == STATUS_OK && look.found;
  return status;
}

static Status end_share(Store *store, void *user, Error *error)
{
  return SQL_RUN(store, "UPDATE share SET ending = 1 WHERE campaign = $1", NULL, error,
                 db_integer(*(int64_t *)user));
}

Status store_end_share(Store *store, int64_t campaign, Error *error)
{
  assert(campaign > 0);
  return store_transact(store, end_share, &campaign, error);
}

/* --- workers --- */

typedef struct {
  int64_t campaign;
  const StoreJoin *who;
  int64_t number;
} Joining;

static Status insert_worker(Store *store, void *user, Error *error)
{
  Joining *joining = user;
  bool found;
  DbValue campaign = db_integer(joining->campaign);
  Status status = sql_number(store,
                             "UPDATE share SET next_worker = next_worker + 1 WHERE campaign = $1 "
                             "RETURNING next_worker - 1",
                             &campaign, 1, &joining->number, &found, error);
  if (status != STATUS_OK) return status;
  if (!found)
    return error_set(error, STATUS_IO, "nobody else can take part in campaign %" PRId64,
                     joining->campaign);
  const StoreJoin *who = joining->who;
  return SQL_RUN(store,
                 "INSERT INTO worker (campaign, number, state, host, process, task, joined_ms, "
                 "beat_ms, lease_ms, doing, inputs, granted, solver_ns, counts) VALUES ($1, $2, "
                 "'working', $3, $4, $5, @now, @now, $6, $7, $8, $8, 0, $7)",
                 NULL, error, campaign, db_integer(joining->number), sql_text(who->host),
                 db_integer(who->process), sql_text(who->task), db_integer(who->lease_ms),
                 sql_text(""), db_integer((int64_t)who->inputs));
}

Status store_join(Store *store, int64_t campaign, const StoreJoin *who, uint32_t *number,
                  Error *error)
{
  assert(who->host && who->task && who->lease_ms);
  Joining joining = {.campaign = campaign, .who = who};
  Status status = store_transact(store, insert_worker, &joining, error);
  *number = (uint32_t)joining.number;
  return status;
}

typedef struct {
  int64_t campaign, worker;
  const StoreSign *sign;
  bool held;
} Renewal;

static Status renew(Store *store, void *user, Error *error)
{
  Renewal *renewal = user;
  const StoreSign *sign = renewal->sign;
  size_t rows = 0;
  Status status =
      SQL_RUN(store,
              "UPDATE worker SET beat_ms = @now, state = $3, doing = $4, inputs = $5, solver_ns = "
              "$6, counts = $7 WHERE campaign = $1 AND number = $2 AND " ACTIVE " RETURNING number",
              &rows, error, db_integer(renewal->campaign), db_integer(renewal->worker),
              sql_word(store_worker_word(sign->state)), sql_text(sign->doing ? sign->doing : ""),
              db_integer((int64_t)sign->inputs), db_integer((int64_t)sign->solver_ns),
              sql_bytes(sign->counts.bytes, sign->counts.length));
  renewal->held = rows > 0;
  return status;
}

Status store_renew(Store *store, int64_t campaign, uint32_t worker, const StoreSign *sign,
                   bool *held, Error *error)
{
  assert(sign->state == STORE_WORKER_WORKING || sign->state == STORE_WORKER_IDLE);
  Renewal renewal = {.campaign = campaign, .worker = worker, .sign = sign};
  Status status = store_transact(store, renew, &renewal, error);
  *held = renewal.held;
  return status;
}

Status store_hold_lease(Store *store, int64_t campaign, int64_t worker, bool *held, Error *error)
{
  assert(store->in_transaction);
  size_t rows = 0;
  Status status = SQL_RUN(store,
                          "UPDATE worker SET beat_ms = @now WHERE campaign = $1 AND number = $2 "
                          "AND " ACTIVE " RETURNING number",
                          &rows, error, db_integer(campaign), db_integer(worker));
  *held = rows > 0;
  return status;
}

/* What a worker held is free again. Of its inputs those count that it has written. `attempts`: how often its units count as
 * taken by it, 1 or 0. */
static Status release(Store *store, int64_t campaign, int64_t worker, int64_t attempts,
                      Error *error)
{
  assert(store->in_transaction && attempts >= 0 && attempts <= 1);
  DbValue first = db_integer(campaign), second = db_integer(worker);
  Status status = SQL_RUN(store,
                          "UPDATE block SET state = 'free' WHERE campaign = $1 AND worker = $2 AND "
                          "state = 'taken'",
                          NULL, error, first, second);
  if (status == STATUS_OK)
    status = SQL_RUN(store,
                     "UPDATE unit SET state = 'open', taken = taken - 1 + CAST($3 AS BIGINT) WHERE "
                     "campaign = $1 AND worker = $2 AND state = 'taken'",
                     NULL, error, first, second, db_integer(attempts));
  if (status == STATUS_OK)
    status = SQL_RUN(store,
                     "UPDATE share SET granted = granted - (SELECT granted - inputs FROM worker "
                     "WHERE campaign = $1 AND number = $2) WHERE campaign = $1",
                     NULL, error, first, second);
  if (status == STATUS_OK)
    status =
        SQL_RUN(store, "UPDATE worker SET granted = inputs WHERE campaign = $1 AND number = $2",
                NULL, error, first, second);
  return status;
}

typedef struct {
  int64_t campaign, apart_from;
  uint64_t count;
} Burial;

#define EXPIRED ACTIVE " AND @now - CASE WHEN beat_ms > @up THEN beat_ms ELSE @up END > lease_ms"

static Status bury_one(Store *store, int64_t campaign, int64_t worker, bool *done, Error *error)
{
  assert(store->in_transaction && worker > 0);
  size_t rows = 0;
  Status status = SQL_RUN(store,
                          "UPDATE worker SET state = 'lost' WHERE campaign = $1 AND number = $2 "
                          "AND " EXPIRED " RETURNING number",
                          &rows, error, db_integer(campaign), db_integer(worker));
  *done = rows > 0;
  return status == STATUS_OK && *done ? release(store, campaign, worker, 1, error) : status;
}

static Status bury(Store *store, void *user, Error *error)
{
  Burial *burial = user;
  DbCursor *cursor;
  VEC(int64_t) found = {0};
  burial->count = 0;
  Status status =
      SQL_QUERY(store,
                "SELECT number FROM worker WHERE campaign = $1 AND number <> $2 AND "
                "" EXPIRED " ORDER BY number",
                &cursor, error, db_integer(burial->campaign), db_integer(burial->apart_from));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) VEC_PUSH(&found, sql_integer_of(&cursor->row[0]));
  sql_end(cursor);
  for (size_t i = 0; i < found.count && status == STATUS_OK; i++) {
    bool done;
    status = bury_one(store, burial->campaign, found.items[i], &done, error);
    burial->count += done;
  }
  VEC_FREE(&found);
  return status;
}

Status store_bury(Store *store, int64_t campaign, uint32_t apart_from, uint64_t *count,
                  Error *error)
{
  assert(campaign > 0 && count);
  Burial burial = {.campaign = campaign, .apart_from = apart_from};
  Status status = store_transact(store, bury, &burial, error);
  *count = burial.count;
  return status;
}

static Status leave(Store *store, void *user, Error *error)
{
  const Renewal *leaving = user;
  size_t rows = 0;
  Status status = SQL_RUN(store,
                          "UPDATE worker SET state = 'ended', beat_ms = @now WHERE campaign = $1 "
                          "AND number = $2 AND " ACTIVE " RETURNING number",
                          &rows, error, db_integer(leaving->campaign), db_integer(leaving->worker));
  if (status != STATUS_OK || rows == 0) return status;
  return release(store, leaving->campaign, leaving->worker, 0, error);
}

Status store_leave(Store *store, int64_t campaign, uint32_t worker, Error *error)
{
  assert(campaign > 0 && worker > 0);
  return store_transact(store, leave, &(Renewal){.campaign = campaign, .worker = worker}, error);
}

/* --- the list --- */

typedef struct {
  int64_t campaign;
  StoreWorkers *workers;
} Listing;

static Status list_workers(Store *store, void *user, Error *error)
{
  const Listing *listing = user;
  DbCursor *cursor;
  store_workers_free(listing->workers);
  Status status = SQL_QUERY(store,
                            "SELECT number, state, host, task, doing, process, joined_ms, beat_ms, "
                            "lease_ms, inputs, solver_ns, counts, @now FROM worker WHERE campaign "
                            "= $1 ORDER BY number",
                            &cursor, error, db_integer(listing->campaign));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    const DbValue *row = cursor->row;
    StoreWorker worker = {.number = (uint32_t)sql_integer_of(&row[0]),
                          .state = sql_copy_of(&row[1]),
                          .host = sql_copy_of(&row[2]),
                          .task = sql_copy_of(&row[3]),
                          .doing = sql_copy_of(&row[4]),
                          .process = sql_integer_of(&row[5]),
                          .joined_ms = sql_integer_of(&row[6]),
                          .beat_ms = sql_integer_of(&row[7]),
                          .lease_ms = sql_integer_of(&row[8]),
                          .inputs = (uint64_t)sql_integer_of(&row[9]),
                          .solver_ns = (uint64_t)sql_integer_of(&row[10]),
                          .counts = sql_copy_of(&row[11]),
                          .counts_length = row[11].kind == DB_BYTES ? row[11].length : 0,
                          .now_ms = sql_integer_of(&row[12])};
    VEC_PUSH(listing->workers, worker);
  }
  sql_end(cursor);
  return status;
}

Status store_get_workers(Store *store, int64_t campaign, StoreWorkers *workers, Error *error)
{
  assert(workers);
  *workers = (StoreWorkers){0};
  if (!store->has_shares) return STATUS_OK;
  return store_inspect(store, list_workers, &(Listing){campaign, workers}, error);
}

void store_workers_free(StoreWorkers *workers)
{
  for (size_t i = 0; i < workers->count; i++) {
    StoreWorker *worker = &workers->items[i];
    free(worker->state);
    free(worker->host);
    free(worker->task);
    free(worker->doing);
    free(worker->counts);
  }
  VEC_FREE(workers);
}
