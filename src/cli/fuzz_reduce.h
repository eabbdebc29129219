/* The reducer of a campaign: src/reduce, for inputs that are scripts. */
#ifndef CLI_FUZZ_REDUCE_H
#define CLI_FUZZ_REDUCE_H

#include "cli/fuzz_show.h"

/* `user` is the FuzzShow that tells how far it is. */
ReducerFunction fuzz_reduce;

#endif
