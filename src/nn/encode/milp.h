/* A network over a box of inputs as a mixed integer linear program.
 *
 *   Bounds bounds; ... bounds_set_box(&bounds, lower, upper, NULL);
 *   Milp milp = {0};
 *   milp_add_network(&milp, &bounds);
 *   milp_add_row(&milp, output_weights, input_weights, limit);     for each row that has to hold
 *   ...
 *   milp_deinit(&milp);
 *
 * ReLUs whose sign the bounds tell are linear. Others have a binary column a: y >= x, y >= 0, y <= x - l (1 - a),
 * y <= u a. Smooth activations are between two lines, and rounded coefficients within their error: what has no
 * solution then has none in the network, but a solution need not be one of it.
 *
 * The objective is the excess of the rows, at least -MILP_DEPTH and at most MILP_MARGIN, relative to 1 + |limit|: programs
 * that solve it round, so "infeasible" is claimed only beyond a margin, and a solution is sought that holds with some to
 * spare.
 *
 * Those programs take coefficients that are tiny for 0, and values that hardly differ for the same. So tiny coefficients are left
 * out, and their rows relaxed by as much as they could add; with large ones the program is `extreme`: that it is infeasible
 * then says nothing. */
#ifndef NN_ENCODE_MILP_H
#define NN_ENCODE_MILP_H

#include "nn/bound/bound.h"

#define MILP_MARGIN 1e-4
#define MILP_DEPTH  1e-3
#define MILP_TINY   1e-9
#define MILP_LARGE  1e3 /* of coefficients */
#define MILP_FAR    1e9 /* of bounds */

typedef struct {
  double lower, upper; /* infinite: none */
  double cost;
  bool integer;
} MilpColumn;

typedef struct {
  double lower, upper; /* infinite: none */
  size_t first, count; /* in places and values */
} MilpRow;

/* To be minimised. Columns 0 .. inputs are the inputs. Zeroed is empty. */
typedef struct {
  VEC(MilpColumn) columns;
  VEC(MilpRow) rows;
  VEC(int32_t) places; /* columns; in a row each occurs once */
  VEC(double) values;
  uint32_t inputs, outputs;
  int32_t excess;    /* the column of the objective */
  U32Vec neurons;    /* by neuron of the last layer: 1 + its column, or 0 where it is 0 */
  uint32_t unstable; /* binary columns */
  bool extreme;
} Milp;

/* The bounds must be finite. */
void milp_add_network(Milp *milp, const Bounds *bounds);
/* A row outputs y + inputs x <= limit; `inputs` may be NULL. */
void milp_add_row(Milp *milp, const double *outputs, const double *inputs, double limit);
/* Forgets the rows that milp_add_row added; the program stays extreme. */
void milp_drop_rows(Milp *milp, size_t count);
void milp_deinit(Milp *milp);

#endif
