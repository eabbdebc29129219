/* What the files of move.h share. */
#ifndef NN_INFER_MOVE_PARTS_H
#define NN_INFER_MOVE_PARTS_H

#include "nn/infer/move.h"

/* One map in progress. */
typedef struct {
  const KernelTask *task;
  const TensorShape *x; /* of the first input */
  const TensorShape *y; /* of the result */
  size_t count;         /* of elements of the result */
  uint32_t output;
  MoveFrom *map;
} Move;

void infer_move_strides(const TensorShape *shape, int64_t strides[TENSOR_RANK_MAX]);
/* Steps to the next element of a result: `at` are its places. */
void infer_move_advance(const TensorShape *y, int64_t at[TENSOR_RANK_MAX]);
/* Makes an index counted from the end one counted from the start. */
Status infer_move_normal_index(const Move *move, int64_t index, int64_t extent, int64_t *normal);

/* Where a place of the result, counted from the input's beginning on its axis, is in the input; -1: it is filled. */
typedef int64_t MovePlace(const KernelTask *task, int64_t at, int64_t extent);
/* The result is the input with its beginning at `shift`. */
void infer_move_shift(const Move *move, const int64_t shift[TENSOR_RANK_MAX], MovePlace *place);

Status infer_move_center(const Move *move);
Status infer_move_compress(const Move *move);
Status infer_move_gather_nd(const Move *move);
Status infer_move_reverse(const Move *move);
Status infer_move_triangle(const Move *move);

#endif
