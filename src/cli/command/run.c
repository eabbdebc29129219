/* assay run: runs a solver on scripts under limits and reports the result. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/value.h"
#include "cli/option/commands.h"
#include "cli/option/progress.h"
#include "cli/shared/input.h"
#include "cli/shared/language.h"
#include "cli/shared/outcome_text.h"
#include "cli/shared/solvers.h"

typedef struct {
  CommonOptions common;
  uint64_t timeout_ms;
  uint64_t soft_timeout_ms;
  uint64_t memory;
  uint64_t output_limit;
  const char *seed;
  bool model;
  bool work;
  bool instructions;
  uint64_t repeat;
  bool output;
  bool answers;
  bool json;
  SolveMode mode;
  const char *language;
  bool isolate;
  OptionList profiles;
} RunOptions;

static const Option options[] = {
    {OPTION_DURATION(RunOptions, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial = "10s", .help = "end the solver after TIME; 0 is no limit"},
    {OPTION_SIZE(RunOptions, memory), .name = "memory", .value_name = "SIZE", .initial = "2G",
     .help = "end the solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_DURATION(RunOptions, soft_timeout_ms), .name = "soft-timeout", .value_name = "TIME",
     .help = "also ask the solver to give up by itself after TIME"},
    {OPTION_STRING(RunOptions, seed), .name = "seed", .old_letter = 's', .value_name = "N",
     .help = "pass N to the solver as the seed of its random choices"},
    {OPTION_FLAG(RunOptions, model), .name = "model", .old_letter = 'm',
     .help = "make the solver print a model after each sat"},
    {OPTION_FLAG(RunOptions, work), .name = "work",
     .help = "ask the solver for its own measure of work, which does not depend on time"},
    {OPTION_FLAG(RunOptions, instructions), .name = "instructions",
     .help = "count instructions, where the machine can"},
    {OPTION_UNSIGNED(RunOptions, repeat), .name = "repeat", .old_letter = 'n', .value_name = "N",
     .initial = "1", .low = 1, .high = 1000000, .help = "run each script N times"},
    {OPTION_FLAG(RunOptions, output), .name = "show-output", .old = "output", .old_letter = 'o',
     .help = "print also what the solver printed"},
    {OPTION_SIZE(RunOptions, output_limit), .name = "output-limit", .value_name = "SIZE",
     .initial = "16M", .low = 1, .high = UINT64_C(1) << 32,
     .help = "end the solver when it prints more than SIZE"},
    {OPTION_FLAG(RunOptions, answers), .name = "answers", .letter = 'a',
     .help = "print no times and no memory"},
    {OPTION_FLAG(RunOptions, json), .name = "json",
     .help = "print one JSON object for each run, each on its own line"},
    SOLVERS_MODE_OPTION(RunOptions, mode),
    LANGUAGE_OPTION(RunOptions, language),
    SOLVERS_ISOLATE_OPTION(RunOptions, isolate),
    SOLVERS_PROFILES_OPTION(RunOptions, profiles),
};

static const Example examples[] = {
    {"assay run z3 samples/overflow.smt2", "run z3 on a script"},
    {"assay run 'cvc5(--nl-ext=none)' --timeout 5s *.smt2", "with an option of cvc5, on many"},
    {"assay run z3@/opt/z3/bin/z3 --model --show-output script.smt2", "another z3; show the model"},
    {"assay run --mode session z3 *.smt2", "many short scripts: one z3 for all of them"},
    {"assay run './mysolver --flag' --json -", "any program, a script from standard input"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the solver answered, gave up, or reached a limit"},
    {EXIT_FINDING,
     "it crashed, rejected a script, printed no answer, or a counterexample that is none"},
    {EXIT_ENVIRONMENT, "the solver or a file is not there, or the run was interrupted"},
};

/* One call of the command. */
typedef struct {
  const RunOptions *given;
  const Solver *solver;
  Supervisor *sup;
  SolvePool *pool;
  Progress progress;
} Job;

static int code_of(const Outcome *outcome)
{
  if (outcome->kind == OUTCOME_NOT_STARTED || outcome->kind == OUTCOME_KILLED)
    return EXIT_ENVIRONMENT;
  return outcome->kind >= OUTCOME_ERROR ? EXIT_FINDING : EXIT_FINE;
}

/* What a counterexample is worth that the solver printed. */
typedef struct {
  ModelState state;
  char *why; /* it is wrong; NULL: not known */
} Witness;

