/* Constraints compiled by the system's C compiler, where there is one: that takes a tenth of a second, and what it makes is
 * several times as fast as what libtcc makes. For long sweeps. */
#ifndef SOLVE_CLOSEDBOX_OPTIMISED_H
#define SOLVE_CLOSEDBOX_OPTIMISED_H

#include "base/strbuf.h"
#include "run/process/supervisor.h"

typedef struct {
  char *folder;  /* NULL: there is no library */
  char *library; /* a path */
} Optimised;

/* Compiles the source into a library below TMPDIR; false, and nothing is left, if there is no compiler or it fails. */
bool optimised_init(Optimised *optimised, Supervisor *sup, const StrBuf *source);
/* Removes it. Zeroed is fine. */
void optimised_deinit(Optimised *optimised);

#endif
