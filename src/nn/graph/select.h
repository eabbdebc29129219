/* Results whose shape depends on values: NonZero, Unique and NonMaxSuppression of constants. Their rules and kernels
 * both need what is found. */
#ifndef NN_GRAPH_SELECT_H
#define NN_GRAPH_SELECT_H

#include "base/vec.h"
#include "nn/graph/shape.h"

/* Slices of a tensor along an axis (of the whole tensor, if it is flat), which Unique compares. */
typedef struct {
  size_t inner, extent, outer;
} SelectSlices;

Status select_slices(const ShapeTask *task, const TensorShape *x, SelectSlices *slices);
/* The first slice of each kind, ascending or in the order in which they come; groups[i] is the place in `firsts` of
 * slice i's kind. Both are filled. */
void select_unique(const Tensor *tensor, const SelectSlices *slices, bool sorted, U32Vec *firsts,
                   U32Vec *groups);

/* Of NonMaxSuppression: three numbers for each box that is taken: batch, class, box. */
Status select_boxes(const ShapeTask *task, const Tensor *const inputs[5], U32Vec *taken);

#endif
