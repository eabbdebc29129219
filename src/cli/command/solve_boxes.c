/* assay solve for scripts with functions that can only be called. */
#include "cli/command/solve.h"

#include <string.h>

#include "base/clock.h"
#include "cli/option/commands.h"
#include "cli/option/diagnostic.h"
#include "cli/option/json.h"
#include "cli/shared/consent.h"
#include "cli/shared/input.h"
#include "cli/shared/solvers.h"
#include "run/solver/doubt.h"
#include "smt/eval/assertions.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"
#include "solve/closedbox/cache.h"
#include "solve/closedbox/optimised.h"

/* One call of the command. */
typedef struct {
  const SolveOptions *options;
  Input *input;
  Boxes boxes;
  Optimised compiled; /* sources that libtcc refused */
  Parser *parser;     /* has read the script */
  Profiles *profiles;
  Solver solver;
  bool has_solver;
  Supervisor *sup;
  ClosedboxMemory memory; /* of all queries */
  bool cached;            /* with calls of earlier runs */
  Digest key;             /* of the boxes, in --cache */
  int code;
} Job;

/* --- setting up --- */

static int find_engine(Job *job)
{
  job->profiles = solvers_profiles(&command_solve, &job->options->profiles, job->options->isolate);
  if (!job->profiles) return EXIT_ENVIRONMENT;
  Error error;
  Status status = solver_find(job->profiles, job->options->engine, &job->solver, &error);
  job->has_solver = status == STATUS_OK;
  if (status == STATUS_OK) return EXIT_FINE;
  if (status == STATUS_USAGE ||
      option_was_given(command_solve.options, option_find(command_solve.options, "engine"),
                       job->options))
    return command_error(&command_solve, solvers_exit_code(status), "%s", error.message);
  return EXIT_FINE;
}

/* Models of solvers are read by a parser that knows the script's names. */
static int read_again(Job *job)
{
  Script script = {0};
  ParserOptions options = {0};
  job->parser = parser_create(job->input->bank, &options, job->input->text.bytes,
                              job->input->text.length, &job->input->error);
  Status status = parser_read_script(job->parser, &script);
  script_deinit(&script);
  return status == STATUS_OK ? EXIT_FINE : EXIT_INTERNAL;
}

/* A script names programs by declare-oracle-fun. */
static int ask_consent(const Job *job)
{
  StrBuf lines;
  strbuf_init(&lines, 0);
  for (size_t i = 0; i < job->boxes.items.count; i++) {
    const Box *box = &job->boxes.items.items[i];
    if (!box->scripted) continue;
    strbuf_printf(&lines, "%s: runs '%s' (", box->name, box->path);
    solver_add_owner(&lines, box->path);
    strbuf_add_text(&lines, ") for its values\n");
  }
  int code = consent_ask(&command_solve, job->input->path, &lines, job->options->trust);
  strbuf_deinit(&lines);
  return code;
}

static int prepare(Job *job)
{
  const OptionList *texts = &job->options->boxes;
  Error error;
  Status status = boxes_init(&job->boxes, job->input->bank, &job->input->script, texts->items,
                             texts->count, &error);
  if (status != STATUS_OK)
    return command_error(&command_solve, status == STATUS_IO ? EXIT_ENVIRONMENT : EXIT_USAGE, "%s",
                         error.message);
  int code = ask_consent(job);
  if (code == EXIT_FINE) code = find_engine(job);
  if (code == EXIT_FINE) code = read_again(job);
  if (code != EXIT_FINE) return code;
  job->sup = solvers_supervisor(&command_solve);
  return job->sup ? EXIT_FINE : EXIT_ENVIRONMENT;
}

static void release(Job *job)
{
  if (job->sup) supervisor_destroy(job->sup);
  if (job->has_solver) solver_deinit(&job->solver);
  if (job->profiles) profiles_destroy(job->profiles);
  parser_destroy(job->parser);
  boxes_deinit(&job->boxes);
  optimised_deinit(&job->compiled);
  closedbox_memory_deinit(&job->memory);
}

/* --- results --- */

