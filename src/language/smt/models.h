/* Checking the models that a solver printed. */
#ifndef LANGUAGE_SMT_MODELS_H
#define LANGUAGE_SMT_MODELS_H

#include "language/smt/examination.h"

/* Notes which models of answers are right, and the first one that is not. */
void smtlib_check_models(const Examination *examination, const Outcome *outcome, Vote *vote);

#endif
