#include "record/report/survey.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "record/report/curve.h"
#include "record/report/sample.h"
#include "record/store/vocabulary.h"

/* A run that meets its limit does so a little before or after it. */
static const double FULL = 0.95;

typedef struct {
  ReportData *data;
  uint64_t instance;
  Measurement *measured; /* of each solver on this instance: its best run */
  size_t *outcomes;      /* of these runs */
  CostCurve *curves;     /* of each solver */
  PointSample sample;
  bool has_roles;  /* there are targets, not just solvers */
  size_t revealed; /* of the inputs with findings: those before this one */
} Survey;

static size_t outcome_of(const char *word)
{
  assert(word);
  size_t kind = 0;
  if (strcmp(word, STORE_OUTCOME_STOPPED) == 0) return REPORT_STOPPED;
  while (kind < OUTCOME_COUNT && strcmp(outcome_name((OutcomeKind)kind), word) != 0) kind++;
  return kind < OUTCOME_COUNT ? kind : REPORT_OTHER;
}

/* Was the limit of the run below the one that counts? Limits are rounded. */
static bool had_less(const ReportData *data, const StoreRun *run)
{
  bool is_time = data->rule.cost == COST_CPU || data->rule.cost == COST_WALL;
  double limit = is_time                          ? (double)run->limit_ns / 1e9
                 : data->rule.cost == COST_MEMORY ? (double)run->peak_bytes / (1 << 20) / FULL
                                                  : data->rule.limit;
  return limit > 0 && limit < 0.999 * data->rule.limit;
}

size_t report_run_outcome(const ReportData *data, const StoreRun *run)
{
  size_t outcome = outcome_of(run->outcome);
  size_t limit = data->rule.cost == COST_MEMORY ? OUTCOME_MEMORY : OUTCOME_TIMEOUT;
  if (outcome != limit || data->spec.objective == SPEC_BUGS || !had_less(data, run)) return outcome;
  return REPORT_STOPPED;
}

const char *report_outcome_name(size_t outcome)
{
  assert(outcome < REPORT_OUTCOMES);
  assert(outcome < REPORT_OUTCOMES);
  if (outcome == REPORT_STOPPED) return STORE_OUTCOME_STOPPED;
  return outcome < OUTCOME_COUNT ? outcome_name((OutcomeKind)outcome) : "other";
}

bool report_find_solver(const ReportData *data, uint32_t number, uint32_t *index)
{
  /* Numbers are indices, but for stores that others have made. */
  if (number < data->solvers.count && data->solvers.items[number].number == number) {
    *index = number;
    return true;
  }
  for (uint32_t i = 0; i < data->solvers.count; i++) {
    if (data->solvers.items[i].number != number) continue;
    *index = i;
    return true;
  }
  return false;
}

/* A word that is none of ours says nothing, as a run that was ended from outside. */
Measurement report_measurement(const ReportData *data, const StoreRun *run)
{
  size_t outcome = report_run_outcome(data, run);
  return (Measurement){.ran = true,
                       .cut = outcome == REPORT_STOPPED,
                       .outcome = outcome < OUTCOME_COUNT     ? (OutcomeKind)outcome
                                  : outcome == REPORT_STOPPED ? OUTCOME_TIMEOUT
                                                              : OUTCOME_KILLED,
                       .wall_ns = run->wall_ns,
                       .cpu_ns = run->cpu_ns,
                       .peak_bytes = run->peak_bytes,
                       .has_counter = run->counter != STORE_NONE,
                       .counter = run->counter};
}

static bool is_decided(const Measurement *measured)
{
  return outcome_is_decided(measured->outcome);
}

/* --- one input --- */

/* Ended before the limit that counts. Nobody knows what it would have cost. */
static bool is_cut(const ScoreRule *rule, const Measurement *measured)
{
  bool by_limit = measured->outcome == OUTCOME_TIMEOUT || measured->outcome == OUTCOME_MEMORY;
  return measured->cut || (by_limit && score_cost(rule, measured) < FULL * rule->limit);
}

/* Within the limit, if there is one. */
static bool is_solved(const ScoreRule *rule, const Measurement *measured)
{
  return rule->limit > 0 ? score_solved(rule, measured) : is_decided(measured);
}

static double cost_of(const ScoreRule *rule, const Measurement *measured)
{
  bool has_cost = is_solved(rule, measured) || !(rule->limit > 0);
  return has_cost ? score_cost(rule, measured) : rule->limit;
}

/* The margin's two sides: the target that costs least, the reference that costs most. Without roles the first
 * solver stands against the second. */
static void add_point(Survey *survey)
{
  const ReportData *data = survey->data;
  ReportPoint point = {INFINITY, -INFINITY, survey->instance};
  size_t count = survey->has_roles || data->solvers.count < 2 ? data->solvers.count : 2;
  for (size_t i = 0; i < count; i++) {
    const Measurement *measured = &survey->measured[i];
    const char *role = data->solvers.items[i].role;
    if (!score_counts(&data->rule, measured)) return;
    double cost = cost_of(&data->rule, measured);
    if (survey->has_roles ? strcmp(role, store_role_word(STORE_ROLE_TARGET)) == 0 : i == 0)
      point.target = fmin(point.target, cost);
    else
      point.reference = fmax(point.reference, cost);
  }
  if (isfinite(point.target) && isfinite(point.reference)) point_sample_add(&survey->sample, point);
}

