/* The models of models/ as part of the binary. */
#ifndef SOLVE_VERIFY_EMBEDDED_H
#define SOLVE_VERIFY_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_models[];
extern const size_t embedded_models_count;

#endif