static const char *witness_word(ModelState state)
{
  static const char *const WORDS[] = {[MODEL_NONE] = "none",
                                      [MODEL_OPEN] = "undetermined",
                                      [MODEL_RIGHT] = "right",
                                      [MODEL_WRONG] = "wrong"};
  return WORDS[state];
}

/* Validates it, in languages whose solvers print one unasked: those with inputs of several files. */
static Witness check_witness(const LanguageInterface *language, FileText *text,
                             const Outcome *outcome)
{
  Witness witness = {MODEL_NONE, NULL};
  if (!language->load || outcome->answers.count == 0) return witness;
  const ExaminerInterface *kind = language->examiner;
  Examiner *examiner = kind->create(&(ExamineLimits){0});
  Facts facts;
  Vote vote = {0};
  Error error;
  Examination *examination = kind->begin(examiner, text, &facts, &error);
  examiner_read(kind, examination, &facts, outcome, &vote);
  if (vote.answers.count > 0) witness.state = vote.answers.items[0].model;
  if (vote.false_assertion)
    witness.why = mem_copy_string(vote.false_assertion, strlen(vote.false_assertion));
  vote_deinit(&vote);
  kind->end(examination);
  facts_deinit(&facts);
  kind->destroy(examiner);
  return witness;
}

static void print_json(const Job *job, const char *name, const Outcome *outcome,
                       const Witness *witness)
{
  const RunResult *run = &outcome->run;
  json_t *object = json_object(), *result = outcome_object(outcome);
  json_object_set_new(object, "file", json_text(name, strlen(name)));
  json_object_set_new(object, "solver", json_text(job->solver->name, strlen(job->solver->name)));
  json_object_update(object, result);
  json_decref(result);
  if (witness->state != MODEL_NONE)
    json_object_set_new(object, "counterexample", json_string(witness_word(witness->state)));
  if (witness->why)
    json_object_set_new(object, "misses", json_text(witness->why, strlen(witness->why)));
  if (job->given->output) {
    json_object_set_new(object, "stdout",
                        json_text(run->out.bytes ? run->out.bytes : "", run->out.length));
    json_object_set_new(object, "stderr",
                        json_text(run->err.bytes ? run->err.bytes : "", run->err.length));
  }
  json_print_line(stdout, object);
}

static void print_output(const RunOutput *output)
{
  if (!output->length) return;
  text_print_visible(stdout, output->bytes, output->length);
  if (output->bytes[output->length - 1] != '\n') putchar('\n');
}

static void print_text(const Job *job, const char *name, const Outcome *outcome,
                       const Witness *witness)
{
  Style style = style_for(stdout, job->given->common.color);
  text_print_visible(stdout, name, strlen(name));
  fputs(": ", stdout);
  outcome_print_answer(stdout, &style, outcome);
  if (witness->state != MODEL_NONE) printf(", counterexample %s", witness_word(witness->state));
  if (witness->why) printf(": misses %s", witness->why);
  if (!job->given->answers) outcome_print_figures(stdout, outcome);
  putchar('\n');
  if (!job->given->output) return;
  print_output(&outcome->run.out);
  print_output(&outcome->run.err);
}

static void show(Job *job, const char *name, const Outcome *outcome, const Witness *witness)
{
  progress_hide(&job->progress);
  if (job->given->json)
    print_json(job, name, outcome, witness);
  else
    print_text(job, name, outcome, witness);
  fflush(stdout);
}

static SolveRequest make_request(const Job *job)
{
  const RunOptions *given = job->given;
  SolveRequest request = {
      .solver = job->solver,
      .limits = {.wall_ns =
                     given->timeout_ms > UINT64_MAX / 1000000 ? 0 : given->timeout_ms * 1000000,
                 .memory_bytes = given->memory,
                 .stdout_bytes = (size_t)given->output_limit,
                 .stderr_bytes = (size_t)given->output_limit},
      .soft_ms = given->soft_timeout_ms,
      .print_models = given->model,
      .counter = given->work,
      .count_instructions = given->instructions,
      .has_seed = given->seed != NULL,
  };
  if (given->seed) (void)value_parse_unsigned(given->seed, &request.seed);
  return request;
}

