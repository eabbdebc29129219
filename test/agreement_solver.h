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
  char *text;         /* an equation */
  uint32_t operator;  /* whose equation it is, as a number below operator_count */
  bool functions;     /* functions are arguments: the logic must allow that */
  uint32_t *features; /* numbers of the functions and sorts in it */
  uint32_t feature_count;
  uint8_t verdict[SOLVER_COUNT]; /* VerdictOf */
} Query;

typedef struct {
  Query *queries;
  size_t count;
  uint32_t operator_count, feature_limit; /* all numbers are below */
} Questions;

const char *solver_name(SolverName solver);
/* The first line that the solver says of its version, to be freed; NULL if it is not installed. */
char *solver_version(SolverName solver);

/* Fills in the verdicts of one solver. Several solvers may be asked at the same time.
 *
 * An error ends cvc5, so that each costs a process. What is refused is therefore learned from: a feature
 * that is all that is new in terms that are refused is not asked for again, nor is an operator that is
 * refused whatever its arguments are. */
void solver_ask(SolverName solver, const Questions *questions);

#endif
