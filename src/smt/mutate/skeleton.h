/* Skeletons: the connectives and quantifiers of a script, with a hole for each atom. */
#ifndef SMT_MUTATE_SKELETON_H
#define SMT_MUTATE_SKELETON_H

#include "smt/mutate/mutate.h"

/* Fills the holes of the script that the mutator was started with: each outermost atom of its assertions
 * becomes a new one, grown over the constants of the script and the variables that are bound there.
 * Atoms whose terms have names stay. `result` is overwritten; it is within the logic if the script was
 * and is not equal to it. STATUS_USAGE: there is nothing to fill. */
Status skeleton_fill(Mutator *mutator, Choice *choice, Script *result, Error *error);

#endif
