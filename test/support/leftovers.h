/* What a test that starts processes may leave behind: nothing. */
#ifndef TEST_SUPPORT_LEFTOVERS_H
#define TEST_SUPPORT_LEFTOVERS_H

#include <stdbool.h>

#include "run/process/family.h"

/* Descriptors that are open in this process. */
int leftovers_descriptors(void);
/* Has this process children, dead or alive? */
bool leftovers_children(void);
/* Waits for all children of ours, and those that come meanwhile, but for the supervisor's own. */
void leftovers_reap(const Family *family);
/* Processes anywhere with the argument `tag`. Dead ones have no arguments. */
int leftovers_processes(const char *tag);

#endif
