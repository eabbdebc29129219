/* Reading and writing whole files, with clear errors for what can go wrong with a path. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>

#include "base/status.h"

typedef struct {
  char *bytes; /* followed by at least FILE_PADDING zero bytes that are not counted */
  size_t length;
} FileText;

enum { FILE_PADDING = 16 };

/* Reads all of `path` ("-" is standard input). A directory, a missing or unreadable file and one
 * above `limit` bytes (0: 4 GiB - 1) are errors. Reading stops early after a chunk that has a NUL
 * byte in it: no text format of ours continues behind one, and endless sources then end. */
Status file_read(const char *path, size_t limit, FileText *text, Error *error);
void file_text_free(FileText *text);

/* Writes the bytes to `path` so that a reader sees the old or the new content, never a part:
 * to a temporary file beside it that is then renamed. "-" is standard output. */
Status file_write(const char *path, const char *bytes, size_t length, Error *error);

#endif
