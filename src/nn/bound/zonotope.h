/* Zonotopes: each value of a network as an affine function of shared unknowns in [-1, 1], one for each input and one for each
 * activation that is not linear over the box (AI2, DeepZ).
 *
 *   Zonotope *zonotope = zonotope_create(net);
 *   zonotope_set_inputs(zonotope, bounds);
 *   zonotope_add_layer(zonotope, bounds, at);   after the intervals of the layer, which it tightens; layers in order
 *   zonotope_bound_row(zonotope, bounds, &row);
 *
 * Functions go forward only, so that a layer costs one product of matrices, however many neurons it has. Each value has an
 * error, too: all roundings, and what activations add beyond the unknowns that there is room for. */
#ifndef NN_BOUND_ZONOTOPE_H
#define NN_BOUND_ZONOTOPE_H

#include "nn/bound/bound.h"

typedef struct Zonotope Zonotope;

/* NULL: the network is too large for it. */
Zonotope *zonotope_create(const Net *net);
void zonotope_destroy(Zonotope *zonotope); /* NULL is fine */
void zonotope_set_inputs(Zonotope *zonotope, const Bounds *bounds);
void zonotope_add_layer(Zonotope *zonotope, Bounds *bounds, size_t at);
/* Fills slope, offset and lower of a row. */
void zonotope_bound_row(Zonotope *zonotope, const Bounds *bounds, BoundRow *row);

#endif
