/* Stores in one SQLite file, with a write-ahead log: readers never wait, writers take turns, and a process
 * that is killed leaves nothing half done. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "record/store/database.h"

typedef struct {
  Database base;
  sqlite3 *handle;
  char *path;
  uint32_t busy_ms;
  int owner_file; /* -1: none */
  sqlite3_stmt *prepared[DB_SLOTS];
} Sqlite;

typedef struct {
  DbCursor base;
  sqlite3_stmt *statement;
} SqliteCursor;

/* What PRAGMA application_id of our files is: "asay". */
enum { APPLICATION = 0x61736179 };

static Status fail(const Sqlite *db, Error *error)
{
  int number = errno; /* SQLite does not always note its own failed writes */
  int code = sqlite3_errcode(db->handle), cause = sqlite3_system_errno(db->handle);
  if (cause == 0 && code == SQLITE_IOERR) cause = number;
  const char *why = sqlite3_errmsg(db->handle);
  bool no_space = cause == ENOSPC || cause == EDQUOT || cause == EFBIG;
  if (code == SQLITE_FULL || (code == SQLITE_IOERR && no_space))
    return error_set(error, STATUS_IO, "no space left to write '%s'", db->path);
  if (code == SQLITE_BUSY)
    return error_set(error, STATUS_IO,
                     "'%s' is locked: another process has been writing to it for more than %g s",
                     db->path, db->busy_ms / 1e3);
  if (code == SQLITE_NOTADB)
    return error_set(error, STATUS_IO, "'%s' is not a store: it is no SQLite file", db->path);
  if (code == SQLITE_CORRUPT)
    return error_set(error, STATUS_IO, "'%s' is damaged: %s", db->path, why);
  if (code == SQLITE_CANTOPEN && cause != 0)
    return error_set(error, STATUS_IO, "cannot open '%s': %s", db->path, strerror(cause));
  if (code == SQLITE_IOERR && cause != 0)
    return error_set(error, STATUS_IO, "'%s': %s (%s)", db->path, why, strerror(cause));
  return error_set(error, STATUS_IO, "'%s': %s", db->path, why);
}

static Status run(Sqlite *db, const char *sql, Error *error)
{
  errno = 0;
  return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK ? STATUS_OK : fail(db, error);
}

static Status begin(Database *base, bool writing, Error *error)
{
  return run((Sqlite *)base, writing ? "BEGIN IMMEDIATE" : "BEGIN", error);
}

static Status commit(Database *base, Error *error)
{
  Sqlite *db = (Sqlite *)base;
  Status status = run(db, "COMMIT", error);
  /* Some errors end the transaction, others leave it open. */
  if (status != STATUS_OK && !sqlite3_get_autocommit(db->handle)) base->class->rollback(base);
  return status;
}

static void rollback(Database *base)
{
  Sqlite *db = (Sqlite *)base;
  if (!sqlite3_get_autocommit(db->handle))
    sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL); /* cannot fail in a way that matters */
}

/* The bytes have to live until the statement has been run. */
static int bind(sqlite3_stmt *statement, const DbValue *values, size_t count)
{
  int code = SQLITE_OK;
  for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
    const DbValue *value = &values[i];
    int place = (int)i + 1;
    switch (value->kind) {
    case DB_NULL: code = sqlite3_bind_null(statement, place); break;
    case DB_INTEGER: code = sqlite3_bind_int64(statement, place, value->integer); break;
    case DB_REAL: code = sqlite3_bind_double(statement, place, value->real); break;
    case DB_TEXT:
      code = sqlite3_bind_text64(statement, place, value->bytes, value->length, SQLITE_STATIC,
                                 SQLITE_UTF8);
      break;
    case DB_BYTES:
      /* A null pointer would be NULL and not empty. */
      code = sqlite3_bind_blob64(statement, place, value->length > 0 ? value->bytes : "",
                                 value->length, SQLITE_STATIC);
      break;
    }
  }
  return code;
}

static Status execute(Database *base, unsigned slot, const char *sql, const DbValue *values,
                      size_t count, Error *error)
{
  Sqlite *db = (Sqlite *)base;
  sqlite3_stmt **statement = &db->prepared[slot];
  if (*statement == NULL && sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                               statement, NULL) != SQLITE_OK)
    return fail(db, error);
  Status status = STATUS_OK;
  errno = 0;
  if (bind(*statement, values, count) != SQLITE_OK || sqlite3_step(*statement) != SQLITE_DONE)
    status = fail(db, error);
  sqlite3_reset(*statement);
  return status;
}

static Status defer(Database *base, Error *error)
{
  return run((Sqlite *)base, "PRAGMA defer_foreign_keys = ON", error);
}

