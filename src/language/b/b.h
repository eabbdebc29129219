/* Predicates and machines of the B method. */
#ifndef LANGUAGE_B_B_H
#define LANGUAGE_B_B_H

#include "language/language.h"

extern const LanguageInterface b_interface;

#endif
