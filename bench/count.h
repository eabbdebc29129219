/* Counting instructions, which do not depend on what else the machine does:
 *
 *   valgrind --tool=callgrind --collect-atstart=no build/bench/bench_gen 3000 QF_LIA
 *
 * counts those between COUNT_TOGGLE() and the next COUNT_TOGGLE(). Without valgrind's header it does nothing. */
#ifndef BENCH_COUNT_H
#define BENCH_COUNT_H

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define COUNT_TOGGLE() CALLGRIND_TOGGLE_COLLECT
#else
#define COUNT_TOGGLE() (void)0
#endif

#endif
