/* Many rows of one table at once, in the binary form of COPY: a row costs the server a third of what it costs as a
 * statement of its own. */
#include <assert.h>
#include <endian.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "record/store/postgresql.h"

enum { PIECE_BYTES = 1 << 18 };

static void put_u16(StrBuf *out, uint16_t number)
{
  number = htobe16(number);
  strbuf_add(out, (const char *)&number, sizeof number);
}

static void put_u32(StrBuf *out, uint32_t number)
{
  number = htobe32(number);
  strbuf_add(out, (const char *)&number, sizeof number);
}

static void put_value(StrBuf *out, const DbValue *value)
{
  uint64_t bits = 0;
  switch (value->kind) {
  case DB_NULL: put_u32(out, UINT32_MAX); return;
  case DB_INTEGER: bits = (uint64_t)value->integer; break;
  case DB_REAL: memcpy(&bits, &value->real, sizeof bits); break;
  case DB_TEXT:
  case DB_BYTES:
    put_u32(out, (uint32_t)value->length);
    strbuf_add(out, value->bytes, value->length);
    return;
  }
  bits = htobe64(bits);
  put_u32(out, sizeof bits);
  strbuf_add(out, (const char *)&bits, sizeof bits);
}

/* Of "INSERT INTO table (columns) VALUES ..." the table with its columns. */
static void add_copy(StrBuf *out, const char *sql)
{
  static const char before[] = "INSERT INTO ";
  const char *end = strstr(sql, " VALUES");
  assert(strncmp(sql, before, sizeof before - 1) == 0 && end);
  const char *table = sql + sizeof before - 1;
  strbuf_printf(out, "COPY %.*s FROM STDIN (FORMAT binary)", (int)(end - table), table);
}

static bool start_copy(Postgresql *db, const char *sql, Status *status, Error *error)
{
  StrBuf text;
  strbuf_init(&text, 0);
  add_copy(&text, sql);
  PGresult *result = db->pq.PQexec(db->handle, strbuf_text(&text));
  bool started = db->pq.PQresultStatus(result) == PGRES_COPY_IN;
  if (!started) *status = postgresql_fail(db, result, error);
  db->pq.PQclear(result);
  strbuf_deinit(&text);
  return started;
}

static bool send_piece(Postgresql *db, StrBuf *bytes)
{
  bool sent =
      bytes->length == 0 || db->pq.PQputCopyData(db->handle, bytes->bytes, (int)bytes->length) == 1;
  strbuf_clear(bytes);
  return sent;
}

static bool send_rows(Postgresql *db, const DbValue *const *rows, size_t count, size_t columns)
{
  static const char signature[] = "PGCOPY\n\377\r\n"; /* its last byte is NUL */
  StrBuf bytes;
  bool sent = true;
  strbuf_init(&bytes, 0);
  strbuf_add(&bytes, signature, sizeof signature);
  put_u32(&bytes, 0);
  put_u32(&bytes, 0);
  for (size_t i = 0; i < count && sent; i++) {
    put_u16(&bytes, (uint16_t)columns);
    for (size_t k = 0; k < columns; k++) put_value(&bytes, &rows[i][k]);
    if (bytes.length >= PIECE_BYTES) sent = send_piece(db, &bytes);
  }
  put_u16(&bytes, UINT16_MAX);
  sent = sent && send_piece(db, &bytes);
  strbuf_deinit(&bytes);
  return sent;
}

Status postgresql_append(Database *base, const char *sql, const DbValue *const *rows, size_t count,
                         size_t columns, Error *error)
{
  Postgresql *db = (Postgresql *)base;
  assert(columns > 0 && columns < UINT16_MAX);
  Status status = postgresql_settle(db, error);
  if (status != STATUS_OK || !start_copy(db, sql, &status, error)) return status;
  bool sent = send_rows(db, rows, count, columns);
  if (db->pq.PQputCopyEnd(db->handle, sent ? NULL : "not all rows could be sent") != 1)
    return postgresql_fail(db, NULL, error);
  for (PGresult *result; (result = db->pq.PQgetResult(db->handle)) != NULL;) {
    if (!postgresql_succeeded(db, result) && status == STATUS_OK)
      status = postgresql_fail(db, result, error);
    db->pq.PQclear(result);
  }
  return status;
}
