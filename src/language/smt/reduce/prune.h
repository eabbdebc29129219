/* What a script declares and does not use; and what it uses and does not declare. */
#ifndef LANGUAGE_SMT_REDUCE_PRUNE_H
#define LANGUAGE_SMT_REDUCE_PRUNE_H

#include "smt/term/traverse.h"
#include "smt/text/script.h"

/* Zeroed is ready for use. */
typedef struct {
  Walk walk;
  U32Vec fun_used, sort_used, ctor_used; /* by handle: 1 */
  U32Vec places;                         /* of each command in what is left, + 1; 0: it is gone */
  U32Vec mentioned;                      /* by Symbol: 1 if a text has it; not always filled */
  U32Vec missing;                        /* Fun: constants without a declaration */
} Pruner;

void pruner_deinit(Pruner *pruner);

/* Adds declarations of constants that the script uses and does not declare, before the first command
 * that is about terms, and with `drop` leaves out declarations of what is not used. False if
 * it changed nothing; otherwise pruner->places tells where the commands are now. Names that occur in the text
 * of commands that are not understood are used. */
bool pruner_run(Pruner *pruner, const Bank *bank, Script *script, bool drop);

/* Number of each command that declares or defines something that is not used. */
void pruner_find_unused(Pruner *pruner, const Bank *bank, const Script *script, U32Vec *commands);

#endif
