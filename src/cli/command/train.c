/* assay train: learns which solver to choose from runs. */
#include <math.h>
#include <string.h>

#include "base/paths.h"
#include "cli/command/train_network.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"
#include "cli/shared/bench_job.h"
#include "cli/shared/consent.h"
#include "cli/shared/feature_options.h"
#include "cli/shared/work_job.h"
#include "solve/select/aslib.h"
#include "solve/select/evaluate.h"
#include "solve/select/selector_file.h"

typedef struct {
  CommonOptions common;
  const char *runs, *features, *feature_times, *splits, *aslib, *root, *output;
  uint64_t timeout_ms, folds, trees, seed;
  bool evaluate, json;
  int language; /* 1: networks */
  int pipeline; /* 1: that of MachSMT, too */
  int cost;     /* 1: CPU time */
  int learner;  /* a LearnerKind */
  FeatureSettings own;
  WorkersSettings workers; /* for the evaluation */
} TrainCommand;

static const char *const language_words[] = {"smt", "nn", NULL};
static const char *const pipeline_words[] = {"own", "machsmt", NULL};

static const char *const learner_words[] = {
#define LEARNER_WORD(code, name, text) name,
    LEARNERS(LEARNER_WORD)
#undef LEARNER_WORD
        NULL};

static const Option options[] = {
    {OPTION_STRING(TrainCommand, runs), .name = "runs", .value_name = "FILE",
     .help = "the table of runs, instead of the argument"},
    {OPTION_STRING(TrainCommand, features), .name = "features", .value_name = "FILE",
     .help = "the table of features; without it they are computed from the benchmarks"},
    {OPTION_STRING(TrainCommand, feature_times), .name = "feature-times", .value_name = "FILE",
     .help = "how long computing the features took; it counts in the evaluation"},
    {OPTION_STRING(TrainCommand, splits), .name = "splits", .value_name = "FILE",
     .help = "which benchmarks to train on and which to test on, for --evaluate"},
    {OPTION_STRING(TrainCommand, aslib), .name = "aslib", .value_name = "FOLDER",
     .help = "read a scenario of ASlib instead of tables"},
    {OPTION_STRING(TrainCommand, root), .name = "root", .value_name = "FOLDER",
     .help = "the folder that the names of benchmarks are relative to"},
    {OPTION_DURATION(TrainCommand, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial_note = "the longest run", .low = 1, .high = UINT64_C(1) << 40,
     .help = "the time limit of the runs"},
    {OPTION_CHOICE(TrainCommand, cost, bench_cost_words), .name = "cost", .initial = "wall",
     .help = "the time of the runs that scores are made of"},
    {OPTION_STRING(TrainCommand, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .help = "write the model to FILE"},
    {OPTION_FLAG(TrainCommand, evaluate), .name = "evaluate",
     .help = "say how good selectors are on benchmarks that they were not trained on"},
    {OPTION_CHOICE(TrainCommand, pipeline, pipeline_words), .name = "pipeline", .initial = "own",
     .help = "with --evaluate: also try the published pipeline of MachSMT"},
    {OPTION_CHOICE(TrainCommand, learner, learner_words), .name = "learner", .initial = "forest",
     .help = "what predicts the scores of solvers, one of the ways that are tried"},
    {OPTION_UNSIGNED(TrainCommand, folds), .name = "folds", .value_name = "N", .initial = "5",
     .low = 2, .high = 1000, .help = "parts to divide the benchmarks into, if there are no splits"},
    {OPTION_UNSIGNED(TrainCommand, trees), .name = "trees", .value_name = "N", .initial = "200",
     .low = 1, .high = 5000, .help = "trees of the forest"},
    {OPTION_UNSIGNED(TrainCommand, seed), .name = "seed", .value_name = "N", .initial = "1",
     .help = "the seed of everything random"},
    {OPTION_FLAG(TrainCommand, json), .name = "json", .help = "print the evaluation as JSON"},
    {OPTION_CHOICE(TrainCommand, language, language_words), .name = "language", .initial = "smt",
     .help =
         "nn: runs of the engines of 'assay verify' on networks; the model is for 'assay verify "
         "--model'"},
    FEATURE_OPTIONS(TrainCommand, own),
    WORKERS_STORE_OPTIONS(TrainCommand),
    WORKERS_OPTIONS(TrainCommand),
};

static const Example examples[] = {
    {"assay train runs.csv -o MODEL", "learn from what 'assay bench' has written"},
    {"assay train --runs R.csv.gz --features F.csv.gz --timeout 1200s --evaluate",
     "how well choosing works, without the files"},
    {"assay train --aslib FOLDER --evaluate --json", "the same for a scenario of ASlib"},
    {"assay train --language nn runs.csv -o verify.model",
     "which engine of 'assay verify' to choose for networks"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT, "a table or a benchmark cannot be read, or the model cannot be written"},
};

/* --- the data ----------------------------------------------------------------------------- */

/* Features of the files themselves. A file that cannot be read is one without features. */
static Status compute_features(const TrainCommand *given, Dataset *data, Error *error)
{
  FeatureSource *source = feature_settings_source(&given->own, error);
  if (!source) return error->status;
  uint32_t count = names_count(&data->runs.benchmarks);
  FeatureRow *rows = mem_alloc_zero(count, sizeof *rows);
  size_t read = 0;
  Status status = STATUS_OK;
  Progress progress;
  progress_start(&progress, "files", count);
  for (uint32_t i = 0; i < count; i++) {
    char *path = path_from(given->root, names_text(&data->runs.benchmarks, i));
    status = source_compute(source, path, NULL, &rows[i], error);
    free(path);
    if (status == STATUS_OK)
      read++;
    else
      rows[i].values.count = 0;
    progress_update(&progress, i + 1);
  }
  progress_hide(&progress);
  if (read > 0) {
    status = STATUS_OK;
    dataset_set_features(data, source_names(source));
    for (uint32_t i = 0; i < count; i++)
      if (rows[i].values.count > 0)
        dataset_set_row(data, i, rows[i].values.items, rows[i].values.count, rows[i].logic,
                        rows[i].seconds);
    if (read < count)
      fprintf(stderr,
              "assay train: %zu of %u benchmarks cannot be read (%s): they have no features\n",
              count - read, count, error->message);
  }
  for (uint32_t i = 0; i < count; i++) feature_row_free(&rows[i]);
  free(rows);
  source_destroy(source);
  return status;
}

static Status read_data(const TrainCommand *given, const char *runs, Dataset *data, Error *error)
{
  if (given->aslib) return aslib_read(data, given->aslib, error);
  DatasetFiles files = {
      .runs = runs,
      .features = given->features,
      .feature_times = given->feature_times,
      .splits = given->splits,
      .options = {.limit = (double)given->timeout_ms / 1000, .cpu = given->cost == 1},
  };
  Status status = dataset_read(data, &files, error);
  if (status == STATUS_OK && !given->features) status = compute_features(given, data, error);
  return status;
}

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

/* --- the evaluation ------------------------------------------------------------------------- */

static SelectorSettings settings_of(const TrainCommand *given)
{
  return (SelectorSettings){
      .seed = given->seed, .trees = (uint32_t)given->trees, .learner = (LearnerKind)given->learner};
}

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
  SelectorSettings settings = settings_of(given);
  EvaluationReport report;
  Progress progress;
  progress_start(&progress, "splits", data->splits.count);
  evaluate(data, &settings, given->pipeline == 1, show_progress, &progress, &report);
  progress_hide(&progress);
  show_evaluation(given, data, &report);
}

/* --- the evaluation by workers: a unit is a split ------------------------------------------- */

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
  if (status == STATUS_OK) status = read_data(part->given, runs, &part->data, &error);
  if (status == STATUS_OK) status = prepare_splits(part->given, &part->data, &error);
  if (status == STATUS_OK) status = add_facts(part->given, runs, facts, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_train, &error);
}

