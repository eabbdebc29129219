/* Checking the counterexamples of verifiers: exactly, and by inference in floats of 32 bits. */
#ifndef LANGUAGE_NN_CHECK_H
#define LANGUAGE_NN_CHECK_H

#include "language/nn/text/model.h"
#include "language/vote.h"
#include "nn/property/assignment.h"

/* Of the inputs of an assignment, all of which are given:
 * - MODEL_RIGHT: the network violates the property there in real arithmetic, for certain, and also as floats compute it;
 * - MODEL_WRONG: it misses it by more than NN_TOLERANCE in both; `why` says what is missed;
 * - MODEL_OPEN: neither: within the tolerance, or the network cannot be computed.
 * What verifiers say of the outputs does not matter: they are computed. */
ModelState nn_check_witness(const NnModel *model, const Assignment *witness, StrBuf *why);

#endif
