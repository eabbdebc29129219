/* The terms of a script for one who looks at what it uses. */
#ifndef SMTLIB_ROOTS_H
#define SMTLIB_ROOTS_H

#include "smtlib/script.h"
#include "term/traverse.h"

/* Starts a walk over all terms of the script in the order of its commands, so that definitions come
 * before their uses. The lambda that only holds the parameters of a definition is left out: its
 * variables and its body are the roots. */
void roots_walk(Walk *walk, const Bank *bank, const Script *script);

#endif
