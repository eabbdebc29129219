/* What can be placed once more in an input: operators, layers, and changes of the property. */
#ifndef LANGUAGE_NN_CONSTRUCTS_H
#define LANGUAGE_NN_CONSTRUCTS_H

#include "base/random.h"
#include "language/nn/text/model.h"

typedef struct {
  const char *name, *class;
} NnConstruct;

/* Those that networks of VNN-LIB have come first. */
size_t nn_construct_count(bool all);
const NnConstruct *nn_construct(size_t number);

/* Changes the bundle: one more of it. False: it cannot be placed. */
bool nn_construct_place(size_t number, const NnModel *model, Random *random, Bundle *bundle);
/* Adds how often each occurs. */
void nn_construct_count_in(const NnModel *model, size_t count, uint32_t *counts);

#endif
