/* What the files about PostgreSQL share. */
#ifndef RECORD_STORE_POSTGRESQL_H
#define RECORD_STORE_POSTGRESQL_H

#include "base/vec.h"
#include "record/store/database.h"
#include "record/store/libpq.h"

typedef struct {
  Database base;
  LibPq pq;
  PGconn *handle;
  char *name;
  DbSettings settings;
  bool prepared[DB_SLOTS];
  unsigned sent;      /* statements whose result has not been looked at */
  unsigned cursors;   /* made so far: they need names */
  uint64_t writing;   /* the number of the transaction that writes; 0: there is none */
  bool retry;         /* the last error was one of the connection, or of others at the same time */
  VEC(int64_t) owned; /* numbers that nobody else may have */
} Postgresql;

enum {
  POSTGRESQL_LOCK_KEY = 0x61736179, /* of advisory locks: "asay" */
};

/* postgresql.c */
Status postgresql_fail(Postgresql *db, const PGresult *result, Error *error);
bool postgresql_succeeded(const Postgresql *db, const PGresult *result);
/* Waits for the results of all that was sent; the first error counts. Leaves pipeline mode. */
Status postgresql_settle(Postgresql *db, Error *error);
/* One or more statements, of which the last result counts. */
Status postgresql_run(Postgresql *db, const char *sql, Error *error);
/* The first value of the first row; 0: there is none. In a transaction. */
Status postgresql_read_number(Postgresql *db, const char *sql, int64_t *number, Error *error);

/* postgresql_session.c: connects once more, and owns what it owned; nothing is prepared then. */
Status postgresql_reconnect(Postgresql *db, Error *error);
Status postgresql_own(Database *base, int64_t number, Error *error);
Status postgresql_owned(Database *base, int64_t number, bool *result, Error *error);
extern const DatabaseClass postgresql_class; /* postgresql.c */

/* postgresql_copy.c: many rows of one table at once. `sql` is the statement that inserts one of them. */
Status postgresql_append(Database *base, const char *sql, const DbValue *const *rows, size_t count,
                         size_t columns, Error *error);

#endif
