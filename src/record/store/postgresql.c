/* Stores in a PostgreSQL database, in the schema "assay", for campaigns on several machines.
 *
 * What a transaction executes is sent in pipeline mode, without waiting for each answer; results come through
 * cursors, a piece at a time. Values travel in binary form. */
#include "record/store/postgresql.h"

#include <assert.h>
#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/strbuf.h"

typedef struct {
  DbCursor base;
  PGresult *result; /* the piece that is read */
  int row;          /* of the piece; -1: before the first */
  unsigned number;
  bool last; /* there is no piece after this one */
} PostgresqlCursor;

enum {
  MOST_PARAMETERS = 16,
  PIECE = 1000,    /* rows, or statements in a pipeline */
  TYPE_BYTEA = 17, /* numbers of types, fixed in the server's catalogue */
  TYPE_BOOL = 16,
  TYPE_INT8 = 20,
  TYPE_INT4 = 23,
  TYPE_FLOAT8 = 701,
};

/* Deadlocks, what somebody else has done at the same time, and a server that ends: trying again may help. */
static bool may_pass(const Postgresql *db, const char *state)
{
  static const char *const states[] = {"40001", "40P01", "57P01", "57P02", "57P03"};
  if (db->pq.PQstatus(db->handle) != CONNECTION_OK) return true;
  for (size_t i = 0; state != NULL && i < sizeof states / sizeof *states; i++)
    if (strcmp(state, states[i]) == 0) return true;
  return false;
}

Status postgresql_fail(Postgresql *db, const PGresult *result, Error *error)
{
  const char *state = result != NULL ? db->pq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
  const char *why =
      result != NULL ? db->pq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
  db->retry = may_pass(db, state);
  if (state != NULL && strcmp(state, "53100") == 0)
    return error_set(error, STATUS_IO, "no space left to write '%s'", db->name);
  if (state != NULL && strcmp(state, "55P03") == 0)
    return error_set(error, STATUS_IO,
                     "'%s' is locked: another process has been writing to it for more than %g s",
                     db->name, db->settings.busy_ms / 1e3);
  if (why == NULL) why = db->pq.PQerrorMessage(db->handle);
  StrBuf line;
  strbuf_init(&line, 0);
  strbuf_add_line(&line, why, strlen(why));
  Status status = error_set(error, STATUS_IO, "'%s': %s", db->name, strbuf_text(&line));
  strbuf_deinit(&line);
  return status;
}

