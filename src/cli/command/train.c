/* assay train: learns which solver to choose from runs. */
#include "base/paths.h"
#include "cli/command/train_job.h"
#include "cli/command/train_network.h"
#include "cli/option/progress.h"
#include "cli/shared/bench_job.h"
#include "cli/shared/consent.h"
#include "solve/select/aslib.h"
#include "solve/select/selector_file.h"

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
     .value_name = "TIME", .initial_note = "the longest run", .low = 1, .high = OPTION_YEAR_MS,
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

Status train_read_data(const TrainCommand *given, const char *runs, Dataset *data, Error *error)
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

/* --- the model ---------------------------------------------------------------------------- */

SelectorSettings train_settings(const TrainCommand *given)
{
  return (SelectorSettings){
      .seed = given->seed, .trees = (uint32_t)given->trees, .learner = (LearnerKind)given->learner};
}

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
  SelectorSettings settings = train_settings(given);
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
  if (work_job_without(&train_work, &given->workers, count > 0 || given->runs || given->aslib,
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
  Status status = train_read_data(given, runs, &data, &error);
  if (status == STATUS_OK && given->evaluate) code = train_evaluate(given, &data, count, arguments);
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
