/* Scripts whose answer is known by construction, as text. */
#ifndef SMT_KNOWN_KNOWN_H
#define SMT_KNOWN_KNOWN_H

#include "smt/gen/generate.h"

typedef enum { KNOWN_NOTHING, KNOWN_SAT, KNOWN_UNSAT } KnownAnswer;

/* Can such scripts be made? STATUS_USAGE with a message if not. */
Status known_check(const Generator *generator, KnownAnswer answer, Error *error);

/* Appends script `index` without (exit). KNOWN_NOTHING is generator_text. For KNOWN_SAT the planted
 * model is appended to `model`, unless it is NULL, each line after `prefix`. */
void known_text(Generator *generator, KnownAnswer answer, uint64_t index, StrBuf *out,
                StrBuf *model, const char *prefix);

#endif
