#include "record/store/sql.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

DbValue sql_word(const char *word)
{
  return (DbValue){.kind = DB_TEXT, .bytes = word, .length = strlen(word)};
}

DbValue sql_text(const char *text)
{
  return sql_bytes(text, strlen(text));
}

int64_t sql_integer_of(const DbValue *value)
{
  return value->kind == DB_INTEGER ? value->integer : 0;
}

double sql_real_of(const DbValue *value)
{
  return value->kind == DB_REAL ? value->real : 0;
}

char *sql_copy_of(const DbValue *value)
{
  bool text = value->kind == DB_TEXT || value->kind == DB_BYTES;
  return mem_copy_string(text ? value->bytes : "", text ? value->length : 0);
}

/* Puts the database's own words in. */
static void expand(const Database *db, const char *sql, StrBuf *out)
{
  const struct {
    const char *word, *meaning;
  } words[] = {{"@now", db->class->now},
               {"@up", db->class->up_since},
               {"@skip", db->class->skip_locked},
               {"$", db->class->parameter}};
  while (*sql != '\0') {
    size_t i = 0, count = sizeof words / sizeof *words;
    while (i < count && strncmp(sql, words[i].word, strlen(words[i].word)) != 0) i++;
    if (i < count) {
      strbuf_add_text(out, words[i].meaning);
      sql += strlen(words[i].word);
    } else {
      strbuf_add_char(out, *sql++);
    }
  }
}

Status sql_query(Store *store, const char *sql, const DbValue *values, size_t count,
                 DbCursor **cursor, Error *error)
{
  assert(store->in_transaction || store->cursors > 0);
  StrBuf text;
  strbuf_init(&text, 0);
  expand(store->db, sql, &text);
  Status status =
      store->db->class->query(store->db, strbuf_text(&text), values, count, cursor, error);
  strbuf_deinit(&text);
  return status;
}

bool sql_next(DbCursor *cursor, Status *status, Error *error)
{
  bool more = false;
  if (*status == STATUS_OK) *status = cursor->db->class->next(cursor, &more, error);
  return *status == STATUS_OK && more;
}

void sql_end(DbCursor *cursor)
{
  cursor->db->class->end(cursor);
}

Status sql_run(Store *store, const char *sql, const DbValue *values, size_t count, size_t *rows,
               Error *error)
{
  DbCursor *cursor;
  size_t found = 0;
  Status status = sql_query(store, sql, values, count, &cursor, error);
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) found++;
  sql_end(cursor);
  if (rows) *rows = found;
  return status;
}

Status sql_number(Store *store, const char *sql, const DbValue *values, size_t count,
                  int64_t *number, bool *found, Error *error)
{
  DbCursor *cursor;
  if (found) *found = false;
  Status status = sql_query(store, sql, values, count, &cursor, error);
  if (status != STATUS_OK) return status;
  if (sql_next(cursor, &status, error)) {
    if (found) *found = true;
    if (cursor->row[0].kind == DB_INTEGER) *number = cursor->row[0].integer;
  }
  sql_end(cursor);
  return status;
}
