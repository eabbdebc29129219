#include "record/report/csv.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/bug.h"
#include "record/report/visible.h"

const char *const report_csv_table_words[] = {"runs",    "inputs",  "findings", "ranking",
                                              "options", "solvers", NULL};

/* By number. */
typedef VEC(char *) Names;

/* A row at a time is made in `line`. */
typedef struct {
  Store *store;
  int64_t campaign;
  FILE *out;
  StrBuf line, cell;
  Names solvers, constructs;
} Csv;

/* --- cells --- */

static void separate(Csv *csv)
{
  if (csv->line.length > 0) strbuf_add_char(&csv->line, ',');
}

static void end_row(Csv *csv)
{
  strbuf_add_text(&csv->line, "\r\n");
  fwrite(csv->line.bytes, 1, csv->line.length, csv->out);
  strbuf_clear(&csv->line);
}

static void titles(Csv *csv, const char *list)
{
  strbuf_add_text(&csv->line, list);
  end_row(csv);
}

static void add_text(Csv *csv, const char *bytes, size_t length)
{
  assert(bytes || length == 0);
  strbuf_clear(&csv->cell);
  if (length > 0 && strchr("=+-@\t\r", *bytes) != NULL) strbuf_add_char(&csv->cell, '\'');
  visible_add(&csv->cell, bytes, length, false);
  separate(csv);
  strbuf_add_char(&csv->line, '"');
  for (size_t i = 0; i < csv->cell.length; i++) {
    if (csv->cell.bytes[i] == '"') strbuf_add_char(&csv->line, '"');
    strbuf_add_char(&csv->line, csv->cell.bytes[i]);
  }
  strbuf_add_char(&csv->line, '"');
}

static void add_word(Csv *csv, const char *text)
{
  add_text(csv, text, strlen(text));
}

static void add_number(Csv *csv, uint64_t number)
{
  separate(csv);
  strbuf_add_u64(&csv->line, number);
}

static void add_signed(Csv *csv, int64_t number)
{
  separate(csv);
  strbuf_printf(&csv->line, "%" PRId64, number);
}

static void add_nothing(Csv *csv)
{
  strbuf_add_char(&csv->line, ',');
}

static void add_optional(Csv *csv, uint64_t number)
{
  if (number == STORE_NONE)
    add_nothing(csv);
  else
    add_number(csv, number);
}

static void add_real(Csv *csv, double number)
{
  if (!isfinite(number)) {
    add_nothing(csv);
    return;
  }
  separate(csv);
  strbuf_printf(&csv->line, "%.9g", number);
}

/* --- names --- */

static const char *name_of(const Names *names, uint64_t number)
{
  return number < names->count && names->items[number] != NULL ? names->items[number] : "";
}

/* Numbers are small where campaigns are ours; others have no names. */
static void note_name(Names *names, uint32_t number, const char *name)
{
  enum { MOST = 1 << 20 };
  if (number >= MOST) return;
  while (names->count <= number) VEC_PUSH(names, NULL);
  free(names->items[number]);
  names->items[number] = mem_copy_string(name, strlen(name));
}

static Status load_names(Csv *csv, Error *error)
{
  StoreCursor *cursor;
  StoreSolver solver;
  StoreName construct;
  Status status = store_open_solvers(csv->store, csv->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_solver(cursor, &solver)) note_name(&csv->solvers, solver.number, solver.name);
  status = store_end(cursor, error);
  if (status == STATUS_OK)
    status = store_open_constructs(csv->store, csv->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &construct))
    note_name(&csv->constructs, construct.number, construct.name);
  return store_end(cursor, error);
}

/* Several names in one cell. */
static void add_solvers(Csv *csv, uint64_t set)
{
  StrBuf names;
  strbuf_init(&names, 0);
  for (uint32_t i = 0; i < 64; i++) {
    if (!(set >> i & 1)) continue;
    strbuf_printf(&names, "%s%s", names.length > 0 ? "; " : "", name_of(&csv->solvers, i));
  }
  add_text(csv, strbuf_text(&names), names.length);
  strbuf_deinit(&names);
}

/* --- tables --- */

