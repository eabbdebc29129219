/* assay train --evaluate: how good selectors are on benchmarks that they were not trained on, found here or by workers. */
#include <string.h>

#include "base/paths.h"
#include "cli/command/train_job.h"
#include "cli/option/json.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"
#include "solve/select/evaluate.h"

/* --- the report --------------------------------------------------------------------------- */

static json_t *evaluation_object(const char *name, const ContenderScore *evaluation)
{
  json_t *object = json_object();
  json_object_set_new(object, "name", json_text(name, strlen(name)));
  json_object_set_new(object, "par2", json_number(evaluation->par));
  json_object_set_new(object, "solved", json_number(evaluation->solved));
  json_object_set_new(object, "gap_closed", json_number(evaluation->gap));
  json_object_set_new(object, "deviation", json_number(evaluation->deviation));
  json_object_set_new(object, "gap_closed_total", json_number(evaluation->total_gap));
  json_object_set_new(object, "normalised_gap", json_number(1 - evaluation->total_gap / 100));
  return object;
}

static void print_json(const Dataset *data, const EvaluationReport *report)
{
  json_t *object = json_object(), *selectors = json_array();
  json_object_set_new(object, "benchmarks", json_count(names_count(&data->runs.benchmarks)));
  json_object_set_new(object, "solvers", json_count(names_count(&data->runs.solvers)));
  json_object_set_new(object, "splits", json_count(data->splits.count));
  json_object_set_new(object, "penalty", json_number(data->penalty));
  json_object_set_new(object, "feature_times_counted", json_boolean(data->times_known));
  json_array_append_new(selectors, evaluation_object("best single", &report->best_single));
  for (size_t c = 0; c < CONTENDER_COUNT; c++)
    if (c != CONTENDER_CHOSEN && report->contenders[c].par > 0)
      json_array_append_new(
          selectors, evaluation_object(contender_name((Contender)c), &report->contenders[c]));
  json_object_set_new(object, "selectors", selectors);
  json_object_set_new(object, "chosen",
                      evaluation_object("chosen", &report->contenders[CONTENDER_CHOSEN]));
  json_object_set_new(object, "train_seconds", json_number(report->train_seconds));
  json_object_set_new(object, "predict_seconds", json_number(report->predict_seconds));
  json_print_pretty(stdout, object);
}

static void add_row(Table *table, const char *name, const ContenderScore *evaluation)
{
  table_add_text(table, name);
  strbuf_printf(table_cell(table), "%.2f", evaluation->par);
  strbuf_printf(table_cell(table), "%.1f", 100 * evaluation->solved);
  strbuf_printf(table_cell(table), "%.1f", evaluation->gap);
  strbuf_printf(table_cell(table), "%.1f", evaluation->deviation);
}

