#include <assert.h>
#include <limits.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/file.h"
#include "nn/property/property.h"

/* All of a file that may be compressed, with the zero byte that the lexer needs. */
static Status read_bytes(gzFile file, const char *path, StrBuf *text, Error *error)
{
  enum { CHUNK = 1 << 18 };
  for (;;) {
    if (!strbuf_reserve(text, CHUNK))
      return error_set(error, STATUS_LIMIT, "'%s' has more than %zu bytes", path, text->limit);
    int count = gzread(file, text->bytes + text->length, CHUNK);
    if (count < 0)
      return error_set(error, STATUS_IO, "cannot read '%s': %s", path, gzerror(file, &(int){0}));
    if (count == 0) break;
    text->length += (size_t)count;
  }
  int code;
  gzerror(file, &code);
  if (code != Z_OK) return error_set(error, STATUS_IO, "'%s' ends early", path);
  memset(text->bytes + text->length, 0, FILE_PADDING);
  return STATUS_OK;
}

Status property_load(Property *property, const char *path, Error *error)
{
  *property = (Property){0};
  struct stat info;
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return error_set(error, STATUS_IO, "'%s' is a directory", path);
  gzFile file = gzopen(path, "rb");
  if (!file)
    return error_set(error, STATUS_IO, "cannot open '%s': no such file, or not readable", path);
  StrBuf text;
  strbuf_init(&text, PROPERTY_MAX_BYTES);
  Status status = read_bytes(file, path, &text, error);
  gzclose(file);
  if (!status) status = property_read(property, text.bytes, text.length, error);
  strbuf_deinit(&text);
  /* What is said about a line gets its name from those who show it. */
  if (status == STATUS_OK || error->line || strstr(error->message, path)) return status;
  return error_set(error, status, "'%s': %s", path, error->message);
}
