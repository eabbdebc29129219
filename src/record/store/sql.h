/* Statements that are not made often, for the files of the store. */
#ifndef RECORD_STORE_SQL_H
#define RECORD_STORE_SQL_H

#include "record/store/internal.h"

/* Parameters may be used in any order. In `sql`, @now and @up are the time of the database and since when it could be reached, @skip ends a SELECT
 * that leaves out rows that others have locked. In a transaction; the cursor is
 * to be ended. */
Status sql_query(Store *store, const char *sql, const DbValue *values, size_t count,
                 DbCursor **cursor, Error *error);
/* The next row; false: there is none, or *status is an error. */
bool sql_next(DbCursor *cursor, Status *status, Error *error);
void sql_end(DbCursor *cursor);
/* Without a result. `rows` (may be NULL) is how many it returned, for one with RETURNING. */
Status sql_run(Store *store, const char *sql, const DbValue *values, size_t count, size_t *rows,
               Error *error);
/* One number, which stays what it is if there is no row, or NULL. `found` may be NULL. */
Status sql_number(Store *store, const char *sql, const DbValue *values, size_t count,
                  int64_t *number, bool *found, Error *error);

#define SQL_RUN(store, sql, rows, error, ...)                                                      \
  sql_run(store, sql, (const DbValue[]){__VA_ARGS__},                                              \
          sizeof((const DbValue[]){__VA_ARGS__}) / sizeof(DbValue), rows, error)
#define SQL_QUERY(store, sql, cursor, error, ...)                                                  \
  sql_query(store, sql, (const DbValue[]){__VA_ARGS__},                                            \
            sizeof((const DbValue[]){__VA_ARGS__}) / sizeof(DbValue), cursor, error)

static inline DbValue sql_real(double real)
{
  return (DbValue){.kind = DB_REAL, .real = real};
}

static inline DbValue sql_bytes(const char *bytes, size_t length)
{
  return (DbValue){.kind = DB_BYTES, .bytes = bytes, .length = length};
}

DbValue sql_word(const char *word);
/* Bytes of a text that ends with NUL. */
DbValue sql_text(const char *text);
/* 0 if it is something else, as the next ones. */
int64_t sql_integer_of(const DbValue *value);
double sql_real_of(const DbValue *value);
/* A copy to free; empty if it is something else. */
char *sql_copy_of(const DbValue *value);

#endif
