/* assay eval: is a model right? What is the value of a term? */
#include <string.h>

#include "cli/command/eval_report.h"
#include "cli/option/commands.h"
#include "cli/option/diagnostic.h"
#include "cli/shared/b_eval.h"
#include "cli/shared/b_file.h"
#include "cli/shared/input.h"
#include "cli/shared/network.h"
#include "cli/shared/solvers.h"
#include "solve/closedbox/optimised.h"
#include "solve/closedbox/remote.h"

typedef struct {
  CommonOptions common;
  const char *model;
  OptionList terms;
  bool json;
  bool quiet;
  uint64_t steps;
  uint64_t memory;
  OptionList boxes;
  uint64_t call_ms;
  const char *input;
  bool exact;
  uint64_t seed;
  uint64_t scope;
  uint64_t maxint;
  int language;
  OptionList theories;
} EvalOptions;

static const char *const language_words[] = {"file", "smt", "b", NULL};

static const Option options[] = {
    {OPTION_STRING(EvalOptions, model), .name = "model", .letter = 'm', .value_name = "FILE",
     .help = "read the model, or all that a solver printed, from FILE; - is standard input, which "
             "is also where it is read from without this option, unless --term is given"},
    {OPTION_LIST(EvalOptions, terms), .name = "term", .letter = 'e', .old_letter = 't',
     .value_name = "TERM", .help = "print the value of TERM in the place of the assertions"},
    {OPTION_FLAG(EvalOptions, quiet), .name = "quiet", .letter = 'q',
     .help = "print only assertions that are not true"},
    {OPTION_FLAG(EvalOptions, json), .name = "json",
     .help = "print one JSON object for each model, each on its own line"},
    {OPTION_UNSIGNED(EvalOptions, steps), .name = "steps", .value_name = "N", .initial = "20000000",
     .low = 1, .help = "give up on an assertion after N steps"},
    {OPTION_SIZE(EvalOptions, memory), .name = "memory", .value_name = "SIZE", .initial = "1G",
     .low = 1 << 16, .help = "give up when values take more than SIZE"},
    {OPTION_LIST(EvalOptions, boxes), .name = "box", .letter = 'b', .value_name = "[NAME=]FILE",
     .help = "call FILE for the functions that the script declares by declare-cb or "
             "declare-oracle-fun, as for 'assay solve'"},
    {OPTION_DURATION(EvalOptions, call_ms), .name = "call-timeout", .value_name = "TIME",
     .initial = "1s", .low = 10, .help = "a call that takes longer than TIME has failed"},
    {OPTION_STRING(EvalOptions, input), .name = "input", .letter = 'i', .value_name = "WHAT",
     .help = "the input of a network: zeros, random (from 0 to 1), or a file of numbers, as text "
             "or JSON"},
    {OPTION_FLAG(EvalOptions, exact), .name = "exact",
     .help = "compute the network with rational numbers instead of 32-bit floats"},
    {OPTION_UNSIGNED(EvalOptions, seed), .name = "seed", .value_name = "N", .initial = "0",
     .help = "the seed of --input random"},
    {OPTION_CHOICE(EvalOptions, language, language_words), .name = "language", .initial = "file",
     .help = "of terms without a file: smt, or b; otherwise the name of the file decides"},
    {OPTION_UNSIGNED(EvalOptions, scope), .name = "scope", .value_name = "N", .initial = "5",
     .low = 1, .high = 1000,
     .help = "of B: deferred sets have N elements, witnesses are tried from -N to N"},
    {OPTION_UNSIGNED(EvalOptions, maxint), .name = "maxint", .value_name = "N",
     .initial = "2147483647", .high = INT64_MAX, .help = "of B: the value of MAXINT; MININT is -N"},
    INPUT_THEORY_OPTION(EvalOptions, theories),
};