static void add_definition(Printer *printer, Bank *bank, const Definition *definition, StrBuf *out)
{
  FunInfo info = *funs_info(&bank->funs, definition->fun);
  U32Vec rank = {0};
  VEC_APPEND(&rank, funs_rank(&bank->funs, definition->fun), info.arity + 1);
  FunInfo defined = {.name = info.name,
                     .arity = info.arity,
                     .origin = FUN_DEFINED,
                     .definition = definition->definition};
  Command command = {.kind = CMD_DEFINE_FUN, .a = bank_script_fun(bank, &defined, rank.items)};
  strbuf_add_text(out, "  ");
  printer_command(printer, out, NULL, &command);
  VEC_FREE(&rank);
}

/* Boxes are known, names of ours are nobody's business. */
static bool is_part_of_model(const Job *job, const Definition *definition)
{
  const Bank *bank = job->input->bank;
  Symbol name = funs_info(&bank->funs, definition->fun)->name;
  size_t length = strlen(SMT_SIDE_PREFIX);
  bool ours = definition->kind == DEFINITION_AUXILIARY &&
              symbols_length(&bank->symbols, name) >= length &&
              memcmp(symbols_text(&bank->symbols, name), SMT_SIDE_PREFIX, length) == 0;
  return !ours && boxes_find(&job->boxes, definition->fun) < 0 &&
         definition->kind != DEFINITION_DEFINED;
}

/* What get-model would print: everything but the boxes. */
static void model_text(const Job *job, const ClosedboxResult *result, StrBuf *out)
{
  PrintOptions options = {.share = SHARE_LET};
  Printer *printer = printer_create(job->input->bank, &options);
  strbuf_add_text(out, "(\n");
  for (size_t i = 0; i < result->model.definitions.count; i++) {
    const Definition *definition = &result->model.definitions.items[i];
    if (is_part_of_model(job, definition))
      add_definition(printer, job->input->bank, definition, out);
  }
  strbuf_add_text(out, ")\n");
  printer_destroy(printer);
}

static void print_json(const Job *job, ClosedboxResult *result, uint64_t wall_ns)
{
  json_t *object = json_object();
  StrBuf model;
  strbuf_init(&model, 0);
  json_object_set_new(object, "file", json_text(job->input->name, strlen(job->input->name)));
  json_object_set_new(object, "answer", json_string(answer_name(result->answer)));
  json_object_set_new(object, "reason",
                      json_text(strbuf_text(&result->reason), result->reason.length));
  json_object_set_new(object, "seconds", json_real((double)wall_ns / 1e9));
  json_object_set_new(object, "iterations", json_count(result->iterations));
  json_object_set_new(object, "evaluations", json_count(result->evaluations));
  json_object_set_new(object, "calls", json_count(result->calls));
  if (result->answer == ANSWER_SAT) {
    model_text(job, result, &model);
    json_object_set_new(object, "model", json_text(strbuf_text(&model), model.length));
  }
  strbuf_deinit(&model);
  json_print_line(stdout, object);
}

static void print_text(const Job *job, ClosedboxResult *result)
{
  puts(answer_name(result->answer));
  if (result->answer == ANSWER_SAT && !job->options->quiet) {
    StrBuf model;
    strbuf_init(&model, 0);
    model_text(job, result, &model);
    fputs(strbuf_text(&model), stdout);
    strbuf_deinit(&model);
  }
  fflush(stdout);
  if (result->answer == ANSWER_UNKNOWN)
    fprintf(stderr, "assay solve: unknown: %s\n", strbuf_text(&result->reason));
}

static void print_trace(void *context, const char *line)
{
  (void)context;
  fprintf(stderr, "%s\n", line);
}

/* --- calls of earlier runs --- */

static void load_cache(Job *job)
{
  const char *folder = job->options->cache;
  if (!folder) return;
  if (!call_cache_key(&job->boxes, &job->key)) {
    command_error(&command_solve, EXIT_FINE,
                  "--cache keeps nothing: a box is a library that the loader finds");
    return;
  }
  job->cached = true;
  call_cache_load(folder, job->key, &job->boxes, &job->memory.calls);
  job->memory.kept = job->memory.calls.records.count > 0;
}

