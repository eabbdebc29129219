/* What a reduced input is about: the constructs that tell it from others. */
#ifndef FIND_FUZZ_ESSENCE_H
#define FIND_FUZZ_ESSENCE_H

#include "base/vec.h"
#include "language/language.h"

/* The numbers of its operators, if it has any; else of its predicates; else of all that it has. Of an input that has each construct
 * so often; what was in the list goes. */
void essence_take(const Language *language, const uint32_t *counts, U32Vec *constructs);

#endif
