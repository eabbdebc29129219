/* The theories of the folder theories/, in order of name. */
#ifndef SMT_TEXT_EMBEDDED_H
#define SMT_TEXT_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_theories[];
extern const size_t embedded_theories_count;

#endif