static int run_file(Job *job, const char *path)
{
  FileText text = {0};
  Error error;
  bool is_stdin = strcmp(path, "-") == 0;
  const LanguageInterface *language = language_for_path(&command_run, job->given->language, path);
  if (!language) return EXIT_USAGE;
  if (language_check_solvers(language, job->solver, 1, &error) != STATUS_OK)
    return command_usage_error(&command_run, "%s: %s", path, error.message);
  if (language_load(language, path, &text, &error) != STATUS_OK) {
    progress_hide(&job->progress);
    return command_error(&command_run, EXIT_ENVIRONMENT, "%s", error.message);
  }
  SolveRequest request = make_request(job);
  request.path = is_stdin || language->load ? NULL : path;
  request.bytes = text.bytes;
  request.length = text.length;
  request.traits = language->traits(text.bytes, text.length);
  int code = EXIT_FINE;
  solvers_catch_signals(job->sup);
  for (uint64_t i = 0; i < job->given->repeat && !solvers_interrupted(); i++) {
    Outcome outcome;
    solve_pool_solve(job->pool, &request, &outcome);
    Witness witness = check_witness(language, &text, &outcome);
    show(job, is_stdin ? "<stdin>" : path, &outcome, &witness);
    code = input_worse(code, code_of(&outcome));
    if (witness.state == MODEL_WRONG) code = input_worse(code, EXIT_FINDING);
    free(witness.why);
    outcome_deinit(&outcome);
  }
  solvers_release_signals();
  file_text_free(&text);
  return code;
}

static int run_files(const RunOptions *given, const Solver *solver, int count, char **paths)
{
  Job job = {.given = given, .solver = solver};
  SolveRequest request = make_request(&job);
  Error error;
  if (solve_check(&request, &error) != STATUS_OK)
    return command_usage_error(&command_run, "%s", error.message);
  job.sup = solvers_supervisor(&command_run);
  if (!job.sup) return EXIT_ENVIRONMENT;
  job.pool = solve_pool_create(job.sup, given->mode);
  progress_start(&job.progress, "files", (size_t)count);
  int code = EXIT_FINE;
  for (int i = 0; i < count && !solvers_interrupted(); i++) {
    progress_update(&job.progress, (size_t)i);
    code = input_worse(code, run_file(&job, paths[i]));
  }
  progress_hide(&job.progress);
  if (solvers_interrupted()) code = command_error(&command_run, EXIT_ENVIRONMENT, "interrupted");
  solve_pool_destroy(job.pool);
  supervisor_destroy(job.sup);
  return code;
}

static int run(const void *values, int count, char **positionals)
{
  const RunOptions *given = values;
  uint64_t seed;
  if (given->seed && value_parse_unsigned(given->seed, &seed) != VALUE_OK)
    return command_usage_error(&command_run, "--seed '%s' is not a number", given->seed);
  Profiles *profiles = solvers_profiles(&command_run, &given->profiles, given->isolate);
  if (!profiles) return EXIT_ENVIRONMENT;
  Solver solver;
  Error error;
  Status status = solver_find(profiles, positionals[0], &solver, &error);
  int code;
  if (status == STATUS_USAGE) {
    code = command_usage_error(&command_run, "%s", error.message);
  } else if (status != STATUS_OK) {
    code = command_error(&command_run, EXIT_ENVIRONMENT, "%s", error.message);
  } else {
    PathVec paths = {0};
    code = language_find_each(&command_run, given->language, count - 1, positionals + 1, &paths);
    if (code != EXIT_USAGE)
      code = input_worse(code, run_files(given, &solver, (int)paths.count, paths.items));
    path_vec_free(&paths);
    solver_deinit(&solver);
  }
  profiles_destroy(profiles);
  return code;
}

const Subcommand command_run = {
    .name = "run",
    .group = GROUP_SOLVERS,
    .summary = "run a solver on scripts and report the result",
    .usage = "[OPTION]... SOLVER FILE|FOLDER...",
    .description =
        "Runs a solver on each script ('-' is standard input, a folder stands for all inputs below "
        "it) under limits of time, memory and output, and prints one line: the answers or how the "
        "run failed, the wall time, CPU time, the peak of memory, and how the program ended.\n"
        "\n"
        "SOLVER is a name that 'assay solvers' lists (z3), the same with a program of your own "
        "(z3@/path/to/z3), with parameters ('z3(sat.euf=true,smt.arith.solver=2)'), or any command "
        "with a path in it ('./mysolver --flag'), to which the file is appended. No shell is "
        "involved.\n"
        "\n"
        "An answer after an error does not count and is not shown. A crash is a signal or a failed "
        "assertion, unless the solver says that it met a limit or does not support the script.\n"
        "\n" SOLVERS_MODE_HELP,
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "SOLVER FILE",
                    .min = 2,
                    .max = POSITIONALS_UNLIMITED,
                    .completion = COMPLETE_FILES},
    .options_size = sizeof(RunOptions),
    .run = run,
};