static Status define(Database *base, const char *sql, Error *error)
{
  return run((Sqlite *)base, sql, error);
}

static Status query(Database *base, const char *sql, const DbValue *values, size_t count,
                    DbCursor **result, Error *error)
{
  Sqlite *db = (Sqlite *)base;
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) != SQLITE_OK ||
      bind(statement, values, count) != SQLITE_OK) {
    Status status = fail(db, error);
    sqlite3_finalize(statement);
    return status;
  }
  SqliteCursor *cursor = mem_alloc_zero(1, sizeof *cursor);
  cursor->statement = statement;
  cursor->base.db = base;
  cursor->base.columns = (size_t)sqlite3_column_count(statement);
  cursor->base.row = mem_alloc_zero(cursor->base.columns + 1, sizeof *cursor->base.row);
  *result = &cursor->base;
  return STATUS_OK;
}

static DbValue column(sqlite3_stmt *statement, int place)
{
  DbValue value = {.kind = DB_NULL};
  switch (sqlite3_column_type(statement, place)) {
  case SQLITE_INTEGER:
    value.kind = DB_INTEGER;
    value.integer = sqlite3_column_int64(statement, place);
    break;
  case SQLITE_FLOAT:
    value.kind = DB_REAL;
    value.real = sqlite3_column_double(statement, place);
    break;
  case SQLITE_TEXT:
  case SQLITE_BLOB:
    value.kind = sqlite3_column_type(statement, place) == SQLITE_TEXT ? DB_TEXT : DB_BYTES;
    /* As text, to have a NUL byte after it. */
    value.bytes = (const char *)sqlite3_column_text(statement, place);
    value.length = (size_t)sqlite3_column_bytes(statement, place);
    if (value.bytes == NULL) {
      if (value.length > 0) mem_exhausted(value.length);
      value.bytes = "";
    }
    break;
  default: break;
  }
  return value;
}

static Status next(DbCursor *base, bool *more, Error *error)
{
  SqliteCursor *cursor = (SqliteCursor *)base;
  int code = sqlite3_step(cursor->statement);
  *more = code == SQLITE_ROW;
  if (code != SQLITE_ROW) return code == SQLITE_DONE ? STATUS_OK : fail((Sqlite *)base->db, error);
  for (size_t i = 0; i < base->columns; i++) base->row[i] = column(cursor->statement, (int)i);
  return STATUS_OK;
}

static void end(DbCursor *base)
{
  SqliteCursor *cursor = (SqliteCursor *)base;
  sqlite3_finalize(cursor->statement);
  free(base->row);
  free(cursor);
}

static Status read_number(Sqlite *db, const char *sql, int64_t *number, Error *error)
{
  sqlite3_stmt *statement = NULL;
  Status status = STATUS_OK;
  if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) != SQLITE_OK ||
      sqlite3_step(statement) != SQLITE_ROW)
    status = fail(db, error);
  else
    *number = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return status;
}

/* Our stores have tables and indices. A view in the place of a table, or a trigger, is a program of whoever made the
 * file, which may never end. */
static Status check_schema(Sqlite *db, Error *error)
{
  int64_t foreign = 0;
  Status status = read_number(db,
                              "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', "
                              "'index') OR sql LIKE 'CREATE VIRTUAL%'",
                              &foreign, error);
  if (status == STATUS_OK && foreign > 0)
    status = error_set(error, STATUS_IO, "'%s' is not a store of ours: it has views or triggers",
                       db->path);
  return status;
}

static Status read_version(Sqlite *db, uint32_t *result, Error *error)
{
  int64_t application = 0, number = 0, tables = 0;
  Status status = read_number(db, "PRAGMA application_id", &application, error);
  if (status == STATUS_OK) status = read_number(db, "PRAGMA user_version", &number, error);
  if (status == STATUS_OK)
    status = read_number(db, "SELECT count(*) FROM sqlite_master", &tables, error);
  if (status != STATUS_OK) return status;
  bool is_new = application == 0 && number == 0 && tables == 0;
  if (!is_new && (application != APPLICATION || number <= 0 || number > UINT32_MAX))
    return error_set(error, STATUS_IO,
                     "'%s' is not a store: it is an SQLite file of another program", db->path);
  *result = (uint32_t)number;
  return check_schema(db, error);
}

/* In one transaction: somebody may be making the store. */
static Status version(Database *base, uint32_t *result, Error *error)
{
  Sqlite *db = (Sqlite *)base;
  bool alone = sqlite3_get_autocommit(db->handle);
  Status status = alone ? begin(base, false, error) : STATUS_OK;
  if (status == STATUS_OK) status = read_version(db, result, error);
  if (alone) rollback(base);
  return status;
}

