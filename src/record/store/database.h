/* The little that a store needs of a database, so that all of its SQL is written once.
 *
 * SQL is what SQLite and PostgreSQL both understand, with parameters $1, $2 ... in the order of their first
 * use. Integers are 64 bits wide in both. */
#ifndef RECORD_STORE_DATABASE_H
#define RECORD_STORE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum { DB_NULL, DB_INTEGER, DB_REAL, DB_TEXT, DB_BYTES } DbKind;

typedef struct {
  DbKind kind;
  union {
    int64_t integer;
    double real;
    struct {
      const char *bytes; /* those of a row are followed by a NUL byte */
      size_t length;
    };
  };
} DbValue;

typedef struct {
  bool writable;      /* and made if it is not there */
  uint32_t busy_ms;   /* how long to wait for others that write */
  bool without_check; /* of its integrity */
} DbSettings;

typedef struct Database Database;

/* A row at a time; values are valid until the next one. */
typedef struct {
  Database *db;
  DbValue *row;
  size_t columns;
} DbCursor;

enum { DB_SLOTS = 64 };

typedef struct {
  /* A transaction; one that writes excludes others that do. */
  Status (*begin)(Database *db, bool writing, Error *error);
  /* Only this says whether all that was executed has worked. After an error nothing has happened. */
  Status (*commit)(Database *db, Error *error);
  void (*rollback)(Database *db);
  /* After an error: may the same transaction succeed if it is begun again? Then `begin` connects again. */
  bool (*retry)(const Database *db);
  /* A statement without result, in a transaction. It is prepared once for its slot, which belongs to
   * one text only. Its error may come as late as by commit. Not while a cursor is open. */
  Status (*execute)(Database *db, unsigned slot, const char *sql, const DbValue *values,
                    size_t count, Error *error);
  /* Many rows at once, in a transaction; `sql` is the statement that inserts one of them, and nothing else. NULL: there
   * is no faster way than to execute it for each. */
  Status (*append)(Database *db, const char *sql, const DbValue *const *rows, size_t count,
                   size_t columns, Error *error);
  /* What rows refer to may come after them, in a transaction; NULL: it may in a statement that appends. */
  Status (*defer)(Database *db, Error *error);
  /* In a transaction that writes: who asks for it, too, waits until it ends. NULL: all that write wait for each other. */
  Status (*exclude)(Database *db, Error *error);
  /* Several statements that define tables, in a transaction. */
  Status (*define)(Database *db, const char *sql, Error *error);
  /* A statement with a result, in a transaction. */
  Status (*query)(Database *db, const char *sql, const DbValue *values, size_t count,
                  DbCursor **cursor, Error *error);
  /* `more` is false after the last row. */
  Status (*next)(DbCursor *cursor, bool *more, Error *error);
  void (*end)(DbCursor *cursor);
  /* 0: there is no store yet. An error if it belongs to another program. */
  Status (*version)(Database *db, uint32_t *version, Error *error);
  Status (*set_version)(Database *db, uint32_t version, Error *error);
  /* Until it is closed nobody else can have the same number. */
  Status (*own)(Database *db, int64_t number, Error *error);
  /* Has anybody? In a transaction. */
  Status (*owned)(Database *db, int64_t number, bool *owned, Error *error);
  /* Another number whenever somebody else has written something in between; outside of a transaction. */
  Status (*mark)(Database *db, uint64_t *mark, Error *error);
  /* A name for messages: without a password. */
  const char *(*name)(const Database *db);
  void (*close)(Database *db);
  /* SQL: milliseconds since 1970 by the clock of the database, and since when it could be reached. */
  const char *now, *up_since;
  /* Ends a SELECT for rows to change: it leaves out those that others are changing. */
  const char *skip_locked;
  /* What comes before the number of a parameter that may be used in any order. */
  const char *parameter;
} DatabaseClass;

struct Database {
  const DatabaseClass *class;
};

Status sqlite_open(const char *path, const DbSettings *settings, Database **db, Error *error);
Status postgresql_open(const char *url, const DbSettings *settings, Database **db, Error *error);
/* One of them: postgresql:// and postgres:// are URLs, everything else is a path. */
Status database_open(const char *where, const DbSettings *settings, Database **db, Error *error);

#endif
