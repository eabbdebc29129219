/* Hiding from solvers what a script says its answers are.
 *
 * Solvers compare: z3 reports an error if its answer is not the status, cvc5 ends as if it had crashed. */
#ifndef LANGUAGE_SMT_BLANK_H
#define LANGUAGE_SMT_BLANK_H

#include <stdint.h>

/* Overwrites each (set-info :status ...) of a script with blanks, so that every other place stays where
 * it is. */
void smtlib_blank_statuses(char *text, uint64_t length);

#endif
