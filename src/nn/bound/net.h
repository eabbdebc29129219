/* A network as layers of affine maps and activations: the form that bounds, attacks and exact evaluation read.
 *
 *   Net net = {0};
 *   uint32_t x = net_add_input(&net, 5);
 *   NetMatrix weights;
 *   net_matrix_init_dense(&weights, 50, 5);          ... net_matrix_row(&weights, i)[j] = w
 *   uint32_t h = net_add_affine(&net, 50, bias);      takes a copy of the bias
 *   net_add_source(&net, h, x, &weights);             takes over the matrix
 *   net_add_activation(&net, LAYER_RELU, h);
 *   ...
 *   net_deinit(&net);
 *
 * Layers come after those they use; the last one is the output. An affine layer is the sum of a bias and of
 * products with any number of earlier layers, so that residual networks need nothing special. Coefficients are
 * exact (a float is a double), unless the layer says by how much they may be off. */
#ifndef NN_BOUND_NET_H
#define NN_BOUND_NET_H

#include <stdbool.h>

#include "base/status.h"
#include "base/vec.h"
#include "nn/bound/kernel.h"

/* Rows of numbers, dense or with the places of those that are not 0. */
typedef struct {
  uint32_t rows, columns;
  bool sparse;
  size_t stride;    /* dense: numbers a row takes */
  double *values;   /* dense: rows * stride; sparse: of all rows */
  uint32_t *places; /* sparse: the column of each value */
  size_t *starts;   /* sparse: rows + 1 positions */
} NetMatrix;

void net_matrix_init_dense(NetMatrix *matrix, uint32_t rows, uint32_t columns); /* zeros */
/* A sparse matrix with room for `entries`; starts[0] is 0, and the caller fills the rest in order. */
void net_matrix_init_sparse(NetMatrix *matrix, uint32_t rows, uint32_t columns, size_t entries);
/* A dense matrix in which few numbers are not 0 becomes sparse. */
void net_matrix_compress(NetMatrix *matrix);

static inline double *net_matrix_row(const NetMatrix *matrix, uint32_t row)
{
  return matrix->values + row * matrix->stride;
}

#define LAYER_KIND_LIST(X)                                                                         \
  X(LAYER_INPUT, "input")                                                                          \
  X(LAYER_AFFINE, "affine")                                                                        \
  X(LAYER_RELU, "relu")                                                                            \
  X(LAYER_SIGMOID, "sigmoid")                                                                      \
  X(LAYER_TANH, "tanh")                                                                            \
  X(LAYER_SQUARE, "square")                                                                        \
  X(LAYER_CUBE, "cube")                                                                            \
  X(LAYER_RECIPROCAL, "reciprocal")

#define LAYER_KIND_ENUM(kind, name) kind,
typedef enum { LAYER_KIND_LIST(LAYER_KIND_ENUM) LAYER_KIND_COUNT } LayerKind;
#undef LAYER_KIND_ENUM

typedef struct {
  uint32_t layer;
  NetMatrix matrix; /* of affine layers */
} LayerSource;

typedef struct {
  LayerKind kind;
  uint32_t size;
  VEC(LayerSource) sources;
  double *bias;       /* of affine layers */
  double uncertainty; /* coefficients and bias may be off by this part of their size */
  uint32_t terms;     /* the most terms that a row adds */
} Layer;

typedef struct {
  VEC(Layer) layers; /* layers.items[0] is the input */
} Net;

void net_deinit(Net *net);
uint32_t net_add_input(Net *net, uint32_t size);
uint32_t net_add_affine(Net *net, uint32_t size, const double *bias); /* NULL: zeros */
void net_add_source(Net *net, uint32_t layer, uint32_t source, NetMatrix *matrix);
uint32_t net_add_activation(Net *net, LayerKind kind, uint32_t source);

static inline const Layer *net_output(const Net *net)
{
  return &net->layers.items[net->layers.count - 1];
}
static inline uint32_t net_input_size(const Net *net)
{
  return net->layers.items[0].size;
}
/* Where each layer's numbers begin in an array for all of them; returns their number. Layers begin at
 * multiples of KERNEL_WIDTH. */
size_t net_offsets(const Net *net, size_t *offsets);

/* Room for the values of all layers. */
typedef struct {
  size_t *offsets; /* by layer */
  double *values, *gradients;
  size_t count;
} NetRun;

void net_run_init(NetRun *run, const Net *net);
void net_run_deinit(NetRun *run);
/* The network in doubles. Returns the outputs, which stay in `run`. */
const double *net_evaluate(const Net *net, NetRun *run, const double *input);
/* The same in floats, as a runtime computes it (the order of sums is ours). The outputs, as doubles. */
const double *net_evaluate_float(const Net *net, NetRun *run, const double *input);
/* The gradient of sum(weights * outputs) at the input that was evaluated last, plus what is in `gradient`. */
void net_gradient(const Net *net, NetRun *run, const double *weights, double *gradient);

#endif