static Status set_version(Database *base, uint32_t number, Error *error)
{
  char sql[100];
  snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %u", APPLICATION,
           number);
  return run((Sqlite *)base, sql, error);
}

/* Ownership is a lock on a byte of a file beside the store, which the kernel takes back however we end. A lock on the
 * store itself would not do: SQLite's own locks would go with it. */
static Status own(Database *base, int64_t number, Error *error)
{
  Sqlite *db = (Sqlite *)base;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = number, .l_len = 1};
  Status status = STATUS_OK;
  StrBuf path;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s-owner", db->path);
  if (db->owner_file < 0)
    db->owner_file = open(strbuf_text(&path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (db->owner_file < 0)
    status =
        error_set(error, STATUS_IO, "cannot open '%s': %s", strbuf_text(&path), strerror(errno));
  else if (fcntl(db->owner_file, F_OFD_SETLK, &lock) != 0)
    status = errno == EAGAIN || errno == EACCES
                 ? error_set(error, STATUS_IO,
                             "campaign %" PRId64
                             " of '%s' is in use: another process runs it; wait for it or end it",
                             number, db->path)
                 : error_set(error, STATUS_IO, "cannot lock '%s': %s", strbuf_text(&path),
                             strerror(errno));
  strbuf_deinit(&path);
  return status;
}

static Status mark(Database *base, uint64_t *result, Error *error)
{
  int64_t number = 0;
  Status status = read_number((Sqlite *)base, "PRAGMA data_version", &number, error);
  *result = (uint64_t)number;
  return status;
}

static Status owned(Database *base, int64_t number, bool *result, Error *error)
{
  const Sqlite *db = (const Sqlite *)base;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = number, .l_len = 1};
  Status status = STATUS_OK;
  StrBuf path;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s-owner", db->path);
  int file = open(strbuf_text(&path), O_RDONLY | O_CLOEXEC);
  *result = false;
  if (file >= 0 && fcntl(file, F_OFD_GETLK, &lock) == 0)
    *result = lock.l_type != F_UNLCK;
  else if (errno != ENOENT)
    status =
        error_set(error, STATUS_IO, "cannot read '%s': %s", strbuf_text(&path), strerror(errno));
  if (file >= 0) close(file);
  strbuf_deinit(&path);
  return status;
}

static const char *name(const Database *base)
{
  return ((const Sqlite *)base)->path;
}

static void close_database(Database *base)
{
  Sqlite *db = (Sqlite *)base;
  for (size_t i = 0; i < DB_SLOTS; i++) sqlite3_finalize(db->prepared[i]);
  sqlite3_close(db->handle);
  if (db->owner_file >= 0) close(db->owner_file);
  free(db->path);
  free(db);
}

/* Whoever is busy is waited for; what else goes wrong, goes wrong again. */
static bool may_retry(const Database *base)
{
  (void)base;
  return false;
}

static const DatabaseClass sqlite_class = {
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .retry = may_retry,
    .execute = execute,
    .defer = defer,
    .define = define,
    .query = query,
    .next = next,
    .end = end,
    .version = version,
    .set_version = set_version,
    .own = own,
    .owned = owned,
    .mark = mark,
    .name = name,
    .close = close_database,
    .now = "(CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))",
    .up_since = "0",
    .skip_locked = "",
    .parameter = "?",
};

static Status check_integrity(Sqlite *db, Error *error)
{
  sqlite3_stmt *statement = NULL;
  Status status = STATUS_OK;
  if (sqlite3_prepare_v2(db->handle, "PRAGMA quick_check(1)", -1, &statement, NULL) != SQLITE_OK ||
      sqlite3_step(statement) != SQLITE_ROW) {
    status = fail(db, error);
  } else {
    const char *answer = (const char *)sqlite3_column_text(statement, 0);
    if (answer == NULL || strcmp(answer, "ok") != 0)
      status = error_set(error, STATUS_IO, "'%s' is damaged: %s", db->path,
                         answer != NULL ? answer : "it cannot be checked");
  }
  sqlite3_finalize(statement);
  return status;
}

/* PostgreSQL has it; SQLite only if it was built so. */
static void sql_power(sqlite3_context *context, int count, sqlite3_value **values)
{
  (void)count;
  sqlite3_result_double(context,
                        pow(sqlite3_value_double(values[0]), sqlite3_value_double(values[1])));
}

