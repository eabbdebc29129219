#include <assert.h>
#include <string.h>

#include "cli/option/json.h"

static void print(FILE *out, json_t *value, size_t flags)
{
  assert(out && value);
  json_dumpf(value, out, flags | JSON_ENSURE_ASCII | JSON_SHORT_REALS);
  fputc('\n', out);
  json_decref(value);
}

void json_print_line(FILE *out, json_t *value)
{
  print(out, value, JSON_COMPACT);
}

void json_print_pretty(FILE *out, json_t *value)
{
  print(out, value, JSON_INDENT(2));
}

json_t *json_error_object(const Error *error)
{
  json_t *object = json_object();
  json_object_set_new(object, "line", error->line ? json_integer(error->line) : json_null());
  json_object_set_new(object, "column", error->line ? json_integer(error->column) : json_null());
  json_object_set_new(object, "message", json_text(error->message, strlen(error->message)));
  return object;
}
