#ifndef NN_GEN_RANDGRAPH_BUILD_H
#define NN_GEN_RANDGRAPH_BUILD_H

#include "nn/gen/build.h"

/* A graph of as many drawn nodes as the settings say: the output, (1, outputs), for an input (1, inputs). */
ValueId randgraph_build(Builder *b, ValueId x);

#endif