static Status write_runs(Csv *csv, const ReportData *data, Error *error)
{
  StoreCursor *cursor;
  StoreRun run;
  Status status = store_open_runs(csv->store, csv->campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  titles(csv, "input,solver,attempt,outcome,exit_code,signal,wall_seconds,cpu_seconds,peak_bytes,"
              "limit_seconds,instructions,counter");
  while (store_next_run(cursor, &run)) {
    add_number(csv, run.instance);
    add_word(csv, name_of(&csv->solvers, run.solver));
    add_number(csv, run.attempt);
    add_word(csv, report_outcome_name(report_run_outcome(data, &run)));
    add_signed(csv, run.exit_code);
    add_signed(csv, run.signal);
    add_real(csv, (double)run.wall_ns / 1e9);
    add_real(csv, (double)run.cpu_ns / 1e9);
    add_number(csv, run.peak_bytes);
    add_real(csv, run.limit_ns > 0 ? (double)run.limit_ns / 1e9 : NAN);
    add_optional(csv, run.instructions);
    add_optional(csv, run.counter);
    end_row(csv);
  }
  return store_end(cursor, error);
}

static Status write_inputs(Csv *csv, Error *error)
{
  StoreCursor *cursor;
  StoreInstance input;
  Status status = store_open_instances(csv->store, csv->campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  titles(csv, "input,worker,seconds,seed,parent,construct,placed,size,margin,reward,options");
  while (store_next_instance(cursor, &input)) {
    add_number(csv, input.number);
    add_number(csv, input.worker);
    add_real(csv, (double)input.at_ms / 1e3);
    add_number(csv, input.seed);
    add_optional(csv, input.parent);
    if (input.construct == STORE_NONE)
      add_nothing(csv);
    else
      add_word(csv, name_of(&csv->constructs, input.construct));
    add_number(csv, input.placed);
    add_number(csv, input.size);
    add_real(csv, input.margin);
    add_real(csv, input.reward);
    if (input.options.length == 0)
      add_nothing(csv);
    else
      add_text(csv, input.options.bytes, input.options.length);
    end_row(csv);
  }
  return store_end(cursor, error);
}

static void add_finding_name(Csv *csv, const ReportData *data, int64_t group)
{
  for (size_t i = 0; i < data->groups.count; i++) {
    if (data->groups.items[i].id != group) continue;
    add_word(csv, data->groups.items[i].name);
    return;
  }
  add_nothing(csv);
}

/* A row for each input that shows one. */
static Status write_findings(Csv *csv, const ReportData *data, Error *error)
{
  StoreCursor *cursor;
  StoreFinding finding;
  Status status = store_open_findings(csv->store, csv->campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  titles(csv, "finding,input,seconds,kind,signature,blamed,concerned,query,line,confirmed,"
              "evidence");
  while (store_next_finding(cursor, &finding)) {
    add_finding_name(csv, data, finding.group);
    add_number(csv, finding.instance);
    add_real(csv, (double)finding.at_ms / 1e3);
    add_word(csv, finding.kind);
    add_text(csv, finding.signature.bytes, finding.signature.length);
    add_solvers(csv, finding.accused);
    add_solvers(csv, finding.concerned);
    add_number(csv, finding.query);
    add_number(csv, finding.line);
    add_number(csv, finding.confirmed);
    add_text(csv, finding.evidence.bytes, finding.evidence.length);
    end_row(csv);
  }
  return store_end(cursor, error);
}

static void write_ranking(Csv *csv, const ReportArms *arms, const char *list)
{
  titles(csv, list);
  for (size_t i = 0; i < arms->count; i++) {
    const ReportArm *arm = &arms->items[i];
    add_word(csv, arm->name);
    add_real(csv, arm->mean);
    add_real(csv, arm->low);
    add_real(csv, arm->high);
    add_number(csv, arm->pulls);
    add_real(csv, arm->rewards);
    end_row(csv);
  }
}

static void write_solvers(Csv *csv, const ReportData *data)
{
  strbuf_add_text(&csv->line,
                  "number,name,version,role,runs,decided,cpu_seconds,wall_seconds,peak_bytes");
  for (size_t i = 0; i < REPORT_OUTCOMES; i++) add_word(csv, report_outcome_name(i));
  end_row(csv);
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportSolver *solver = &data->solvers.items[i];
    add_number(csv, solver->number);
    add_word(csv, solver->name);
    add_word(csv, solver->version);
    add_word(csv, solver->role);
    add_number(csv, solver->runs);
    add_number(csv, solver->decided);
    add_real(csv, (double)solver->cpu_ns / 1e9);
    add_real(csv, (double)solver->wall_ns / 1e9);
    add_number(csv, solver->peak_bytes);
    for (size_t j = 0; j < REPORT_OUTCOMES; j++) add_number(csv, solver->outcomes[j]);
    end_row(csv);
  }
}

static Status write_loaded(Csv *csv, CsvTable table, Error *error)
{
  assert(table != CSV_INPUTS);
  ReportData *data;
  Status status = report_load(&data, csv->store, csv->campaign, error);
  if (status != STATUS_OK) return status;
  switch (table) {
  case CSV_RUNS: status = write_runs(csv, data, error); break;
  case CSV_FINDINGS: status = write_findings(csv, data, error); break;
  case CSV_RANKING:
    write_ranking(csv, &data->ranking, "construct,mean,low,high,pulls,rewards");
    break;
  case CSV_OPTIONS: write_ranking(csv, &data->options, "option,mean,low,high,pulls,rewards"); break;
  case CSV_SOLVERS: write_solvers(csv, data); break;
  default: BUG("table %d", (int)table);
  }
  report_release(data);
  return status;
}

static void free_names(Names *names)
{
  for (size_t i = 0; i < names->count; i++) free(names->items[i]);
  VEC_FREE(names);
}

Status report_csv_write(Store *store, int64_t campaign, CsvTable table, FILE *out, Error *error)
{
  assert(store && out);
  Csv csv = {.store = store, .out = out};
  strbuf_init(&csv.line, 0);
  strbuf_init(&csv.cell, 0);
  Status status = report_find_campaign(store, campaign, &csv.campaign, error);
  if (status == STATUS_OK) status = load_names(&csv, error);
  if (status == STATUS_OK)
    status = table == CSV_INPUTS ? write_inputs(&csv, error) : write_loaded(&csv, table, error);
  free_names(&csv.constructs);
  free_names(&csv.solvers);
  strbuf_deinit(&csv.cell);
  strbuf_deinit(&csv.line);
  return status;
}
