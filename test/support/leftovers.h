/* What a test that starts processes may leave behind: nothing. */
#ifndef TEST_SUPPORT_LEFTOVERS_H
#define TEST_SUPPORT_LEFTOVERS_H

#include <stdbool.h>

/* Descriptors that are open in this process. */
int leftovers_descriptors(void);
/* Has this process children, dead or alive? */
bool leftovers_children(void);
/* Processes anywhere with the argument `tag`. Dead ones have no arguments. */
int leftovers_processes(const char *tag);

#endif
