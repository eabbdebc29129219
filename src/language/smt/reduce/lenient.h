/* Scripts of which some commands cannot be read. */
#ifndef LANGUAGE_SMT_REDUCE_LENIENT_H
#define LANGUAGE_SMT_REDUCE_LENIENT_H

#include "smt/text/script.h"

/* Reads a script whose text is followed by zero bytes. Commands that cannot be read, or that use what
 * those declare, become text (CMD_EXTENSION); `opaque` tells how many. False if the text is no list of
 * commands, or no assertion can be read. */
bool lenient_read(Bank *bank, const char *text, size_t length, Script *script, uint32_t *opaque);

#endif
