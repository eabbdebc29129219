/* Equations of Einsum: "ij,jk->ik", "...ij->...ji", with or without an arrow. */
#ifndef NN_GRAPH_EINSUM_H
#define NN_GRAPH_EINSUM_H

#include "nn/graph/shape.h"

enum { EINSUM_AXES_MAX = 52 + TENSOR_RANK_MAX, EINSUM_INPUTS_MAX = 16 };

/* Each axis of the inputs and the result is one of several indices; those of the result come first. */
typedef struct {
  uint32_t index_count, out_count;
  int64_t extent[EINSUM_AXES_MAX];
  /* For each input, how far an index steps through its elements; 0 if it has no such axis. */
  size_t step[EINSUM_INPUTS_MAX][EINSUM_AXES_MAX];
  uint64_t work; /* the product of all extents */
} Einsum;

Status einsum_read(const ShapeTask *task, Einsum *einsum);

#endif
