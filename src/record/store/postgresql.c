/* Stores in a PostgreSQL database, in the schema "assay", for campaigns on several machines.
 *
 * What a transaction executes is sent in pipeline mode, without waiting for each answer; results come through
 * cursors, a piece at a time. Values travel in binary form. */
#include <assert.h>
#include <ctype.h>
#include <endian.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "record/store/database.h"
#include "record/store/libpq.h"

typedef struct {
  Database base;
  LibPq pq;
  PGconn *handle;
  char *name;
  DbSettings settings;
  bool prepared[DB_SLOTS];
  unsigned sent;    /* statements whose result has not been looked at */
  unsigned cursors; /* made so far: they need names */
} Postgresql;

typedef struct {
  DbCursor base;
  PGresult *result; /* the piece that is read */
  int row;          /* of the piece; -1: before the first */
  unsigned number;
  bool last; /* there is no piece behind this one */
} PostgresqlCursor;

enum {
  MOST_PARAMETERS = 16,
  PIECE = 1000,          /* rows, or statements in a pipeline */
  LOCK_KEY = 0x61736179, /* of advisory locks: "asay" */
  OWN_TRIES = 20,
  OWN_PAUSE_US = 50000,
  TYPE_BYTEA = 17, /* numbers of types, fixed in the server's catalogue */
  TYPE_BOOL = 16,
  TYPE_INT8 = 20,
  TYPE_INT4 = 23,
  TYPE_FLOAT8 = 701,
};

static Status fail(const Postgresql *db, const PGresult *result, Error *error)
{
  const char *state = result != NULL ? db->pq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
  const char *why =
      result != NULL ? db->pq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
  if (state != NULL && strcmp(state, "53100") == 0)
    return error_set(error, STATUS_IO, "no space left to write '%s'", db->name);
  if (state != NULL && strcmp(state, "55P03") == 0)
    return error_set(error, STATUS_IO,
                     "'%s' is locked: another process has been writing to it for more than %g s",
                     db->name, db->settings.busy_ms / 1e3);
  if (why == NULL) why = db->pq.PQerrorMessage(db->handle);
  size_t length = strlen(why);
  while (length > 0 && isspace((unsigned char)why[length - 1])) length--;
  return error_set(error, STATUS_IO, "'%s': %.*s", db->name, (int)length, why);
}

