/* Do solvers take generated scripts? */
#ifndef TEST_SUPPORT_ACCEPT_H
#define TEST_SUPPORT_ACCEPT_H

/* Runs z3 and cvc5 on the scripts, which are separated by (reset), without solving anything: every
 * (check-sat) line is left out. The test fails if one of them reports an error, or ends with one. A solver
 * that is not installed accepts everything. z3 may say that it ignores the name of a logic. */
void assert_accepted(const char *scripts);

#endif
