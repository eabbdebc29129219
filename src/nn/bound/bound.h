/* Bounds of a network over a box of inputs: intervals forward, and linear relaxations backward (CROWN, DeepPoly).
 *
 *   Bounds bounds;
 *   bounds_init(&bounds, &net);
 *   bounds_set_box(&bounds, lower, upper, NULL);
 *   bounds_rows(&bounds, rows, count);        each row: a linear function of the result that is >= rows[i].lower
 *   bounds_deinit(&bounds);
 *
 * All bounds are proved, although they are computed in doubles. A linear function that holds with the
 * coefficients as they are stored is pulled back through a layer; each stored coefficient of the result may be
 * off by its rounding, which changes the function by at most that times the size of the value it multiplies.
 * With size_i = sum_j |w_ij| max|x_j| + |b_i|, known from the interval pass, the sum of all these is at most
 * n 2^-53 sum_i |a_i| size_i for sums of n terms in any order, and that is taken off the bound (Higham, Accuracy and
 * Stability of Numerical Algorithms, section 3.1). It costs one sum per neuron, where interval coefficients
 * would cost a second product of matrices. */
#ifndef NN_BOUND_BOUND_H
#define NN_BOUND_BOUND_H

#include "nn/bound/net.h"
#include "nn/bound/relax.h"

enum { BOUNDS_WIDTH = 128 }; /* linear functions that are pulled back together */

/* How values within the network are bounded. */
#define BOUND_METHOD_LIST(X)                                                                       \
  X(BOUND_CROWN, "crown")       /* linear relaxations, pulled back */                              \
  X(BOUND_ZONOTOPE, "zonotope") /* affine functions of shared unknowns, pushed forward */          \
  X(BOUND_INTERVAL, "interval") /* intervals */

#define BOUND_METHOD_ENUM(kind, name) kind,
typedef enum { BOUND_METHOD_LIST(BOUND_METHOD_ENUM) BOUND_METHOD_COUNT } BoundMethod;
#undef BOUND_METHOD_ENUM

typedef struct {
  const Net *net;
  size_t *offsets; /* of layers in the arrays for all of them */
  size_t count;
  double *lower, *upper; /* of all values of all layers */
  double *size;          /* of affine layers: see above */
  uint8_t *feeds;        /* by layer: it is the source of an activation */
  BoundMethod method;    /* set it before the box */
  struct Zonotope
      *zonotope; /* of that method; NULL: the network is too large, and intervals take its place */
  RelaxChoice choice; /* of lines below ReLUs */
  bool finite;        /* all bounds are: nothing else is a bound */
  /* Backward passes. Coefficients of layer l are coefficients[l][neuron * width + function]. */
  size_t width;
  double **coefficients;
  uint8_t **alive; /* neurons with coefficients other than 0 */
  bool *touched;
  uint32_t *active;
  double *constant, *absolute, *slack; /* by function */
  uint64_t passes;                     /* functions that were pulled back, for statistics */
} Bounds;

void bounds_init(Bounds *bounds, const Net *net);
void bounds_deinit(Bounds *bounds);

/* Bounds of all layers for this box. `known` are bounds that hold for it already, of the same form (lower, then
 * upper, bounds.count numbers each), or NULL. */
void bounds_set_box(Bounds *bounds, const double *lower, const double *upper, const double *known);

/* A function of outputs and inputs to bound from below: weights of the outputs and, where not NULL, of the inputs. */
typedef struct {
  const double *outputs, *inputs;
  /* The result: function >= slope x + offset >= lower for all x of the box. */
  double *slope; /* one number for each input */
  double offset;
  double lower;
} BoundRow;

/* Bounds functions over the box that was set. All are -infinity if bounds are not finite. */
void bounds_rows(Bounds *bounds, BoundRow *rows, size_t count);

/* The largest |value| of a neuron. */
double bounds_value_size(const Bounds *bounds, size_t layer, uint32_t i);
/* The activation that uses a layer, or LAYER_INPUT. */
LayerKind bounds_activation(const Bounds *bounds, size_t layer);

static inline const double *bounds_lower(const Bounds *bounds, size_t layer)
{
  return bounds->lower + bounds->offsets[layer];
}
static inline const double *bounds_upper(const Bounds *bounds, size_t layer)
{
  return bounds->upper + bounds->offsets[layer];
}

#endif
