#include "support/accept.h"

#include "testing.h"

#include <string.h>

#include "base/strbuf.h"
#include "support/run_command.h"

static void assert_silent(const char *const *argv, const StrBuf *input)
{
  CommandResult result = run_command_with(
      argv, (CommandSettings){.input = input->bytes, .input_length = input->length});
  if (result.out_length || result.err_length || result.exit_code)
    fail_msg("%s (exit code %d): %s%s", argv[0], result.exit_code, result.out, result.err);
  command_result_free(&result);
}

void assert_accepted(const char *scripts)
{
  static const char query[] = "(check-sat)\n";
  StrBuf input;
  strbuf_init(&input, 0);
  for (const char *line = scripts, *next; *line; line = next) {
    const char *end = strchr(line, '\n');
    next = end ? end + 1 : line + strlen(line);
    if (strncmp(line, query, strlen(query)) != 0) strbuf_add(&input, line, (size_t)(next - line));
  }
  assert_silent((const char *[]){"z3", "-in", NULL}, &input);
  assert_silent((const char *[]){"cvc5", "--lang", "smt2", "--incremental", "-", NULL}, &input);
  strbuf_deinit(&input);
}
