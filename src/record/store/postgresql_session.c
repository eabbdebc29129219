/* Connecting to PostgreSQL: sessions, who owns a campaign, and connecting again after the server was gone. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "record/store/postgresql.h"

enum {
  OWN_TRIES = 20,
  OWN_PAUSE_US = 50000,
  WRITE_TIMEOUT_MS =
      120000, /* of a statement, unless the URL or the user's settings say otherwise */
  READ_TIMEOUT_MS = 600000,
  IDLE_TIMEOUT_MS = 10000, /* of a transaction: who has gone away must not keep others waiting */
};

/* --- who runs a campaign --- */

/* The second number of an advisory lock has 32 bits: campaigns are few. */
static Status try_lock(Postgresql *db, int64_t number, int64_t *ours, Error *error)
{
  char sql[80];
  snprintf(sql, sizeof sql, "SELECT pg_try_advisory_lock(%d, %" PRId32 ")", POSTGRESQL_LOCK_KEY,
           (int32_t)number);
  Status status = postgresql_read_number(db, sql, ours, error);
  /* The server needs a moment to see that a process was killed. */
  for (int i = 0; i < OWN_TRIES && status == STATUS_OK && !*ours; i++) {
    usleep(OWN_PAUSE_US);
    status = postgresql_read_number(db, sql, ours, error);
  }
  if (status == STATUS_OK && !*ours)
    status = error_set(error, STATUS_IO,
                       "campaign %" PRId64
                       " of '%s' is in use: another process runs it; wait for it or end it",
                       number, db->name);
  return status;
}

Status postgresql_own(Database *base, int64_t number, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  int64_t ours = 0;
  Status status = base->class->begin(base, false, error);
  if (status != STATUS_OK) return status;
  status = try_lock(db, number, &ours, error);
  if (status == STATUS_OK)
    status = base->class->commit(base, error);
  else
    base->class->rollback(base);
  if (status == STATUS_OK) VEC_PUSH(&db->owned, number);
  return status;
}

Status postgresql_owned(Database *base, int64_t number, bool *result, Error *error)
{
  char sql[300];
  int64_t locks = 0;
  snprintf(sql, sizeof sql,
           "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = "
           "(SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = %d AND "
           "objid = %" PRIu32 " AND objsubid = 2",
           POSTGRESQL_LOCK_KEY, (uint32_t)number);
  Status status = postgresql_read_number((Postgresql *)base, sql, &locks, error);
  *result = locks > 0;
  return status;
}

/* --- sessions --- */

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

/* Only where nobody has asked for another limit. */
static Status set_timeouts(Postgresql *db, Error *error)
{
  char sql[300];
  snprintf(sql, sizeof sql,
           "SELECT set_config('statement_timeout', '%d', false) "
           "WHERE current_setting('statement_timeout') = '0';"
           "SET lock_timeout = %u; SET idle_in_transaction_session_timeout = %d;"
           "SET default_transaction_read_only = %s",
           db->settings.writable ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS, db->settings.busy_ms,
           db->settings.writable ? IDLE_TIMEOUT_MS : 0, db->settings.writable ? "off" : "on");
  return postgresql_run(db, sql, error);
}

/* A user without the right to make schemas can use one that is there. Several processes may come at the same time: they
 * take turns. */
static Status make_schema(Postgresql *db, Error *error)
{
  char sql[200];
  snprintf(sql, sizeof sql,
           "SELECT pg_advisory_xact_lock(%d);"
           "DO $$ BEGIN IF to_regnamespace('assay') IS NULL THEN CREATE SCHEMA assay; END IF; END "
           "$$",
           POSTGRESQL_LOCK_KEY);
  return postgresql_run(db, sql, error);
}

static Status prepare_session(Postgresql *db, Error *error)
{
  db->pq.PQsetNoticeProcessor(db->handle, be_quiet, NULL);
  memset(db->prepared, 0, sizeof db->prepared);
  db->sent = 0;
  if (db->pq.PQstatus(db->handle) != CONNECTION_OK) return postgresql_fail(db, NULL, error);
  Status status = set_timeouts(db, error);
  if (status == STATUS_OK && db->settings.writable) status = make_schema(db, error);
  if (status == STATUS_OK) status = postgresql_run(db, "SET search_path TO assay", error);
  return status;
}

Status postgresql_reconnect(Postgresql *db, Error *error)
{
  db->pq.PQreset(db->handle);
  Status status = prepare_session(db, error);
  for (size_t i = 0; i < db->owned.count && status == STATUS_OK; i++) {
    int64_t ours = 0;
    status = postgresql_run(db, "BEGIN", error);
    if (status == STATUS_OK) status = try_lock(db, db->owned.items[i], &ours, error);
    if (status == STATUS_OK) status = postgresql_run(db, "COMMIT", error);
  }
  return status;
}

/* A link that was cut is noticed within half a minute. What the URL says comes later, and wins. */
static const char *const keywords[] = {
    "connect_timeout",  "application_name", "keepalives_idle", "keepalives_interval",
    "keepalives_count", "tcp_user_timeout", "dbname",          NULL};
static const char *const defaults[] = {"10", "assay", "10", "5", "3", "20000", NULL, NULL};
enum { DBNAME = 6 };

Status postgresql_open(const char *url, const DbSettings *settings, Database **result, Error *error)
{
  Postgresql *db = mem_alloc_zero(1, sizeof *db);
  const char *values[sizeof defaults / sizeof *defaults];
  memcpy(values, defaults, sizeof defaults);
  values[DBNAME] = url;
  db->base.class = &postgresql_class;
  db->settings = *settings;
  Status status = libpq_load(&db->pq, error);
  if (status != STATUS_OK) {
    free(db);
    return status;
  }
  db->handle = db->pq.PQconnectdbParams(keywords, values, 1);
  if (db->handle == NULL) mem_exhausted(sizeof *db);
  db->name = shown_name(db);
  status = prepare_session(db, error);
  if (status != STATUS_OK) {
    db->base.class->close(&db->base);
    return status;
  }
  *result = &db->base;
  return STATUS_OK;
}
