/* The solvers of the folder profiles/, in order of name. */
#ifndef RUN_SOLVER_EMBEDDED_H
#define RUN_SOLVER_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_profiles[];
extern const size_t embedded_profiles_count;

#endif
