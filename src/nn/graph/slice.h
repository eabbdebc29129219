/* What Slice, Split, Pad and CenterCropPad take from where, as their rules and kernels both need it. */
#ifndef NN_GRAPH_SLICE_H
#define NN_GRAPH_SLICE_H

#include "nn/graph/shape.h"

/* For each axis: the first element and the distance to the next. */
typedef struct {
  int64_t start[TENSOR_RANK_MAX];
  int64_t step[TENSOR_RANK_MAX];
  int64_t count[TENSOR_RANK_MAX];
} Slices;

Status slice_read(const ShapeTask *task, const TensorShape *x, Slices *slices);
/* Pads before and after each axis; negative ones crop. */
Status pad_read(const ShapeTask *task, const TensorShape *x, int64_t before[TENSOR_RANK_MAX],
                int64_t after[TENSOR_RANK_MAX]);

/* Of CenterCropPad: how far inside the input each axis of the result begins (negative: in the padding), and the
 * extents of the result. */
Status center_read(const ShapeTask *task, const TensorShape *x, int64_t shift[TENSOR_RANK_MAX],
                   int64_t extent[TENSOR_RANK_MAX]);

#endif
