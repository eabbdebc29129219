/* The logic that scripts have in common. */
#ifndef LANGUAGE_SMT_EXAMPLE_LOGIC_H
#define LANGUAGE_SMT_EXAMPLE_LOGIC_H

#include "base/paths.h"
#include "base/strbuf.h"

/* Appends the name of the smallest logic that has all these files, by what they say of themselves or, if they say nothing or ALL,
 * by what they use. Nothing: none of them can be read. */
void example_logic(const PathVec *paths, StrBuf *name);

#endif
