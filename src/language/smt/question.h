/* A script that asks for models, for solvers that print them only if the script says so. */
#ifndef LANGUAGE_SMT_QUESTION_H
#define LANGUAGE_SMT_QUESTION_H

#include "language/smt/examination.h"

/* Appends the script, with (get-model) or, for all constants, (get-value ...) after each query to which the vote says sat.
 * False: it asks for something itself, or values of constants are no whole model of it. */
bool smtlib_ask_models(const Examination *examination, const Vote *vote, ProfileAsk ask,
                       StrBuf *out);

/* Are all values that the script asks for those of all its constants, so that they are a model? */
bool smtlib_values_are_models(const Bank *bank, const Script *script);

#endif