static int run_part(void *state, const StoreUnit *unit)
{
  const Part *part = state;
  SelectorSettings settings = settings_of(part->given);
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

static const WorkCommand work_command = {.command = &command_train,
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
  WorkJob job = {.command = &work_command,
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

static int evaluate_data(const TrainCommand *given, Dataset *data, int count, char **arguments)
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

/* --- the model ---------------------------------------------------------------------------- */

static void print_policy(const Selector *selector, const char *logic)
{
  StrBuf text;
  strbuf_init(&text, 0);
  selector_describe(selector, logic, &text);
  printf("  %-12s %s\n", *logic ? logic : "no logic", strbuf_text(&text));
  strbuf_deinit(&text);
}

static Status write_model(const TrainCommand *given, const Dataset *data, Error *error)
{
  SelectorSettings settings = settings_of(given);
  uint32_t count = names_count(&data->runs.benchmarks);
  uint32_t *rows = mem_alloc(count, sizeof *rows);
  for (uint32_t i = 0; i < count; i++) rows[i] = i;
  Selector *selector = selector_train(data, rows, count, &settings);
  free(rows);
  Status status = selector_save(selector, given->output, error);
  if (status == STATUS_OK && !given->json) {
    printf("%s: %u benchmark%s, %u solver%s\n", given->output, count, text_plural(count),
           names_count(&data->runs.solvers), text_plural(names_count(&data->runs.solvers)));
    for (uint32_t l = 0; l < names_count(&data->runs.logics); l++)
      print_policy(selector, names_text(&data->runs.logics, l));
  }
  selector_destroy(selector);
  return status;
}

static int check_usage(const TrainCommand *given, int count)
{
  if ((count > 0) + (given->runs != NULL) + (given->aslib != NULL) != 1)
    return command_usage_error(&command_train,
                               "give one table of runs, as argument or with --runs, or --aslib");
  if (!given->output && !given->evaluate)
    return command_usage_error(&command_train, "nothing to do: give --output, --evaluate or both");
  if (given->feature_times && !given->features)
    return command_usage_error(&command_train, "--feature-times needs --features");
  if (workers_wanted(&given->workers) && !given->evaluate)
    return command_usage_error(&command_train, "--workers needs --evaluate");
  if (given->aslib && (given->features || given->splits))
    return command_usage_error(&command_train, "--aslib has its own features and splits");
  return EXIT_FINE;
}

static int run(const void *values, int count, char **arguments)
{
  const TrainCommand *given = values;
  int code;
  if (work_job_without(&work_command, &given->workers, count > 0 || given->runs || given->aslib,
                       &code))
    return code;
  const char *runs = count ? arguments[0] : given->runs;
  if (given->language == 1) {
    if (!runs) return command_usage_error(&command_train, "give a table of runs");
    return train_network(&command_train,
                         &(NetworkTraining){.runs = runs,
                                            .root = given->root,
                                            .output = given->output,
                                            .learner = learner_words[given->learner],
                                            .timeout_ms = given->timeout_ms,
                                            .size = given->trees,
                                            .seed = given->seed});
  }
  code = check_usage(given, count);
  if (code != EXIT_FINE) return code;
  Error error;
  Dataset data = {0};
  if (learner_check((LearnerKind)given->learner, &error) != STATUS_OK)
    return command_error(&command_train, EXIT_ENVIRONMENT, "%s", error.message);
  Status status = read_data(given, runs, &data, &error);
  if (status == STATUS_OK && given->evaluate) code = evaluate_data(given, &data, count, arguments);
  if (status == STATUS_OK && code == EXIT_FINE && given->output)
    status = write_model(given, &data, &error);
  dataset_free(&data);
  return status == STATUS_OK ? code : command_refuse(&command_train, &error);
}

const Subcommand command_train = {
    .name = "train",
    .group = GROUP_SOLVERS,
    .summary = "learn which solver to choose from runs",
    .usage = "[OPTION]... RUNS\n"
             "[OPTION]... --runs FILE --features FILE\n"
             "[OPTION]... --aslib FOLDER\n"
             "--store FILE|URL --join NUMBER",
    .description =
        "Learns from a table of runs, as 'assay bench' writes it, in which order and for how long "
        "to run the solvers "
        "on a script that was never seen, and writes that to a model for 'assay select' and 'assay "
        "solve'.\n"
        "\n"
        "With --evaluate, everything is learnt on a part of the benchmarks and tried on the rest.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "RUNS", .min = 0, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(TrainCommand),
    .run = run,
};
