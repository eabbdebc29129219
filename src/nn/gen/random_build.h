#ifndef NN_GEN_RANDOM_BUILD_H
#define NN_GEN_RANDOM_BUILD_H

#include "nn/gen/build.h"

/* A graph of as many nodes as the settings' depth says: the output, (1, outputs), for an input (1, inputs). */
ValueId random_graph_build(Builder *b, ValueId x);

#endif
