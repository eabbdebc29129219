/* Kernels: what operators compute. Inputs have the types and shapes that were inferred; results are tensors of the
 * inferred shapes, full of zeros, that the kernel fills. */
#ifndef NN_INFER_KERNEL_H
#define NN_INFER_KERNEL_H

#include "nn/graph/shape.h"

typedef struct {
  const Graph *graph;
  const GraphNode *node;
  const Tensor *const *in; /* node->input_count; NULL for one that is left out */
  Tensor *out;             /* node->output_count */
  Error *error;
} KernelTask;

typedef Status (*Kernel)(const KernelTask *task);

/* NULL if there is none. */
Kernel compute_find(const Operator *op);

/* Input `index`, or NULL. */
const Tensor *compute_input(const KernelTask *task, size_t index);
Status compute_fail(const KernelTask *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same node as rules for shapes see it. */
ShapeTask compute_shape_task(const KernelTask *task);

/* For each element of a result that is broadcast: the element of the input. NULL if they are the same; else freed by
 * the caller. */
size_t *compute_broadcast(const TensorShape *out, const TensorShape *in);
/* All elements as doubles, to be freed. */
double *compute_doubles(const Tensor *tensor);

Status compute_argument_extreme(const KernelTask *task);
Status compute_average_pool(const KernelTask *task);
Status compute_batch_normalization(const KernelTask *task);
Status compute_binary(const KernelTask *task);
Status compute_cast(const KernelTask *task);
Status compute_constant(const KernelTask *task);
Status compute_conv(const KernelTask *task);
Status compute_copy(const KernelTask *task);
Status compute_cumulative_sum(const KernelTask *task);
Status compute_dropout(const KernelTask *task);
Status compute_fill(const KernelTask *task);
Status compute_gemm(const KernelTask *task);
Status compute_global_pool(const KernelTask *task);
Status compute_instance_normalization(const KernelTask *task);
Status compute_layer_normalization(const KernelTask *task);
Status compute_lp_normalization(const KernelTask *task);
Status compute_local_response(const KernelTask *task);
Status compute_matmul(const KernelTask *task);
Status compute_max_pool(const KernelTask *task);
Status compute_move(const KernelTask *task);
Status compute_one_hot(const KernelTask *task);
Status compute_range(const KernelTask *task);
Status compute_reduce(const KernelTask *task);
Status compute_shape(const KernelTask *task);
Status compute_softmax(const KernelTask *task);
Status compute_unary(const KernelTask *task);
Status compute_variadic(const KernelTask *task);
Status compute_where(const KernelTask *task);

#endif
