/* Asking a solver whether equations hold, many in one process. */
#ifndef TEST_AGREEMENT_SOLVER_H
#define TEST_AGREEMENT_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  VERDICT_NONE,
  VERDICT_AGREED,  /* the negation is unsatisfiable */
  VERDICT_REFUTED, /* the negation is satisfiable */
  VERDICT_OPEN,    /* unknown, or out of time */
  VERDICT_CRASHED,
  VERDICT_REFUSED, /* an error: it does not know the operator, or not on these sorts */
  VERDICT_COUNT
} VerdictOf;

typedef enum { SOLVER_Z3, SOLVER_CVC5, SOLVER_COUNT } SolverName;

typedef struct {
  char *text;                    /* an equation */
  uint32_t operator;             /* whose equation it is, as a number below operator_count */
  bool functions;                /* functions are arguments: the logic must allow that */
  uint8_t verdict[SOLVER_COUNT]; /* VerdictOf */
} Query;

const char *solver_name(SolverName solver);
/* The first line that the solver says of its version, to be freed; NULL if it is not installed. */
char *solver_version(SolverName solver);

/* Fills in the verdicts of one solver. Several solvers may be asked at the same time. Of an operator
 * that the solver refuses again and again the rest is refused without asking. */
void solver_ask(SolverName solver, Query *queries, size_t count, uint32_t operator_count);

#endif
