/* What `assay fuzz` says if it is told nothing: what it could do with the solvers of this machine. */
#ifndef CLI_COMMAND_FUZZ_SUGGEST_H
#define CLI_COMMAND_FUZZ_SUGGEST_H

#include "cli/command/fuzz_options.h"

/* Were there no options at all, but for common ones? */
bool fuzz_suggest_is_wanted(const FuzzOptions *given);
/* Prints it. Returns the exit code. */
int fuzz_suggest(void);

#endif
