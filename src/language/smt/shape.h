/* The shape of a script: what is left of it without names and constants. */
#ifndef LANGUAGE_SMT_SHAPE_H
#define LANGUAGE_SMT_SHAPE_H

#include "base/strbuf.h"

/* Appends a text that is the same for scripts that differ only in names of their own, in literals and indices,
 * and in declarations, logics and options. The text is followed by a zero byte. */
void smtlib_shape(const char *text, size_t length, StrBuf *out);

#endif
