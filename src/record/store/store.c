#include "record/store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "record/store/embedded.h"
#include "record/store/internal.h"
#include "record/store/schema.h"

/* The first version with tables for several workers. */
enum { STORE_VERSION_SHARES = 2, STORE_VERSION_ORIGINS = 4 };

/* How long to wait for a campaign that somebody else seems to run. */
static const uint64_t OWN_WAIT_NS = UINT64_C(2000000000);

#define STATEMENT_TEXT(code, stage, sql) {sql, stage},
static const QueueStatement statements[] = {STATEMENT_LIST(STATEMENT_TEXT)};
#undef STATEMENT_TEXT

/* Between two attempts to reach a server that has gone away. */
static const struct timespec RETRY_PAUSE = {.tv_nsec = 250000000};

static StoreOptions with_defaults(StoreOptions options)
{
  if (options.batch_rows == 0) options.batch_rows = STORE_BATCH_ROWS;
  if (options.batch_ms == 0) options.batch_ms = STORE_BATCH_MS;
  if (options.busy_ms == 0) options.busy_ms = STORE_BUSY_MS;
  if (options.wait_ms == 0) options.wait_ms = STORE_WAIT_MS;
  if (options.text_limit == 0) options.text_limit = STORE_TEXT_LIMIT;
  if (options.text_limit > STORE_TEXT_MOST) options.text_limit = STORE_TEXT_MOST;
  return options;
}

Status store_open(Store **result, const char *where, const StoreOptions *options, Error *error)
{
  StoreOptions full = with_defaults(*options);
  DbSettings settings = {
      .writable = full.writable, .busy_ms = full.busy_ms, .without_check = full.without_check};
  Database *db;
  Status status = database_open(where, &settings, &db, error);
  if (status != STATUS_OK) return status;
  status = schema_update(db, embedded_schema[0].text, full.writable, error);
  if (status != STATUS_OK) {
    db->class->close(db);
    return status;
  }
  uint32_t version = 0;
  status = db->class->begin(db, false, error);
  if (status == STATUS_OK) status = db->class->version(db, &version, error);
  db->class->rollback(db);
  if (status != STATUS_OK) {
    db->class->close(db);
    return status;
  }
  Store *store = mem_alloc_zero(1, sizeof *store);
  store->has_shares = version >= STORE_VERSION_SHARES;
  store->has_origins = version >= STORE_VERSION_ORIGINS;
  store->db = db;
  store->options = full;
  *result = store;
  return STATUS_OK;
}

void store_close(Store *store)
{
  if (store == NULL) return;
  assert(store->cursors == 0);
  store->db->class->close(store->db);
  queue_deinit(&store->queue);
  free(store);
}

/* What a killed process had just forked holds its lock until it has become another program. */
Status store_own_campaign(Store *store, int64_t campaign, Error *error)
{
  static const struct timespec pause = {.tv_nsec = 20000000};
  uint64_t start = clock_monotonic_ns();
  Status status = store->db->class->own(store->db, campaign, error);
  while (status != STATUS_OK && clock_monotonic_ns() - start < OWN_WAIT_NS) {
    nanosleep(&pause, NULL);
    status = store->db->class->own(store->db, campaign, error);
  }
  return status;
}

Status store_mark(Store *store, uint64_t *mark, Error *error)
{
  assert(store->cursors == 0);
  return store->db->class->mark(store->db, mark, error);
}

Status store_campaign_owned(Store *store, int64_t campaign, bool *owned, Error *error)
{
  Database *db = store->db;
  Status status = store->cursors == 0 ? db->class->begin(db, false, error) : STATUS_OK;
  if (status == STATUS_OK) status = db->class->owned(db, campaign, owned, error);
  if (store->cursors == 0) db->class->rollback(db);
  return status;
}

const char *store_name(const Store *store)
{
  return store->db->class->name(store->db);
}

size_t store_waiting(const Store *store)
{
  return store->queue.entries.count;
}

bool store_is_away(const Store *store)
{
  return store->away;
}

/* --- transactions --- */

Status store_inspect(Store *store, StoreWork *work, void *user, Error *error)
{
  Database *db = store->db;
  if (store->in_transaction) return work(store, user, error);
  assert(store->cursors == 0);
  Status status = db->class->begin(db, false, error);
  if (status == STATUS_OK) {
    store->in_transaction = true;
    status = work(store, user, error);
    store->in_transaction = false;
    if (status == STATUS_OK)
      status = db->class->commit(db, error);
    else
      db->class->rollback(db);
  }
  store->away = status != STATUS_OK && db->class->retry(db);
  return status;
}

/* One attempt. What was written of the queue is forgotten only when all of it is safe. */
static Status attempt(Store *store, StoreWork *work, void *user, Error *error)
{
  Database *db = store->db;
  Status status = db->class->begin(db, true, error);
  if (status != STATUS_OK) return status;
  store->in_transaction = true;
  store->written = false;
  store->broken = STATUS_OK;
  status = work(store, user, error);
  store->in_transaction = false;
  if (status == STATUS_OK && store->broken != STATUS_OK) {
    status = store->broken;
    *error = store->why;
  }
  if (status == STATUS_OK) {
    status = db->class->commit(db, error);
    if (status == STATUS_OK && store->written) queue_clear(&store->queue);
  } else {
    db->class->rollback(db);
  }
  store->written = false;
  return status;
}

Status store_transact(Store *store, StoreWork *work, void *user, Error *error)
{
  assert(store->cursors == 0 && work);
  if (store->in_transaction) return work(store, user, error);
  uint64_t start = clock_monotonic_ns();
  Status status = attempt(store, work, user, error);
  while (status != STATUS_OK && store->db->class->retry(store->db) &&
         clock_monotonic_ns() - start < store->options.wait_ms * UINT64_C(1000000)) {
    nanosleep(&RETRY_PAUSE, NULL);
    status = attempt(store, work, user, error);
  }
  store->away = status != STATUS_OK && store->db->class->retry(store->db);
  return status;
}

static Status write_queue(Store *store, void *unused, Error *error)
{
  (void)unused;
  Status status = queue_write(&store->queue, store->db, statements, STAGE_COUNT, error);
  store->written |= status == STATUS_OK;
  return status;
}

Status store_flush(Store *store, Error *error)
{
  assert(store->cursors == 0 && !store->written);
  if (store->in_transaction) return write_queue(store, NULL, error);
  return store_waiting(store) == 0 ? STATUS_OK : store_transact(store, write_queue, NULL, error);
}

static bool is_old(const Store *store)
{
  return clock_monotonic_ns() - store->since_ns >= store->options.batch_ms * UINT64_C(1000000);
}

Status store_take(Store *store, Statement statement, const DbValue *values, size_t count,
                  Error *error)
{
  if (store->written) {
    Status status = store->db->class->execute(store->db, statement, statements[statement].sql,
                                              values, count, error);
    if (status != STATUS_OK && store->broken == STATUS_OK) store->why = *error;
    if (store->broken == STATUS_OK) store->broken = status;
    return status;
  }
  if (store_waiting(store) == 0) store->since_ns = clock_monotonic_ns();
  queue_add(&store->queue, statement, values, count);
  if (store->options.only_flush || store->in_transaction) return STATUS_OK;
  bool full = store_waiting(store) >= store->options.batch_rows ||
              store->queue.byte_count >= STORE_BATCH_BYTES;
  return full || is_old(store) ? store_flush(store, error) : STATUS_OK;
}
