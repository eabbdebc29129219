/* The tables that the comparison with the solvers ends with, in Markdown. */
#ifndef TEST_AGREEMENT_REPORT_H
#define TEST_AGREEMENT_REPORT_H

#include <stdio.h>

#include "agreement/solver.h"
#include "base/vec.h"
#include "smt/term/bank.h"

/* One operator and one solver. */
typedef struct {
  uint32_t terms, undetermined;     /* different terms that were drawn; those without a value */
  uint32_t verdicts[VERDICT_COUNT]; /* on those that have one */
  uint32_t known;                   /* refutations that are known mistakes */
  char error[160];                  /* why the solver refuses the operator, if it does */
} Counts;

typedef struct {
  const Bank *bank;
  const U32Vec *operators;
  const Counts *counts[SOLVER_COUNT]; /* by operator */
} Results;

enum { KNOWN_MAX = 64 };

/* How often a known mistake was met. */
typedef struct {
  const char *name; /* NULL after the last */
  uint32_t count;
} KnownTally;

void tally_known(KnownTally tallies[KNOWN_MAX], const char *name);

/* Number of terms that the solver was asked about and did not refuse. */
uint32_t counts_asked(const Counts *counts);
bool is_drawn(const Results *results, uint32_t number);
uint32_t refuted_unknown(const Results *results);

/* One row of the table of operators. */
void print_row(FILE *out, const Bank *bank, Fun fun, SolverName solver, const Counts *counts);
/* Operators of which nothing was drawn are left out. */
void print_operators(const Results *results);
void print_theories(const Results *results);
void print_known(SolverName solver, const KnownTally tallies[KNOWN_MAX]);

#endif
