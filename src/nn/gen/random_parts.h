/* What the files of random graphs share. */
#ifndef NN_GEN_RANDOM_PARTS_H
#define NN_GEN_RANDOM_PARTS_H

#include "nn/gen/random_build.h"

enum { DRAFT_INPUTS_MAX = 10 };

/* One node that is being drawn. */
typedef struct {
  Builder *b;
  ValueId inputs[DRAFT_INPUTS_MAX];
  size_t input_count;
  GraphAttribute attributes[6];
  size_t attribute_count;
  size_t output_count;
  TensorShape x; /* of the first input */
} Draft;

void random_add_input(Draft *draft, ValueId value);
void random_add_attribute(Draft *draft, GraphAttribute attribute);

/* Draws the rest of nodes that need inputs of their own kind: recurrent ones, quantised ones, images, signals. False
 * for others. */
bool random_draw_special(Draft *draft, OperatorKind kind);

#endif
