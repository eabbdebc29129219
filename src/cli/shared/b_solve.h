/* What assay solve does with predicates and machines of B. */
#ifndef CLI_SHARED_B_SOLVE_H
#define CLI_SHARED_B_SOLVE_H

#include "cli/option/command.h"

/* Prints "solution" and the values, "contradiction", "unknown: why", or "not well defined: where". */
int b_solve_run(const Subcommand *command, const char *path, ColorMode color, uint64_t scope,
                uint64_t steps);

#endif