static const Example examples[] = {
    {"z3 samples/overflow.smt2 | assay eval samples/overflow.smt2",
     "check the model that a solver prints"},
    {"assay eval script.smt2 --model model.txt", "check a model in a file"},
    {"assay eval samples/network.onnx samples/network.vnnlib --input zeros",
     "the output of a network, and whether the input violates the property"},
    {"assay eval --term '(bvudiv #x07 #x00)'", "the value of a term without variables"},
    {"assay eval --language b --term 'card({1, 2} * BOOL)'", "the same of the B method"},
    {"assay eval samples/division.b --model solution.txt",
     "the conjuncts of a predicate of the B method for values such as xx = 3 & yy = -1"},
    {"assay eval script.smt2 --model model.txt --term '(+ x 1)'", "the value of a term in a model"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "every assertion is true, every term has a value"},
    {EXIT_FINDING,
     "an assertion is false in the model; the input violates the property; a term of B is not well "
     "defined"},
    {EXIT_ENVIRONMENT, "a file cannot be read, or the script, input or model is wrong"},
    {EXIT_OPEN, "an assertion or term is undetermined"},
};

/* One call of the command. */
typedef struct {
  const EvalOptions *given;
  const char *script_name, *model_name;
  FileText script, output;
  Bank *bank;
  Checks checks;
  EvalReport report;
} Evaluation;

/* Results */

/* Solvers go on after an error, and then answer a question that nobody asked. */
static void warn_of_error(const Evaluation *session, const Check *check)
{
  if (!check->after_error || session->given->json) return;
  Style style = style_for(stderr, session->given->common.color);
  fflush(stdout);
  fprintf(stderr,
          "%s: %swarning:%s there is an error before this model, so that it may not be one "
          "of the script\n",
          session->model_name, style.yellow, style.reset);
}

static int show_check(Evaluation *session, const Check *check)
{
  warn_of_error(session, check);
  if (session->given->json) eval_report_json(&session->report, check);
  if (check->status != STATUS_OK) {
    if (session->given->json) return EXIT_ENVIRONMENT;
    diagnostic_print(stderr, session->given->common.color, session->model_name,
                     session->output.bytes, session->output.length, &check->error);
    return EXIT_ENVIRONMENT;
  }
  bool values = session->given->terms.count > 0;
  if (!session->given->json && values) eval_report_values(&session->report, check);
  if (!session->given->json && !values) eval_report_verdicts(&session->report, check);
  uint32_t counts[3];
  eval_report_count(check, counts);
  if (values) counts[0] = counts[1] = counts[2] = 0;
  for (size_t i = 0; i < check->values.count; i++) counts[2] += check->values.items[i].value == 0;
  return counts[TRUTH_FALSE] ? EXIT_FINDING : counts[TRUTH_UNKNOWN] ? EXIT_OPEN : EXIT_FINE;
}

/* A false assertion outweighs what is undetermined. */
static int worse(int a, int b)
{
  if (a == EXIT_FINDING || b == EXIT_FINDING) return EXIT_FINDING;
  return a > b ? a : b;
}

static int show_error(Evaluation *session, const Error *error)
{
  fflush(stdout);
  if (error->line == 0)
    return command_error(&command_eval, session->given->terms.count ? EXIT_USAGE : EXIT_ENVIRONMENT,
                         "%s", error->message);
  diagnostic_print(stderr, session->given->common.color, session->script_name,
                   session->script.bytes, session->script.length, error);
  return EXIT_ENVIRONMENT;
}

static int check(Evaluation *session, const BoxCaller *boxes)
{
  const EvalOptions *given = session->given;
  CheckRequest request = {
      .bank = session->bank,
      .script = session->script.bytes ? session->script.bytes : "",
      .script_length = session->script.length,
      .output = session->output.bytes,
      .output_length = session->output.length,
      .terms = given->terms.items,
      .term_count = (uint32_t)given->terms.count,
      .limits = {.steps = given->steps, .bytes = (size_t)given->memory, .boxes = boxes}};
  Error error;
  if (check_output(&request, &session->checks, &error) != STATUS_OK)
    return show_error(session, &error);
  if (session->checks.count == 0)
    return command_error(&command_eval, EXIT_ENVIRONMENT,
                         "there is no model in %s; does the script ask for one with (get-model)?",
                         session->model_name);
  session->report.several = session->checks.count > 1;
  int code = EXIT_FINE;
  for (size_t i = 0; i < session->checks.count; i++)
    code = worse(code, show_check(session, &session->checks.items[i]));
  return code;
}

