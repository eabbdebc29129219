#include "record/store/unit.h"

#include <assert.h>
#include <stdlib.h>

#include "record/store/lease.h"
#include "record/store/sql.h"

typedef struct {
  int64_t campaign, worker;
  const char *kind;
  uint64_t number;
  const char *const *names;
  size_t count;
  StoreUnit *unit;
  const StoreUnit *done;
  StoreText result;
  StoreUnitCounts *counts;
  StoreTakeResult *take;
  void *user;
  bool found;
} UnitCall;

static Status add_units(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  Status status = STATUS_OK;
  for (size_t i = 0; i < call->count && status == STATUS_OK; i++)
    status = SQL_RUN(store,
                     "INSERT INTO unit (campaign, kind, number, state, taken, name, result) VALUES "
                     "($1, $2, $3, 'open', 0, $4, $5) ON CONFLICT DO NOTHING",
                     NULL, error, db_integer(call->campaign), sql_word(call->kind),
                     db_integer((int64_t)i + 1), sql_text(call->names[i]), sql_text(""));
  return status;
}

Status store_add_units(Store *store, int64_t campaign, const char *kind, const char *const *names,
                       size_t count, Error *error)
{
  UnitCall call = {.campaign = campaign, .kind = kind, .names = names, .count = count};
  return store_transact(store, add_units, &call, error);
}

static Status take_unit(Store *store, void *user, Error *error)
{
  UnitCall *call = user;
  DbCursor *cursor;
  bool held;
  free(call->unit->name);
  *call->unit = (StoreUnit){.kind = call->kind};
  call->found = false;
  Status status = store_hold_lease(store, call->campaign, call->worker, &held, error);
  if (status != STATUS_OK || !held) return status;
  status = SQL_QUERY(
      store,
      "UPDATE unit SET state = 'taken', worker = $3, taken = taken + 1 WHERE campaign = "
      "$1 AND kind = $2 AND state = 'open' AND number = (SELECT u.number FROM unit u "
      "WHERE u.campaign = $1 AND u.kind = $2 AND u.state = 'open' ORDER BY u.number "
      "LIMIT 1 @skip) RETURNING number, name, taken",
      &cursor, error, db_integer(call->campaign), sql_word(call->kind), db_integer(call->worker));
  if (status != STATUS_OK) return status;
  call->found = sql_next(cursor, &status, error);
  if (call->found) {
    call->unit->number = (uint64_t)sql_integer_of(&cursor->row[0]);
    call->unit->name = sql_copy_of(&cursor->row[1]);
    call->unit->taken = (uint64_t)sql_integer_of(&cursor->row[2]);
  }
  sql_end(cursor);
  return status;
}

Status store_take_unit(Store *store, int64_t campaign, uint32_t worker, const char *kind,
                       StoreUnit *unit, bool *found, Error *error)
{
  *unit = (StoreUnit){.kind = kind};
  UnitCall call = {.campaign = campaign, .worker = worker, .kind = kind, .unit = unit};
  Status status = store_transact(store, take_unit, &call, error);
  *found = status == STATUS_OK && call.found;
  if (!*found) {
    free(unit->name);
    unit->name = NULL;
  }
  return status;
}

static Status claim_unit(Store *store, void *user, Error *error)
{
  UnitCall *call = user;
  size_t rows = 0;
  DbValue campaign = db_integer(call->campaign), kind = sql_word(call->kind);
  bool held;
  call->found = false;
  Status status = store_hold_lease(store, call->campaign, call->worker, &held, error);
  if (status != STATUS_OK || !held) return status;
  status = SQL_RUN(store,
                   "INSERT INTO unit (campaign, kind, number, state, taken, name, result) "
                   "VALUES ($1, $2, $3, 'open', 0, $4, $4) ON CONFLICT DO NOTHING",
                   NULL, error, campaign, kind, db_integer((int64_t)call->number), sql_text(""));
  if (status == STATUS_OK)
    status = SQL_RUN(store,
                     "UPDATE unit SET state = 'taken', worker = $4, taken = taken + 1 WHERE "
                     "campaign = $1 AND kind = $2 AND number = $3 AND state = 'open' RETURNING "
                     "number",
                     &rows, error, campaign, kind, db_integer((int64_t)call->number),
                     db_integer(call->worker));
  call->found = rows > 0;
  return status;
}

