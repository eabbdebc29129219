/* For which solvers scripts of a theme are made.
 *
 * What only some solvers have cannot be compared, and where nobody has all of a script it is of no use. So there are scripts with
 * what all solvers have, with what all but one have and, where one solver is enough to be found wrong, with what each one has. */
#ifndef LANGUAGE_SMT_AUDIENCE_H
#define LANGUAGE_SMT_AUDIENCE_H

#include "language/smt/lacks.h"
#include "smt/draw/settings.h"

typedef VEC(GenSettings) AudienceSettings;

/* Appends the settings, to be released, for each audience among `solvers` (as bits) to which something else is left out; `alone`: of
 * one solver each. Without solvers they are as they were. */
void audience_settings(const Bank *bank, const SmtlibLacks *lacks, uint64_t solvers, bool alone,
                       const GenSettings *settings, AudienceSettings *made);

#endif
