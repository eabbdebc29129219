/* What speaks against running a solver that somebody else may have named: in a store, in a trained model.
 *
 * Nothing does if it is a solver that is installed here: its profile is built in or the user's own, its program is the one
 * that this profile finds, and its parameters are among those that the profile calls safe or lists as variants. Other
 * parameters may make a solver write files. Nothing is run to know this. */
#ifndef RUN_SOLVER_DOUBT_H
#define RUN_SOLVER_DOUBT_H

#include "base/strbuf.h"
#include "run/solver/profile.h"

/* Appends a line with the reason, which ends with a newline; nothing if there is none. Relative paths begin in `directory`,
 * or where we are if it is NULL. */
void solver_doubt(const Profiles *installed, const char *expression, const char *directory,
                  StrBuf *lines);
/* The same for those of a list (expression.h). */
void solver_doubt_list(const Profiles *installed, const char *list, const char *directory,
                       StrBuf *lines);

/* "owner NAME" of the file, or that it is not there. */
void solver_add_owner(StrBuf *out, const char *path);

#endif
