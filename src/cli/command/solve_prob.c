/* assay solve for predicates of the B method, by ProB. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "b/text/print.h"
#include "b/wd/wd.h"
#include "cli/command/solve.h"
#include "cli/option/commands.h"
#include "cli/shared/b_file.h"
#include "cli/shared/solvers.h"
#include "language/b/prob.h"
#include "run/process/launch.h"

/* The sets of predicates, for which ProB needs a machine: a file to remove. NULL: there are none, or it cannot be written. */
static char *write_sets(const BFile *file, Error *error)
{
  if (file->module.sets.count == 0) return NULL;
  const char *folder = getenv("TMPDIR");
  BModule sets = {.sets = file->module.sets, .elements = file->module.elements};
  StrBuf path, text;
  strbuf_init(&path, 0);
  strbuf_init(&text, 0);
  strbuf_printf(&path, "%s/assay-sets-XXXXXX.mch", folder && *folder ? folder : "/tmp");
  b_print_module(file->bank, &sets, &(BPrintOptions){0}, &text);
  char *name = mem_copy_string(strbuf_text(&path), path.length);
  int handle = mkstemps(name, 4);
  if (handle < 0 || close(handle) != 0 ||
      file_write(name, text.bytes, text.length, error) != STATUS_OK) {
    error_set(error, STATUS_IO, "cannot write '%s'", name);
    free(name);
    name = NULL;
  }
  strbuf_deinit(&path);
  strbuf_deinit(&text);
  return name;
}

static int print_answer(const SolveOptions *given, ProbAnswer answer, const StrBuf *said)
{
  const char *text = said->length ? said->bytes : "";
  int length = (int)said->length;
  switch (answer) {
  case PROB_SOLUTION:
    printf("sat\n");
    if (given->values && length) printf("values: %.*s\n", length, text);
    return EXIT_FINE;
  case PROB_CONTRADICTION: printf("unsat\n"); return EXIT_FINE;
  case PROB_TIMEOUT: printf("timeout\n"); return EXIT_FINE;
  case PROB_UNKNOWN: printf("unknown: %.*s\n", length, text); return EXIT_FINE;
  case PROB_CRASHED: printf("error: probcli crashed: %.*s\n", length, text); return EXIT_FINDING;
  case PROB_ERROR: break;
  }
  printf("error: probcli: %.*s\n", length, text);
  return EXIT_FINDING;
}

static int ask(const SolveOptions *given, const BFile *file, BTerm predicate, const char *machine)
{
  Supervisor *sup = solvers_supervisor(&command_solve);
  if (!sup) return EXIT_ENVIRONMENT;
  ProbSettings settings = {.program = given->prob,
                           .backend = prob_backends[given->backend],
                           .preferences = &given->preferences,
                           .machine = machine,
                           .socket = given->protocol == 1,
                           .timeout_ms = given->timeout_ms};
  StrBuf said;
  strbuf_init(&said, 0);
  solvers_catch_signals(sup);
  Prob *prob = prob_create(sup, &settings);
  ProbAnswer answer = PROB_CRASHED;
  for (uint64_t i = 0; i < given->queries; i++) {
    strbuf_clear(&said);
    answer = prob_ask(prob, file->bank, predicate, &said);
    if (answer == PROB_CRASHED || answer == PROB_TIMEOUT) break;
  }
  prob_destroy(prob);
  solvers_release_signals();
  int code = print_answer(given, answer, &said);
  strbuf_deinit(&said);
  supervisor_destroy(sup);
  return code;
}

static int check_preferences(const SolveOptions *given)
{
  for (size_t i = 0; i < given->preferences.count; i++) {
    const char *text = given->preferences.items[i], *value = strchr(text, '=');
    if (!value || value == text || !value[1])
      return command_usage_error(&command_solve, "'%s' is no preference: NAME=VALUE is", text);
  }
  return EXIT_FINE;
}

int solve_prob(const SolveOptions *given, const char *path)
{
  BFile file;
  Error error = {0};
  int code = check_preferences(given);
  if (code != EXIT_FINE) return code;
  char found[PATH_MAX];
  if (launch_find(given->prob, found, sizeof found) != 0)
    return command_error(&command_solve, EXIT_ENVIRONMENT, "there is no program '%s'", given->prob);
  code = b_file_read(&command_solve, path, given->common.color, false, &file);
  if (code == EXIT_FINE) {
    BTerm goal = b_module_goal(file.bank, &file.module);
    BTerm rewritten = b_wd_rewrite(file.bank, &file.module, goal, &(BWdOptions){.prove = true});
    char *machine = rewritten ? write_sets(&file, &error) : NULL;
    if (!rewritten)
      printf("unsupported: it is nested too deeply\n");
    else if (error.status)
      code = command_error(&command_solve, EXIT_ENVIRONMENT, "%s", error.message);
    else
      code = ask(given, &file, rewritten, machine);
    if (machine) unlink(machine);
    free(machine);
  }
  b_file_deinit(&file);
  return code;
}
