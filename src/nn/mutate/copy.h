/* Copies of networks that are changed on the way. */
#ifndef NN_MUTATE_COPY_H
#define NN_MUTATE_COPY_H

#include "nn/graph/graph.h"

/* A graph without nodes that has the same values with the same handles. Constants and attributes stay those of the source,
 * which has to live as long. */
void mutant_copy_values(const Graph *from, Graph *to);
/* Every use of a value becomes one of another. */
void mutant_rename(U32Vec *values, ValueId from, ValueId to);

#endif
