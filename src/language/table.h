/* All languages: a line in languages.def each. */
#ifndef LANGUAGE_TABLE_H
#define LANGUAGE_TABLE_H

#include "base/paths.h"
#include "language/language.h"

/* The languages in their order; NULL: there are no more. */
const LanguageInterface *language_at(size_t number);
/* By its name, or by an extension of a path; NULL: there is none. */
const LanguageInterface *language_named(const char *name);
const LanguageInterface *language_of_path(const char *path);

/* Reads an input of a language: a file, or what its `load` makes of the path. "-" is standard input. */
Status language_load(const LanguageInterface *language, const char *path, FileText *text,
                     Error *error);
/* Appends the path itself or, if it is a folder, all inputs of the language below it, as paths_add. */
Status language_find_inputs(const LanguageInterface *language, const char *path, PathVec *paths,
                            Error *error);
/* Do all solvers read it? STATUS_USAGE names one that reads another language. */
Status language_check_solvers(const LanguageInterface *language, const Solver *solvers,
                              size_t count, Error *error);

#endif
