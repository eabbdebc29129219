/* Short names that nothing in a script has. */
#ifndef LANGUAGE_SMT_REDUCE_NAMES_H
#define LANGUAGE_SMT_REDUCE_NAMES_H

#include "smt/text/script.h"

typedef struct {
  Bank *bank;
  U32Vec taken; /* by Symbol: 1 */
  uint64_t next;
} Namer;

/* Names of functions, sorts and variables of the script, of theories and of the language are taken. */
void namer_init(Namer *names, Bank *bank, const Script *script);
void namer_deinit(Namer *names);
/* This one is taken, too. */
void namer_take(Namer *names, Symbol symbol);
/* a, b ... z, A ... Z, aa, ab ...: the next that is not taken. */
Symbol namer_next(Namer *names);
/* A constant of such a name: editor_apply adds its declaration to a script that uses it. */
Term namer_constant(Namer *names, Sort sort);

#endif
