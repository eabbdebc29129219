/* SMT-LIB as a language. */
#ifndef LANGUAGE_SMT_SMTLIB_H
#define LANGUAGE_SMT_SMTLIB_H

#include "language/language.h"
#include "smt/draw/settings.h"

extern const LanguageInterface smtlib_interface;

/* `theories` are texts of theory files beyond the built-in ones, `count` of them. The settings are copied.
 * NULL: the error says why nothing can be generated. */
Language *smtlib_language(const GenSettings *settings, const char *const *theories, size_t count,
                          Error *error);

#endif
