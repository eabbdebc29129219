/* What the parts of the compiler share. */
#ifndef NN_BOUND_COMPILE_PARTS_H
#define NN_BOUND_COMPILE_PARTS_H

#include "nn/bound/compile.h"

/* A relative error that covers a few roundings of a coefficient. */
#define COMPILE_ROUNDED 0x1p-49

enum { COMPILE_ENTRIES_MAX = 1 << 28 };
#define COMPILE_NONE UINT32_MAX

typedef struct {
  const Graph *graph;
  const GraphNode *node; /* in progress */
  Net *net;
  uint32_t *layers; /* by value: its layer, or COMPILE_NONE */
  uint32_t *uses;   /* by value: how often it is used, also by way of values that share its layer */
  Error *error;
} Compiler;

Status compile_fail(const Compiler *compiler, const char *what);
/* The layer of input `index` of the node; it is not constant. */
uint32_t compile_layer(const Compiler *compiler, size_t index);
const TensorShape *compile_shape(const Compiler *compiler, size_t index);
const TensorShape *compile_result(const Compiler *compiler);
void compile_set(const Compiler *compiler, uint32_t layer);
/* The result is input 0: both have one layer. */
Status compile_alias(const Compiler *compiler);

/* Element i of the result is element map[i] of the source, or 0 for COMPILE_NONE, times factor[i] (NULL: 1), plus
 * bias[i] (NULL: 0). */
uint32_t compile_gather(Net *net, uint32_t source, const uint32_t *map, const double *factor,
                        const double *bias, uint32_t count);
/* Adds one more source of that kind to an affine layer. */
void compile_add_gather(Net *net, uint32_t layer, uint32_t source, const uint32_t *map,
                        const double *factor, uint32_t count);

/* For each element of the result, which element of a broadcast input it takes. */
void compile_broadcast(const TensorShape *from, const TensorShape *to, uint32_t count,
                       uint32_t *map);

/* Mul and Div of two values: elements left[i] of input 0 and right[i] of input 1. */
Status compile_multiply(Compiler *compiler, uint32_t count, const uint32_t *left,
                        const uint32_t *right);
/* Div of elements constant_map[i] of a constant by elements map[i] of input 1. */
Status compile_divide_constant(Compiler *compiler, const Tensor *constant, uint32_t count,
                               const uint32_t *map, const uint32_t *constant_map);

/* By kind of operator. */
Status compile_product(Compiler *compiler); /* MatMul, Gemm */
Status compile_window(Compiler *compiler);  /* Conv, pools */
Status compile_elementwise(Compiler *compiler);
Status compile_normalization(Compiler *compiler);
Status compile_power(Compiler *compiler); /* Pow, Reciprocal */
Status compile_move(Compiler *compiler);

#endif
