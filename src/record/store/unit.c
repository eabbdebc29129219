#include "record/store/unit.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/store/lease.h"
#include "record/store/sql.h"

typedef struct {
  int64_t campaign, worker;
  const char *kind;
  uint64_t number;
  const char *const *names;
  const bool *wanted;
  const uint64_t *numbers;
  size_t count;
  StoreUnit *unit;
  const StoreUnit *done;
  StoreText result;
  StoreUnitCounts *counts;
  StoreTakeResult *take;
  void *user;
  bool found;
} UnitCall;

static Status add_unit(Store *store, const UnitCall *call, size_t place, Error *error)
{
  return SQL_RUN(store,
                 "INSERT INTO unit (campaign, kind, number, state, taken, name, result) VALUES "
                 "($1, $2, $3, 'open', 0, $4, $5) ON CONFLICT (campaign, kind, number) DO UPDATE "
                 "SET state = 'open', taken = 0, worker = NULL, result = excluded.result WHERE "
                 "unit.state = 'kept'",
                 NULL, error, db_integer(call->campaign), sql_word(call->kind),
                 db_integer((int64_t)place + 1), sql_text(call->names[place]), sql_text(""));
}

static Status add_units(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  Status status = STATUS_OK;
  for (size_t i = 0; i < call->count && status == STATUS_OK; i++)
    if (!call->wanted || call->wanted[i]) status = add_unit(store, call, i, error);
  return status;
}

Status store_add_units(Store *store, int64_t campaign, const char *kind, const char *const *names,
                       const bool *wanted, size_t count, Error *error)
{
  UnitCall call = {
      .campaign = campaign, .kind = kind, .names = names, .wanted = wanted, .count = count};
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

static Status return_units(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  return SQL_RUN(store,
                 "UPDATE unit SET state = 'open' WHERE campaign = $1 AND kind = $2 AND state = "
                 "'taken' AND worker = $3",
                 NULL, error, db_integer(call->campaign), sql_word(call->kind),
                 db_integer(call->worker));
}

Status store_return_units(Store *store, int64_t campaign, uint32_t worker, const char *kind,
                          Error *error)
{
  UnitCall call = {.campaign = campaign, .worker = worker, .kind = kind};
  return store_transact(store, return_units, &call, error);
}

static Status count_units(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  DbCursor *cursor;
  *call->counts = (StoreUnitCounts){0};
  Status status = SQL_QUERY(
      store, "SELECT state, count(*) FROM unit WHERE campaign = $1 AND kind = $2 GROUP BY state",
      &cursor, error, db_integer(call->campaign), sql_word(call->kind));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    char *state = sql_copy_of(&cursor->row[0]);
    uint64_t *count = strcmp(state, "open") == 0    ? &call->counts->open
                      : strcmp(state, "taken") == 0 ? &call->counts->taken
                      : strcmp(state, "done") == 0  ? &call->counts->done
                                                    : &call->counts->kept;
    *count += (uint64_t)sql_integer_of(&cursor->row[1]);
    free(state);
  }
  sql_end(cursor);
  return status;
}

Status store_count_units(Store *store, int64_t campaign, const char *kind, StoreUnitCounts *counts,
                         Error *error)
{
  UnitCall call = {.campaign = campaign, .kind = kind, .counts = counts};
  return store_inspect(store, count_units, &call, error);
}

static Status look_for_units(Store *store, void *user, Error *error)
{
  UnitCall *call = user;
  int64_t left = 0;
  DbValue values[] = {db_integer(call->campaign), sql_word(call->kind)};
  Status status = sql_number(store,
                             "SELECT 1 FROM unit WHERE campaign = $1 AND kind = $2 AND state IN "
                             "('open', 'taken') LIMIT 1",
                             values, 2, &left, NULL, error);
  call->found = left == 1;
  return status;
}

Status store_units_left(Store *store, int64_t campaign, const char *kind, bool *left, Error *error)
{
  UnitCall call = {.campaign = campaign, .kind = kind};
  Status status = store_inspect(store, look_for_units, &call, error);
  *left = call.found;
  return status;
}

/* --- results --- */

static Status visit_results(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  DbCursor *cursor;
  Status status = SQL_QUERY(store,
                            "SELECT number, name, result FROM unit WHERE campaign = $1 AND kind = "
                            "$2 AND state = 'done' ORDER BY number LIMIT $3",
                            &cursor, error, db_integer(call->campaign), sql_word(call->kind),
                            db_integer((int64_t)call->count));
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

Status store_get_results(Store *store, int64_t campaign, const char *kind, uint64_t most,
                         StoreTakeResult *take, void *user, Error *error)
{
  assert(most > 0 && most < INT64_MAX);
  UnitCall call = {.campaign = campaign, .kind = kind, .count = most, .take = take, .user = user};
  return store_inspect(store, visit_results, &call, error);
}

static Status keep_results(Store *store, void *user, Error *error)
{
  const UnitCall *call = user;
  StrBuf sql;
  strbuf_init(&sql, 0);
  strbuf_add_text(&sql, "UPDATE unit SET state = 'kept' WHERE campaign = $1 AND kind = $2 AND "
                        "state = 'done' AND number IN (");
  for (size_t i = 0; i < call->count; i++)
    strbuf_printf(&sql, "%s%" PRIu64, i ? ", " : "", call->numbers[i]);
  strbuf_add_char(&sql, ')');
  Status status = SQL_RUN(store, strbuf_text(&sql), NULL, error, db_integer(call->campaign),
                          sql_word(call->kind));
  strbuf_deinit(&sql);
  return status;
}

Status store_keep_results(Store *store, int64_t campaign, const char *kind, const uint64_t *numbers,
                          size_t count, Error *error)
{
  assert(count > 0);
  UnitCall call = {.campaign = campaign, .kind = kind, .numbers = numbers, .count = count};
  return store_transact(store, keep_results, &call, error);
}
