/* All languages: a line in languages.def each. */
#ifndef LANGUAGE_TABLE_H
#define LANGUAGE_TABLE_H

#include "language/language.h"

/* The languages in their order; NULL: there are no more. */
const LanguageInterface *language_at(size_t number);
/* By its name, or by the extension of a path; NULL: there is none. */
const LanguageInterface *language_named(const char *name);
const LanguageInterface *language_of_path(const char *path);

#endif
