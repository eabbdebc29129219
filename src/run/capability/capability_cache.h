/* Capabilities that are known already, in files: one for each solver program with its parameters,
 * profile and questions.
 *
 * A file is JSON. One that is damaged, of another format or about something else is as good as none. */
#ifndef RUN_CAPABILITY_CAPABILITY_CACHE_H
#define RUN_CAPABILITY_CAPABILITY_CACHE_H

#include "run/capability/capability.h"

/* What the answers depend on. */
typedef struct {
  const Solver *solver;
  Digest digest;
} CapabilityIdentity;

/* Digests the program's contents, the shared libraries it loads, what it says its version is, its
 * parameters and profile, and the questions. Runs the program twice. STATUS_IO if it cannot be read. */
Status capability_identify(Supervisor *sup, const Solver *solver, const CapabilityList *list,
                           CapabilityIdentity *identity, Error *error);

/* Fills the results; false, with none filled, if there is no good file. */
bool capability_cache_load(const char *folder, const CapabilityIdentity *identity,
                           Capabilities *found);
/* Makes the folder if it is not there. A reader sees a whole file or none, whoever else writes. */
Status capability_cache_save(const char *folder, const CapabilityIdentity *identity,
                             const Capabilities *found, Error *error);

/* Where they are kept if the user says nothing: $ASSAY_CACHE, assay in $XDG_CACHE_HOME or ~/.cache: a path
 * to free, or NULL if there is no such place. */
char *capability_cache_folder(void);

#endif
