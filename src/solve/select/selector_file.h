/* Selectors as files: a name of the format, its version, a digest of the rest, the rest. */
#ifndef SOLVE_SELECT_SELECTOR_FILE_H
#define SOLVE_SELECT_SELECTOR_FILE_H

#include "solve/select/selector.h"

/* Changes whenever the bytes mean something else. */
enum { SELECTOR_VERSION = 1 };

Status selector_save(const Selector *selector, const char *path, Error *error);
/* NULL with an error if the file is not a model, of another version, or damaged. Nothing in it is trusted. */
Selector *selector_load(const char *path, Error *error);

#endif
