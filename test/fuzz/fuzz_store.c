/* libFuzzer target: stores that somebody has changed. The bytes say which cells of a sound store get which values, or
 * replace bytes of its file; then it is read for a report, and printed. */
#include <fcntl.h>
#include <sqlite3.h>

#include "base/file.h"
#include "record/report/data.h"
#include "record/report/document.h"
#include "record/report/markdown.h"
#include "support/sample_store.h"
#include "target.h"

enum { INPUTS = 10, PIECE_MOST = 200 };

static const char *const CELLS[][2] = {
    {"campaign", "name"},     {"campaign", "seed"},       {"campaign", "started_ms"},
    {"setting", "name"},      {"setting", "value"},       {"state", "name"},
    {"state", "value"},       {"solver", "number"},       {"solver", "name"},
    {"solver", "role"},       {"construct", "number"},    {"construct", "name"},
    {"agent", "number"},      {"agent", "name"},          {"instance", "number"},
    {"instance", "at_ms"},    {"instance", "parent"},     {"instance", "construct"},
    {"instance", "size"},     {"instance", "margin"},     {"instance", "reward"},
    {"instance", "options"},  {"instance_text", "bytes"}, {"instance_text", "length"},
    {"run", "solver"},        {"run", "outcome"},         {"run", "cpu_ns"},
    {"run", "wall_ns"},       {"run", "peak_bytes"},      {"run", "limit_ns"},
    {"run", "attempt"},       {"finding", "concerned"},   {"finding", "group_id"},
    {"finding", "confirmed"}, {"finding", "accused"},     {"finding", "line"},
    {"finding", "evidence"},  {"finding_group", "kind"},  {"finding_group", "signature"},
    {"finding_text", "role"}, {"finding_text", "bytes"},  {"best", "margin"},
    {"best", "instance"},     {"arm", "agent"},           {"arm", "construct"},
    {"arm", "pulls"},         {"arm", "successes"},       {"arm", "rewards"},
    {"arm", "at_ms"},         {"origin", "name"},
};

static char path[64];
static FileText sound;

static void make_sound(void)
{
  Store *store;
  Error error = {0};
  snprintf(path, sizeof path, "/dev/shm/assay-fuzz-store-%d", (int)getpid());
  unlink(path);
  if (store_open(&store, path, &(StoreOptions){.writable = true}, &error) != STATUS_OK)
    target_complain("there is no store:", path, &error);
  sample_campaign(store, "sample", INPUTS);
  if (store_flush(store, &error) != STATUS_OK) target_complain("it is not written:", path, &error);
  store_close(store);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  sound.length = (size_t)lseek(file, 0, SEEK_END);
  sound.bytes = malloc(sound.length);
  if (pread(file, sound.bytes, sound.length, 0) != (ssize_t)sound.length) abort();
  close(file);
}

/* A column that is not there any more would be found only by the inputs that change it. */
static void check_cells(void)
{
  sqlite3 *db;
  if (sqlite3_open(path, &db) != SQLITE_OK) abort();
  for (size_t i = 0; i < sizeof CELLS / sizeof *CELLS; i++) {
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT %s FROM %s", CELLS[i][1], CELLS[i][0]);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK) continue;
    fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
    abort();
  }
  sqlite3_close(db);
}

typedef struct {
  const uint8_t *bytes;
  size_t length, at;
} Source;

static unsigned take(Source *source)
{
  return source->at < source->length ? source->bytes[source->at++] : 0;
}

static const uint8_t *take_piece(Source *source, size_t *length)
{
  const uint8_t *piece = source->bytes + source->at;
  *length = take(source) % PIECE_MOST;
  if (*length > source->length - source->at) *length = source->length - source->at;
  piece = source->bytes + source->at;
  source->at += *length;
  return piece;
}

static void change_cell(sqlite3 *db, Source *source)
{
  const char *const *cell = CELLS[take(source) % (sizeof CELLS / sizeof *CELLS)];
  unsigned row = take(source), kind = take(source);
  size_t length;
  const uint8_t *piece = take_piece(source, &length);
  char sql[200];
  int64_t number = 0;
  memcpy(&number, piece, length < sizeof number ? length : sizeof number);
  snprintf(sql, sizeof sql,
           "UPDATE %s SET %s = ?1 WHERE %s IN (SELECT %s FROM %s LIMIT %u OFFSET %u)", cell[0],
           cell[1], cell[1], cell[1], cell[0], 1 + row / 16, row % 16);
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
    fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
    abort();
  }
  switch (kind % 5) {
  case 0: sqlite3_bind_int64(statement, 1, number); break;
  case 1: sqlite3_bind_double(statement, 1, (double)number / 7); break;
  case 2: sqlite3_bind_text(statement, 1, (const char *)piece, (int)length, SQLITE_STATIC); break;
  case 3: sqlite3_bind_blob(statement, 1, length ? piece : NULL, (int)length, SQLITE_STATIC); break;
  default: sqlite3_bind_null(statement, 1); break;
  }
  sqlite3_step(statement); /* what the table does not take stays as it was */
  sqlite3_finalize(statement);
}

static void write_file(Source *source, bool bytes)
{
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (pwrite(file, sound.bytes, sound.length, 0) != (ssize_t)sound.length) abort();
  while (bytes && source->at < source->length) {
    size_t length, at = (take(source) | take(source) << 8 | take(source) << 16) % sound.length;
    const uint8_t *piece = take_piece(source, &length);
    if (length && pwrite(file, piece, length, (off_t)at) != (ssize_t)length) abort();
  }
  close(file);
}

static void change_cells(Source *source)
{
  sqlite3 *db;
  if (sqlite3_open(path, &db) != SQLITE_OK) abort();
  sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN", NULL, NULL, NULL);
  while (source->at < source->length) change_cell(db, source);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  sqlite3_close(db);
}

static void read_store(void)
{
  Store *store;
  ReportData *data = NULL;
  Error error = {0};
  StrBuf text;
  if (store_open(&store, path, &(StoreOptions){0}, &error) != STATUS_OK) return;
  if (report_load(&data, store, 0, &error) == STATUS_OK) {
    strbuf_init(&text, 0);
    json_decref(report_document(data));
    report_markdown(data, &text);
    strbuf_deinit(&text);
  }
  report_release(data);
  store_close(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (!sound.bytes) {
    make_sound();
    check_cells();
  }
  Source source = {.bytes = data, .length = size};
  bool bytes = take(&source) % 2;
  write_file(&source, bytes);
  if (!bytes) change_cells(&source);
  read_store();
  char name[80];
  unlink(path);
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s%s", path, (const char *const[]){"-wal", "-shm", "-owner"}[i]);
    unlink(name);
  }
  return 0;
}
