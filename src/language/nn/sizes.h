/* The sizes of networks that are generated: five dimensions, each with some values. */
#ifndef LANGUAGE_NN_SIZES_H
#define LANGUAGE_NN_SIZES_H

#include "language/language.h"
#include "nn/gen/settings.h"

/* name of an arm, and how many values it has */
#define NN_DIMENSION_LIST(X)                                                                       \
  X(NN_DEPTH, "depth")         /* layers */                                                        \
  X(NN_WIDTH, "width")         /* neurons of a layer */                                            \
  X(NN_RANK, "dimensionality") /* of tensors: rows, or images as well */                           \
  X(NN_INPUTS, "input size")                                                                       \
  X(NN_OUTPUTS, "output size")

#define NN_DIMENSION_ENUM(code, name) code,
typedef enum { NN_DIMENSION_LIST(NN_DIMENSION_ENUM) NN_DIMENSION_COUNT } NnDimension;
#undef NN_DIMENSION_ENUM

/* The place of the value of each. */
typedef struct {
  uint8_t places[NN_DIMENSION_COUNT];
} NnSizes;

/* To begin with. */
NnSizes nn_sizes_initial(bool small);
/* A step in one of them; false: all are at their limit. */
bool nn_sizes_step(NnSizes *sizes, bool larger);
/* As a number, and back; false: it is none. */
uint64_t nn_sizes_pack(const NnSizes *sizes);
bool nn_sizes_unpack(uint64_t scale, NnSizes *sizes);

LanguageDimension nn_dimension(NnDimension dimension);
/* The name of an arm, such as "depth 4". */
const char *nn_dimension_value(NnDimension dimension, size_t place);
/* Writes the sizes to the settings of a generator. */
void nn_sizes_apply(const NnSizes *sizes, NetworkSettings *settings);

#endif
