/* The functions in which a program failed, as far as its own report tells: stacks in the form of
 * sanitizers and debuggers, "#0 0x5581 in name(arguments) file:line". */
#ifndef RUN_SOLVER_OUTCOME_FRAMES_H
#define RUN_SOLVER_OUTCOME_FRAMES_H

#include "base/strbuf.h"

/* Appends the names of the innermost frames of the first stack in the text, "f < g < h", without
 * those of the C library and of the sanitizer itself. False: there is none. */
bool frames_add(const char *text, size_t length, StrBuf *out);

#endif
