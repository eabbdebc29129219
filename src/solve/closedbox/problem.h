/* One query over closed boxes: its constraints, taken apart.
 *
 * Defined functions are expanded and conjunctions are split, so that a constraint is as small as the script allows:
 * conflicts name constraints, and the fuzz engine learns them one by one. */
#ifndef SOLVE_CLOSEDBOX_PROBLEM_H
#define SOLVE_CLOSEDBOX_PROBLEM_H

#include "smt/text/parser.h"
#include "solve/closedbox/box.h"

typedef struct {
  Bank *bank;
  Parser *parser; /* that has read the script: reads models of solvers */
  const Script *script;
  const Boxes *boxes;
  U32Vec assertions;  /* Term: as they are in the script; models are checked against these */
  U32Vec constraints; /* Term: all of them hold exactly if all assertions do */
  U32Vec constants;   /* Fun: the constants that occur in constraints */
} BoxProblem;

void box_problem_init(BoxProblem *problem, Bank *bank, Parser *parser, const Script *script,
                      const Boxes *boxes, const Term *assertions, size_t count);
void box_problem_deinit(BoxProblem *problem);

/* Does the term apply the theory function of this name? */
bool box_problem_applies(const Bank *bank, Term term, const char *name);
/* Does a box occur in the term? */
bool box_problem_has_box(const BoxProblem *problem, Term term);

#endif
