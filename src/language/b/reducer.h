/* Smaller predicates of B that show the same. */
#ifndef LANGUAGE_B_REDUCER_H
#define LANGUAGE_B_REDUCER_H

#include "language/reducer.h"

extern const ReducerInterface b_reducer;

#endif
