#include "support/expect.h"

#include <string.h>

#include "testing.h"

static void expect_end(const CommandResult *result, int code)
{
  if (result->exit_code != code)
    fail_msg("exit code %d, expected %d:\n%s%s", result->exit_code, code, result->out, result->err);
  if (strstr(result->out, "\x1b")) fail_msg("an escape sequence in:\n%s", result->out);
  if (strchr(result->err, '\r')) fail_msg("a carriage return in:\n%s", result->err);
}

void expect_parts(const CommandResult *result, int code, const char *out, const char *err)
{
  if (!strstr(result->out, out)) fail_msg("no '%s' in:\n%s%s", out, result->out, result->err);
  if (!strstr(result->err, err)) fail_msg("no '%s' in:\n%s%s", err, result->err, result->out);
  expect_end(result, code);
}

void expect(CommandResult result, int code, const char *out, const char *err)
{
  expect_parts(&result, code, out, err);
  command_result_free(&result);
}

void expect_exactly(CommandResult result, int code, const char *out, const char *err)
{
  assert_string_equal(result.err, err);
  assert_string_equal(result.out, out);
  expect_end(&result, code);
  command_result_free(&result);
}

void expect_in(const char *text, const char *part)
{
  if (!text || !strstr(text, part)) fail_msg("no '%s' in:\n%s", part, text ? text : "nothing");
}

void expect_not_in(const char *text, const char *part)
{
  if (text && strstr(text, part)) fail_msg("'%s' in:\n%s", part, text);
}
