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
Status compute_col2im(const KernelTask *task);
Status compute_constant(const KernelTask *task);
Status compute_conv(const KernelTask *task);
Status compute_conv_integer(const KernelTask *task);
Status compute_conv_transpose(const KernelTask *task);
Status compute_copy(const KernelTask *task);
Status compute_cumulative_sum(const KernelTask *task);
Status compute_deform_conv(const KernelTask *task);
Status compute_dequantize(const KernelTask *task);
Status compute_determinant(const KernelTask *task);
Status compute_dft(const KernelTask *task);
Status compute_dropout(const KernelTask *task);
Status compute_dynamic_quantize(const KernelTask *task);
Status compute_einsum(const KernelTask *task);
Status compute_eye_like(const KernelTask *task);
Status compute_fill(const KernelTask *task);
Status compute_gemm(const KernelTask *task);
Status compute_global_pool(const KernelTask *task);
Status compute_grid_sample(const KernelTask *task);
Status compute_group_normalization(const KernelTask *task);
Status compute_instance_normalization(const KernelTask *task);
Status compute_layer_normalization(const KernelTask *task);
Status compute_local_response(const KernelTask *task);
Status compute_loss(const KernelTask *task);
Status compute_lp_normalization(const KernelTask *task);
Status compute_matmul(const KernelTask *task);
Status compute_matmul_integer(const KernelTask *task);
Status compute_max_pool(const KernelTask *task);
Status compute_max_roi_pool(const KernelTask *task);
Status compute_max_unpool(const KernelTask *task);
Status compute_mean_variance(const KernelTask *task);
Status compute_mel(const KernelTask *task);
Status compute_move(const KernelTask *task);
Status compute_non_zero(const KernelTask *task);
Status compute_one_hot(const KernelTask *task);
Status compute_quantize(const KernelTask *task);
Status compute_range(const KernelTask *task);
Status compute_recurrent(const KernelTask *task);
Status compute_reduce(const KernelTask *task);
Status compute_resize(const KernelTask *task);
Status compute_roi_align(const KernelTask *task);
Status compute_scatter_elements(const KernelTask *task);
Status compute_scatter_nd(const KernelTask *task);
Status compute_shape(const KernelTask *task);
Status compute_softmax(const KernelTask *task);
Status compute_stft(const KernelTask *task);
Status compute_suppression(const KernelTask *task);
Status compute_taper(const KernelTask *task);
Status compute_top_k(const KernelTask *task);
Status compute_unary(const KernelTask *task);
Status compute_unique(const KernelTask *task);
Status compute_variadic(const KernelTask *task);
Status compute_where(const KernelTask *task);

#endif