static bool succeeded(const Postgresql *db, const PGresult *result)
{
  ExecStatusType status = db->pq.PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Waits for the results of all that was sent; the first error counts. Leaves pipeline mode. */
static Status settle(Postgresql *db, Error *error)
{
  Status status = STATUS_OK;
  if (db->pq.PQpipelineStatus(db->handle) == PQ_PIPELINE_OFF) return STATUS_OK;
  bool waiting = db->pq.PQpipelineSync(db->handle) == 1;
  if (!waiting) status = fail(db, NULL, error);
  while (waiting) {
    PGresult *result = db->pq.PQgetResult(db->handle);
    if (result == NULL) {
      waiting =
          db->pq.PQstatus(db->handle) == CONNECTION_OK; /* NULL stands between two statements */
      if (!waiting && status == STATUS_OK) status = fail(db, NULL, error);
      continue;
    }
    if (db->pq.PQresultStatus(result) == PGRES_PIPELINE_SYNC)
      waiting = false;
    else if (!succeeded(db, result) && status == STATUS_OK)
      status = fail(db, result, error);
    db->pq.PQclear(result);
  }
  db->sent = 0;
  db->pq.PQexitPipelineMode(db->handle);
  return status;
}

static Status run(Postgresql *db, const char *sql, Error *error)
{
  Status status = settle(db, error);
  if (status != STATUS_OK) return status;
  PGresult *result = db->pq.PQexec(db->handle, sql);
  if (!succeeded(db, result)) status = fail(db, result, error);
  db->pq.PQclear(result);
  return status;
}

static Status begin(Database *base, bool writing, Error *error)
{
  return run((Postgresql *)base,
             writing ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error);
}

/* What was prepared in a pipeline that failed may not be there. */
static void rollback(Database *base)
{
  Postgresql *db = (Postgresql *)base;
  Error ignored;
  settle(db, &ignored);
  run(db, "ROLLBACK", &ignored);
  run(db, "DEALLOCATE ALL", &ignored);
  memset(db->prepared, 0, sizeof db->prepared);
}

static Status commit(Database *base, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  Status status = settle(db, error);
  if (status == STATUS_OK) {
    PGresult *result = db->pq.PQexec(db->handle, "COMMIT");
    /* The server answers "ROLLBACK" if the transaction had failed before. */
    if (!succeeded(db, result) || strcmp(db->pq.PQcmdStatus(result), "COMMIT") != 0)
      status = fail(db, result, error);
    db->pq.PQclear(result);
  }
  if (status != STATUS_OK) rollback(base);
  return status;
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
    Status status = settle(db, error);
    if (status != STATUS_OK) return status;
  }
  if (db->pq.PQpipelineStatus(db->handle) == PQ_PIPELINE_OFF &&
      db->pq.PQenterPipelineMode(db->handle) != 1)
    return fail(db, NULL, error);
  snprintf(name, sizeof name, "s%u", slot);
  if (!db->prepared[slot] && db->pq.PQsendPrepare(db->handle, name, sql, 0, NULL) != 1)
    return fail(db, NULL, error);
  db->prepared[slot] = true;
  fill(&parameters, values, count);
  if (db->pq.PQsendQueryPrepared(db->handle, name, (int)count, parameters.values,
                                 parameters.lengths, parameters.formats, 1) != 1)
    return fail(db, NULL, error);
  db->sent++;
  return STATUS_OK;
}

/* What PostgreSQL calls the types of schema.sql. Longer ones first. */
static const struct {
  const char *word, *replacement;
} dialect[] = {
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
  Status status = run((Postgresql *)base, strbuf_text(&text), error);
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
  if (!succeeded(db, cursor->result)) return fail(db, cursor->result, error);
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
  if (cursor->number > 0) run(db, sql, &ignored);
  db->pq.PQclear(cursor->result);
  free(base->row);
  free(cursor);
}

