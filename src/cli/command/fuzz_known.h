/* Known findings on the command line: reading them, and the entry for one that is new. */
#ifndef CLI_COMMAND_FUZZ_KNOWN_H
#define CLI_COMMAND_FUZZ_KNOWN_H

#include "cli/command/fuzz_setup.h"

/* Reads the files and folders that were given, or ./known if there is one and nothing was given. EXIT_FINE, or
 * the message has been printed. */
int fuzz_known_read(FuzzSetup *setup);
/* What can be put into such a file so that the group is known. */
void fuzz_known_entry(const FuzzSetup *setup, const FindingGroup *group, StrBuf *out);

#endif
