/* Windows that slide over the last dimensions of a tensor: of convolutions and pools. */
#ifndef NN_GRAPH_WINDOW_H
#define NN_GRAPH_WINDOW_H

#include "nn/graph/shape.h"

enum { WINDOW_RANK_MAX = TENSOR_RANK_MAX - 2 };

typedef struct {
  uint32_t rank; /* dimensions it slides along */
  int64_t in[WINDOW_RANK_MAX];
  int64_t kernel[WINDOW_RANK_MAX];
  int64_t stride[WINDOW_RANK_MAX];
  int64_t dilation[WINDOW_RANK_MAX];
  int64_t before[WINDOW_RANK_MAX]; /* padding */
  int64_t after[WINDOW_RANK_MAX];
  int64_t out[WINDOW_RANK_MAX];
} Window;

/* Reads the attributes of a node whose input is x (N, C, ...). `weights` has the kernel's extents from its third
 * dimension on, or is NULL: then kernel_shape is needed. */
Status window_read(const ShapeTask *task, const TensorShape *x, const TensorShape *weights,
                   Window *window);

#endif
