/* What a script says of itself, as far as oracles have to know it. */
#ifndef LANGUAGE_SMT_FACTS_H
#define LANGUAGE_SMT_FACTS_H

#include "language/smt/examination.h"

/* Of a script that has been read, or could not be; sets examination->used. */
void smtlib_facts_read(Examination *examination, Facts *facts);

#endif
