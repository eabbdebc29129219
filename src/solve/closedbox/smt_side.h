/* The SMT engine: a long-lived solver that sees the boxes as uninterpreted functions.
 *
 * Each constraint is behind an assumption, as is each value of a partial model, so that a conflict names what it
 * needs. Facts, what calls have answered, hold for ever. No logic is ever set: one without uninterpreted functions
 * would make the solver give up. */
#ifndef SOLVE_CLOSEDBOX_SMT_SIDE_H
#define SOLVE_CLOSEDBOX_SMT_SIDE_H

#include "run/process/supervisor.h"
#include "run/solver/solver.h"
#include "smt/text/answer.h"
#include "smt/text/model.h"
#include "solve/closedbox/problem.h"

typedef struct SmtSide SmtSide;

/* Names that the solver gets beside those of the script start so; none of the script is one of them. */
#define SMT_SIDE_PREFIX "assay!"

/* Starts the solver and gives it the constraints. */
SmtSide *smt_side_create(Supervisor *sup, const Solver *solver, const BoxProblem *problem);
/* For one check without values and cores: the constraints are asserted, which lets the solver use its strongest
 * strategy. */
SmtSide *smt_side_create_plain(Supervisor *sup, const Solver *solver, const BoxProblem *problem);
void smt_side_destroy(SmtSide *side);

/* An equation or other formula that holds whatever the answer is. */
void smt_side_add_fact(SmtSide *side, Term fact);

typedef struct {
  AnswerKind answer;  /* ANSWER_SAT, ANSWER_UNSAT, or ANSWER_UNKNOWN whatever the reason */
  Model model;        /* of sat */
  U32Vec constraints; /* of unsat with values: positions in the problem's constraints */
  U32Vec values;      /* and in the given values */
} SmtAnswer;

/* Checks all constraints with the facts and the values (Bool terms). */
void smt_side_check(SmtSide *side, const Term *values, uint32_t count, uint64_t wall_ns,
                    SmtAnswer *answer);
void smt_answer_deinit(SmtAnswer *answer);

#endif
