/* Answers that can be proved without a verifier. */
#ifndef LANGUAGE_NN_PROVE_H
#define LANGUAGE_NN_PROVE_H

#include "language/nn/text/model.h"

/* SAYS_UNSAT: bounds of the outputs exclude every part of the property, by more than verifiers may be off (tolerance.h).
 * SAYS_SAT: the witness that the text has is right. Otherwise SAYS_UNKNOWN. */
SolverAnswer nn_prove(const NnModel *model);

#endif