/* The script is read once for what it declares, and again with each model. */
static Status read_boxes(Evaluation *session, Boxes *boxes, Error *error)
{
  const OptionList *texts = &session->given->boxes;
  Script script = {0};
  Status status = script_read(session->bank, session->script.bytes ? session->script.bytes : "",
                              session->script.length, &script, error);
  if (status == STATUS_OK)
    status = boxes_init(boxes, session->bank, &script, texts->items, texts->count, error);
  script_deinit(&script);
  return status;
}

/* Programs that the script itself names are called without an option, as 'assay solve' does. */
static bool has_boxes(const Evaluation *session)
{
  static const char name[] = "declare-oracle-fun";
  return session->given->boxes.count > 0 ||
         (session->script.bytes &&
          memmem(session->script.bytes, session->script.length, name, sizeof name - 1));
}

/* The system's compiler knows more than libtcc. */
static void compile_sources(Optimised *compiled, Boxes *boxes, RemoteCaller *remote)
{
  Supervisor *sup = solvers_supervisor(&command_eval);
  if (!sup) return;
  if (optimised_replace_sources(compiled, sup, boxes)) remote_load(remote);
  supervisor_destroy(sup);
}

static int check_with_boxes(Evaluation *session)
{
  CallLimits limits = {.call_ns = session->given->call_ms * 1000000,
                       .wall_ns = session->given->call_ms * 4000000};
  Boxes boxes = {0};
  Optimised compiled = {0};
  RemoteCaller remote = {0};
  Error error;
  int code = EXIT_ENVIRONMENT;
  Status status = read_boxes(session, &boxes, &error);
  if (status == STATUS_IO)
    code = command_error(&command_eval, EXIT_ENVIRONMENT, "%s", error.message);
  else if (status != STATUS_OK)
    code = show_error(session, &error);
  else if (!remote_init(&remote, &boxes, &limits))
    code = command_error(&command_eval, EXIT_ENVIRONMENT, "no memory for calls of boxes");
  else {
    BoxCaller caller = remote_for_machine(&remote);
    if (remote_load(&remote) == STATUS_SYNTAX) compile_sources(&compiled, &boxes, &remote);
    if (remote.status == STATUS_OK) code = check(session, &caller);
    if (remote.status != STATUS_OK)
      code = command_error(&command_eval, EXIT_ENVIRONMENT, "%s", remote.error.message);
  }
  remote_deinit(&remote);
  boxes_deinit(&boxes);
  optimised_deinit(&compiled);
  return code;
}

