#ifndef LANGUAGE_NN_REDUCE_REDUCER_H
#define LANGUAGE_NN_REDUCE_REDUCER_H

#include "language/reducer.h"

extern const ReducerInterface nn_reducer;

#endif
