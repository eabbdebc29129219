/* Reading and writing whole files, with clear errors for what can go wrong with a path. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

typedef struct {
  char *bytes; /* followed by at least FILE_PADDING zero bytes that are not counted */
  size_t length;
} FileText;

enum { FILE_PADDING = 16 };

/* Reads all of `path` ("-" is standard input). A directory, a missing or unreadable file and one
 * above `limit` bytes (0: 4 GiB - 1) are errors. Reading stops early after a chunk that has a NUL
 * byte in it: no text format of ours continues after one, and endless sources then end. */
Status file_read(const char *path, size_t limit, FileText *text, Error *error);
void file_text_free(FileText *text);

/* A file that is written piece by piece, so that a reader sees the old or the new content, never a part: to a
 * temporary file beside it that is then renamed. Devices and pipes are written as they are, and "-" is standard
 * output. */
typedef struct {
  FILE *stream;
  char *path, *target, *temporary;
} FileOutput;

Status file_output_open(FileOutput *file, const char *path, Error *error);
/* Ends it, whether it fails or not. Without `keep` the old content stays. Failed writes are found here. */
Status file_output_close(FileOutput *file, bool keep, Error *error);

/* The same for bytes that are there already. */
Status file_write(const char *path, const char *bytes, size_t length, Error *error);
/* For one of many files that can be regenerated: a new file, or one that is emptied first, without waiting for the disk.
 * A crash may leave a part of it. A link is not followed. */
Status file_write_fast(const char *path, const char *bytes, size_t length, Error *error);

#endif