static const char *shown_name(const char *path)
{
  return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static int read_texts(Evaluation *session, const char *script, const char *model)
{
  Error error;
  if (script && file_read(script, 0, &session->script, &error) != STATUS_OK)
    return command_error(&command_eval, EXIT_ENVIRONMENT, "%s", error.message);
  if (model && file_read(model, 0, &session->output, &error) != STATUS_OK)
    return command_error(&command_eval, EXIT_ENVIRONMENT, "%s", error.message);
  return EXIT_FINE;
}

static int run_b(const EvalOptions *given, const char *path)
{
  if (!path && !given->terms.count)
    return command_usage_error(&command_eval, "a FILE or --term is needed");
  BEvalCommand command = {.path = path,
                          .model = given->model,
                          .terms = given->terms,
                          .color = given->common.color,
                          .json = given->json,
                          .quiet = given->quiet,
                          .steps = given->steps,
                          .scope = given->scope,
                          .maxint = (int64_t)given->maxint,
                          .minint = -(int64_t)given->maxint};
  return b_eval_run(&command);
}

static int run(const void *values, int count, char **positionals)
{
  const EvalOptions *given = values;
  if (count && network_is_model(positionals[0])) {
    NetworkEval eval = {&command_eval, given->input, given->seed, given->json, given->exact};
    return network_eval(&eval, positionals[0], count > 1 ? positionals[1] : NULL);
  }
  if (count > 1) return command_usage_error(&command_eval, "only a network can have a second FILE");
  bool named_b = count && b_file_is_named(positionals[0]);
  enum { LANGUAGE_B = 2 };
  if (named_b || given->language == LANGUAGE_B) return run_b(given, count ? positionals[0] : NULL);
  const char *script = count ? positionals[0] : NULL;
  const char *model = given->model;
  if (!model && given->terms.count == 0) model = "-";
  if (!script && given->terms.count == 0)
    return command_usage_error(&command_eval, "a FILE or --term is needed");
  if (script && model && strcmp(script, "-") == 0 && strcmp(model, "-") == 0)
    return command_usage_error(&command_eval, "script and model cannot both be standard input");
  Evaluation session = {.given = given,
                        .script_name = script ? shown_name(script) : "<no script>",
                        .model_name = model ? shown_name(model) : ""};
  InputOptions input = {
      .command = &command_eval, .theories = given->theories, .color = given->common.color};
  Error error;
  int code = read_texts(&session, script, model);
  if (code == EXIT_FINE) {
    session.bank = input_create_bank(&input, &error);
    code = session.bank ? EXIT_FINE : EXIT_ENVIRONMENT;
  }
  if (code == EXIT_FINE) {
    eval_report_init(&session.report, session.bank);
    session.report.script_name = session.script_name;
    session.report.script = session.script.bytes;
    session.report.color = given->common.color;
    session.report.quiet = given->quiet;
    code = has_boxes(&session) ? check_with_boxes(&session) : check(&session, NULL);
    eval_report_deinit(&session.report);
  }
  checks_deinit(&session.checks);
  if (session.bank) bank_destroy(session.bank);
  file_text_free(&session.script);
  file_text_free(&session.output);
  return code;
}

const Subcommand command_eval = {
    .name = "eval",
    .group = GROUP_SCRIPTS,
    .summary = "check a model exactly, or compute the value of a term",
    .usage = "[OPTION]... FILE\n[OPTION]... --term TERM [FILE]\n--input WHAT [OPTION]... NETWORK "
             "[PROPERTY]",
    .description =
        "Evaluates the assertions of a script in a model that a solver gave, with exact arithmetic "
        "of its own: true, false, or undetermined with the reason. The model is read in the form "
        "of "
        "z3, cvc5, cvc4 or boolector, and may be all that the solver printed: each model is "
        "checked "
        "against the assertions that were in force at its check-sat.\n"
        "\n"
        "A network (.onnx, .onnx.gz) is run on an input: its outputs are printed, computed with "
        "floats "
        "of 32 bits as the standard of ONNX says. With a property (.vnnlib) the command says "
        "whether "
        "input and output violate it, that is satisfy what the property asserts.\n"
        "\n"
        "What the standard leaves open, such as division by zero, takes the model's own choice "
        "where it has one and is undetermined otherwise; the same holds for constants without a "
        "value. If values for all of that are found that make every assertion true, they are "
        "reported as true: the model can be completed. Nothing is ever called false for such "
        "values.\n"
        "\n"
        "Predicates and machines of the B method (.b, .mch) are evaluated conjunct by conjunct for "
        "the "
        "values of --model, a conjunction of equations. 'not well defined' is a result of its own, "
        "with "
        "the term and the values that make it so.\n"
        "\n"
        "With --term the values of terms are printed instead.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {"FILE", 0, 2, .completion = COMPLETE_FILES},
    .options_size = sizeof(EvalOptions),
    .run = run,
};
