/* Inverting equations before searching: a constant that an equation determines is no variable of the search. */
#ifndef SOLVE_CLOSEDBOX_ELIMINATE_H
#define SOLVE_CLOSEDBOX_ELIMINATE_H

#include "solve/closedbox/problem.h"

typedef struct {
  Fun fun;
  Term term; /* its value, over constants that stay */
} Elimination;

typedef VEC(Elimination) Eliminations;

/* Solves equations for constants through + - xor not neg, rotations and products with odd numbers, and takes them out of the constraints. What is left has a
 * solution exactly if all of them have one. */
void eliminate_constants(const BoxProblem *problem, U32Vec *constraints,
                         Eliminations *eliminations);

#endif
