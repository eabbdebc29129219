/* Files that are part of the binary: the theories of the folder theories/, in order of name. */
#ifndef SMTLIB_EMBEDDED_H
#define SMTLIB_EMBEDDED_H

#include <stddef.h>

typedef struct {
  const char *name; /* without folder: "core.smt2" */
  const char *text; /* followed by a NUL byte that `length` does not count */
  size_t length;
} EmbeddedFile;

extern const EmbeddedFile embedded_theories[];
extern const size_t embedded_theory_count;

#endif
