/* Witnesses: inputs that violate a property, validated with proof, and also as a runtime in floats computes them. */
#ifndef SOLVE_VERIFY_WITNESS_H
#define SOLVE_VERIFY_WITNESS_H

#include "base/strbuf.h"
#include "solve/verify/problem.h"

/* Rows may be exceeded by this, absolute and relative, where the network is computed in floats: the tolerance of
 * VNN-COMP. The proof has no tolerance. */
#define WITNESS_FLOAT_TOLERANCE 1e-4

typedef struct {
  mpq_t *inputs;   /* exact */
  double *outputs; /* nearest doubles of the exact ones */
  uint32_t input_count, output_count;
  uint64_t part; /* of the property: the one that it satisfies */
} Witness;

/* Makes the point `x`, moved into the box of the property, a witness for a disjunct, if it is one. */
bool witness_validate(Witness *witness, const Problem *problem, const Disjunct *disjunct,
                      const double *x);
/* The same for a point of rationals: the doubles next to it, or else the point as it is, where a witness may satisfy a row
 * with equality. */
bool witness_validate_exact(Witness *witness, const Problem *problem, const Disjunct *disjunct,
                            mpq_t *x);
void witness_deinit(Witness *witness); /* a zeroed one is valid */
/* The double that is nearest to an input. */
double witness_input(const Witness *witness, uint32_t index);
/* As VNN-COMP wants it: ((X_0 0.5) ... (Y_0 1.0) ...), one value a line. Inputs are exact, unless they are fractions
 * like 1/3. */
void witness_print(const Witness *witness, StrBuf *out);

#endif
