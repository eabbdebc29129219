/* Inference in exact arithmetic: networks of rational operators, with the 32-bit weights as the numbers that they are.
 *
 *   mpq_t *y = exact_new(4);
 *   if (exact_run(&graph, x, y, &error) == STATUS_OK) ...
 *   exact_free(y, 4);
 *
 * Sums, products, comparisons and moves are rational; exponentials, roots and what rounds are not. */
#ifndef NN_INFER_EXACT_H
#define NN_INFER_EXACT_H

#include <gmp.h>

#include "nn/graph/graph.h"

/* Can all that depends on the inputs be computed exactly? If not, the error names the first node that cannot. */
Status exact_check(const Graph *graph, Error *error);
/* inputs are the elements of all inputs one after the other, outputs those of all outputs, which are set. Numbers that
 * are not finite, and divisions by zero, are errors. */
Status exact_run(const Graph *graph, mpq_t *inputs, mpq_t *outputs, Error *error);

/* Numbers that are 0. */
mpq_t *exact_new(size_t count);
void exact_free(mpq_t *numbers, size_t count);

#endif