static Status query(Database *base, const char *sql, const DbValue *values, size_t count,
                    DbCursor **result, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  Status status = settle(db, error);
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
  if (!succeeded(db, cursor->result)) {
    status = fail(db, cursor->result, error);
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

static Status read_number(Postgresql *db, const char *sql, int64_t *number, Error *error)
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

static Status version(Database *base, uint32_t *result, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  int64_t tables = 0, ours = 0, number = 0;
  Status status = STATUS_OK;
  if (db->settings.writable) {
    char sql[64]; /* until the transaction ends: two that create a store take turns */
    snprintf(sql, sizeof sql, "SELECT pg_advisory_xact_lock(%d)", LOCK_KEY);
    status = run(db, sql, error);
  }
  if (status == STATUS_OK)
    status = read_number(db, "SELECT count(*) FROM pg_tables WHERE schemaname = 'assay'", &tables,
                         error);
  if (status == STATUS_OK)
    status = read_number(db, "SELECT to_regclass('assay.store_version') IS NOT NULL", &ours, error);
  if (status == STATUS_OK && ours)
    status = read_number(db, "SELECT max(version) FROM assay.store_version", &number, error);
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
  return run((Postgresql *)base, sql, error);
}

static Status own(Database *base, int64_t number, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  char sql[80];
  int64_t ours = 0;
  /* The second number of an advisory lock has 32 bits: campaigns are few. */
  snprintf(sql, sizeof sql, "SELECT pg_try_advisory_lock(%d, %" PRId32 ")", LOCK_KEY,
           (int32_t)number);
  Status status = begin(base, false, error);
  if (status == STATUS_OK) status = read_number(db, sql, &ours, error);
  /* The server needs a moment to see that a process was killed. */
  for (int i = 0; i < OWN_TRIES && status == STATUS_OK && !ours; i++) {
    usleep(OWN_PAUSE_US);
    status = read_number(db, sql, &ours, error);
  }
  if (status == STATUS_OK) status = commit(base, error);
  if (status == STATUS_OK && !ours)
    status = error_set(error, STATUS_IO,
                       "campaign %" PRId64
                       " of '%s' is in use: another process runs it; wait for it or end it",
                       number, db->name);
  return status;
}

/* The number that the next transaction of the server will have. */
static Status mark(Database *base, uint64_t *result, Error *error)
{
  int64_t number = 0;
  Status status = begin(base, false, error);
  if (status == STATUS_OK)
    status =
        read_number((Postgresql *)base,
                    "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint", &number, error);
  rollback(base);
  *result = (uint64_t)number;
  return status;
}

static Status owned(Database *base, int64_t number, bool *result, Error *error)
{
  char sql[300];
  int64_t locks = 0;
  snprintf(sql, sizeof sql,
           "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = "
           "(SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = %d AND "
           "objid = %" PRIu32 " AND objsubid = 2",
           LOCK_KEY, (uint32_t)number);
  Status status = read_number((Postgresql *)base, sql, &locks, error);
  *result = locks > 0;
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
  free(db->name);
  free(db);
}

static const DatabaseClass postgresql_class = {
    begin,   commit,      rollback, execute, define, query,   next,           end,
    version, set_version, own,      owned,   mark,   name_of, close_database,
};

static void be_quiet(void *unused, const char *message)
{
  (void)unused;
  (void)message;
}

/* Without the password that the URL may hold. */
static char *shown_name(const Postgresql *db)
{
  StrBuf text;
  strbuf_init(&text, 0);
  const char *host = db->pq.PQhost(db->handle), *database = db->pq.PQdb(db->handle);
  strbuf_printf(&text, "postgresql://%s/%s", host != NULL ? host : "",
                database != NULL ? database : "");
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

static Status prepare_session(Postgresql *db, Error *error)
{
  char sql[200];
  bool reads = !db->settings.writable;
  snprintf(sql, sizeof sql, "SET lock_timeout = %u; SET default_transaction_read_only = %s",
           db->settings.busy_ms, reads ? "on" : "off");
  Status status = run(db, sql, error);
  /* Several processes may come at the same time: they take turns. */
  snprintf(sql, sizeof sql, "SELECT pg_advisory_xact_lock(%d); CREATE SCHEMA IF NOT EXISTS assay",
           LOCK_KEY);
  if (status == STATUS_OK && !reads) status = run(db, sql, error);
  if (status == STATUS_OK) status = run(db, "SET search_path TO assay", error);
  return status;
}

Status postgresql_open(const char *url, const DbSettings *settings, Database **result, Error *error)
{
  Postgresql *db = mem_alloc_zero(1, sizeof *db);
  const char *keywords[] = {"connect_timeout", "application_name", "dbname", NULL};
  const char *values[] = {"10", "assay", url, NULL};
  db->base.class = &postgresql_class;
  db->settings = *settings;
  Status status = libpq_load(&db->pq, error);
  if (status != STATUS_OK) {
    free(db);
    return status;
  }
  db->handle = db->pq.PQconnectdbParams(keywords, values, 1);
  if (db->handle == NULL) mem_exhausted(sizeof *db);
  db->pq.PQsetNoticeProcessor(db->handle, be_quiet, NULL);
  db->name = shown_name(db);
  if (db->pq.PQstatus(db->handle) != CONNECTION_OK)
    status = fail(db, NULL, error);
  else
    status = prepare_session(db, error);
  if (status != STATUS_OK) {
    close_database(&db->base);
    return status;
  }
  *result = &db->base;
  return STATUS_OK;
}
