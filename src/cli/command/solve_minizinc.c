/* assay solve for predicates of the B method, by MiniZinc and Gecode. */
#include <assert.h>
#include <string.h>

#include "b/encode/minizinc.h"
#include "b/eval/model.h"
#include "b/wd/wd.h"
#include "cli/command/solve.h"
#include "cli/option/commands.h"
#include "cli/shared/b_file.h"
#include "cli/shared/solvers.h"
#include "run/process/launch.h"

typedef struct {
  BBank *bank;
  BModule module; /* of the rewritten predicate */
  uint32_t scope;
  StrBuf text;
  BEncodeResult result;
} Finite;

static Status translate(const SolveOptions *given, const BFile *file, Finite *model, Error *error)
{
  BTerm goal = b_module_goal(file->bank, &file->module);
  BTerm rewritten = b_wd_rewrite(file->bank, &file->module, goal, &(BWdOptions){.prove = true});
  if (!rewritten) return error_set(error, STATUS_LIMIT, "it is nested too deeply");
  model->bank = file->bank;
  model->scope = (uint32_t)given->scope;
  b_module_of_predicate(file->bank, &file->module, rewritten, &model->module);
  return b_minizinc(file->bank, &model->module, model->scope, &model->text, &model->result, error);
}

static bool has(const RunOutput *out, const char *text)
{
  return out->bytes && memmem(out->bytes, out->length, text, strlen(text));
}

static int print_values(const SolveOptions *given, Finite *model, const RunOutput *out)
{
  StrBuf values;
  strbuf_init(&values, 0);
  if (given->values &&
      b_minizinc_model(model->bank, &model->module, model->scope, out->bytes, out->length, &values))
    printf("values: %s\n", strbuf_text(&values));
  strbuf_deinit(&values);
  return EXIT_FINE;
}

/* The first line of what it says that is no warning. */
static void print_error(const RunOutput *err)
{
  const char *line = err->bytes ? err->bytes : "", *found = strstr(line, "rror:");
  while (found && found > line && found[-1] != '\n') found--;
  if (found) line = found;
  printf("error: minizinc: %.*s\n", (int)strcspn(line, "\n"), line);
}

static int print_result(const SolveOptions *given, Finite *model, const RunResult *run)
{
  if (run->end == RUN_NOT_STARTED)
    return command_error(&command_solve, EXIT_ENVIRONMENT,
                         "'%s' cannot be started: %s; get it: package minizinc", given->minizinc,
                         strerror(run->error_number));
  if (run->end == RUN_WALL_LIMIT || run->end == RUN_CPU_LIMIT || has(&run->out, "=====UNKNOWN")) {
    printf("timeout\n");
  } else if (run->end == RUN_MEMORY_LIMIT) {
    printf("unknown: minizinc ran out of memory\n");
  } else if (has(&run->out, "----------")) {
    printf("sat\n");
    return print_values(given, model, &run->out);
  } else if (has(&run->out, "=====UNSATISFIABLE=====")) {
    printf(model->result.unsat_shows ? "unsat\n" : "unknown: there is none in the scope\n");
  } else if (run->signal) {
    printf("error: minizinc crashed: signal %d\n", run->signal);
    return EXIT_FINDING;
  } else {
    print_error(&run->err);
    return EXIT_FINDING;
  }
  return EXIT_FINE;
}

static int run_minizinc(const SolveOptions *given, Finite *model)
{
  assert(model->text.length > 0);
  const char *const words[] = {given->minizinc, "--solver", "gecode", "-", NULL};
  Supervisor *sup = solvers_supervisor(&command_solve);
  if (!sup) return EXIT_ENVIRONMENT;
  RunRequest request = {.argv = words,
                        .input = RUN_INPUT_STDIN,
                        .bytes = model->text.bytes,
                        .length = model->text.length,
                        .limits = solvers_limits(given->timeout_ms, given->memory)};
  RunResult result;
  solvers_catch_signals(sup);
  supervisor_await(sup, supervisor_start(sup, &request), &result);
  solvers_release_signals();
  int code = print_result(given, model, &result);
  run_result_deinit(&result);
  supervisor_destroy(sup);
  return code;
}

int solve_minizinc(const SolveOptions *given, const char *path)
{
  BFile file;
  Error error;
  int code = b_file_read(&command_solve, path, given->common.color, false, &file);
  if (code == EXIT_FINE) {
    Finite model = {0};
    strbuf_init(&model.text, 0);
    if (translate(given, &file, &model, &error) == STATUS_OK) {
      code = run_minizinc(given, &model);
    } else {
      printf("unsupported: %s\n", error.message);
      code = EXIT_FINDING;
    }
    strbuf_deinit(&model.text);
    b_module_deinit(&model.module);
  }
  b_file_deinit(&file);
  return code;
}
