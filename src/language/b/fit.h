/* Which predicates of B the chosen solvers have a translation for. Solvers that are no encoding of ours take everything. */
#ifndef LANGUAGE_B_FIT_H
#define LANGUAGE_B_FIT_H

#include "b/encode/encode.h"
#include "b/gen/gen.h"
#include "run/solver/solver.h"

typedef struct {
  uint32_t encodings; /* bits of BEncoding: those that one of the solvers uses */
} BFit;

/* So many predicates are drawn until one fits. */
enum { B_FIT_TRIES = 400 };

/* By what the profiles and parameters of the solvers say. */
BFit b_fit_of_solvers(const Solver *solvers, size_t count);
/* Has a predicate, which is rewritten before, a translation in all encodings? */
bool b_fit_takes(const BFit *fit, BBank *bank, const BModule *module, BTerm predicate);
/* Leaves operators out of the settings that no predicate of a sample could be translated with, and appends their names. */
void b_fit_restrict(const BFit *fit, BGenSettings *settings, StrBuf *left_out);

#endif
