#include "record/report/load_runs.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "record/report/curve.h"
#include "record/report/sample.h"
#include "run/solver/expression.h"
#include "solve/select/runs.h"

typedef struct {
  Runs runs;
  const ReportRunsOptions *options;
  ReportData *data;
  bool *compared; /* of each benchmark: all solvers ran */
} RunsLoader;

/* --- what is in the table --- */

/* Of the column that assay bench writes. */
static Status find_limit(const char *path, double *limit, Error *error)
{
  Csv csv;
  Status status = csv_open(&csv, path, error);
  int column = status == STATUS_OK ? csv_column(&csv, "limit") : -1;
  if (status == STATUS_OK) status = csv_next(&csv, error);
  if (status == STATUS_OK && csv.more) status = csv_number(&csv, column, 0, limit, error);
  csv_close(&csv);
  if (status == STATUS_OK && !(*limit > 0))
    status = error_set(error, STATUS_USAGE,
                       "'%s' does not say which time limit its runs had: use --timeout", path);
  return status;
}

static double time_of(const RunsLoader *loader, const BenchmarkRun *run)
{
  return loader->options->cpu ? (double)run->cpu : (double)run->wall;
}

static const BenchmarkRun *run_at(const RunsLoader *loader, uint32_t benchmark, uint32_t solver)
{
  assert(benchmark < names_count(&loader->runs.benchmarks) &&
         solver < names_count(&loader->runs.solvers));
  return runs_get(&loader->runs, benchmark, solver);
}

static void find_compared(RunsLoader *loader)
{
  uint32_t benchmarks = names_count(&loader->runs.benchmarks);
  loader->compared = mem_alloc_zero(benchmarks + 1, sizeof *loader->compared);
  for (uint32_t i = 0; i < benchmarks; i++) {
    loader->compared[i] = true;
    for (uint32_t k = 0; k < names_count(&loader->runs.solvers); k++)
      if (run_at(loader, i, k)->state == RUN_MISSING) loader->compared[i] = false;
    loader->data->compared += loader->compared[i];
  }
}

/* --- curves --- */

static const char *keep_text(ReportData *data, const char *text)
{
  return arena_copy_string(&data->texts, text, strlen(text));
}

static void add_curve(ReportData *data, const char *name, const CostCurve *costs)
{
  ReportCurve curve = {.solver = (uint32_t)data->solvers.count};
  ReportSolver solver = {.name = keep_text(data, name), .version = "", .role = ""};
  solver.number = curve.solver;
  solver.decided = costs->count;
  solver.runs = data->compared;
  curve_points(costs, &curve);
  VEC_PUSH(&data->solvers, solver);
  VEC_PUSH(&data->cactus, curve);
}

static void add_curves(RunsLoader *loader)
{
  uint32_t solvers = names_count(&loader->runs.solvers);
  CostCurve *curves = mem_alloc_zero(solvers + 1, sizeof *curves);
  for (uint32_t i = 0; i < names_count(&loader->runs.benchmarks); i++) {
    double best = INFINITY;
    for (uint32_t k = 0; loader->compared[i] && k < solvers; k++) {
      const BenchmarkRun *run = run_at(loader, i, k);
      if (run->state != RUN_SOLVED) continue;
      curve_add(&curves[k], time_of(loader, run));
      best = fmin(best, time_of(loader, run));
    }
    if (isfinite(best)) curve_add(&curves[solvers], best);
  }
  for (uint32_t k = 0; k <= solvers; k++) {
    bool single = k < solvers;
    if (single || solvers > 1)
      add_curve(loader->data, single ? names_text(&loader->runs.solvers, k) : "virtual best",
                &curves[k]);
    curve_deinit(&curves[k]);
  }
  free(curves);
}

/* --- the two sides --- */

static Status find_side(const RunsLoader *loader, const char *name, uint32_t *side, Error *error)
{
  if (names_find(&loader->runs.solvers, name, side)) return STATUS_OK;
  return error_set(error, STATUS_USAGE, "there is no solver '%s' in the table", name);
}

static Status find_named_sides(const RunsLoader *loader, uint32_t sides[2], Error *error)
{
  TextVec names = {0};
  Status status = expression_split_list(loader->options->sides, &names, error);
  if (status == STATUS_OK && names.count != 2)
    status = error_set(error, STATUS_USAGE, "name two solvers, separated by a comma");
  for (size_t i = 0; status == STATUS_OK && i < 2; i++)
    status = find_side(loader, names.items[i], &sides[i], error);
  text_vec_free(&names);
  return status;
}

/* Those that solve most. */
static void find_best_sides(const RunsLoader *loader, uint32_t sides[2])
{
  assert(loader->data->solvers.count >= names_count(&loader->runs.solvers));
  const ReportSolver *solvers = loader->data->solvers.items;
  uint32_t count = names_count(&loader->runs.solvers);
  sides[0] = 0;
  for (uint32_t k = 1; k < count; k++)
    if (solvers[k].decided > solvers[sides[0]].decided) sides[0] = k;
  sides[1] = sides[0] == 0 && count > 1 ? 1 : 0;
  for (uint32_t k = 0; k < count; k++)
    if (k != sides[0] && solvers[k].decided > solvers[sides[1]].decided) sides[1] = k;
}

static void add_points(RunsLoader *loader, const uint32_t sides[2])
{
  assert(loader->compared && sides[0] < names_count(&loader->runs.solvers) &&
         sides[1] < names_count(&loader->runs.solvers));
  PointSample *sample = mem_alloc(1, sizeof *sample);
  point_sample_init(sample);
  for (uint32_t i = 0; i < names_count(&loader->runs.benchmarks); i++) {
    double costs[2];
    if (!loader->compared[i]) continue;
    for (int side = 0; side < 2; side++) {
      const BenchmarkRun *run = run_at(loader, i, sides[side]);
      costs[side] = run->state == RUN_SOLVED ? time_of(loader, run) : loader->runs.limit;
    }
    point_sample_add(sample, (ReportPoint){costs[0], costs[1], i});
  }
  point_sample_take(sample, loader->data);
  free(sample);
}

static Status add_scatter(RunsLoader *loader, Error *error)
{
  uint32_t sides[2];
  ReportData *data = loader->data;
  if (loader->options->sides) {
    Status status = find_named_sides(loader, sides, error);
    if (status != STATUS_OK) return status;
  } else {
    find_best_sides(loader, sides);
  }
  data->target_label = keep_text(data, names_text(&loader->runs.solvers, sides[0]));
  data->reference_label = keep_text(data, names_text(&loader->runs.solvers, sides[1]));
  add_points(loader, sides);
  return STATUS_OK;
}

Status report_load_runs(ReportData **data, const char *path, const ReportRunsOptions *options,
                        Error *error)
{
  RunsLoader loader = {.options = options, .data = mem_alloc_zero(1, sizeof **data)};
  double limit = options->limit;
  assert(limit >= 0);
  Status status = limit > 0 ? STATUS_OK : find_limit(path, &limit, error);
  if (status == STATUS_OK)
    status = runs_read(&loader.runs, path, &(RunsOptions){.limit = limit}, error);
  if (status == STATUS_OK) {
    loader.data->rule = (ScoreRule){.cost = options->cpu ? COST_CPU : COST_WALL, .limit = limit};
    find_compared(&loader);
    add_curves(&loader);
    status = add_scatter(&loader, error);
  }
  runs_free(&loader.runs);
  free(loader.compared);
  if (status != STATUS_OK) report_release(loader.data);
  *data = status == STATUS_OK ? loader.data : NULL;
  return status;
}
