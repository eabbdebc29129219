#include "support/summary.h"

#include "testing.h"

json_t *summary_of(CommandResult result, int code)
{
  json_error_t error;
  if (result.exit_code != code)
    fail_msg("exit code %d, expected %d:\n%s%s", result.exit_code, code, result.err, result.out);
  json_t *summary = json_loads(result.out, 0, &error);
  if (!summary) fail_msg("%s:\n%s", error.text, result.out);
  command_result_free(&result);
  return summary;
}

const char *text_of(const json_t *object, const char *key)
{
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

double number_of(const json_t *object, const char *key)
{
  return json_number_value(json_object_get(object, key));
}

bool is_true(const json_t *object, const char *key)
{
  return json_is_true(json_object_get(object, key));
}
