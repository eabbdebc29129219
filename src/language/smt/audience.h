/* For which solvers scripts of a theme are made.
 *
 * What only some solvers have cannot be compared, and where nobody has all of a script it is of no use. So there are scripts with
 * what all solvers have, with what all but one have and, since evaluation and models are evidence as well, with what each one has. */
#ifndef LANGUAGE_SMT_AUDIENCE_H
#define LANGUAGE_SMT_AUDIENCE_H

#include "language/smt/lacks.h"
#include "smt/draw/settings.h"

typedef VEC(GenSettings) AudienceSettings;

typedef enum { AUDIENCE_ALL = 1, AUDIENCE_MOST = 2, AUDIENCE_ONE = 4 } AudienceKind;

/* Appends the settings, to be released, for each audience of these kinds (as bits) among `solvers` (as bits, too) to which something
 * else is left out. Without solvers they are as they were. */
void audience_settings(const Bank *bank, const SmtlibLacks *lacks, uint64_t solvers, uint32_t kinds,
                       const GenSettings *settings, AudienceSettings *made);

#endif
