/* Values of inputs and outputs as solvers print them: ((X_0 0.5) (X_1 (- (/ 1.0 3.0))) ... (Y_0 1e-3)).
 *
 * This is the counterexample of VNN-COMP, and SMT-LIB's response to get-value. */
#ifndef NN_PROPERTY_ASSIGNMENT_H
#define NN_PROPERTY_ASSIGNMENT_H

#include <gmp.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct {
  uint32_t inputs, outputs;
  mpq_t *values; /* inputs, then outputs; 0 where none is given */
  bool *given;
} Assignment;

void assignment_init(Assignment *assignment, uint32_t inputs, uint32_t outputs);
void assignment_deinit(Assignment *assignment);

/* Reads any text up to its end; pairs may be in a list or follow each other. An error is a variable that is not declared or
 * is given twice, a value that is no number, or an input without a value. Values read before it stay. */
Status assignment_read(Assignment *assignment, const char *text, size_t length, Error *error);

#endif
