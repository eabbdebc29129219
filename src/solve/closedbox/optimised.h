/* Constraints and boxes compiled by the system's C compiler, where there is one: that takes a tenth of a second, and what
 * it makes is several times as fast as what libtcc makes. For long sweeps, and for source that libtcc does not know. */
#ifndef SOLVE_CLOSEDBOX_OPTIMISED_H
#define SOLVE_CLOSEDBOX_OPTIMISED_H

#include "base/strbuf.h"
#include "run/process/supervisor.h"
#include "solve/closedbox/box.h"

typedef struct {
  char *folder;  /* NULL: there is no library */
  char *library; /* of the constraints: a path */
  bool has_boxes;
  Boxes boxes; /* with libraries in place of C source, if there is such */
} Optimised;

/* Compiles the source into a library below TMPDIR; false, and nothing is left, if there is no compiler or it fails. */
bool optimised_init(Optimised *optimised, Supervisor *sup, const StrBuf *source);
/* After that: compiles the boxes that are C source, too. False, and has_boxes is, if none is or the compiler refuses. */
bool optimised_add_boxes(Optimised *optimised, Supervisor *sup, const Boxes *boxes);
/* Compiles the sources of these boxes themselves, and puts the libraries in their place; they are there until optimised_deinit.
 * False if there is no source, no compiler, or it refuses: then some may still be source. */
bool optimised_replace_sources(Optimised *optimised, Supervisor *sup, Boxes *boxes);
/* Removes all. Zeroed is fine. */
void optimised_deinit(Optimised *optimised);

#endif
