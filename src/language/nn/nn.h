/* Networks with properties as a language of inputs: verifiers are the solvers. */
#ifndef LANGUAGE_NN_NN_H
#define LANGUAGE_NN_NN_H

#include "language/language.h"

extern const LanguageInterface nn_interface;

#endif
