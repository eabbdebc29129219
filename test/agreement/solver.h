/* Asking a solver whether equations hold, many in one process. */
#ifndef TEST_AGREEMENT_SOLVER_H
#define TEST_AGREEMENT_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  VERDICT_NONE,
  VERDICT_AGREED,  /* the negation is unsatisfiable */
  VERDICT_REFUTED, /* the negation is satisfiable, and the equation is not */
  VERDICT_FREE,    /* the negation is satisfiable, and the equation is, or may be */
  VERDICT_OPEN,    /* unknown, or out of time */
  VERDICT_CRASHED,
  VERDICT_REFUSED, /* an error: it does not know the operator, or not on these sorts */
  VERDICT_COUNT
} VerdictOf;

typedef enum { SOLVER_Z3, SOLVER_CVC5, SOLVER_COUNT } SolverName;

typedef struct {
  const char *text; /* an equation */
  bool functions;   /* the logic must allow functions as arguments */
  VerdictOf verdict;
} Query;

/* After so many refusals, and nothing decided, the solver does not have the operator. */
enum { REFUSALS_ENOUGH = 16 };

/* How a solver does with an operator so far. All but the first three is zero at the beginning. */
typedef struct {
  const char *operator; /* its name, which does not end with a zero byte */
  size_t operator_length;
  uint32_t
      patience_ms; /* when more than that is lost, answers get less time, and no second chance */
  uint32_t decided, refused; /* equations that were asked alone, or groups */
  uint32_t lost_ms;          /* time that went into what stayed open */
  bool unknown;              /* the solver does not have the operator: nothing more is asked */
  char error[160];           /* what it says then */
} Record;

/* So much was lost that nothing more is asked: the verdict on the rest is NONE. */
bool is_spent(const Record *record);

const char *solver_name(SolverName solver);
/* The first line that the solver says of its version, to be freed; NULL if it is not installed. */
char *solver_version(SolverName solver);

/* Fills in the verdicts on equations of one operator. Equations are asked in groups; those of a group that
 * is not agreed to alone; what is refuted also the other way around; and what stays open alone in a process of its own, with more time, as long as not
 * too much has been lost on the operator. Several threads may ask at the same time. */
void solver_ask(SolverName solver, Query *queries, size_t count, Record *record);

#endif
