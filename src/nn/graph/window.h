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

/* The same for operators that go from the places of a window back to what it slides over: x has the places, so that
 * window->out are its extents, and window->in those of the result. `weights` as above. */
Status window_read_transposed(const ShapeTask *task, const TensorShape *x,
                              const TensorShape *weights, Window *window);
/* The same for Col2Im, whose inputs 1 and 2 have the extents of image and kernel. */
Status window_read_blocks(const ShapeTask *task, Window *window);

/* The element of a channel that `cell` of the window sees at a place of the result; -1 in the padding. */
int64_t window_element(const Window *window, size_t place, size_t cell);

#endif
