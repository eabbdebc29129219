/* Known mistakes of the solvers, which doc/solver-bugs.md describes. */
#ifndef TEST_AGREEMENT_KNOWN_H
#define TEST_AGREEMENT_KNOWN_H

#include "agreement_solver.h"
#include "term/bank.h"

/* The name of the known mistake that a refutation by this solver falls under, or NULL. */
const char *known_bug(const Bank *bank, SolverName solver, Term term);

#endif
