/* Answers that need no solver: the assertions of a script without declarations have a value. */
#ifndef FIND_ORACLE_GROUND_H
#define FIND_ORACLE_GROUND_H

#include "find/oracle/facts.h"
#include "find/oracle/vote.h"

/* Fills facts->computed, if the script has no constants. */
void ground_answer(const VoteScript *script, Facts *facts);

#endif
