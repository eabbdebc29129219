/* assay verify: can a network violate a property? */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/command/verify_job.h"
#include "cli/option/json.h"
#include "cli/shared/consent.h"
#include "language/nn/text/bundle.h"
#include "nn/onnx/load.h"

static const char *const engine_words[] = {
#define ENGINE_WORD(kind, name) name,
    ENGINE_LIST(ENGINE_WORD)
#undef ENGINE_WORD
        NULL};
static const char *const method_words[] = {
#define METHOD_WORD(kind, name) name,
    BOUND_METHOD_LIST(METHOD_WORD)
#undef METHOD_WORD
        NULL};
static const char *const split_words[] = {"slope", "widest", NULL};

static const Option options[] = {
    {OPTION_DURATION(VerifyCommand, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial = "60s", .low = 1, .high = OPTION_YEAR_MS,
     .help = "give up after TIME"},
    {OPTION_UNSIGNED(VerifyCommand, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 256, .help = "use N threads"},
    {OPTION_STRING(VerifyCommand, results), .name = "results", .value_name = "FILE",
     .help = "write the verdict and the counterexample to FILE, in the form of VNN-COMP"},
    {OPTION_STRING(VerifyCommand, proof), .name = "proof", .value_name = "FILE",
     .help = "write a proof of unsat to FILE: boxes are split and not clipped, and every bound is "
             "confirmed in integers"},
    {OPTION_STRING(VerifyCommand, check_proof), .name = "check-proof", .value_name = "FILE",
     .help = "check the proof in FILE, in integers, instead of verifying"},
    {OPTION_STRING(VerifyCommand, instances), .name = "instances", .value_name = "CSV",
     .help =
         "verify all lines of CSV: network, property, limit in seconds; paths are relative to CSV"},
    {OPTION_STRING(VerifyCommand, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial = "results.csv",
     .help = "with --instances: write the verdicts to FILE, and resume what it has"},
    {OPTION_STRING(VerifyCommand, plot), .name = "plot", .value_name = "FILE",
     .help = "with --instances: also draw how many are solved in which time, as FILE.svg, .pdf, "
             ".png or "
             ".tex"},
    {OPTION_CHOICE(VerifyCommand, engine, engine_words), .name = "engine", .value_name = "NAME",
     .initial = "all", .help = "use one engine alone"},
    {OPTION_STRING(VerifyCommand, verifier), .name = "verifier", .value_name = "SOLVER",
     .help = "the program of the engine external: a tool of VNN-COMP as "
             "vnncomp@/path/to/run_instance.sh, or any solver of networks; its unsat is no proof"},
    {OPTION_CHOICE(VerifyCommand, method, method_words), .name = "bounds", .initial = "crown",
     .help = "how the engines milp-* and smt-* bound neurons before they translate"},
    {OPTION_STRING(VerifyCommand, model), .name = "model", .value_name = "FILE",
     .help = "choose engines by the model in FILE, which 'assay train --language nn' has written, "
             "instead of the one that is part of the program"},
    {OPTION_CHOICE(VerifyCommand, split, split_words), .name = "split", .initial = "slope",
     .help = "choose the input to split by |slope| x width, or take the widest"},
    {OPTION_UNSIGNED(VerifyCommand, seed), .name = "seed", .value_name = "N", .initial = "1",
     .high = UINT64_MAX, .help = "draw random points from this seed"},
    {OPTION_FLAG(VerifyCommand, no_select), .name = "no-select",
     .help = "give all engines the same time, not more to the one that is expected to be fast"},
    {OPTION_FLAG(VerifyCommand, no_order), .name = "no-order",
     .help = "take subproblems in the order of the property, not the likeliest to be sat first"},
    {OPTION_FLAG(VerifyCommand, no_deepen), .name = "no-deepen",
     .help = "finish each subproblem before the next, instead of giving all of them more and more "
             "time"},
    {OPTION_FLAG(VerifyCommand, no_clip), .name = "no-clip",
     .help = "do not shrink boxes by linear bounds"},
    {OPTION_FLAG(VerifyCommand, json), .name = "json", .help = "print the result as JSON"},
    WORKERS_STORE_OPTIONS(VerifyCommand),
    WORKERS_OPTIONS(VerifyCommand),
};

static const Example examples[] = {
    {"assay verify NET.onnx PROP.vnnlib --timeout 60s", "one instance"},
    {"assay verify NET.onnx.gz PROP.vnnlib.gz -j 2 --results out.txt",
     "two threads, and the file VNN-COMP wants"},
    {"assay verify NET.onnx PROP.vnnlib --proof out.proof", "keep the proof of unsat"},
    {"assay verify --check-proof out.proof NET.onnx PROP.vnnlib", "check it"},
    {"assay verify --instances instances.csv -o results.csv",
     "a whole set; the same command resumes it"},
    {"assay verify --instances instances.csv --workers 4", "the same by four processes"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "unsat: no input violates the property; with --instances, all lines are done; with "
                "--check-proof, the proof is right"},
    {EXIT_FINDING, "sat, unknown or timeout; with --check-proof, the proof is wrong"},
    {EXIT_ENVIRONMENT,
     "a file cannot be read or written, or the property does not fit the network"},
};

static void show_progress(void *user, const SplitProgress *progress)
{
  (void)user;
  fprintf(stderr, "\r%llu boxes closed, %llu open, %.4g%% proved, best margin %.3g   ",
          (unsigned long long)progress->closed, (unsigned long long)progress->open,
          progress->proved * 100, progress->margin);
}

static Status verify_loaded(const VerifyCommand *given, const Graph *graph,
                            const Property *property, uint64_t timeout_ms, Proof *proof,
                            const NetFeatureSizes *sizes, const CostModel *model,
                            const SplitExternal *external, VerifyResult *result, Error *error)
{
  bool watched = isatty(STDERR_FILENO) && !given->instances;
  VerifyOptions verify_options = {.engine = (Engine)given->engine,
                                  .timeout_ns = timeout_ms * 1000000,
                                  .threads = (unsigned)given->jobs,
                                  .seed = given->seed,
                                  .no_select = given->no_select,
                                  .no_order = given->no_order,
                                  .no_deepen = given->no_deepen,
                                  .no_clip = given->no_clip,
                                  .choice = (SplitChoice)given->split,
                                  .method = (BoundMethod)given->method,
                                  .external = external,
                                  .model = model,
                                  .sizes = *sizes,
                                  .proof = proof,
                                  .progress = watched ? show_progress : NULL};
  Status status = verify_graph(graph, property, &verify_options, result, error);
  if (watched) fprintf(stderr, "\r%70s\r", "");
  return status;
}

uint64_t verify_file_size(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && info.st_size > 0 ? (uint64_t)info.st_size : 0;
}

Status verify_load(const char *network, const char *property_path, Graph *graph, Property *property,
                   Error *error)
{
  Status status = property_load(property, property_path, error);
  if (status) {
    if (error->line)
      error_set(error, status, "%s:%u:%u: %s", property_path, error->line, error->column,
                error->message);
    return status;
  }
  status = onnx_load(network, NULL, graph, error);
  if (!status) return STATUS_OK;
  error_set(error, status, "%s: %s", network, error->message);
  property_deinit(property);
  return status;
}

/* The bytes of both files, without compression. */
static Status load_bundle(const char *network, const char *property_path, Bundle *bundle,
                          Error *error)
{
  StrBuf path;
  FileText text;
  strbuf_init(&path, 0);
  bundle_init(bundle);
  strbuf_printf(&path, "%s:%s", network, property_path);
  Status status = bundle_load(strbuf_text(&path), &text, error);
  if (!status) {
    status = bundle_read(bundle, text.bytes, text.length, error);
    file_text_free(&text);
  }
  strbuf_deinit(&path);
  return status;
}

Status verify_files(const VerifyCommand *given, const char *network, const char *property_path,
                    uint64_t timeout_ms, Proof *proof, VerifyResult *result, Error *error)
{
  Property property;
  Graph graph;
  CostModel *model = NULL;
  if (given->model && !(model = costmodel_load(given->model, error))) return error->status;
  Status status = verify_load(network, property_path, &graph, &property, error);
  Bundle bundle;
  bundle_init(&bundle);
  if (!status && given->engine == ENGINE_EXTERNAL &&
      (status = load_bundle(network, property_path, &bundle, error))) {
    graph_deinit(&graph);
    property_deinit(&property);
  }
  if (!status) {
    SplitExternal external = {given->verifier, bundle.network.bytes, bundle.network.length};
    NetFeatureSizes sizes = {verify_file_size(network), verify_file_size(property_path)};
    status = verify_loaded(given, &graph, &property, timeout_ms, proof, &sizes, model, &external,
                           result, error);
    graph_deinit(&graph);
    property_deinit(&property);
  }
  bundle_deinit(&bundle);
  costmodel_destroy(model);
  return status;
}

static void print_json(const VerifyResult *result, double seconds)
{
  json_t *object = json_object();
  const char *verdict = verdict_name(result->verdict);
  json_object_set_new(object, "verdict", json_text(verdict, strlen(verdict)));
  json_object_set_new(object, "seconds", json_number(seconds));
  json_object_set_new(object, "subproblems", json_count(result->subproblems));
  json_object_set_new(object, "boxes", json_count(result->boxes));
  if (result->verdict == VERDICT_UNSAT)
    json_object_set_new(object, "proved", json_boolean(!result->claimed));
  if (result->verdict == VERDICT_UNKNOWN)
    json_object_set_new(object, "reason", json_text(result->reason, strlen(result->reason)));
  if (result->verdict == VERDICT_SAT) {
    json_t *inputs = json_array(), *outputs = json_array();
    for (uint32_t i = 0; i < result->witness.input_count; i++)
      json_array_append_new(inputs, json_number(witness_input(&result->witness, i)));
    for (uint32_t i = 0; i < result->witness.output_count; i++)
      json_array_append_new(outputs, json_number(result->witness.outputs[i]));
    json_object_set_new(object, "inputs", inputs);
    json_object_set_new(object, "outputs", outputs);
  }
  json_print_line(stdout, object);
}

static int report(const VerifyCommand *given, const VerifyResult *result, double seconds)
{
  StrBuf text;
  Error error;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%s\n", verdict_name(result->verdict));
  if (result->verdict == VERDICT_SAT) witness_print(&result->witness, &text);
  int code = result->verdict == VERDICT_UNSAT ? EXIT_FINE : EXIT_FINDING;
  if (given->json)
    print_json(result, seconds);
  else
    fputs(strbuf_text(&text), stdout);
  if (result->verdict == VERDICT_UNKNOWN && !given->json)
    fprintf(stderr, "assay verify: %s\n", result->reason);
  if (result->verdict == VERDICT_UNSAT && result->claimed && !given->json)
    fputs(given->engine == ENGINE_EXTERNAL
              ? "assay verify: not proved: the verifier says so\n"
              : "assay verify: not proved: this engine computes in floating point, and says unsat "
                "where rows miss their bounds by more than a margin\n",
          stderr);
  if (given->results && file_write(given->results, text.bytes, text.length, &error))
    code = command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  strbuf_deinit(&text);
  return code;
}

static int verify_one(const VerifyCommand *given, char **files)
{
  VerifyResult result;
  Error error;
  Proof *proof = given->proof ? proof_create() : NULL;
  uint64_t start = clock_monotonic_ns();
  Status status =
      verify_files(given, files[0], files[1], given->timeout_ms, proof, &result, &error);
  int code = EXIT_ENVIRONMENT;
  if (status) {
    command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  } else {
    code = report(given, &result, (double)(clock_monotonic_ns() - start) / 1e9);
    if (proof && result.verdict == VERDICT_UNSAT && code == EXIT_FINE)
      code = verify_write_proof(given->proof, proof, files[0], files[1]);
    verify_result_deinit(&result);
  }
  proof_destroy(proof);
  return code;
}

static int run(const void *values, int count, char **arguments)
{
  const VerifyCommand *given = values;
  int code;
  if (work_job_without(&verify_work, &given->workers, given->instances || count > 0, &code))
    return code;
  if (workers_wanted(&given->workers) && !given->instances)
    return command_usage_error(&command_verify, "--workers needs --instances");
  if ((given->engine == ENGINE_EXTERNAL) != (given->verifier != NULL))
    return command_usage_error(&command_verify, "--engine external and --verifier need each other");
  if (given->instances) {
    if (count > 0 || given->proof || given->check_proof)
      return command_usage_error(&command_verify,
                                 "--instances cannot be combined with files or a proof");
    return verify_instances(given);
  }
  if (given->plot) return command_usage_error(&command_verify, "--plot needs --instances");
  if (count != 2) return command_usage_error(&command_verify, "name a network and a property");
  if (given->check_proof) return verify_check_proof(given, arguments[0], arguments[1]);
  if (given->proof && given->engine != ENGINE_ALL && given->engine != ENGINE_CROWN)
    return command_usage_error(&command_verify, "only the engines all and crown write proofs");
  return verify_one(given, arguments);
}

const Subcommand command_verify = {
    .name = "verify",
    .group = GROUP_SOLVERS,
    .summary = "decide whether a network can violate a property",
    .usage = "[OPTION]... NETWORK PROPERTY\n[OPTION]... --instances CSV\n"
             "--store FILE|URL --join NUMBER",
    .description = "Reads a network (ONNX) and a property (VNN-LIB), compressed by gzip or not, "
                   "and says 'sat' with an input "
                   "that violates the property, 'unsat' if there is none, 'unknown' with the "
                   "reason, or 'timeout'.\n"
                   "\n"
                   "'unsat' is a proof for the network in real arithmetic: bounds are rounded "
                   "outward. A witness of 'sat' was "
                   "evaluated with proof, too, and confirmed by running the network in floats, "
                   "within the tolerance of VNN-COMP.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "FILE", .min = 0, .max = 2, .completion = COMPLETE_FILES},
    .options_size = sizeof(VerifyCommand),
    .run = run,
};
