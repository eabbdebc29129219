/* Profiles in YAML, read with libcyaml. */
#ifndef RUN_SOLVER_PROFILE_READ_H
#define RUN_SOLVER_PROFILE_READ_H

#include "run/solver/profile.h"

/* The profiles of a text, to be released with profile_list_free. An error has the line of the value
 * that is wrong, or of one shortly before it. */
Status profile_list_read(const char *text, size_t length, Profile **list, unsigned *count,
                         Error *error);
void profile_list_free(Profile *list, unsigned count);

#endif
