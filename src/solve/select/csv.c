#include "solve/select/csv.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "solve/select/zip.h"

/* A NUL byte would end the text early. */
static Status read_text(const char *path, FileText *text, Error *error)
{
  Status status = zip_read(path, text, error);
  if (status != STATUS_OK || !memchr(text->bytes, 0, text->length)) return status;
  file_text_free(text);
  return error_set(error, STATUS_SYNTAX, "'%s' is not text: it has a NUL byte", path);
}

Status csv_error(const Csv *csv, Error *error, const char *format, ...)
{
  char message[700];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return error_set(error, STATUS_SYNTAX, "'%s', line %u: %s", csv->path, csv->line, message);
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

/* Takes the quotes off in place; the rest of the row begins at *end. In ARFF a backslash makes a quote a part of the cell. */
static Status read_quoted(Csv *csv, char *start, char **end, Error *error)
{
  char quote = *start;
  char *to = start;
  char *from = start + 1;
  for (;; from++) {
    if (!*from) return csv_error(csv, error, "a quoted cell does not end");
    if (*from == '\n') csv->line++;
    if (csv->arff && *from == '\\' && strchr("\\'\"", from[1]) && from[1]) {
      *to++ = *++from;
      continue;
    }
    if (*from == quote && *++from != quote) break;
    *to++ = *from;
  }
  while (csv->arff && is_blank(*from)) from++;
  *end = from;
  if (*from && *from != ',' && *from != '\n' && *from != '\r')
    return csv_error(csv, error, "text follows a quoted cell");
  /* `from` is after the closing quote, so that `to` is before it. */
  *to = 0;
  return STATUS_OK;
}

static Status read_row(Csv *csv, Error *error)
{
  csv->cells.count = 0;
  char *at = csv->next;
  csv->line++;
  for (;;) {
    while (csv->arff && is_blank(*at)) at++;
    VEC_PUSH(&csv->cells, at);
    char *end = at;
    if (*at == '"' || (csv->arff && *at == '\'')) {
      Status status = read_quoted(csv, at, &end, error);
      if (status != STATUS_OK) return status;
    } else {
      end = at + strcspn(at, ",\r\n");
    }
    char separator = *end;
    for (char *last = end; csv->arff && last > at && is_blank(last[-1]);) *--last = 0;
    if (separator) *end++ = 0;
    if (separator == '\r' && *end == '\n') end++;
    at = end;
    if (separator != ',') break;
  }
  csv->next = at;
  return STATUS_OK;
}

static Status read_titles(Csv *csv, Error *error)
{
  csv->next = csv->text.bytes;
  if (csv->text.length >= 3 && memcmp(csv->next, "\xEF\xBB\xBF", 3) == 0) csv->next += 3;
  if (!*csv->next) return error_set(error, STATUS_SYNTAX, "'%s' is empty", csv->path);
  Status status = read_row(csv, error);
  if (status == STATUS_OK) VEC_APPEND(&csv->titles, csv->cells.items, csv->cells.count);
  return status;
}

Status csv_open(Csv *csv, const char *path, Error *error)
{
  *csv = (Csv){.path = path};
  Status status = read_text(path, &csv->text, error);
  return status == STATUS_OK ? read_titles(csv, error) : status;
}

Status csv_open_text(Csv *csv, const char *name, const char *text, size_t length, Error *error)
{
  *csv = (Csv){.path = name};
  csv->text = (FileText){.bytes = mem_alloc_zero(length + FILE_PADDING, 1), .length = length};
  memcpy(csv->text.bytes, text, length);
  return read_titles(csv, error);
}

/* The name of '@attribute NAME TYPE', in place. */
static char *attribute_name(char *line)
{
  char *name = line + strlen("@attribute");
  name += strspn(name, " \t");
  char quote = *name;
  bool quoted = quote == '\'' || quote == '"';
  if (quoted) name++;
  size_t length = quoted ? strcspn(name, quote == '"' ? "\"" : "'") : strcspn(name, " \t");
  name[length] = 0;
  return name;
}

Status csv_open_arff(Csv *csv, const char *path, Error *error)
{
  *csv = (Csv){.path = path, .arff = true};
  Status status = read_text(path, &csv->text, error);
  if (status != STATUS_OK) return status;
  for (char *line = csv->text.bytes; *line;) {
    char *next = line + strcspn(line, "\r\n");
    if (*next) *next++ = 0;
    csv->line++;
    if (strncasecmp(line, "@attribute", strlen("@attribute")) == 0)
      VEC_PUSH(&csv->titles, attribute_name(line));
    csv->next = next;
    if (strncasecmp(line, "@data", strlen("@data")) == 0) return STATUS_OK;
    line = next;
  }
  return error_set(error, STATUS_SYNTAX, "'%s' has no line '@data'", path);
}

void csv_close(Csv *csv)
{
  file_text_free(&csv->text);
  VEC_FREE(&csv->titles);
  VEC_FREE(&csv->cells);
}

Status csv_next(Csv *csv, Error *error)
{
  while (*csv->next == '\n' || *csv->next == '\r' || (csv->arff && *csv->next == '%')) {
    if (*csv->next == '%') csv->next += strcspn(csv->next, "\n");
    if (*csv->next) csv->line += *csv->next++ == '\n';
  }
  csv->more = *csv->next != 0;
  if (!csv->more) return STATUS_OK;
  Status status = read_row(csv, error);
  if (status != STATUS_OK) return status;
  if (csv->cells.count != csv->titles.count)
    return csv_error(csv, error, "there are %zu cells, but %zu titles", csv->cells.count,
                     csv->titles.count);
  return STATUS_OK;
}

int csv_column(const Csv *csv, const char *titles)
{
  for (const char *title = titles; *title;) {
    size_t length = strcspn(title, "|");
    for (size_t i = 0; i < csv->titles.count; i++) {
      const char *own = csv->titles.items[i];
      if (strlen(own) == length && strncasecmp(own, title, length) == 0) return (int)i;
    }
    title += length;
    if (*title) title++;
  }
  return -1;
}

Status csv_need_column(const Csv *csv, const char *titles, int *column, Error *error)
{
  *column = csv_column(csv, titles);
  if (*column >= 0) return STATUS_OK;
  return error_set(error, STATUS_SYNTAX, "'%s' has no column '%.*s'", csv->path,
                   (int)strcspn(titles, "|"), titles);
}

const char *csv_cell(const Csv *csv, int column)
{
  assert(column < (int)csv->cells.count);
  assert(column < (int)csv->cells.count);
  return column < 0 ? "" : csv->cells.items[column];
}

bool csv_parse_number(const char *text, double *number)
{
  char *end;
  *number = strtod(text, &end);
  return end != text && *end == 0 && isfinite(*number);
}

Status csv_number(const Csv *csv, int column, double absent, double *number, Error *error)
{
  const char *text = csv_cell(csv, column);
  *number = absent;
  if (!*text || strcmp(text, "?") == 0 || strcasecmp(text, "nan") == 0) return STATUS_OK;
  if (csv_parse_number(text, number)) return STATUS_OK;
  return csv_error(csv, error, "'%.60s' in column '%s' is not a number", text,
                   csv->titles.items[column]);
}

void csv_add_cell(StrBuf *out, const char *text)
{
  if (!strpbrk(text, ",\"\r\n")) {
    strbuf_add_text(out, text);
    return;
  }
  strbuf_add_char(out, '"');
  for (const char *c = text; *c; c++) {
    if (*c == '"') strbuf_add_char(out, '"');
    strbuf_add_char(out, *c);
  }
  strbuf_add_char(out, '"');
}
