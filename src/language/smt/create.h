/* SMT-LIB from the settings of a campaign. */
#ifndef LANGUAGE_SMT_CREATE_H
#define LANGUAGE_SMT_CREATE_H

#include "language/language.h"

extern const LanguageSetting smtlib_settings[];

/* See LanguageInterface. */
Language *smtlib_create(const LanguageRequest *request, StrBuf *name, Error *error);

#endif
