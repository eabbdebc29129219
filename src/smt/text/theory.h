/* Theory files: signatures as data.
 *
 * Their form follows SMT-LIB's own theory declarations; doc/theories.md describes it. */
#ifndef SMT_TEXT_THEORY_H
#define SMT_TEXT_THEORY_H

#include "base/status.h"
#include "smt/term/bank.h"

/* Adds the theories of one file to the bank, at least one. On error the bank holds those read before it. */
Status theory_read(Bank *bank, const char *text, uint64_t length, Error *error);
/* A new bank with all built-in theories. */
Bank *theory_create_bank(void);

#endif
