#include "solve/portfolio/run_log_text.h"

#include <assert.h>
#include <string.h>

Status runlog_columns(const Csv *csv, RunLogColumns *columns, Error *error)
{
  Status status = csv_need_column(csv, "limit", &columns->limit, error);
#define FIND_COLUMN(name)                                                                          \
  if (status == STATUS_OK) status = csv_need_column(csv, #name, &columns->name, error);
  RUN_LOG_LIST(FIND_COLUMN)
#undef FIND_COLUMN
  return status;
}

void runlog_print(const RunLog *log, const LoggedRun *run, StrBuf *out)
{
  assert(run->outcome < OUTCOME_COUNT);
  bool known = run->expected == SAYS_SAT || run->expected == SAYS_UNSAT;
  csv_add_cell(out, names_text(&log->benchmarks, run->benchmark));
  strbuf_add_char(out, ',');
  csv_add_cell(out, names_text(&log->logics, run->logic));
  strbuf_add_char(out, ',');
  csv_add_cell(out, names_text(&log->solvers, run->solver));
  strbuf_printf(out, ",%s,%s,%d,%.4f,%.4f,%ju,%u,%u,%s,%.3f\n", outcome_name(run->outcome),
                known ? solver_answer_name(run->expected) : "", run->wrong, run->wall, run->cpu,
                (uintmax_t)run->memory, run->checks, run->solved, run->letters, log->limit);
}

/* --- reading --- */

static bool parse_outcome(const char *text, OutcomeKind *outcome)
{
  for (int i = 0; i < OUTCOME_COUNT; i++) {
    if (strcmp(outcome_name((OutcomeKind)i), text) != 0) continue;
    *outcome = (OutcomeKind)i;
    return true;
  }
  return false;
}

static Status parse_figure(const Csv *csv, int column, double most, double *figure, Error *error)
{
  Status status = csv_number(csv, column, -1, figure, error);
  if (status != STATUS_OK || (*figure >= 0 && *figure <= most)) return status;
  return csv_error(csv, error, "'%.60s' is not a number from 0 to %g", csv_cell(csv, column), most);
}

static Status parse_figures(const RunLogColumns *columns, const Csv *csv, LoggedRun *run,
                            double *limit, Error *error)
{
  static const double SECONDS = 1e12, BYTES = 0x1p60;
  double wrong = 0, memory = 0, checks = 0, solved = 0;
  Status status = parse_figure(csv, columns->wrong, 1, &wrong, error);
  if (status == STATUS_OK) status = parse_figure(csv, columns->wall, SECONDS, &run->wall, error);
  if (status == STATUS_OK) status = parse_figure(csv, columns->cpu, SECONDS, &run->cpu, error);
  if (status == STATUS_OK) status = parse_figure(csv, columns->limit, SECONDS, limit, error);
  if (status == STATUS_OK) status = parse_figure(csv, columns->memory, BYTES, &memory, error);
  if (status == STATUS_OK) status = parse_figure(csv, columns->checks, UINT32_MAX, &checks, error);
  if (status == STATUS_OK) status = parse_figure(csv, columns->solved, checks, &solved, error);
  run->wrong = wrong > 0;
  run->memory = (uint64_t)memory;
  run->checks = (uint32_t)checks;
  run->solved = (uint32_t)solved;
  return status;
}

static SolverAnswer expected_answer(const char *text)
{
  if (strcmp(text, "sat") == 0) return SAYS_SAT;
  return strcmp(text, "unsat") == 0 ? SAYS_UNSAT : SAYS_UNKNOWN;
}

Status runlog_parse(const RunLogColumns *columns, const Csv *csv, RunLog *log, LoggedRun *run,
                    double *limit, Error *error)
{
  *run = (LoggedRun){.expected = expected_answer(csv_cell(csv, columns->expected))};
  const char *answer = csv_cell(csv, columns->answer);
  const char *letters = csv_cell(csv, columns->letters);
  if (!parse_outcome(answer, &run->outcome))
    return csv_error(csv, error, "'%.60s' is not the outcome of a run", answer);
  if (strlen(letters) > LETTERS_MAX || strspn(letters, "SsXu?") != strlen(letters))
    return csv_error(csv, error, "there are letters that are no answers");
  Status status = parse_figures(columns, csv, run, limit, error);
  if (status != STATUS_OK) return status;
  run->benchmark = names_add(&log->benchmarks, csv_cell(csv, columns->benchmark));
  run->logic = names_add(&log->logics, csv_cell(csv, columns->logic));
  run->solver = names_add(&log->solvers, csv_cell(csv, columns->solver));
  run->letters = mem_copy_string(letters, strlen(letters));
  return STATUS_OK;
}
