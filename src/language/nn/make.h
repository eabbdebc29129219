/* Generating networks with properties for campaigns. */
#ifndef LANGUAGE_NN_MAKE_H
#define LANGUAGE_NN_MAKE_H

#include "language/nn/settings.h"
#include "language/nn/sizes.h"
#include "language/nn/text/bundle.h"

typedef struct {
  NnSpec spec;
  NetworkSettings generator; /* sizes are those of NnSizes */
  uint64_t parameters_min, parameters_max;
} NnMaker;

/* Bundle number N of a seed and sizes, always the same. */
void nn_make(const NnMaker *maker, const NnSizes *sizes, uint64_t number, Bundle *bundle);

#endif
