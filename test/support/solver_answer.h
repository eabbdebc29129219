/* Scripts whose answer is known, for the solvers that are installed. */
#ifndef TEST_SUPPORT_SOLVER_ANSWER_H
#define TEST_SUPPORT_SOLVER_ANSWER_H

#include <stdbool.h>

/* Gives the script to z3 and cvc5. Neither may reject it or say the opposite of the answer, "sat" or
 * "unsat". Does z3 find it? */
bool solver_answer_is(const char *text, const char *answer);
/* Is z3 installed? */
bool solver_answer_available(void);

#endif
