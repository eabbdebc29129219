/* How Resize and Upsample change each axis, as their rule and kernel both need it. */
#ifndef NN_GRAPH_RESIZE_H
#define NN_GRAPH_RESIZE_H

#include "nn/graph/shape.h"

typedef struct {
  int64_t in, out;
  double scale;
  double from, to; /* the region, for tf_crop_and_resize */
} ResizeAxis;

typedef enum { RESIZE_NEAREST, RESIZE_LINEAR, RESIZE_CUBIC } ResizeMode;

Status resize_read(const ShapeTask *task, const TensorShape *x, ResizeMode *mode,
                   ResizeAxis axes[TENSOR_RANK_MAX]);
/* Is the mode of coordinates this word? Old opsets have one only. */
bool resize_coordinates_are(const ShapeTask *task, const char *word);

#endif
