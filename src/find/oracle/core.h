/* Unsat cores and failed assumptions that a solver printed, as scripts that have to be unsat.
 *
 * A core is about the assertions that have names: those without one belong to it silently, as do the
 * assumptions of a check-sat-assuming (SMT-LIB 2.6, section 4.2.6). */
#ifndef FIND_ORACLE_CORE_H
#define FIND_ORACLE_CORE_H

#include "run/solver/outcome.h"
#include "smt/eval/check.h"

typedef struct {
  uint32_t query;   /* number of the check-sat, from 1 */
  bool assumptions; /* those that failed; otherwise a core */
  char *shown;      /* the list in one line, shortened */
  char *stranger;   /* a name in it that the script does not give; NULL: none */
  char *script;     /* what is claimed to be unsat; NULL if there is a stranger */
  size_t length;
} Core;

typedef VEC(Core) Cores;

/* The first ones are looked at, each of which costs a run of every solver. */
enum { CORES_MAX = 4 };

/* Appends those that `output` has behind answers that are valid and unsat. What cannot be read, and what
 * may be the response to something else, is left out. The script has standard commands only. */
void cores_read(Bank *bank, const char *text, uint64_t length, const Outcome *outcome,
                Cores *cores);
void cores_deinit(Cores *cores);

#endif
