/* assay solve for predicates of the B method, by a translation to SMT-LIB and a solver of that. */
#include <assert.h>
#include <stdlib.h>

#include "b/encode/encode.h"
#include "b/encode/model.h"
#include "b/eval/model.h"
#include "b/text/print.h"
#include "b/wd/wd.h"
#include "cli/command/solve.h"
#include "cli/option/commands.h"
#include "cli/shared/b_file.h"
#include "cli/shared/solvers.h"
#include "run/solver/outcome.h"

/* What cvc5 needs for the encoding `sets`. */
static const char sets_engine[] = "cvc5(--sets-ext,--fmf-bound,--strings-exp)";

/* A predicate that is well defined, and its script. */
typedef struct {
  BBank *bank;
  BModule
      module; /* of the rewritten predicate: outside of well-definedness an encoding means nothing */
  StrBuf script;
  BEncodeResult result;
} Translation;

static Status translate(const SolveOptions *given, const BFile *file, Translation *translation,
                        Error *error)
{
  assert(given->encoding != SOLVE_BY_ENUMERATION);
  BBank *bank = translation->bank = file->bank;
  BTerm goal = b_module_goal(bank, &file->module);
  BTerm rewritten = b_wd_rewrite(bank, &file->module, goal, &(BWdOptions){.prove = true});
  if (!rewritten) return error_set(error, STATUS_LIMIT, "it is nested too deeply");
  BEvalSettings defaults = b_eval_settings_default();
  BEncodeOptions options = {.encoding = (BEncoding)(given->encoding - SOLVE_CONSTRUCTIVE),
                            .native = given->native,
                            .maxint = defaults.maxint,
                            .minint = defaults.minint};
  b_module_of_predicate(bank, &file->module, rewritten, &translation->module);
  return b_encode(bank, &translation->module, &options, &translation->script, &translation->result,
                  error);
}

/* The values after sat. They are printed whatever they are, so that who reads them can judge them. */
static int print_values(Translation *translation, const Solver *solver, const Outcome *outcome)
{
  StrBuf model;
  int code = EXIT_FINE;
  BTerm wrong = B_TERM_NONE;
  BEvalSettings settings = b_eval_settings_default();
  strbuf_init(&model, 0);
  if (b_encode_model(translation->bank, &translation->module, &translation->script,
                     outcome->run.out.bytes, outcome->run.out.length, &model)) {
    printf("values: %s\n", strbuf_text(&model));
    BTerm goal = b_module_goal(translation->bank, &translation->module);
    if (b_model_check(translation->bank, &translation->module, goal, &settings, model.bytes,
                      model.length, &wrong) == B_MODEL_WRONG) {
      strbuf_clear(&model);
      b_print(translation->bank, wrong, NULL, &model);
      fflush(stdout);
      code = command_error(&command_solve, EXIT_FINDING, "the values of %s do not satisfy '%s'",
                           solver->profile->name, strbuf_text(&model));
    }
  }
  strbuf_deinit(&model);
  return code;
}

static int print_outcome(const BEncodeResult *result, const Solver *solver, const Outcome *outcome)
{
  const char *name = solver->profile->name, *message = outcome->message ? outcome->message : "";
  bool shows = outcome->kind == OUTCOME_SAT ? result->sat_shows : result->unsat_shows;
  if (outcome_is_decided(outcome->kind) && !shows) {
    printf("unknown: %s of finite sets only\n", outcome_name(outcome->kind));
    return EXIT_FINE;
  }
  switch (outcome->kind) {
  case OUTCOME_SAT:
  case OUTCOME_UNSAT:
  case OUTCOME_UNKNOWN:
  case OUTCOME_TIMEOUT: printf("%s\n", outcome_name(outcome->kind)); return EXIT_FINE;
  case OUTCOME_MEMORY: printf("unknown: %s ran out of memory\n", name); return EXIT_FINE;
  case OUTCOME_UNSUPPORTED: printf("unsupported: %s: %s\n", name, message); return EXIT_FINDING;
  case OUTCOME_CRASH: printf("error: %s crashed: %s\n", name, message); return EXIT_FINDING;
  case OUTCOME_KILLED:
  case OUTCOME_NOT_STARTED:
    return command_error(&command_solve, EXIT_ENVIRONMENT, "%s: %s", name,
                         outcome_name(outcome->kind));
  default:
    printf("error: %s: %s%s%s\n", name, outcome_name(outcome->kind), *message ? ": " : "", message);
    return EXIT_FINDING;
  }
}

static int run_solver(const SolveOptions *given, const Solver *solver, Translation *translation)
{
  const StrBuf *script = &translation->script;
  Supervisor *sup = solvers_supervisor(&command_solve);
  if (!sup) return EXIT_ENVIRONMENT;
  SolveRequest request = {.solver = solver,
                          .bytes = script->bytes,
                          .length = script->length,
                          .traits = script_traits(script->bytes, script->length),
                          .print_models = given->values,
                          .limits = solvers_limits(given->timeout_ms, given->memory)};
  Outcome outcome;
  solvers_catch_signals(sup);
  outcome_solve(sup, &request, &outcome);
  solvers_release_signals();
  int code = print_outcome(&translation->result, solver, &outcome);
  if (given->values && outcome.kind == OUTCOME_SAT && translation->result.sat_shows)
    code = print_values(translation, solver, &outcome);
  outcome_deinit(&outcome);
  supervisor_destroy(sup);
  return code;
}

static int solve_file(const SolveOptions *given, const Profiles *profiles, const BFile *file)
{
  bool chosen =
      option_was_given(command_solve.options, option_find(command_solve.options, "engine"), given);
  const char *engine = given->encoding == SOLVE_SETS && !chosen ? sets_engine : given->engine;
  Solver once, solver;
  Error error;
  Status status = solver_find(profiles, engine, &once, &error);
  if (status == STATUS_OK) {
    status = solver_repeat(&once, (uint32_t)given->queries, &solver, &error);
    solver_deinit(&once);
  }
  if (status != STATUS_OK)
    return command_error(&command_solve, solvers_exit_code(status), "%s", error.message);
  int code = EXIT_FINDING;
  Translation translation = {0};
  strbuf_init(&translation.script, 0);
  if (translate(given, file, &translation, &error) == STATUS_OK)
    code = run_solver(given, &solver, &translation);
  else
    printf("unsupported: %s\n", error.message);
  strbuf_deinit(&translation.script);
  b_module_deinit(&translation.module);
  solver_deinit(&solver);
  return code;
}

int solve_translated(const SolveOptions *given, const char *path)
{
  Profiles *profiles = solvers_profiles(&command_solve, &given->profiles, given->isolate);
  if (!profiles) return EXIT_ENVIRONMENT;
  BFile file;
  int code = b_file_read(&command_solve, path, given->common.color, false, &file);
  if (code == EXIT_FINE) code = solve_file(given, profiles, &file);
  b_file_deinit(&file);
  profiles_destroy(profiles);
  return code;
}
