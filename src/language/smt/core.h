/* Unsat cores and failed assumptions that a solver printed, as scripts that have to be unsat.
 *
 * A core is about the assertions that have names: those without one belong to it silently, as do the
 * assumptions of a check-sat-assuming (SMT-LIB 2.6, section 4.2.6). */
#ifndef LANGUAGE_SMT_CORE_H
#define LANGUAGE_SMT_CORE_H

#include "language/smt/examination.h"

/* Appends those that the output has after answers that are valid and unsat. What cannot be read, and what
 * may be the response to something else, is left out. The script has standard commands only. */
void smtlib_read_cores(const Examination *examination, const Outcome *outcome, Cores *cores);

#endif
