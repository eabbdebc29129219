/* Attacks on networks that have no layers to bound: a genetic search on what inference computes. */
#ifndef SOLVE_VERIFY_BLIND_H
#define SOLVE_VERIFY_BLIND_H

#include "nn/graph/graph.h"
#include "solve/verify/witness.h"

typedef struct {
  uint64_t seed;
  uint64_t until_ns;         /* of clock_monotonic_ns */
  const volatile bool *stop; /* may be NULL */
} BlindOptions;

/* Looks for a witness. It is validated in exact arithmetic where all operators are rational; otherwise every row has to hold
 * in floats by a margin of WITNESS_FLOAT_TOLERANCE, absolute and relative, so that rounding does not decide. False: there is none so
 * far, or the network and the property do not fit. */
bool blind_attack(const Graph *graph, const Property *property, const BlindOptions *options,
                  Witness *witness);

#endif
