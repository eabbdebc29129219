/* C source compiled in memory by libtcc, in a fraction of a millisecond. What it makes is not optimised. */
#ifndef SOLVE_CLOSEDBOX_NATIVE_H
#define SOLVE_CLOSEDBOX_NATIVE_H

#include <stddef.h>

#include "base/status.h"

typedef struct Native Native;

/* Compiles a text, or a file; symbols that it does not define come from libc and libm. STATUS_SYNTAX with what
 * the compiler says. */
Status native_compile(const char *source, Native **native, Error *error);
Status native_compile_file(const char *path, Native **native, Error *error);
void native_destroy(Native *native);

/* The address of a function or variable, or NULL. */
void *native_symbol(Native *native, const char *name);

#endif