static Status open_handle(Sqlite *db, int flags, const char *path, Error *error)
{
  sqlite3_close(db->handle);
  db->handle = NULL;
  if (sqlite3_open_v2(path, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
    return db->handle != NULL ? fail(db, error)
                              : error_set(error, STATUS_IO, "cannot open '%s'", db->path);
  sqlite3_extended_result_codes(db->handle, 0);
  /* The file may come from anybody. */
  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_busy_timeout(db->handle, (int)db->busy_ms);
  sqlite3_create_function(db->handle, "power", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                          sql_power, NULL, NULL);
  return STATUS_OK;
}

/* SQLite takes a file that is shorter than any page for an empty database, and would write over it; and it would wait for who writes to a
 * pipe. */
static Status check_file(const Sqlite *db, Error *error)
{
  enum { SMALLEST_PAGE = 512 };
  struct stat status_of;
  if (stat(db->path, &status_of) != 0) return STATUS_OK;
  if (!S_ISREG(status_of.st_mode))
    return error_set(error, STATUS_IO, "'%s' is not a store: it is no regular file", db->path);
  if (status_of.st_size == 0 || status_of.st_size >= SMALLEST_PAGE) return STATUS_OK;
  return error_set(error, STATUS_IO, "'%s' is not a store: it is no SQLite file", db->path);
}

/* SQLite does not wait by itself where it would have to turn the lock of a reader into that of a writer: two who do
 * so would wait for each other. Nothing is held between two attempts here, so that one of them gets on. */
static Status use_log(Sqlite *db, Error *error)
{
  static const struct timespec pause = {.tv_nsec = 2000000};
  uint64_t start = clock_monotonic_ns();
  Status status = run(db, "PRAGMA journal_mode = WAL", error);
  while (status != STATUS_OK && sqlite3_errcode(db->handle) == SQLITE_BUSY &&
         clock_monotonic_ns() - start < db->busy_ms * UINT64_C(1000000)) {
    nanosleep(&pause, NULL);
    status = run(db, "PRAGMA journal_mode = WAL", error);
  }
  return status;
}

static Status open_to_write(Sqlite *db, Error *error)
{
  Status status = open_handle(db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, db->path, error);
  uint32_t found;
  /* Before anything is changed. */
  if (status == STATUS_OK) status = version(&db->base, &found, error);
  if (status == STATUS_OK) status = use_log(db, error);
  /* An acknowledged batch outlives a power failure, too; batches are few. */
  if (status == STATUS_OK)
    status = run(db,
                 "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                 "PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384",
                 error);
  return status;
}

/* Readers of a store with a log need to write beside it, unless nobody can be writing. */
static Status open_to_read(Sqlite *db, Error *error)
{
  int64_t ignored;
  struct stat status_of;
  if (stat(db->path, &status_of) != 0)
    return error_set(error, STATUS_IO, "cannot open '%s': %s", db->path, strerror(errno));
  Status status = open_handle(db, SQLITE_OPEN_READONLY, db->path, error);
  if (status == STATUS_OK) status = read_number(db, "PRAGMA schema_version", &ignored, error);
  int code = sqlite3_errcode(db->handle);
  if (status == STATUS_OK || (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)) return status;
  StrBuf uri;
  strbuf_init(&uri, 0);
  strbuf_printf(&uri, "%s-wal", db->path);
  if (stat(strbuf_text(&uri), &status_of) != 0 && errno == ENOENT) {
    strbuf_clear(&uri);
    strbuf_add_text(&uri, "file:");
    for (const char *c = db->path; *c != '\0'; c++) {
      if (strchr("%?#", *c) != NULL)
        strbuf_printf(&uri, "%%%02x", (unsigned)*c);
      else
        strbuf_add_char(&uri, *c);
    }
    strbuf_add_text(&uri, "?immutable=1");
    status = open_handle(db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, strbuf_text(&uri), error);
  }
  strbuf_deinit(&uri);
  return status;
}

Status sqlite_open(const char *path, const DbSettings *settings, Database **result, Error *error)
{
  Sqlite *db = mem_alloc_zero(1, sizeof *db);
  struct stat status_of;
  StrBuf full;
  db->base.class = &sqlite_class;
  db->busy_ms = settings->busy_ms;
  db->owner_file = -1;
  strbuf_init(&full, 0);
  strbuf_add_text(&full, path);
  if (stat(path, &status_of) == 0 && S_ISDIR(status_of.st_mode))
    strbuf_add_text(&full, "/campaign.db");
  db->path = mem_copy_string(strbuf_text(&full), full.length);
  strbuf_deinit(&full);

  Status status = check_file(db, error);
  if (status == STATUS_OK)
    status = settings->writable ? open_to_write(db, error) : open_to_read(db, error);
  if (status == STATUS_OK && !settings->without_check) status = check_integrity(db, error);
  if (status != STATUS_OK) {
    close_database(&db->base);
    return status;
  }
  *result = &db->base;
  return STATUS_OK;
}
