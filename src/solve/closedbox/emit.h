/* Constraints as C: what the fuzz engine runs.
 *
 * The text defines fuzz_bind, fuzz_cost (how far a candidate is from satisfying all constraints, 0 if it does),
 * fuzz_test (does it, with an early no), fuzz_trail (a digest of what all calls answered), fuzz_join (both sides of the join), fuzz_differences (the bits in
 * which the sides of equations differ) and fuzz_values (the values of further terms). */
#ifndef SOLVE_CLOSEDBOX_EMIT_H
#define SOLVE_CLOSEDBOX_EMIT_H

#include "base/strbuf.h"
#include "solve/closedbox/problem.h"

/* A constant that the search may choose. */
typedef struct {
  Fun fun;
  Sort sort;
  Layout layout;
  uint32_t first; /* of its words in a candidate */
} EmitVariable;

typedef struct {
  VEC(EmitVariable) variables;
  uint32_t words;     /* of a candidate */
  U32Vec constraints; /* Term: those that can be run, without boxes first */
  uint32_t pure;      /* so many without boxes */
  U32Vec values;      /* Term: to be computed by fuzz_values, one after the other */
  uint32_t value_words;
  U32Vec equations;          /* Term: the constraints that are equations of two bit-vectors */
  uint32_t difference_words; /* of these */
  Term join;                 /* an equation whose sides have no variable in common, or 0 */
  U32Vec join_variables;     /* positions of the variables of its left side */
} EmitPlan;

void emit_plan_deinit(EmitPlan *plan);

/* Can the term be computed by C? */
bool emit_is_runnable(const BoxProblem *problem, Term term);
/* Fills variables, words, equations and join from the terms of the plan, and orders its constraints. */
void emit_plan_variables(EmitPlan *plan, const BoxProblem *problem);
/* Appends the source. */
void emit_source(StrBuf *out, const EmitPlan *plan, const BoxProblem *problem);

#endif
