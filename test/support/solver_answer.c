#include "support/solver_answer.h"

#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run_command.h"

static bool finds(const char *const *command, const char *answer, const char *text)
{
  CommandResult r = run_command_with(command, (CommandSettings){.timeout_ms = 20000});
  const char *wrong = strcmp(answer, "sat") == 0 ? "unsat" : "sat";
  if (strncmp(r.out, wrong, strlen(wrong)) == 0 || strstr(r.out, "(error"))
    fail_msg("%s: %s on\n%s", command[0], r.out, text);
  bool found = strncmp(r.out, answer, strlen(answer)) == 0;
  command_result_free(&r);
  return found;
}

bool solver_answer_is(const char *text, const char *answer)
{
  char path[] = "/tmp/assay-answer-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  FILE *file = fdopen(descriptor, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  const char *const z3[] = {"z3", "-T:5", path, NULL};
  const char *const cvc5[] = {"cvc5", "--lang=smt2", "--strings-exp", "--tlimit=5000", path, NULL};
  bool found = finds(z3, answer, text);
  finds(cvc5, answer, text);
  unlink(path);
  return found;
}

bool solver_answer_available(void)
{
  CommandResult r = run_command((const char *[]){"z3", "--version", NULL});
  bool available = r.exit_code == 0;
  command_result_free(&r);
  return available;
}
