/* Answers that need no solver: the assertions of a script without declarations have a value. */
#ifndef LANGUAGE_SMT_GROUND_H
#define LANGUAGE_SMT_GROUND_H

#include "language/smt/examination.h"

/* Fills facts->computed, if the script has no constants. */
void smtlib_ground_answer(const Examination *examination, Facts *facts);

#endif
