/* Numbers of inputs, in blocks that workers hold. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/store/lease.h"
#include "record/store/sql.h"

typedef struct {
  int64_t campaign, worker, size;
  StoreBlock *block;
  bool held;
} Taking;

/* Numbers in order, separated by spaces; what is none of the block ends the list. */
static void read_open(const char *text, StoreBlock *block)
{
  char *end;
  for (uint64_t number; number = strtoull(text, &end, 10), end != text; text = end)
    if (number >= block->first && number <= block->last) VEC_PUSH(&block->open, number);
}

static Status take_free(Store *store, Taking *taking, bool *found, Error *error)
{
  DbCursor *cursor;
  Status status = SQL_QUERY(
      store,
      "UPDATE block SET state = 'taken', worker = $2 WHERE campaign = $1 AND state = 'free' AND "
      "first = (SELECT min(b.first) FROM block b WHERE b.campaign = $1 AND b.state = 'free') "
      "RETURNING first, last, drawn, open",
      &cursor, error, db_integer(taking->campaign), db_integer(taking->worker));
  if (status != STATUS_OK) return status;
  *found = sql_next(cursor, &status, error);
  if (*found) {
    const DbValue *row = cursor->row;
    *taking->block = (StoreBlock){.first = (uint64_t)sql_integer_of(&row[0]),
                                  .last = (uint64_t)sql_integer_of(&row[1]),
                                  .drawn = (uint64_t)sql_integer_of(&row[2])};
    char *open = sql_copy_of(&row[3]);
    read_open(open, taking->block);
    free(open);
  }
  sql_end(cursor);
  return status;
}

static Status make_block(Store *store, const Taking *taking, Error *error)
{
  DbValue values[] = {db_integer(taking->campaign), db_integer(taking->size)};
  int64_t first = 0;
  Status status = sql_number(store,
                             "UPDATE share SET next_number = next_number + CAST($2 AS BIGINT) "
                             "WHERE campaign = $1 RETURNING next_number - CAST($2 AS BIGINT)",
                             values, 2, &first, NULL, error);
  if (status != STATUS_OK) return status;
  *taking->block = (StoreBlock){.first = (uint64_t)first,
                                .last = (uint64_t)(first + taking->size - 1),
                                .drawn = (uint64_t)first - 1};
  return SQL_RUN(store,
                 "INSERT INTO block (campaign, first, last, state, worker, drawn, open) VALUES "
                 "($1, $2, $3, 'taken', $4, $5, $6)",
                 NULL, error, values[0], db_integer(first), db_integer(first + taking->size - 1),
                 db_integer(taking->worker), db_integer(first - 1), sql_text(""));
}

static Status take_block(Store *store, void *user, Error *error)
{
  Taking *taking = user;
  bool found = false;
  VEC_FREE(&taking->block->open);
  Status status = store_hold_lease(store, taking->campaign, taking->worker, &taking->held, error);
  if (status != STATUS_OK || !taking->held) return status;
  status = take_free(store, taking, &found, error);
  return status == STATUS_OK && !found ? make_block(store, taking, error) : status;
}

Status store_take_block(Store *store, int64_t campaign, uint32_t worker, uint64_t size,
                        StoreBlock *block, bool *held, Error *error)
{
  assert(size > 0 && size < INT64_MAX / 2);
  *block = (StoreBlock){0};
  Taking taking = {.campaign = campaign, .worker = worker, .size = (int64_t)size, .block = block};
  Status status = store_transact(store, take_block, &taking, error);
  *held = taking.held;
  return status;
}

typedef struct {
  int64_t campaign, worker;
  const StoreBlock *block;
} Putting;

static Status add_block(Store *store, void *user, Error *error)
{
  const Putting *putting = user;
  const StoreBlock *block = putting->block;
  return SQL_RUN(store,
                 "INSERT INTO block (campaign, first, last, state, worker, drawn, open) VALUES "
                 "($1, $2, $3, 'taken', $4, $5, $6) ON CONFLICT DO NOTHING",
                 NULL, error, db_integer(putting->campaign), db_integer((int64_t)block->first),
                 db_integer((int64_t)block->last), db_integer(putting->worker),
                 db_integer((int64_t)block->drawn), sql_text(""));
}

Status store_add_block(Store *store, int64_t campaign, uint32_t worker, const StoreBlock *block,
                       Error *error)
{
  return store_transact(store, add_block, &(Putting){campaign, worker, block}, error);
}

static Status put_block(Store *store, void *user, Error *error)
{
  const Putting *putting = user;
  const StoreBlock *block = putting->block;
  bool done = block->drawn == block->last && block->open.count == 0;
  StrBuf open;
  strbuf_init(&open, 0);
  for (size_t i = 0; i < block->open.count; i++)
    strbuf_printf(&open, "%s%" PRIu64, i ? " " : "", block->open.items[i]);
  Status status = SQL_RUN(store,
                          "UPDATE block SET state = $3, drawn = $4, open = $5 WHERE campaign = $1 "
                          "AND first = $2 AND state = 'taken'",
                          NULL, error, db_integer(putting->campaign),
                          db_integer((int64_t)block->first), sql_word(done ? "done" : "taken"),
                          db_integer((int64_t)block->drawn), sql_bytes(open.bytes, open.length));
  strbuf_deinit(&open);
  return status;
}

Status store_put_block(Store *store, int64_t campaign, const StoreBlock *block, Error *error)
{
  assert(block->first <= block->last && block->drawn <= block->last);
  return store_transact(store, put_block, &(Putting){.campaign = campaign, .block = block}, error);
}

typedef struct {
  int64_t campaign, worker, most, granted;
} Granting;

static Status grant(Store *store, void *user, Error *error)
{
  Granting *granting = user;
  DbValue values[] = {db_integer(granting->campaign), db_integer(granting->most)};
  int64_t left = 0;
  granting->granted = 0;
  bool held;
  Status status = store_hold_lease(store, granting->campaign, granting->worker, &held, error);
  if (status != STATUS_OK || !held) return status;
  /* Written before it is read, so that nobody else does the same meanwhile. */
  status = SQL_RUN(store, "UPDATE share SET granted = granted WHERE campaign = $1", NULL, error,
                   values[0]);
  if (status == STATUS_OK)
    status = sql_number(store, "SELECT input_limit - granted FROM share WHERE campaign = $1",
                        values, 1, &left, NULL, error);
  if (status != STATUS_OK || left <= 0) return status;
  int64_t count = left < granting->most ? left : granting->most;
  status =
      SQL_RUN(store, "UPDATE share SET granted = granted + CAST($2 AS BIGINT) WHERE campaign = $1",
              NULL, error, values[0], db_integer(count));
  if (status == STATUS_OK)
    status = SQL_RUN(store,
                     "UPDATE worker SET granted = granted + CAST($3 AS BIGINT) WHERE campaign = $1 "
                     "AND number = $2",
                     NULL, error, values[0], db_integer(granting->worker), db_integer(count));
  granting->granted = count;
  return status;
}

Status store_grant(Store *store, int64_t campaign, uint32_t worker, uint64_t most,
                   uint64_t *granted, Error *error)
{
  Granting granting = {.campaign = campaign, .worker = worker, .most = (int64_t)most};
  Status status = store_transact(store, grant, &granting, error);
  *granted = (uint64_t)granting.granted;
  return status;
}