/* Keeps the newest inputs. */
static void add_to_table(Survey *survey)
{
  ReportData *data = survey->data;
  uint64_t number = data->surveyed++;
  if (!data->table_most) return;
  size_t solvers = data->solvers.count, at = number % data->table_most;
  if (at == data->table.count) {
    VEC_PUSH(&data->table, 0);
    for (size_t i = 0; i < solvers; i++) VEC_PUSH(&data->cells, (ReportCell){0});
  }
  data->table.items[at] = survey->instance;
  for (size_t i = 0; i < solvers; i++) {
    const Measurement *measured = &survey->measured[i];
    assert(at * solvers + i < data->cells.count);
    data->cells.items[at * solvers + i] = (ReportCell){measured->cpu_ns, measured->wall_ns,
                                                       (uint8_t)survey->outcomes[i], measured->ran};
  }
}

/* Inputs come in the order of their numbers. */
static void count_inputs(Survey *survey)
{
  ReportData *data = survey->data;
  while (survey->revealed < data->reveals.count &&
         data->reveals.items[survey->revealed].instance <= survey->instance)
    data->reveals.items[survey->revealed++].inputs = data->surveyed;
}

static void end_instance(Survey *survey)
{
  assert(survey->measured && survey->curves);
  ReportData *data = survey->data;
  add_to_table(survey);
  count_inputs(survey);
  for (size_t i = 0; i < data->solvers.count; i++)
    if (!survey->measured[i].ran || is_cut(&data->rule, &survey->measured[i])) return;
  data->compared++;
  for (size_t i = 0; i < data->solvers.count; i++)
    if (is_solved(&data->rule, &survey->measured[i]))
      curve_add(&survey->curves[i], cost_of(&data->rule, &survey->measured[i]));
  add_point(survey);
}

static void begin_instance(Survey *survey, uint64_t instance)
{
  survey->instance = instance;
  for (size_t i = 0; i < survey->data->solvers.count; i++) survey->measured[i] = (Measurement){0};
}

/* The better one of two runs of a solver on an input: decided, then cheaper. A run to the full limit says more
 * than one that was cut. */
static bool is_better(const ScoreRule *rule, const Measurement *a, const Measurement *b)
{
  if (!b->ran || is_decided(a) != is_decided(b)) return !b->ran || is_decided(a);
  if (a->cut != b->cut) return b->cut;
  double cost_a = score_cost(rule, a), cost_b = score_cost(rule, b);
  return is_decided(a) ? cost_a < cost_b : cost_a > cost_b;
}

static void take_run(Survey *survey, const StoreRun *run)
{
  ReportData *data = survey->data;
  uint32_t index;
  data->runs++;
  if (!report_find_solver(data, run->solver, &index)) return;
  ReportSolver *solver = &data->solvers.items[index];
  Measurement measured = report_measurement(data, run);
  solver->runs++;
  solver->decided += is_decided(&measured);
  solver->outcomes[report_run_outcome(data, run)]++;
  solver->cpu_ns += run->cpu_ns;
  solver->wall_ns += run->wall_ns;
  if (run->peak_bytes > solver->peak_bytes) solver->peak_bytes = run->peak_bytes;
  if (!is_better(&data->rule, &measured, &survey->measured[index])) return;
  survey->measured[index] = measured;
  survey->outcomes[index] = report_run_outcome(data, run);
}

/* --- all --- */

static const char *label(const ReportData *data, const char *role, const char *several)
{
  const char *name = NULL;
  for (size_t i = 0; i < data->solvers.count; i++) {
    if (strcmp(data->solvers.items[i].role, role) != 0) continue;
    if (name != NULL) return several;
    name = data->solvers.items[i].name;
  }
  return name != NULL ? name : "";
}

static void set_labels(Survey *survey)
{
  ReportData *data = survey->data;
  for (size_t i = 0; i < data->solvers.count; i++)
    survey->has_roles |=
        strcmp(data->solvers.items[i].role, store_role_word(STORE_ROLE_TARGET)) == 0;
  if (survey->has_roles) {
    data->target_label = label(data, store_role_word(STORE_ROLE_TARGET), "fastest target");
    data->reference_label = label(data, store_role_word(STORE_ROLE_REFERENCE), "slowest reference");
  } else {
    data->target_label = data->solvers.count > 0 ? data->solvers.items[0].name : "";
    data->reference_label = data->solvers.count > 1 ? data->solvers.items[1].name : "";
  }
}

static void hand_over(Survey *survey)
{
  ReportData *data = survey->data;
  for (uint32_t i = 0; i < data->solvers.count; i++) {
    ReportCurve curve = {.solver = i};
    curve_points(&survey->curves[i], &curve);
    VEC_PUSH(&data->cactus, curve);
  }
  point_sample_take(&survey->sample, data);
}

static Status read_runs(Survey *survey, Store *store, Error *error)
{
  StoreCursor *cursor;
  StoreRun run;
  Status status = store_open_runs(store, survey->data->campaign, 0, &cursor, error);
  if (status != STATUS_OK) return status;
  bool any = false;
  while (store_next_run(cursor, &run)) {
    if (!any || run.instance != survey->instance) {
      if (any) end_instance(survey);
      begin_instance(survey, run.instance);
      any = true;
    }
    take_run(survey, &run);
  }
  if (any) end_instance(survey);
  return store_end(cursor, error);
}

Status report_survey(ReportData *data, Store *store, Error *error)
{
  size_t count = data->solvers.count;
  Survey survey = {.data = data,
                   .measured = mem_alloc_zero(count + 1, sizeof *survey.measured),
                   .outcomes = mem_alloc_zero(count + 1, sizeof *survey.outcomes),
                   .curves = mem_alloc_zero(count + 1, sizeof *survey.curves)};
  point_sample_init(&survey.sample);
  set_labels(&survey);
  Status status = read_runs(&survey, store, error);
  if (status == STATUS_OK) hand_over(&survey);
  for (size_t i = 0; i < count; i++) curve_deinit(&survey.curves[i]);
  free(survey.curves);
  free(survey.measured);
  free(survey.outcomes);
  return status;
}
