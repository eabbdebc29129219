/* Types and shapes of what a node computes. Wrong ones are errors that name the node. */
#ifndef NN_GRAPH_SHAPE_H
#define NN_GRAPH_SHAPE_H

#include "base/status.h"
#include "nn/graph/graph.h"

/* The rules that operators.def names: RULE_SAME is computed by shape_rule_same, and so on. */
#define SHAPE_RULES(X)                                                                             \
  X(BROADCAST, broadcast) /* numpy's broadcasting of all inputs */                                 \
  X(CAST, cast)                                                                                    \
  X(CONCAT, concat)                                                                                \
  X(CONSTANT, constant)                                                                            \
  X(CONV, conv)                                                                                    \
  X(DROPOUT, dropout)                                                                              \
  X(FLATTEN, flatten)                                                                              \
  X(GATHER, gather)                                                                                \
  X(GEMM, gemm)                                                                                    \
  X(GLOBAL_POOL, global_pool)                                                                      \
  X(MATMUL, matmul)                                                                                \
  X(OF_SHAPE, of_shape) /* that a constant gives */                                                \
  X(PAD, pad)                                                                                      \
  X(POOL, pool)                                                                                    \
  X(REDUCE, reduce)                                                                                \
  X(RESHAPE, reshape)                                                                              \
  X(SAME, same) /* as the first input */                                                           \
  X(SHAPE, shape)                                                                                  \
  X(SLICE, slice)                                                                                  \
  X(SPLIT, split)                                                                                  \
  X(SQUEEZE, squeeze)                                                                              \
  X(TRANSPOSE, transpose)                                                                          \
  X(ARGUMENT, argument)                                                                            \
  X(AXIS, axis)                                                                                    \
  X(BLOCKS, blocks)                                                                                \
  X(EXPAND, expand)                                                                                \
  X(GATHER_ELEMENTS, gather_elements)                                                              \
  X(LAYER, layer)                                                                                  \
  X(ONE_HOT, one_hot)                                                                              \
  X(RANGE, range)                                                                                  \
  X(SCALAR, scalar)                                                                                \
  X(TILE, tile)                                                                                    \
  X(IMAGE, image) /* as the first input, which has channels and places */                          \
  X(CENTER, center)                                                                                \
  X(COL2IM, col2im)                                                                                \
  X(COMPRESS, compress)                                                                            \
  X(CONV_TRANSPOSE, conv_transpose)                                                                \
  X(DEFORM_CONV, deform_conv)                                                                      \
  X(DET, det)                                                                                      \
  X(DFT, dft)                                                                                      \
  X(DYNAMIC_QUANTIZE, dynamic_quantize)                                                            \
  X(EINSUM, einsum)                                                                                \
  X(EYE_LIKE, eye_like)                                                                            \
  X(GATHER_ND, gather_nd)                                                                          \
  X(GRID_SAMPLE, grid_sample)                                                                      \
  X(LOSS, loss)                                                                                    \
  X(MAX_UNPOOL, max_unpool)                                                                        \
  X(MEL, mel)                                                                                      \
  X(NON_ZERO, non_zero)                                                                            \
  X(QUANTIZE, quantize)                                                                            \
  X(RECURRENT, recurrent)                                                                          \
  X(RESIZE, resize)                                                                                \
  X(REVERSE, reverse)                                                                              \
  X(ROI_ALIGN, roi_align)                                                                          \
  X(ROI_POOL, roi_pool)                                                                            \
  X(SCATTER_ELEMENTS, scatter_elements)                                                            \
  X(SCATTER_ND, scatter_nd)                                                                        \
  X(STFT, stft)                                                                                    \
  X(SUPPRESSION, suppression)                                                                      \
  X(TAPER, taper)                                                                                  \
  X(TOP_K, top_k)                                                                                  \
  X(TRILU, trilu)                                                                                  \
  X(UNIQUE, unique)                                                                                \
  X(UNSQUEEZE, unsqueeze)

typedef enum {
#define X(name, function) RULE_##name,
  SHAPE_RULES(X)
#undef X
      RULE_COUNT
} ShapeRule;

/* One node at work. Rules fill `out`, whose types are set where the inputs decide them. */
typedef struct {
  const Graph *graph;
  const GraphNode *node;
  TensorShape *out; /* one for each output */
  Error *error;
} ShapeTask;

/* Fills out[0 .. node->output_count) from what is known of the inputs: their shapes, and the values of constant
 * ones. Every extent is in range and no result has more than `elements` elements. */
Status shape_infer(const Graph *graph, const GraphNode *node, uint64_t elements, TensorShape *out,
                   Error *error);

/* For rules. */
Status shape_fail(const ShapeTask *task, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Of an input that must be there; of an optional one, or NULL. */
const TensorShape *shape_input(const ShapeTask *task, size_t index);
/* Makes an axis counted from the end one counted from the start: within [0, rank). */
Status shape_axis(const ShapeTask *task, int64_t axis, uint32_t rank, uint32_t *normal);
/* The same for a list (from an input or an attribute), as a set of bits. `given` is false without a list. */
Status shape_axes(const ShapeTask *task, size_t input, uint32_t rank, bool *given, uint32_t *set);
/* The single number of a constant input. */
Status shape_constant_int(const ShapeTask *task, size_t input, int64_t *number);
bool shape_broadcast(const TensorShape *a, const TensorShape *b, TensorShape *out);

#define X(name, function) Status shape_rule_##function(const ShapeTask *task);
SHAPE_RULES(X)
#undef X

#endif
