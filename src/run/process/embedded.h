/* The library fork_preload.c as it is loaded into solvers, and the program isolate_main.c. */
#ifndef RUN_PROCESS_EMBEDDED_H
#define RUN_PROCESS_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_preload[]; /* one; not a text */
extern const size_t embedded_preload_count;
extern const EmbeddedFile embedded_isolate[]; /* the same */
extern const size_t embedded_isolate_count;

#endif
