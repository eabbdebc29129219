/* Operators that only move elements, as maps: for each element of a result, the element of an input that it is.
 * Inference copies along a map whatever the elements are; bounds and exact numbers can do the same. */
#ifndef NN_INFER_MOVE_H
#define NN_INFER_MOVE_H

#include "nn/infer/kernel.h"

typedef struct {
  uint32_t input; /* of the node; MOVE_FILL for the fill of Pad, or 0 */
  uint32_t element;
} MoveFrom;

#define MOVE_FILL UINT32_MAX

/* Fills map[0 .. elements of result `output`). Of the task, only inputs that say where (indices) need tensors; the
 * others may be NULL. Operators of CLASS_MOVE only. */
Status infer_move_map(const KernelTask *task, uint32_t output, MoveFrom *map);
/* What Pad fills with; 0 for other operators. */
double infer_move_fill(const KernelTask *task);

#endif
