/* Do solvers take generated scripts? */
#ifndef TEST_SUPPORT_ACCEPT_H
#define TEST_SUPPORT_ACCEPT_H

/* Runs z3 and cvc5 on the scripts, which are separated by (reset), without solving anything: every
 * (check-sat) line is left out. The test fails if one of them says a word. */
void assert_accepted(const char *scripts);

#endif
