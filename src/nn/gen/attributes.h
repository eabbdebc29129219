/* Attributes that settings alone decide: attributes.def lists them. */
#ifndef NN_GEN_ATTRIBUTES_H
#define NN_GEN_ATTRIBUTES_H

#include "nn/gen/build.h"

enum { ATTRIBUTES_MAX = 6 }; /* of one operator */

/* Draws those of an operator; returns how many. */
size_t attributes_draw(Builder *b, OperatorKind op, GraphAttribute *attributes);
/* A node of one input with such attributes, which must fit. */
ValueId attributes_build(Builder *b, OperatorKind op, ValueId x);

#endif
