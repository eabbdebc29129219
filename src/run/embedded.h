/* The solvers of the folder profiles/, in order of name, and the library fork_preload.c. */
#ifndef RUN_EMBEDDED_H
#define RUN_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_profiles[];
extern const size_t embedded_profiles_count;

extern const EmbeddedFile embedded_preload[]; /* one; not a text */
extern const size_t embedded_preload_count;

#endif
