/* Answers that need no solver: the assertions of a script without declarations have a value. */
#ifndef ORACLE_GROUND_H
#define ORACLE_GROUND_H

#include "oracle/facts.h"
#include "oracle/vote.h"

/* Fills facts->computed, if the script has no constants. */
void ground_answer(const VoteScript *script, Facts *facts);

#endif
