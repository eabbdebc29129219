#include "solve/portfolio/run_log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/file.h"
#include "solve/portfolio/run_log_text.h"

/* --- runs in memory --- */

static uint32_t pair_hash(uint32_t benchmark, uint32_t solver)
{
  return hash_finish(hash_mix(hash_mix(0, benchmark), solver));
}

static const LoggedRun *find_pair(const RunLog *log, uint32_t benchmark, uint32_t solver)
{
  IndexProbe probe = index_probe(&log->pairs, pair_hash(benchmark, solver));
  for (uint32_t id; index_next(&probe, &id);) {
    const LoggedRun *run = &log->runs.items[id - 1];
    if (run->benchmark == benchmark && run->solver == solver) return run;
  }
  return NULL;
}

const LoggedRun *runlog_find(const RunLog *log, const char *benchmark, const char *solver)
{
  uint32_t number, other;
  if (!names_find(&log->benchmarks, benchmark, &number)) return NULL;
  return names_find(&log->solvers, solver, &other) ? find_pair(log, number, other) : NULL;
}

static bool keep_run(RunLog *log, const LoggedRun *run)
{
  assert(run->benchmark < names_count(&log->benchmarks));
  assert(run->solver < names_count(&log->solvers) && run->logic < names_count(&log->logics));
  if (find_pair(log, run->benchmark, run->solver)) {
    free(run->letters);
    return false;
  }
  VEC_PUSH(&log->runs, *run);
  index_insert(&log->pairs, pair_hash(run->benchmark, run->solver), (uint32_t)log->runs.count);
  return true;
}

bool runlog_accepts(const char *name)
{
  return strpbrk(name, "\r\n") == NULL;
}

/* --- the file --- */

static Status io_error(const RunLog *log, const char *what, Error *error)
{
  return error_set(error, STATUS_IO, "cannot %s '%s': %s", what, log->path, strerror(errno));
}

static Status lock_file(RunLog *log, Error *error)
{
  log->file = open(log->path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0666);
  if (log->file < 0) return io_error(log, "write", error);
  if (descriptor_lock(log->file)) return STATUS_OK;
  if (errno != EWOULDBLOCK) return io_error(log, "lock", error);
  return error_set(error, STATUS_IO, "'%s' is being written by another process", log->path);
}

/* Removes a line that breaks off; the file is a table then, or empty. */
static Status cut_last_line(RunLog *log, bool *empty, Error *error)
{
  FileText text;
  Status status = file_read(log->path, 0, &text, error);
  if (status != STATUS_OK) return status;
  size_t end = text.length;
  while (end > 0 && text.bytes[end - 1] != '\n') end--;
  size_t head = strlen(RUN_LOG_TITLES);
  *empty = end == 0;
  bool ours = *empty ? strncmp(text.bytes, RUN_LOG_TITLES, text.length) == 0
                     : end >= head && memcmp(text.bytes, RUN_LOG_TITLES, head) == 0;
  if (!ours)
    status =
        error_set(error, STATUS_USAGE,
                  "'%s' is there and was not written by assay bench: use another file", log->path);
  else if (end < text.length && ftruncate(log->file, (off_t)end) != 0)
    status = io_error(log, "shorten", error);
  file_text_free(&text);
  return status;
}

static Status read_run(RunLog *log, const RunLogColumns *columns, const Csv *csv, Error *error)
{
  LoggedRun run;
  double limit;
  Status status = runlog_parse(columns, csv, log, &run, &limit, error);
  if (status != STATUS_OK) return status;
  keep_run(log, &run);
  if (fabs(limit - log->limit) < 0.0005) return STATUS_OK;
  return error_set(error, STATUS_USAGE,
                   "'%s' has runs with a time limit of %g s, and not %g s: use the same limit, or "
                   "another file",
                   log->path, limit, log->limit);
}

static Status read_runs(RunLog *log, Error *error)
{
  Csv csv;
  RunLogColumns columns;
  Status status = csv_open(&csv, log->path, error);
  if (status == STATUS_OK) status = runlog_columns(&csv, &columns, error);
  while (status == STATUS_OK && (status = csv_next(&csv, error)) == STATUS_OK && csv.more)
    status = read_run(log, &columns, &csv, error);
  csv_close(&csv);
  log->synced = log->runs.count;
  return status;
}

