/* Trying edits: many at once, then fewer, and what works stays. */
#ifndef FIND_REDUCE_SEARCH_H
#define FIND_REDUCE_SEARCH_H

#include "find/reduce/run.h"

/* Applies edits in chunks that get smaller (Zeller and Hildebrandt, "Simplifying and isolating
 * failure-inducing input", 2002), and keeps what shows the behaviour. Returns how often something was
 * accepted. */
uint64_t reduce_search_run(ReduceRun *run, const SearchSubject *kind, void *subject,
                           SearchStyle style);

#endif