bool postgresql_succeeded(const Postgresql *db, const PGresult *result)
{
  ExecStatusType status = db->pq.PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Waits for the results of all that was sent; the first error counts. Leaves pipeline mode. */
Status postgresql_settle(Postgresql *db, Error *error)
{
  Status status = STATUS_OK;
  if (db->pq.PQpipelineStatus(db->handle) == PQ_PIPELINE_OFF) return STATUS_OK;
  bool waiting = db->pq.PQpipelineSync(db->handle) == 1;
  if (!waiting) status = postgresql_fail(db, NULL, error);
  while (waiting) {
    PGresult *result = db->pq.PQgetResult(db->handle);
    if (result == NULL) {
      waiting =
          db->pq.PQstatus(db->handle) == CONNECTION_OK; /* NULL stands between two statements */
      if (!waiting && status == STATUS_OK) status = postgresql_fail(db, NULL, error);
      continue;
    }
    if (db->pq.PQresultStatus(result) == PGRES_PIPELINE_SYNC)
      waiting = false;
    else if (!postgresql_succeeded(db, result) && status == STATUS_OK)
      status = postgresql_fail(db, result, error);
    db->pq.PQclear(result);
  }
  db->sent = 0;
  db->pq.PQexitPipelineMode(db->handle);
  return status;
}

Status postgresql_run(Postgresql *db, const char *sql, Error *error)
{
  Status status = postgresql_settle(db, error);
  if (status != STATUS_OK) return status;
  PGresult *result = db->pq.PQexec(db->handle, sql);
  if (!postgresql_succeeded(db, result)) status = postgresql_fail(db, result, error);
  db->pq.PQclear(result);
  return status;
}

/* A transaction that writes asks for its number, to be able to tell later whether it was committed. */
static Status begin_writing(Postgresql *db, Error *error)
{
  PGresult *result =
      db->pq.PQexec(db->handle, "BEGIN; SELECT pg_current_xact_id()::text"); /* of the last */
  Status status = STATUS_OK;
  if (db->pq.PQresultStatus(result) == PGRES_TUPLES_OK)
    db->writing = strtoull(db->pq.PQgetvalue(result, 0, 0), NULL, 10);
  else
    status = postgresql_fail(db, result, error);
  db->pq.PQclear(result);
  return status;
}

static Status try_begin(Postgresql *db, bool writing, Error *error)
{
  db->writing = 0;
  db->retry = false;
  Status status = postgresql_settle(db, error);
  if (status != STATUS_OK) return status;
  return writing ? begin_writing(db, error)
                 : postgresql_run(db, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error);
}

/* Nothing is lost yet: where the server was gone, it is asked once more. */
static Status begin(Database *base, bool writing, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  Status status = try_begin(db, writing, error);
  if (status == STATUS_OK || db->pq.PQstatus(db->handle) == CONNECTION_OK) return status;
  status = postgresql_reconnect(db, error);
  if (status != STATUS_OK) {
    db->retry = true;
    return status;
  }
  return try_begin(db, writing, error);
}

/* What was prepared in a pipeline that failed may not be there. */
static void rollback(Database *base)
{
  Postgresql *db = (Postgresql *)base;
  Error ignored;
  bool retry = db->retry; /* of the error that led here */
  postgresql_settle(db, &ignored);
  postgresql_run(db, "ROLLBACK", &ignored);
  postgresql_run(db, "DEALLOCATE ALL", &ignored);
  memset(db->prepared, 0, sizeof db->prepared);
  db->retry = retry || db->pq.PQstatus(db->handle) != CONNECTION_OK;
}

/* The connection was lost while the server was asked to commit: has it? */
static bool was_committed(Postgresql *db)
{
  enum { PAUSE_US = 100000 };
  static const uint64_t most_ns = UINT64_C(30000000000);
  uint64_t start = clock_monotonic_ns();
  char sql[100];
  Error ignored;
  snprintf(sql, sizeof sql, "SELECT pg_xact_status('%" PRIu64 "'::xid8)", db->writing);
  for (int i = 0; i == 0 || clock_monotonic_ns() - start < most_ns; i++) {
    if (i > 0) usleep(PAUSE_US);
    if (db->pq.PQstatus(db->handle) != CONNECTION_OK &&
        postgresql_reconnect(db, &ignored) != STATUS_OK)
      continue;
    PGresult *result = db->pq.PQexec(db->handle, sql);
    bool answered = db->pq.PQresultStatus(result) == PGRES_TUPLES_OK &&
                    db->pq.PQntuples(result) == 1 && !db->pq.PQgetisnull(result, 0, 0);
    const char *word = answered ? db->pq.PQgetvalue(result, 0, 0) : "in progress";
    bool committed = strcmp(word, "committed") == 0, known = strcmp(word, "in progress") != 0;
    db->pq.PQclear(result);
    if (known) return committed;
  }
  return false;
}

static Status send_commit(Postgresql *db, Error *error)
{
  Status status = STATUS_OK;
  PGresult *result = db->pq.PQexec(db->handle, "COMMIT");
  /* The server answers "ROLLBACK" if the transaction had failed before. */
  if (!postgresql_succeeded(db, result) || strcmp(db->pq.PQcmdStatus(result), "COMMIT") != 0)
    status = postgresql_fail(db, result, error);
  db->pq.PQclear(result);
  if (status == STATUS_OK || db->writing == 0 || db->pq.PQstatus(db->handle) == CONNECTION_OK)
    return status;
  if (was_committed(db)) return STATUS_OK;
  db->retry = true;
  return status;
}

static Status commit(Database *base, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  Status status = postgresql_settle(db, error);
  if (status == STATUS_OK) status = send_commit(db, error);
  if (status != STATUS_OK) rollback(base);
  return status;
}

static bool may_retry(const Database *base)
{
  return ((const Postgresql *)base)->retry;
}

typedef struct {
  const char *values[MOST_PARAMETERS];
  int lengths[MOST_PARAMETERS];
  int formats[MOST_PARAMETERS];
  uint64_t numbers[MOST_PARAMETERS]; /* in the order of the network */
} Parameters;

static void fill(Parameters *parameters, const DbValue *values, size_t count)
{
  assert(count <= MOST_PARAMETERS);
  for (size_t i = 0; i < count; i++) {
    uint64_t bits = 0;
    parameters->formats[i] = 1;
    parameters->lengths[i] = 8;
    parameters->values[i] = (const char *)&parameters->numbers[i];
    switch (values[i].kind) {
    case DB_NULL: parameters->values[i] = NULL; break;
    case DB_INTEGER: bits = (uint64_t)values[i].integer; break;
    case DB_REAL: memcpy(&bits, &values[i].real, sizeof bits); break;
    case DB_TEXT:
    case DB_BYTES:
      parameters->values[i] = values[i].length > 0 ? values[i].bytes : "";
      parameters->lengths[i] = (int)values[i].length;
      break;
    }
    parameters->numbers[i] = htobe64(bits);
  }
}

static Status execute(Database *base, unsigned slot, const char *sql, const DbValue *values,
                      size_t count, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  char name[16];
  Parameters parameters;
  if (db->sent >= PIECE) {
    Status status = postgresql_settle(db, error);
    if (status != STATUS_OK) return status;
  }
  if (db->pq.PQpipelineStatus(db->handle) == PQ_PIPELINE_OFF &&
      db->pq.PQenterPipelineMode(db->handle) != 1)
    return postgresql_fail(db, NULL, error);
  snprintf(name, sizeof name, "s%u", slot);
  if (!db->prepared[slot] && db->pq.PQsendPrepare(db->handle, name, sql, 0, NULL) != 1)
    return postgresql_fail(db, NULL, error);
  db->prepared[slot] = true;
  fill(&parameters, values, count);
  if (db->pq.PQsendQueryPrepared(db->handle, name, (int)count, parameters.values,
                                 parameters.lengths, parameters.formats, 1) != 1)
    return postgresql_fail(db, NULL, error);
  db->sent++;
  return STATUS_OK;
}

/* What PostgreSQL calls the types of schema.sql. Longer ones first. */
static const struct {
  const char *word, *replacement;
} dialect[] = {
    {"-- postgresql: ", ""}, /* a line for it alone */
    {"INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"},
    {"INTEGER", "BIGINT"},
    {"REAL", "DOUBLE PRECISION"},
    {"BLOB", "BYTEA"},
    {"STRICT, WITHOUT ROWID", ""},
    {"STRICT", ""},
};

static void translate(const char *sql, StrBuf *out)
{
  while (*sql != '\0') {
    size_t i = 0, count = sizeof dialect / sizeof *dialect;
    while (i < count && strncmp(sql, dialect[i].word, strlen(dialect[i].word)) != 0) i++;
    if (i < count) {
      strbuf_add_text(out, dialect[i].replacement);
      sql += strlen(dialect[i].word);
    } else {
      strbuf_add_char(out, *sql++);
    }
  }
}

static Status define(Database *base, const char *sql, Error *error)
{
  StrBuf text;
  strbuf_init(&text, 0);
  translate(sql, &text);
  Status status = postgresql_run((Postgresql *)base, strbuf_text(&text), error);
  strbuf_deinit(&text);
  return status;
}

static PGresult *ask(Postgresql *db, const char *sql, const DbValue *values, size_t count)
{
  Parameters parameters;
  fill(&parameters, values, count);
  return db->pq.PQexecParams(db->handle, sql, (int)count, NULL, parameters.values,
                             parameters.lengths, parameters.formats, 1);
}

static Status next_piece(PostgresqlCursor *cursor, Error *error)
{
  Postgresql *db = (Postgresql *)cursor->base.db;
  char sql[64];
  snprintf(sql, sizeof sql, "FETCH %d FROM c%u", PIECE, cursor->number);
  db->pq.PQclear(cursor->result);
  cursor->result = ask(db, sql, NULL, 0);
  cursor->row = -1;
  if (!postgresql_succeeded(db, cursor->result)) return postgresql_fail(db, cursor->result, error);
  cursor->last = db->pq.PQntuples(cursor->result) < PIECE;
  return STATUS_OK;
}

static void end(DbCursor *base)
{
  PostgresqlCursor *cursor = (PostgresqlCursor *)base;
  Postgresql *db = (Postgresql *)base->db;
  char sql[32];
  Error ignored; /* the transaction ends it, too */
  snprintf(sql, sizeof sql, "CLOSE c%u", cursor->number);
  if (cursor->number > 0) postgresql_run(db, sql, &ignored);
  db->pq.PQclear(cursor->result);
  free(base->row);
  free(cursor);
}

static Status query(Database *base, const char *sql, const DbValue *values, size_t count,
                    DbCursor **result, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  Status status = postgresql_settle(db, error);
  if (status != STATUS_OK) return status;
  bool selects = strncmp(sql, "SELECT", 6) == 0; /* nothing else can have a cursor */
  PostgresqlCursor *cursor = mem_alloc_zero(1, sizeof *cursor);
  StrBuf text;
  cursor->base.db = base;
  cursor->number = selects ? ++db->cursors : 0;
  strbuf_init(&text, 0);
  if (selects) strbuf_printf(&text, "DECLARE c%u NO SCROLL CURSOR FOR ", cursor->number);
  strbuf_add_text(&text, sql);
  cursor->result = ask(db, strbuf_text(&text), values, count);
  strbuf_deinit(&text);
  cursor->row = -1;
  cursor->last = true;
  if (!postgresql_succeeded(db, cursor->result)) {
    status = postgresql_fail(db, cursor->result, error);
    cursor->number = 0;
  } else if (selects) {
    status = next_piece(cursor, error);
  }
  if (status != STATUS_OK) {
    end(&cursor->base);
    return status;
  }
  cursor->base.columns = (size_t)db->pq.PQnfields(cursor->result);
  cursor->base.row = mem_alloc_zero(cursor->base.columns + 1, sizeof *cursor->base.row);
  *result = &cursor->base;
  return STATUS_OK;
}

static DbValue column(const Postgresql *db, const PGresult *result, int row, int place)
{
  DbValue value = {.kind = DB_NULL};
  if (db->pq.PQgetisnull(result, row, place)) return value;
  const char *bytes = db->pq.PQgetvalue(result, row, place);
  uint64_t bits = 0;
  uint32_t half = 0;
  switch (db->pq.PQftype(result, place)) {
  case TYPE_INT8:
    memcpy(&bits, bytes, sizeof bits);
    return (DbValue){.kind = DB_INTEGER, .integer = (int64_t)be64toh(bits)};
  case TYPE_INT4:
    memcpy(&half, bytes, sizeof half);
    return (DbValue){.kind = DB_INTEGER, .integer = (int32_t)be32toh(half)};
  case TYPE_BOOL: return (DbValue){.kind = DB_INTEGER, .integer = *bytes};
  case TYPE_FLOAT8:
    memcpy(&bits, bytes, sizeof bits);
    bits = be64toh(bits);
    value.kind = DB_REAL;
    memcpy(&value.real, &bits, sizeof bits);
    return value;
  default:
    value.kind = db->pq.PQftype(result, place) == TYPE_BYTEA ? DB_BYTES : DB_TEXT;
    value.bytes = bytes;
    value.length = (size_t)db->pq.PQgetlength(result, row, place);
    return value;
  }
}

static Status next(DbCursor *base, bool *more, Error *error)
{
  PostgresqlCursor *cursor = (PostgresqlCursor *)base;
  const Postgresql *db = (const Postgresql *)base->db;
  if (cursor->row + 1 >= db->pq.PQntuples(cursor->result) && !cursor->last) {
    Status status = next_piece(cursor, error);
    if (status != STATUS_OK) return status;
  }
  *more = ++cursor->row < db->pq.PQntuples(cursor->result);
  for (size_t i = 0; *more && i < base->columns; i++)
    base->row[i] = column(db, cursor->result, cursor->row, (int)i);
  return STATUS_OK;
}

Status postgresql_read_number(Postgresql *db, const char *sql, int64_t *number, Error *error)
{
  DbCursor *cursor;
  bool more;
  Status status = query(&db->base, sql, NULL, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  status = next(cursor, &more, error);
  if (status == STATUS_OK) *number = more ? cursor->row[0].integer : 0;
  end(cursor);
  return status;
}

/* Beside the locks of campaigns, which are numbered from 1. */
static Status exclude(Database *base, Error *error)
{
  char sql[64];
  snprintf(sql, sizeof sql, "SELECT pg_advisory_xact_lock(%d, 0)", POSTGRESQL_LOCK_KEY);
  return postgresql_run((Postgresql *)base, sql, error);
}

static Status version(Database *base, uint32_t *result, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  int64_t tables = 0, ours = 0, number = 0;
  Status status = STATUS_OK;
  if (db->settings.writable) {
    char sql[64]; /* until the transaction ends: two that create a store take turns */
    snprintf(sql, sizeof sql, "SELECT pg_advisory_xact_lock(%d)", POSTGRESQL_LOCK_KEY);
    status = postgresql_run(db, sql, error);
  }
  if (status == STATUS_OK)
    status = postgresql_read_number(db, "SELECT count(*) FROM pg_tables WHERE schemaname = 'assay'",
                                    &tables, error);
  if (status == STATUS_OK)
    status = postgresql_read_number(db, "SELECT to_regclass('assay.store_version') IS NOT NULL",
                                    &ours, error);
  if (status == STATUS_OK && ours)
    status =
        postgresql_read_number(db, "SELECT max(version) FROM assay.store_version", &number, error);
  if (status != STATUS_OK) return status;
  if (tables > 0 && (!ours || number <= 0 || number > UINT32_MAX))
    return error_set(error, STATUS_IO,
                     "'%s' has a schema \"assay\" that belongs to another program", db->name);
  *result = (uint32_t)number;
  return STATUS_OK;
}

static Status set_version(Database *base, uint32_t number, Error *error)
{
  char sql[200];
  snprintf(sql, sizeof sql,
           "CREATE TABLE IF NOT EXISTS assay.store_version (version BIGINT PRIMARY KEY);"
           "INSERT INTO assay.store_version VALUES (%u)",
           number);
  return postgresql_run((Postgresql *)base, sql, error);
}

/* The number that the next transaction of the server will have. */
static Status mark(Database *base, uint64_t *result, Error *error)
{
  int64_t number = 0;
  Status status = begin(base, false, error);
  if (status == STATUS_OK)
    status = postgresql_read_number((Postgresql *)base,
                                    "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint",
                                    &number, error);
  rollback(base);
  *result = (uint64_t)number;
  return status;
}

static const char *name_of(const Database *base)
{
  return ((const Postgresql *)base)->name;
}

static void close_database(Database *base)
{
  Postgresql *db = (Postgresql *)base;
  db->pq.PQfinish(db->handle);
  VEC_FREE(&db->owned);
  free(db->name);
  free(db);
}

const DatabaseClass postgresql_class = {
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .retry = may_retry,
    .execute = execute,
    .append = postgresql_append,
    .exclude = exclude,
    .define = define,
    .query = query,
    .next = next,
    .end = end,
    .version = version,
    .set_version = set_version,
    .own = postgresql_own,
    .owned = postgresql_owned,
    .mark = mark,
    .name = name_of,
    .close = close_database,
    .now = "(CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT))",
    .parameter = "$",
    .skip_locked = "FOR UPDATE SKIP LOCKED",
    .up_since = "(CAST(extract(epoch FROM pg_postmaster_start_time()) * 1000 AS BIGINT))",
};
