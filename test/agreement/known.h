/* Known solver bugs, which doc/solver-bugs.md describes. */
#ifndef TEST_AGREEMENT_KNOWN_H
#define TEST_AGREEMENT_KNOWN_H

#include "agreement/solver.h"
#include "smt/term/bank.h"

/* A verdict that needs an explanation: REFUTED, FREE or CRASHED. */
typedef struct {
  SolverName solver;
  VerdictOf verdict;
  Term term, value;
} Dissent;

/* The name of the known mistake that it falls under, or NULL. */
const char *known_bug(const Bank *bank, const Dissent *dissent);

#endif
