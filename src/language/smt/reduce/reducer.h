/* Reducing scripts. Works on terms, so that every candidate is well sorted; texts that cannot be read are reduced as words
 * and lists. */
#ifndef LANGUAGE_SMT_REDUCE_REDUCER_H
#define LANGUAGE_SMT_REDUCE_REDUCER_H

#include "language/reducer.h"

extern const ReducerInterface smtlib_reducer;

#endif
