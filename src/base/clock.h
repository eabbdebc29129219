/* Time that only goes forward, for measuring and for limits. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

uint64_t clock_monotonic_ns(void);
uint64_t clock_process_cpu_ns(void);
/* With that of all children that have ended and were waited for, and of theirs. */
uint64_t clock_family_cpu_ns(void);

#endif
