/* Linear bounds of many functions at a time, with slopes that are optimised (alpha-CROWN) and ReLUs whose sign is
 * assumed (the split constraints of beta-CROWN).
 *
 *   Dual dual;
 *   dual_init(&dual, &root, width, rows);       bounds of all layers that hold for every function
 *   dual_begin(&dual, layer, count);            functions of this layer; slopes by area, no assumptions
 *   dual_set_neuron(&dual, f, neuron, 1);       or dual_set_rows
 *   dual_set_range(&dual, f, relu, -1, 2);      its argument is within these bounds, wherever the assumptions hold
 *   dual_assume(&dual, f, relu, 1, 0);          the ReLU's argument is >= 0
 *   dual_constrain(&dual, f, rows);             of a neuron: rows hold, too
 *   dual_optimise(&dual, 20);                   dual.best[f] is a bound for all inputs that the assumptions allow
 *   dual_deinit(&dual);
 *
 * Bounds are proved for any slopes in [0, 1] and any weights of assumptions and of rows that are not negative, with
 * rounding taken off as in bound.h. So nothing depends on how well they are optimised. Rows that hold are more
 * assumptions: where row <= bound, neuron + weight * (row - bound) is not above the neuron (INVPROP). */
#ifndef NN_BOUND_DUAL_H
#define NN_BOUND_DUAL_H

#include "nn/bound/bound.h"

/* A ReLU whose sign the root bounds leave open. */
typedef struct {
  uint32_t layer, neuron; /* of the activation */
} DualRelu;

/* A neuron with sigmoid or tanh, whose lines may be tangents at other points. */
typedef struct {
  uint32_t layer, neuron;
  bool free[2]; /* the line below, and that above */
  RelaxTangents tangents[2];
  KernelLines lines; /* those of the root, where they are not free */
} DualCurve;

/* Rows a y + c x <= bound that have to hold together; a weighted sum of them above its bound is a contradiction. */
typedef struct {
  const double *weights; /* of each row: the outputs, then the inputs */
  const double *bounds;
  uint32_t count;
} DualRows;

typedef struct {
  const Net *net;
  const Bounds *root;
  VEC(DualRelu) relus;
  uint32_t *first; /* by layer, and one more: its first ReLU in `relus` */
  VEC(DualCurve) curves;
  uint32_t *first_curve;  /* the same for them */
  size_t capacity, width; /* functions that there is room for, and that are in use, padded */
  size_t count;           /* functions */
  size_t last;            /* the layer that they are functions of */
  size_t top; /* the layer where passes start: `last`, or the output if functions have rows */
  uint32_t relu_count; /* ReLUs before `top` */
  uint32_t rows_max;
  /* Of functions. */
  uint32_t *neurons;
  double *signs; /* 0: the function is made of rows */
  DualRows *rows;
  double
      *lambda; /* weights of rows: rows_max for each function; without a neuron they sum up to 1 */
  double *row_moments; /* of the optimiser for the rows of neurons: three numbers each */
  /* By ReLU and function. */
  double *alpha, *beta;
  int8_t *side;     /* 1: assumed to be >= 0, -1: <= 0, 0: nothing assumed */
  int8_t *settled;  /* the same, but also where the range tells */
  uint8_t *assumed; /* by ReLU: for some function */
  bool any_assumed;
  double *low, *high, *intercept, *term; /* lines, and what is added for assumptions */
  double *moments;                       /* of the optimiser: four numbers each */
  /* By curve and function: where the tangents are, and the lines, slopes and intercepts; below, then above. */
  double *places[2], *slopes[2], *intercepts[2];
  double *curve_moments; /* of the optimiser: four numbers each */
  double *rates;         /* by layer and function: how far weights of assumptions move */
  double *best_alpha, *best_beta, *best_lambda;
  /* Results by function. */
  double *lower, *best;
  /* A pass. */
  double **coefficients, **values;
  uint8_t **alive;
  bool *touched;
  uint32_t *active, *columns;
  uint8_t *needed; /* by value of all layers: something other than 0 is made of it */
  double *constant, *absolute, *slack;
} Dual;

/* `rows_max`: the most rows of a function. The root's bounds are finite, and stay as they are. */
void dual_init(Dual *dual, const Bounds *root, size_t capacity, uint32_t rows_max);
void dual_deinit(Dual *dual);
/* How many functions at a time fit into a reasonable amount of memory. */
size_t dual_capacity(const Net *net);

void dual_begin(Dual *dual, size_t last, size_t count);
/* The function is `sign` times a neuron of the layer, which is affine. */
void dual_set_neuron(Dual *dual, size_t function, uint32_t neuron, double sign);
/* The function is a weighted sum of rows minus their bounds; the layer is the last one. All rows weigh the same. */
void dual_set_rows(Dual *dual, size_t function, const DualRows *rows);
/* Bounds of the ReLU's argument that hold wherever the assumptions and rows of the function do. Precedes assumptions. */
void dual_set_range(Dual *dual, size_t function, uint32_t relu, double lower, double upper);
void dual_assume(Dual *dual, size_t function, uint32_t relu, int side, double beta);
/* The function, a neuron, is bounded where these rows hold. Their weights are 0 first (dual_lambda). */
void dual_constrain(Dual *dual, size_t function, const DualRows *rows);

static inline double *dual_alpha(Dual *dual, uint32_t relu, size_t function)
{
  return &dual->alpha[relu * dual->width + function];
}
static inline double *dual_lambda(Dual *dual, uint32_t row, size_t function)
{
  return &dual->lambda[function * dual->rows_max + row];
}

/* One backward pass: dual->lower, and dual->best where that is better. */
void dual_evaluate(Dual *dual);
/* After a backward pass: the values of all layers at the input where the bound is least, by the lines that it used. */
void dual_forward(Dual *dual);
/* dual_curve.c: where tangents are at first; the lines as tangents are; a step of the optimiser. */
void dual_curves_find(Dual *dual);
void dual_curves_begin(Dual *dual);
void dual_curves_set_lines(Dual *dual);
static inline KernelCurve dual_curve_lines(const Dual *dual, uint32_t curve)
{
  size_t k = curve * dual->width;
  return (KernelCurve){dual->slopes[0] + k, dual->intercepts[0] + k, dual->slopes[1] + k,
                       dual->intercepts[1] + k};
}
/* Passes until all functions are above 0 or there were `steps`. Neurons have no such aim. */
void dual_optimise(Dual *dual, int steps);

/* Tightens the bounds of all neurons that feed activations with open signs, layer by layer. `until_ns` is of
 * clock_monotonic_ns. `root` has the box set. */
void dual_tighten(Bounds *root, int steps, uint64_t until_ns);

#endif