/* The boxes have contradicted what is kept: they are no functions, or what is kept is wrong. Forgets it. */
static bool drop_cache(Job *job)
{
  if (!job->cached || job->memory.contradiction.length == 0) return false;
  call_cache_remove(job->options->cache, job->key);
  job->cached = false;
  closedbox_memory_deinit(&job->memory);
  closedbox_memory_init(&job->memory);
  return true;
}

static void save_cache(Job *job)
{
  Error error;
  if (!job->cached || job->code != EXIT_FINE || job->memory.contradiction.length > 0 ||
      job->memory.calls.records.count == 0)
    return;
  if (call_cache_save(job->options->cache, job->key, &job->boxes, &job->memory.calls, &error) !=
      STATUS_OK)
    command_error(&command_solve, EXIT_FINE, "%s", error.message);
}

/* --- queries --- */

static void solve_query(Job *job, const Assertions *assertions)
{
  const SolveOptions *options = job->options;
  U32Vec terms = {0};
  for (size_t i = 0; i < assertions->claims.count; i++)
    VEC_PUSH(&terms, assertions->claims.items[i].term);
  BoxProblem problem;
  box_problem_init(&problem, job->input->bank, job->parser, &job->input->script, &job->boxes,
                   terms.items, terms.count);
  uint64_t start = clock_monotonic_ns();
  uint64_t timeout = options->timeout_ms ? options->timeout_ms : UINT64_C(1000) * 3600 * 24 * 365;
  ClosedboxSettings settings = {
      .mode = options->mode,
      .deadline_ns = start + timeout * 1000000,
      .limits = {.call_ns = options->call_ms * 1000000, .memory_bytes = options->memory},
      .seed = options->seed,
      .jobs = (uint32_t)options->jobs,
      .memory = &job->memory,
      .sup = job->sup,
      .solver = job->has_solver ? &job->solver : NULL,
      .program = "/proc/self/exe",
      .trace = options->trace ? print_trace : NULL};
  ClosedboxResult result;
  closedbox_solve(&settings, &problem, &result);
  if (result.status == STATUS_SYNTAX && !job->compiled.folder &&
      optimised_replace_sources(&job->compiled, job->sup, &job->boxes)) {
    closedbox_result_deinit(&result);
    closedbox_solve(&settings, &problem, &result);
  }
  if (drop_cache(job)) {
    closedbox_result_deinit(&result);
    closedbox_solve(&settings, &problem, &result);
  }
  if (result.status != STATUS_OK)
    job->code = command_error(&command_solve, EXIT_ENVIRONMENT, "%s", result.error.message);
  else if (options->json)
    print_json(job, &result, clock_monotonic_ns() - start);
  else
    print_text(job, &result);
  closedbox_result_deinit(&result);
  box_problem_deinit(&problem);
  VEC_FREE(&terms);
}

static void solve_queries(Job *job)
{
  const Script *script = &job->input->script;
  Assertions assertions = {0};
  for (size_t i = 0; i < script->commands.count && job->code == EXIT_FINE; i++)
    if (assertions_take(&assertions, script, &script->commands.items[i]))
      solve_query(job, &assertions);
  if (assertions.queries == 0)
    job->code = command_error(&command_solve, EXIT_ENVIRONMENT, "'%s' has no (check-sat)",
                              job->input->name);
  assertions_deinit(&assertions);
}

int solve_boxes(const SolveOptions *given, const char *path, FileText *text)
{
  Input input = {.path = path, .name = strcmp(path, "-") == 0 ? "<stdin>" : path, .text = *text};
  Job job = {.options = given, .input = &input};
  input.bank = theory_create_bank();
  if (script_read(input.bank, text->bytes, text->length, &input.script, &input.error) !=
      STATUS_OK) {
    diagnostic_print(stderr, given->common.color, input.name, text->bytes, text->length,
                     &input.error);
    job.code = EXIT_FINDING;
  } else {
    closedbox_memory_init(&job.memory);
    job.code = prepare(&job);
    if (job.code == EXIT_FINE) load_cache(&job);
    if (job.code == EXIT_FINE) solve_queries(&job);
    save_cache(&job);
    release(&job);
  }
  input_deinit(&input);
  return job.code;
}
