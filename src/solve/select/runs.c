#include "solve/select/runs.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "smt/text/logic.h"

typedef struct {
  int benchmark, logic, solver, answer, wall, cpu, checks, solved, wrong, score;
} Columns;

void runs_write_row(StrBuf *out, const RunRow *row)
{
  const char *texts[] = {row->benchmark, row->logic, row->solver, row->answer};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    csv_add_cell(out, texts[i]);
    strbuf_add_char(out, ',');
  }
  strbuf_printf(out, "%.6g,%.6g,%llu,%llu,%llu,%d\n", row->wall, row->cpu,
                (unsigned long long)row->memory, (unsigned long long)row->checks,
                (unsigned long long)row->solved, row->wrong);
}

void runs_free(Runs *runs)
{
  names_free(&runs->benchmarks);
  names_free(&runs->solvers);
  names_free(&runs->logics);
  free(runs->logic_of);
  free(runs->runs);
  *runs = (Runs){0};
}

/* Scores stand for answers and times. */
static bool has_scores_only(const Columns *columns)
{
  return columns->score >= 0 && (columns->answer < 0 || columns->wall < 0);
}

static Status find_columns(const Csv *csv, bool cpu, Columns *columns, Error *error)
{
  *columns = (Columns){
      .logic = csv_column(csv, "logic"),
      .answer = csv_column(csv, "answer|result|status"),
      .wall = csv_column(csv, "wall|time|runtime"),
      .cpu = csv_column(csv, "cpu"),
      .checks = csv_column(csv, "checks"),
      .solved = csv_column(csv, "solved"),
      .wrong = csv_column(csv, "wrong"),
      .score = csv_column(csv, "score"),
  };
  Status status = csv_need_column(csv, "benchmark|path|instance", &columns->benchmark, error);
  if (status == STATUS_OK)
    status = csv_need_column(csv, "solver|algorithm", &columns->solver, error);
  if (status == STATUS_OK && cpu) status = csv_need_column(csv, "cpu", &columns->wall, error);
  if (status != STATUS_OK || has_scores_only(columns)) return status;
  status = csv_need_column(csv, "answer|result|status", &columns->answer, error);
  if (status == STATUS_OK && !cpu)
    status = csv_need_column(csv, "wall|time|runtime", &columns->wall, error);
  return status;
}

/* Stands for a limit that is not known yet. */
static const double LIMIT_NONE = 1e9;

static bool is_true(const char *text)
{
  return strcmp(text, "1") == 0 || strcasecmp(text, "true") == 0 || strcasecmp(text, "yes") == 0;
}

static BenchmarkRun run_of_score(double score, double limit)
{
  BenchmarkRun run = {.checks = 1};
  run.state = score >= 10 * limit ? RUN_WRONG : score <= limit ? RUN_SOLVED : RUN_UNSOLVED;
  run.solved = run.state == RUN_SOLVED;
  run.wall = run.cpu = (float)fmin(score, limit);
  return run;
}

static Status read_time(const Csv *csv, int column, double absent, float *seconds, Error *error)
{
  double number;
  Status status = csv_number(csv, column, absent, &number, error);
  if (status == STATUS_OK && number < 0)
    status = csv_error(csv, error, "a time cannot be negative (%g)", number);
  *seconds = (float)number;
  return status;
}

static Status read_count(const Csv *csv, int column, uint32_t absent, uint32_t *count, Error *error)
{
  double number;
  Status status = csv_number(csv, column, absent, &number, error);
  if (status == STATUS_OK && !(number >= 0 && number <= 1e9 && number == floor(number)))
    status = csv_error(csv, error, "%g is not a count", number);
  *count = status == STATUS_OK ? (uint32_t)number : 0;
  return status;
}

static Status read_run(const Csv *csv, const Columns *columns, double limit, BenchmarkRun *run,
                       Error *error)
{
  double score;
  Status status;
  if (has_scores_only(columns)) {
    status = csv_number(csv, columns->score, -1, &score, error);
    if (status == STATUS_OK && limit == LIMIT_NONE)
      status = csv_error(csv, error, "scores need the time limit: give --timeout");
    if (status == STATUS_OK && score < 0)
      status = csv_error(csv, error, "a score cannot be negative or empty");
    if (status == STATUS_OK) *run = run_of_score(score, limit);
    return status;
  }
  const char *answer = csv_cell(csv, columns->answer);
  bool answered =
      strcmp(answer, "sat") == 0 || strcmp(answer, "unsat") == 0 || strcmp(answer, "ok") == 0;
  *run = (BenchmarkRun){.state = RUN_UNSOLVED};
  status = read_time(csv, columns->wall, limit, &run->wall, error);
  if (status == STATUS_OK) status = read_time(csv, columns->cpu, run->wall, &run->cpu, error);
  if (status == STATUS_OK) status = read_count(csv, columns->checks, 1, &run->checks, error);
  if (status == STATUS_OK)
    status = read_count(csv, columns->solved, answered ? run->checks : 0, &run->solved, error);
  if (status != STATUS_OK) return status;
  if (run->solved > run->checks)
    return csv_error(csv, error, "%u of %u checks cannot be solved", run->solved, run->checks);
  if (answered && run->solved == run->checks && run->wall <= limit) run->state = RUN_SOLVED;
  if (columns->wrong >= 0 && is_true(csv_cell(csv, columns->wrong))) run->state = RUN_WRONG;
  if (run->wall > limit) run->wall = (float)limit;
  return STATUS_OK;
}