Status store_claim_unit(Store *store, int64_t campaign, uint32_t worker, const char *kind,
                        uint64_t number, bool *taken, Error *error)
{
  assert(number > 0);
  UnitCall call = {.campaign = campaign, .worker = worker, .kind = kind, .number = number};
  Status status = store_transact(store, claim_unit, &call, error);
  *taken = status == STATUS_OK && call.found;
  return status;
}

static Status put_result(Store *store, void *user, Error *error)
{
  UnitCall *call = user;
  size_t rows = 0;
  Status status = SQL_RUN(store,
                          "UPDATE unit SET state = 'done', result = $5 WHERE campaign = $1 AND "
                          "kind = $2 AND number = $3 AND worker = $4 AND state = 'taken' RETURNING "
                          "number",
                          &rows, error, db_integer(call->campaign), sql_word(call->done->kind),
                          db_integer((int64_t)call->done->number), db_integer(call->worker),
                          sql_bytes(call->result.bytes, call->result.length));
  call->found = rows > 0;
  return status;
}

Status store_put_result(Store *store, int64_t campaign, uint32_t worker, const StoreUnit *unit,
                        StoreText result, bool *held, Error *error)
{
  UnitCall call = {.campaign = campaign, .worker = worker, .done = unit, .result = result};
  Status status = store_transact(store, put_result, &call, error);
  *held = status == STATUS_OK && call.found;
  return status;
}

static Status return_unit(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  return SQL_RUN(store,
                 "UPDATE unit SET state = 'open' WHERE campaign = $1 AND kind = $2 AND number = $3 "
                 "AND worker = $4 AND state = 'taken'",
                 NULL, error, db_integer(call->campaign), sql_word(call->done->kind),
                 db_integer((int64_t)call->done->number), db_integer(call->worker));
}

Status store_return_unit(Store *store, int64_t campaign, uint32_t worker, const StoreUnit *unit,
                         Error *error)
{
  UnitCall call = {.campaign = campaign, .worker = worker, .done = unit};
  return store_transact(store, return_unit, &call, error);
}

static Status count_units(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  DbCursor *cursor;
  Status status =
      SQL_QUERY(store,
                "SELECT COALESCE(CAST(sum(CASE WHEN state = 'open' THEN 1 ELSE 0 END) AS BIGINT), "
                "0), COALESCE(CAST(sum(CASE WHEN state = 'taken' THEN 1 ELSE 0 END) AS BIGINT), "
                "0), COALESCE(CAST(sum(CASE WHEN state = 'done' THEN 1 ELSE 0 END) AS BIGINT), 0) "
                "FROM unit WHERE campaign = $1 AND kind = $2",
                &cursor, error, db_integer(call->campaign), sql_word(call->kind));
  if (status != STATUS_OK) return status;
  if (sql_next(cursor, &status, error))
    *call->counts = (StoreUnitCounts){.open = (uint64_t)sql_integer_of(&cursor->row[0]),
                                      .taken = (uint64_t)sql_integer_of(&cursor->row[1]),
                                      .done = (uint64_t)sql_integer_of(&cursor->row[2])};
  sql_end(cursor);
  return status;
}

Status store_count_units(Store *store, int64_t campaign, const char *kind, StoreUnitCounts *counts,
                         Error *error)
{
  UnitCall call = {.campaign = campaign, .kind = kind, .counts = counts};
  return store_inspect(store, count_units, &call, error);
}

static Status visit_results(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  DbCursor *cursor;
  Status status = SQL_QUERY(store,
                            "SELECT number, name, result FROM unit WHERE campaign = $1 AND kind = "
                            "$2 AND state = 'done' ORDER BY number",
                            &cursor, error, db_integer(call->campaign), sql_word(call->kind));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    const DbValue *row = cursor->row;
    bool bytes = row[2].kind == DB_BYTES;
    StoreText text = {.bytes = bytes ? row[2].bytes : "", .length = bytes ? row[2].length : 0};
    status = call->take(call->user, (uint64_t)sql_integer_of(&row[0]),
                        row[1].kind == DB_BYTES ? row[1].bytes : "", text, error);
  }
  sql_end(cursor);
  return status;
}

Status store_get_results(Store *store, int64_t campaign, const char *kind, StoreTakeResult *take,
                         void *user, Error *error)
{
  UnitCall call = {.campaign = campaign, .kind = kind, .take = take, .user = user};
  return store_inspect(store, visit_results, &call, error);
}
