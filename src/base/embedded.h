/* Files that are part of the binary, so that it works from any folder; made by script/embed.py. */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>

typedef struct {
  const char *name; /* without folder: "core.smt2" */
  const char *text; /* followed by a NUL byte that `length` does not count */
  size_t length;
} EmbeddedFile;

#endif
