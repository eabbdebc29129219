#include "support/accept.h"

#include "testing.h"

#include <string.h>

#include "base/strbuf.h"
#include "support/run_command.h"

static void assert_no_error(const char *const *argv, const StrBuf *input)
{
  enum { NOT_INSTALLED = 127 };
  CommandResult result = run_command_with(argv, (CommandSettings){.input = input->bytes,
                                                                  .input_length = input->length,
                                                                  .timeout_ms = 120000});
  if (result.exit_code != NOT_INSTALLED && (result.exit_code || strstr(result.out, "(error")))
    fail_msg("%s: exit code %d: %.1000s%.1000s", argv[0], result.exit_code, result.out, result.err);
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
  assert_no_error((const char *[]){"z3", "-in", NULL}, &input);
  assert_no_error((const char *[]){"cvc5", "--lang=smt2", "--incremental", "--strings-exp",
                                   "--fp-exp", "-", NULL},
                  &input);
  strbuf_deinit(&input);
}
