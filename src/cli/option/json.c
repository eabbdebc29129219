#include <assert.h>

#include "cli/option/json.h"

static void print(FILE *out, json_t *value, size_t flags)
{
  assert(out && value);
  json_dumpf(value, out, flags | JSON_ENSURE_ASCII);
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