void runlog_start(RunLog *log, double limit)
{
  assert(limit >= 0);
  *log = (RunLog){.file = -1, .limit = limit};
  strbuf_init(&log->waiting, 0);
}

Status runlog_open(RunLog *log, const char *path, double limit, Error *error)
{
  bool empty = true;
  assert(limit >= 0);
  runlog_start(log, limit);
  log->path = mem_copy_string(path, strlen(path));
  Status status = lock_file(log, error);
  if (status == STATUS_OK) status = cut_last_line(log, &empty, error);
  if (status == STATUS_OK && empty)
    strbuf_add_text(&log->waiting, RUN_LOG_TITLES);
  else if (status == STATUS_OK)
    status = read_runs(log, error);
  if (status == STATUS_OK) status = runlog_sync(log, error);
  if (status != STATUS_OK) runlog_close(log);
  return status;
}

void runlog_close(RunLog *log)
{
  for (size_t i = 0; i < log->runs.count; i++) free(log->runs.items[i].letters);
  VEC_FREE(&log->runs);
  names_free(&log->benchmarks);
  names_free(&log->solvers);
  names_free(&log->logics);
  index_free(&log->pairs);
  strbuf_deinit(&log->waiting);
  free(log->path);
  if (log->file >= 0) close(log->file);
  *log = (RunLog){.file = -1};
}

/* --- adding --- */

Status runlog_add_lines(RunLog *log, const char *lines, size_t length, Error *error)
{
  Csv csv;
  RunLogColumns columns;
  StrBuf text;
  double limit;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, RUN_LOG_TITLES);
  strbuf_add(&text, lines, length);
  Status status = csv_open_text(&csv, "a worker", strbuf_text(&text), text.length, error);
  if (status == STATUS_OK) status = runlog_columns(&csv, &columns, error);
  while (status == STATUS_OK && (status = csv_next(&csv, error)) == STATUS_OK && csv.more) {
    LoggedRun run;
    status = runlog_parse(&columns, &csv, log, &run, &limit, error);
    if (status == STATUS_OK) runlog_add(log, &run);
  }
  csv_close(&csv);
  strbuf_deinit(&text);
  return status;
}

void runlog_add(RunLog *log, const LoggedRun *run)
{
  if (keep_run(log, run)) runlog_print(log, &log->runs.items[log->runs.count - 1], &log->waiting);
}

Status runlog_sync(RunLog *log, Error *error)
{
  if (log->file < 0) return STATUS_OK;
  if (!descriptor_write(log->file, log->waiting.bytes, log->waiting.length))
    return io_error(log, "write", error);
  /* What cannot be synced, such as a pipe, says so: it is written all the same. */
  if (log->waiting.length && fsync(log->file) != 0 && errno != EINVAL)
    return io_error(log, "write", error);
  strbuf_clear(&log->waiting);
  log->synced = log->runs.count;
  return STATUS_OK;
}

/* --- what others prove --- */

static bool contradicts(const LoggedRun *run, const LoggedRun *other)
{
  for (size_t i = 0; run->letters[i] && other->letters[i]; i++)
    if (run->letters[i] == LETTER_UNSAT && other->letters[i] == LETTER_PROVED) return true;
  return false;
}

static bool is_refuted(const RunLog *log, const LoggedRun *run)
{
  for (uint32_t solver = 0; solver < names_count(&log->solvers); solver++) {
    const LoggedRun *other = find_pair(log, run->benchmark, solver);
    if (other && other != run && contradicts(run, other)) return true;
  }
  return false;
}

static Status replace_file(RunLog *log, Error *error)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, RUN_LOG_TITLES);
  for (size_t i = 0; i < log->runs.count; i++) runlog_print(log, &log->runs.items[i], &text);
  Status status = file_write(log->path, text.bytes, text.length, error);
  strbuf_deinit(&text);
  if (status != STATUS_OK) return status;
  close(log->file);
  return lock_file(log, error);
}

Status runlog_settle(RunLog *log, Error *error)
{
  bool changed = false;
  for (size_t i = 0; i < log->runs.count; i++) {
    LoggedRun *run = &log->runs.items[i];
    if (run->wrong || !strchr(run->letters, LETTER_UNSAT) || !is_refuted(log, run)) continue;
    run->wrong = changed = true;
  }
  return changed ? replace_file(log, error) : STATUS_OK;
}
