/* SMT-LIB as a language. */
#ifndef LANGUAGE_SMT_SMTLIB_H
#define LANGUAGE_SMT_SMTLIB_H

#include "language/language.h"
#include "language/smt/lacks.h"
#include "smt/draw/settings.h"

extern const LanguageInterface smtlib_interface;

/* `theories` are texts of theory files beyond the built-in ones, `count` of them. The settings are copied.
 * NULL: the error says why nothing can be generated. */
Language *smtlib_language(const GenSettings *settings, const char *const *theories, size_t count,
                          Error *error);

typedef struct {
  const GenSettings *settings;
  const char *const *theories; /* as above */
  size_t theory_count;
  bool themes;              /* also themes (theme.h) */
  uint64_t solvers;         /* bits of those that it is made for, for LanguageInterface.takers */
  const SmtlibLacks *lacks; /* what some of them are without; NULL: nothing */
} SmtlibRequest;

Language *smtlib_language_for(const SmtlibRequest *request, Error *error);

#endif