/* The first folder of a benchmark's name, if that is a logic: as in SMT-LIB's collection. */
static uint32_t logic_by_name(Runs *runs, const char *benchmark)
{
  size_t length = strcspn(benchmark, "/");
  Logic logic;
  char text[64] = "";
  if (benchmark[length] && length < sizeof text && logic_parse(benchmark, length, &logic))
    memcpy(text, benchmark, length);
  return names_add(&runs->logics, text);
}

static Status read_rows(Runs *runs, Csv *csv, bool cpu, RunEntries *entries, Error *error)
{
  Columns columns;
  Status status = find_columns(csv, cpu, &columns, error);
  VEC(uint32_t) logics = {0};
  while (status == STATUS_OK && (status = csv_next(csv, error)) == STATUS_OK && csv->more) {
    RunEntry entry;
    const char *benchmark = csv_cell(csv, columns.benchmark);
    const char *solver = csv_cell(csv, columns.solver);
    if (!*benchmark || !*solver) {
      status = csv_error(csv, error, "the benchmark or the solver has no name");
      break;
    }
    entry.benchmark = names_add(&runs->benchmarks, benchmark);
    entry.solver = names_add(&runs->solvers, solver);
    if (entry.benchmark == logics.count) {
      const char *logic = csv_cell(csv, columns.logic);
      VEC_PUSH(&logics, *logic ? names_add(&runs->logics, logic) : logic_by_name(runs, benchmark));
    }
    status = read_run(csv, &columns, runs->limit, &entry.run, error);
    if (status == STATUS_OK) VEC_PUSH(entries, entry);
  }
  runs->logic_of = logics.items;
  return status;
}

void runs_fill(Runs *runs, const RunEntries *entries)
{
  assert(names_count(&runs->solvers) > 0 && !runs->runs);
  size_t solvers = names_count(&runs->solvers);
  runs->runs = mem_alloc_zero(names_count(&runs->benchmarks) * solvers, sizeof *runs->runs);
  for (size_t i = 0; i < entries->count; i++) {
    const RunEntry *entry = &entries->items[i];
    runs->runs[entry->benchmark * solvers + entry->solver] = entry->run;
  }
}

/* The longest run whose time is known, or a second if all take no time. */
static double longest_run(const RunEntries *entries)
{
  double longest = 0;
  for (size_t i = 0; i < entries->count; i++) {
    double wall = (double)entries->items[i].run.wall;
    if (wall < LIMIT_NONE) longest = fmax(longest, wall);
  }
  return longest > 0 ? longest : 1;
}

/* Runs without a time took all of the limit, which is known only now. */
static void set_limit(Runs *runs, RunEntries *entries)
{
  runs->limit = longest_run(entries);
  for (size_t i = 0; i < entries->count; i++) {
    BenchmarkRun *run = &entries->items[i].run;
    run->wall = fminf(run->wall, (float)runs->limit);
    if ((double)run->cpu >= LIMIT_NONE) run->cpu = run->wall;
  }
}

Status runs_check_size(const Runs *runs, const char *path, Error *error)
{
  size_t solvers = names_count(&runs->solvers), benchmarks = names_count(&runs->benchmarks);
  if (solvers <= RUNS_SOLVERS_MAX && solvers * benchmarks <= RUNS_CELLS_MAX) return STATUS_OK;
  return error_set(error, STATUS_LIMIT, "'%s' has too many solvers or benchmarks", path);
}

Status runs_read(Runs *runs, const char *path, const RunsOptions *options, Error *error)
{
  assert(options->limit >= 0);
  *runs = (Runs){.limit = options->limit > 0 ? options->limit : LIMIT_NONE, .cpu = options->cpu};
  RunEntries entries = {0};
  Csv csv;
  Status status = csv_open(&csv, path, error);
  if (status == STATUS_OK) status = read_rows(runs, &csv, options->cpu, &entries, error);
  csv_close(&csv);
  if (status == STATUS_OK && entries.count == 0)
    status = error_set(error, STATUS_SYNTAX, "'%s' has no runs", path);
  if (status == STATUS_OK) status = runs_check_size(runs, path, error);
  if (status == STATUS_OK && options->limit == 0) set_limit(runs, &entries);
  if (status == STATUS_OK) runs_fill(runs, &entries);
  VEC_FREE(&entries);
  return status;
}

double runs_partial_score(double seconds, uint32_t checks, uint32_t solved, double limit,
                          double penalty)
{
  assert(solved <= checks || checks == 0);
  if (checks <= 1) return penalty * limit;
  return seconds + penalty * limit / checks * (checks - solved);
}

double runs_score(const BenchmarkRun *run, double limit, double penalty)
{
  switch (run->state) {
  case RUN_SOLVED: return run->wall;
  case RUN_WRONG: return 10 * limit > penalty * limit ? 10 * limit : penalty * limit;
  case RUN_MISSING: return penalty * limit;
  case RUN_UNSOLVED: break;
  }
  return runs_partial_score((double)run->wall, run->checks, run->solved, limit, penalty);
}
