/* How much longer things may take here than on a quiet machine, for limits of tests that bound time from above. */
#ifndef TEST_SUPPORT_BUSY_H
#define TEST_SUPPORT_BUSY_H

/* Processes that want to run, to each processor; at least 1. */
double busy_factor(void);

#endif
