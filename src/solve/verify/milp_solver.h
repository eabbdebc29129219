/* Libraries that solve mixed integer programs, opened at run time: without one only its engine is missing. */
#ifndef SOLVE_VERIFY_MILP_SOLVER_H
#define SOLVE_VERIFY_MILP_SOLVER_H

#include "nn/encode/milp.h"

typedef enum {
  MILP_OPTIMAL,    /* there is a solution; the best, unless it is good enough */
  MILP_INFEASIBLE, /* says the library, which rounds */
  MILP_FAILED      /* numerical trouble */
} MilpState;

/* Writes the columns of the solution. The library may print, leak, or end the process: callers are copies of the process.
 * STATUS_IO: it is not installed. */
typedef Status MilpSolve(const Milp *milp, double *solution, MilpState *state, Error *error);

MilpSolve verify_milp_by_cbc, verify_milp_by_glpk;

#endif
