#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptor.h"
#include "solve/portfolio/history_internal.h"
#include "solve/select/csv.h"

/* The features, those that are not 0 as NUMBER:VALUE, are on the first line of a query. */
#define TITLES "query,logic,solver,result,seconds,features\n"

static const char *const result_words[] = {
    [TRY_NONE] = "", [TRY_SOLVED] = "solved", [TRY_FAILED] = "failed", [TRY_WRONG] = "wrong"};

/* --- reading --- */

typedef struct {
  int query, logic, solver, result, seconds, features;
} Columns;

static Status find_columns(const Csv *csv, Columns *columns, Error *error)
{
  Status status = csv_need_column(csv, "query", &columns->query, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "logic", &columns->logic, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "solver", &columns->solver, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "result", &columns->result, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "seconds", &columns->seconds, error);
  if (status == STATUS_OK) status = csv_need_column(csv, "features", &columns->features, error);
  return status;
}

static bool parse_features(const char *text, float *features, size_t count)
{
  memset(features, 0, count * sizeof *features);
  while (*text) {
    char *end;
    unsigned long place = strtoul(text, &end, 10);
    if (end == text || *end != ':' || place >= count) return false;
    text = end + 1;
    features[place] = strtof(text, &end);
    if (end == text || (*end && *end != ' ') || !isfinite(features[place])) return false;
    text = end + (*end == ' ');
  }
  return true;
}

static TryResult find_result(const char *word)
{
  for (int i = TRY_SOLVED; i <= TRY_WRONG; i++)
    if (strcmp(result_words[i], word) == 0) return (TryResult)i;
  return TRY_NONE;
}

static Status read_try(History *history, const Columns *columns, const Csv *csv, PastQuery *past,
                       Error *error)
{
  PastTry attempt = {.result.result = find_result(csv_cell(csv, columns->result))};
  Status status = csv_number(csv, columns->seconds, -1, &attempt.result.seconds, error);
  if (status != STATUS_OK) return status;
  if (attempt.result.result == TRY_NONE || !(attempt.result.seconds >= 0))
    return csv_error(csv, error, "there is no result of a solver");
  attempt.solver = names_add(&history->solvers, csv_cell(csv, columns->solver));
  VEC_PUSH(&past->tries, attempt);
  return STATUS_OK;
}

static Status read_queries(History *history, Csv *csv, Error *error)
{
  Columns columns;
  char last[64] = "";
  PastQuery *past = NULL;
  float *features = mem_alloc(history->features + 1, sizeof *features);
  Status status = find_columns(csv, &columns, error);
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    const char *query = csv_cell(csv, columns.query);
    if (!past || strncmp(query, last, sizeof last - 1) != 0) {
      HistoryQuery given = {csv_cell(csv, columns.logic), features};
      if (!parse_features(csv_cell(csv, columns.features), features, history->features)) {
        status = csv_error(csv, error, "the features are not those of this version of assay");
        break;
      }
      past = history_new_query(history, &given);
      strncpy(last, query, sizeof last - 1);
    }
    status = read_try(history, &columns, csv, past, error);
  }
  free(features);
  return status;
}

Status history_file_read(History *history, Error *error)
{
  Csv csv;
  if (access(history->path, F_OK) != 0 && errno == ENOENT) return STATUS_OK;
  Status status = csv_open(&csv, history->path, error);
  if (status == STATUS_OK) status = read_queries(history, &csv, error);
  csv_close(&csv);
  return status;
}

/* --- writing --- */

static void add_features(const History *history, const HistoryQuery *query, StrBuf *out)
{
  const char *separator = "";
  for (size_t i = 0; i < history->features; i++) {
    if (query->features[i] == 0 || !isfinite(query->features[i])) continue;
    strbuf_printf(out, "%s%zu:%.6g", separator, i, (double)query->features[i]);
    separator = " ";
  }
}

static void add_lines(const History *history, const HistoryQuery *query, const char *const *solvers,
                      const HistoryTry *tries, size_t count, StrBuf *out)
{
  bool first = true;
  uint64_t number = clock_monotonic_ns();
  for (size_t i = 0; i < count; i++) {
    if (tries[i].result == TRY_NONE) continue;
    strbuf_printf(out, "%ju-%ld,", (uintmax_t)number, (long)getpid());
    csv_add_cell(out, query->logic);
    strbuf_add_char(out, ',');
    csv_add_cell(out, solvers[i]);
    strbuf_printf(out, ",%s,%.6f,", result_words[tries[i].result], tries[i].seconds);
    if (first) add_features(history, query, out);
    strbuf_add_char(out, '\n');
    first = false;
  }
}

static Status write_lines(int file, const char *path, StrBuf *lines, Error *error)
{
  if (flock(file, LOCK_EX) != 0)
    return error_set(error, STATUS_IO, "cannot lock '%s': %s", path, strerror(errno));
  StrBuf text;
  strbuf_init(&text, 0);
  off_t end = lseek(file, 0, SEEK_END);
  if (end == 0) strbuf_add_text(&text, TITLES);
  strbuf_add(&text, lines->bytes, lines->length);
  bool written = descriptor_write(file, text.bytes, text.length);
  int reason = errno;
  /* Half a line would spoil the file for everybody. */
  if (!written && end >= 0 && ftruncate(file, end) != 0) reason = errno;
  strbuf_deinit(&text);
  return written ? STATUS_OK
                 : error_set(error, STATUS_IO, "cannot write '%s': %s", path, strerror(reason));
}

Status history_file_add(const History *history, const HistoryQuery *query,
                        const char *const *solvers, const HistoryTry *tries, size_t count,
                        Error *error)
{
  StrBuf lines;
  strbuf_init(&lines, 0);
  add_lines(history, query, solvers, tries, count, &lines);
  Status status = STATUS_OK;
  int file = open(history->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    status = error_set(error, STATUS_IO, "cannot write '%s': %s", history->path, strerror(errno));
  else if (lines.length)
    status = write_lines(file, history->path, &lines, error);
  if (file >= 0) close(file);
  strbuf_deinit(&lines);
  return status;
}
