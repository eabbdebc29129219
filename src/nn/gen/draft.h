/* A node of a random graph that is being drawn: its first input is there, the rest follows from the operator. */
#ifndef NN_GEN_DRAFT_H
#define NN_GEN_DRAFT_H

#include "nn/gen/build.h"

enum { DRAFT_INPUTS_MAX = 10, DRAFT_ATTRIBUTES_MAX = 12 };

typedef struct {
  Builder *b;
  ValueId inputs[DRAFT_INPUTS_MAX];
  size_t input_count; /* 0: the first input is the result already */
  GraphAttribute attributes[DRAFT_ATTRIBUTES_MAX];
  size_t attribute_count;
  size_t output_count;
  TensorShape x; /* of the first input */
} Draft;

void randgraph_draft_add_input(Draft *draft, ValueId value);
void randgraph_draft_add_attribute(Draft *draft, GraphAttribute attribute);
/* The first input becomes another value. */
void randgraph_draft_set_first(Draft *draft, ValueId x);
/* The first input as a tensor of floats of this shape, through a linear layer; an image of 4 channels, 4 by 4. */
void randgraph_draft_make_shape(Draft *draft, const int64_t *dims, uint32_t rank);
void randgraph_draft_make_image(Draft *draft);
/* A whole number from low to high. */
int64_t randgraph_draft_between(Draft *draft, int64_t low, int64_t high);
ValueId randgraph_draft_scalar(Draft *draft, TensorType type, double number);

/* Draw the rest of nodes that need inputs of their own kind. False for other operators. Windows over images,
 * quantised and recurrent ones; constants and what is computed of them; elements by place, signals, bits. */
bool randgraph_draft_window(Draft *draft, OperatorKind kind);
bool randgraph_draft_constant(Draft *draft, OperatorKind kind);
bool randgraph_draft_special(Draft *draft, OperatorKind kind);

#endif
