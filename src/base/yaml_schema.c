#include "base/yaml_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

enum { LOG_MAX = 4000 };

/* libcyaml says what is wrong only to its log: first a line about it, then where it is, innermost
 * first, each with "(line: N, column: M)". */
__attribute__((format(printf, 3, 0))) static void log_line(cyaml_log_t level, void *context,
                                                           const char *format, va_list arguments)
{
  (void)level;
  StrBuf *log = context;
  char text[1000];
  vsnprintf(text, sizeof text, format, arguments);
  strbuf_add_text(log, text);
}

static cyaml_config_t config(StrBuf *log)
{
  return (cyaml_config_t){
      .log_fn = log ? log_line : NULL,
      .log_ctx = log,
      .mem_fn = cyaml_mem,
      .log_level = CYAML_LOG_ERROR,
      .flags = CYAML_CFG_NO_ALIAS, /* few bytes with aliases can stand for gigabytes */
  };
}

/* The number after a name in a message; 0: there is none. */
static uint32_t number_behind(const char *text, const char *name)
{
  const char *at = text ? strstr(text, name) : NULL;
  unsigned long number = at ? strtoul(at + strlen(name), NULL, 10) : 0;
  return number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* The log has the place as "(line: 2, column: 3)". */
static Status report(cyaml_err_t result, StrBuf *log, const char *what, Error *error)
{
  static const char prefix[] = "Load: ", trace[] = "Load: Backtrace:";
  const char *text = strbuf_text(log), *place = strstr(text, "(line: ");
  const char *subject = strncmp(text, trace, sizeof trace - 1) == 0 ? "" : text;
  if (strncmp(subject, prefix, sizeof prefix - 1) == 0) subject += sizeof prefix - 1;
  int length = (int)strcspn(subject, "\n");
  if (length)
    error_set(error, STATUS_SYNTAX, "not %s: %.*s", what, length, subject);
  else
    error_set(error, STATUS_SYNTAX, "not %s: %s", what, cyaml_strerror(result));
  error->line = number_behind(place, "(line: ");
  error->column = number_behind(place, "column: ");
  return STATUS_SYNTAX;
}

bool yaml_schema_is_too_deep(const char *text, size_t length)
{
  enum { DEEPEST = 250 };
  size_t open = 0, indicators = 0;
  for (size_t i = 0; i < length; i++) {
    char c = text[i], next = i + 1 < length ? text[i + 1] : '\n';
    if (c == '[' || c == '{') open++;
    if ((c == ']' || c == '}') && open) open--;
    if (c == '\n') indicators = 0;
    indicators += (c == '-' || c == '?' || c == ':') && (next == ' ' || next == '\t');
    if (indicators > DEEPEST || open > DEEPEST) return true;
  }
  return false;
}

Status yaml_schema_read(const char *text, size_t length, const cyaml_schema_value_t *schema,
                        const char *what, void **value, unsigned *count, Error *error)
{
  *value = NULL;
  if (count) *count = 0;
  if (memchr(text, '\0', length))
    return error_set(error, STATUS_SYNTAX, "not %s: there is a NUL byte in it", what);
  if (yaml_schema_is_too_deep(text, length))
    return error_set(error, STATUS_SYNTAX, "not %s: it is nested too deeply", what);
  StrBuf log;
  strbuf_init(&log, LOG_MAX);
  cyaml_config_t settings = config(&log);
  cyaml_data_t *data = NULL;
  cyaml_err_t result =
      cyaml_load_data((const uint8_t *)text, length, &settings, schema, &data, count);
  Status status = result == CYAML_OK ? STATUS_OK : report(result, &log, what, error);
  if (status != STATUS_OK && count) *count = 0;
  *value = data;
  strbuf_deinit(&log);
  return status;
}

void yaml_schema_free(const cyaml_schema_value_t *schema, void *value, unsigned count)
{
  cyaml_config_t settings = config(NULL);
  cyaml_free(&settings, schema, value, count);
}

Status yaml_schema_locate(const char *path, Error *error)
{
  uint32_t line = error->line, column = error->column;
  if (line)
    error_set(error, error->status, "%s:%u: %s", path, line, error->message);
  else
    error_set(error, error->status, "%s: %s", path, error->message);
  error->line = line;
  error->column = column;
  return error->status;
}
