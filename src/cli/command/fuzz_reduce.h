/* The reducer of a campaign: src/reduce, for inputs that are scripts. */
#ifndef CLI_COMMAND_FUZZ_REDUCE_H
#define CLI_COMMAND_FUZZ_REDUCE_H

#include "cli/command/fuzz_show.h"

/* `user` is the FuzzShow that tells how far it is. */
ReducerFunction fuzz_reduce;

#endif
