/* Selectors as files: a name of the format, its version, a table of the parts with a digest of each, the parts. What a logic does
 * not need is not read. */
#ifndef SOLVE_SELECT_SELECTOR_FILE_H
#define SOLVE_SELECT_SELECTOR_FILE_H

#include "solve/select/selector.h"

/* Changes whenever the bytes mean something else. */
enum { SELECTOR_VERSION = 4 };

Status selector_save(const Selector *selector, const char *path, Error *error);
/* Opens a model: NULL with an error if the file is not one, of another version, or damaged. Nothing in it is trusted. */
Selector *selector_load(const char *path, Error *error);
/* Reads what predictions for this logic (NULL: not known) need, and what explaining them needs. It has to be called before
 * selection_create, for every logic; what is there is not read again. */
Status selector_need(Selector *selector, const char *logic, bool explain, Error *error);

#endif