static void print_table(const TrainCommand *given, const Dataset *data,
                        const EvaluationReport *report)
{
  static const TableColumn columns[] = {{"selector", false},
                                        {"score", true},
                                        {"solved %", true},
                                        {"gap closed %", true},
                                        {"deviation", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  add_row(&table, "best single", &report->best_single);
  for (size_t c = 0; c < CONTENDER_COUNT; c++)
    if (report->contenders[c].par > 0)
      add_row(&table, contender_name((Contender)c), &report->contenders[c]);
  table_print(stdout, &table, style_for(stdout, given->common.color));
  table_deinit(&table);
  printf("%u benchmark%s, %u solver%s, %zu split%s, PAR-%g with a limit of %g s\n",
         names_count(&data->runs.benchmarks), text_plural(names_count(&data->runs.benchmarks)),
         names_count(&data->runs.solvers), text_plural(names_count(&data->runs.solvers)),
         data->splits.count, text_plural(data->splits.count), data->penalty, data->runs.limit);
  if (!data->times_known)
    puts(given->aslib ? "the time of features is not counted: there is no feature_costs.arff"
                      : "the time of features is not counted: give --feature-times");
}

/* --- here ----------------------------------------------------------------------------------- */

static Status prepare_splits(const TrainCommand *given, Dataset *data, Error *error)
{
  if (data->splits.count > 0) return STATUS_OK;
  if (names_count(&data->runs.benchmarks) < given->folds)
    return error_set(error, STATUS_USAGE, "there are fewer benchmarks (%u) than --folds",
                     names_count(&data->runs.benchmarks));
  dataset_add_folds(data, (uint32_t)given->folds, given->seed);
  return STATUS_OK;
}

static void show_progress(void *user, size_t done)
{
  progress_update(user, done);
}

static void show_evaluation(const TrainCommand *given, const Dataset *data,
                            const EvaluationReport *report)
{
  if (given->json)
    print_json(data, report);
  else
    print_table(given, data, report);
}

static void evaluate_here(const TrainCommand *given, const Dataset *data)
{
  SelectorSettings settings = train_settings(given);
  EvaluationReport report;
  Progress progress;
  progress_start(&progress, "splits", data->splits.count);
  evaluate(data, &settings, given->pipeline == 1, show_progress, &progress, &report);
  progress_hide(&progress);
  show_evaluation(given, data, &report);
}

/* --- by workers: a unit is a split ---------------------------------------------------------- */

typedef struct {
  const TrainCommand *given;
  Dataset data;
} Part;

static Status add_facts(const TrainCommand *given, const char *runs, StrBuf *facts, Error *error)
{
  const char *const files[] = {runs, given->features, given->feature_times, given->splits};
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof files / sizeof *files && status == STATUS_OK; i++)
    if (files[i]) status = crewwork_add_file(facts, files[i], files[i], error);
  if (status == STATUS_OK && given->aslib) {
    char *table = path_from(given->aslib, "algorithm_runs.arff");
    status = crewwork_add_file(facts, given->aslib, table, error);
    free(table);
  }
  return status;
}

static int begin_part(void *state, const void *values, int count, char **positionals, StrBuf *facts)
{
  Part *part = state;
  Error error;
  part->given = values;
  const char *runs = count ? positionals[0] : part->given->runs;
  Status status = learner_check((LearnerKind)part->given->learner, &error);
  if (status == STATUS_OK) status = train_read_data(part->given, runs, &part->data, &error);
  if (status == STATUS_OK) status = prepare_splits(part->given, &part->data, &error);
  if (status == STATUS_OK) status = add_facts(part->given, runs, facts, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_train, &error);
}

static int run_part(void *state, const StoreUnit *unit)
{
  const Part *part = state;
  SelectorSettings settings = train_settings(part->given);
  SplitScores scores;
  StrBuf text;
  if (unit->number > part->data.splits.count)
    return command_error(&command_train, EXIT_ENVIRONMENT, "there is no such split");
  strbuf_init(&text, 0);
  evaluation_split(&part->data, &settings, part->given->pipeline == 1, unit->number - 1, &scores);
  evaluation_print_split(&scores, &text);
  fputs(strbuf_text(&text), stdout);
  strbuf_deinit(&text);
  return EXIT_FINE;
}

static void end_part(void *state)
{
  Part *part = state;
  dataset_free(&part->data);
}

const WorkCommand train_work = {.command = &command_train,
                                .state_size = sizeof(Part),
                                .begin = begin_part,
                                .run = run_part,
                                .end = end_part};

static Status take_part(void *user, const WorkResult *result, Error *error)
{
  SplitScores *scores = user;
  if (evaluation_read_split(&scores[result->number - 1], result->bytes.bytes)) return STATUS_OK;
  return error_set(error, STATUS_IO, "%s has a result that cannot be read", result->name);
}

/* Results are not kept anywhere else: who begins anew does all splits. */
static int evaluate_by_workers(const TrainCommand *given, const Dataset *data, const char *facts,
                               int argument_count, char **arguments)
{
  enum { NAME = 32 };
  size_t count = data->splits.count;
  SplitScores *scores = mem_alloc_zero(count, sizeof *scores);
  char(*texts)[NAME] = mem_alloc(count, NAME);
  const char **names = mem_alloc(count, sizeof *names);
  bool *wanted = mem_alloc(count, sizeof *wanted), left = false;
  for (size_t i = 0; i < count; i++) {
    snprintf(texts[i], NAME, "split %zu", i + 1);
    names[i] = texts[i];
    wanted[i] = true;
  }
  WorkJob job = {.command = &train_work,
                 .given = &given->workers,
                 .values = given,
                 .count = argument_count,
                 .positionals = arguments,
                 .folder = "train-workers",
                 .noun = "splits",
                 .facts = facts,
                 .units = names,
                 .wanted = wanted,
                 .unit_count = count,
                 .take = take_part,
                 .user = scores};
  int code = work_job_run(&job, &left);
  if (code == EXIT_FINE && !left) {
    EvaluationReport report;
    evaluation_sum(scores, count, &report);
    show_evaluation(given, data, &report);
  }
  free(scores);
  free(texts);
  free(names);
  free(wanted);
  return code;
}

int train_evaluate(const TrainCommand *given, Dataset *data, int count, char **arguments)
{
  StrBuf facts;
  Error error;
  int code = EXIT_FINE;
  if (prepare_splits(given, data, &error) != STATUS_OK)
    return command_refuse(&command_train, &error);
  if (!workers_wanted(&given->workers)) {
    evaluate_here(given, data);
    return EXIT_FINE;
  }
  strbuf_init(&facts, 0);
  crewwork_start_facts(&facts);
  if (add_facts(given, count ? arguments[0] : given->runs, &facts, &error) != STATUS_OK)
    code = command_refuse(&command_train, &error);
  if (code == EXIT_FINE)
    code = evaluate_by_workers(given, data, strbuf_text(&facts), count, arguments);
  strbuf_deinit(&facts);
  return code;
}
