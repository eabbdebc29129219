/* Networks of layers, and of nested conditions. Each gives the output, (1, outputs), for an input (1, inputs). */
#ifndef NN_GEN_LAYERS_H
#define NN_GEN_LAYERS_H

#include "nn/gen/build.h"

ValueId layers_build(Builder *b, ValueId x);
ValueId network_build_tree(Builder *b, ValueId x);

#endif
