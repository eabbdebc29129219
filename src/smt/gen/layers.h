/* Graphs with sharing, from the leaves up.
 *
 * Inputs come first. Main nodes are operators on what has been made before: productions of the grammar,
 * so that the restrictions of the logic hold. Predicates then use every main node that nothing has used,
 * and connectives all Booleans, up to one root. Bit-vectors of other widths are made to fit by
 * extending and extracting, and Booleans become bit-vectors of width 1.
 *
 * The idea is that of FuzzSMT (Brummayer, Biere: Fuzzing and Delta-Debugging SMT Solvers, 2009). */
#ifndef SMT_GEN_LAYERS_H
#define SMT_GEN_LAYERS_H

#include "smt/gen/grow.h"

/* Appends `count` assertions of a script (Term), each a graph of its own over the same constants. The time
 * is linear in settings->nodes. The grower knows what has to be declared. There are more assertions
 * than that only if the settings have left out every connective. */
void grow_layers(Grower *grower, uint32_t count, U32Vec *asserts);

#endif
