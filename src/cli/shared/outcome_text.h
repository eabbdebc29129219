/* Outcomes of solvers, in a line and as JSON. */
#ifndef CLI_SHARED_OUTCOME_TEXT_H
#define CLI_SHARED_OUTCOME_TEXT_H

#include "cli/option/json.h"
#include "cli/option/style.h"
#include "run/solver/outcome.h"

/* Prints what was answered: "sat", "sat, unsat", "sat, timeout", "error: message". Answers that are
 * void are left out. */
void outcome_print_answer(FILE *out, const Style *style, const Outcome *outcome);
/* ", 0.012 s, CPU 0.010 s, 17.3 MiB, exit code 1"; exit code 0 and our own signals go without saying. */
void outcome_print_figures(FILE *out, const Outcome *outcome);

/* An object with everything but the output. */
json_t *outcome_object(const Outcome *outcome);

#endif
