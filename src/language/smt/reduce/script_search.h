/* Trying edits of scripts. */
#ifndef LANGUAGE_SMT_REDUCE_SCRIPT_SEARCH_H
#define LANGUAGE_SMT_REDUCE_SCRIPT_SEARCH_H

#include "language/smt/reduce/work.h"

/* As reduce_search, for edits of the best script. Takes the list apart. Those that cannot be carried over after
 * a change are left untried. */
uint64_t edits_search(Work *work, Edits *edits, SearchStyle style);

#endif
