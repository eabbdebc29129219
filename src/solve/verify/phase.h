/* Branch and bound over the signs of ReLUs, by any number of threads: for networks with many inputs.
 *
 * A node assumes signs of some ReLUs for some disjuncts. A disjunct is closed there if a weighted sum of its rows is proved to be above
 * its bound (nn/bound/dual.h); while one is open, one more ReLU is split. The interface is that of split.h. */
#ifndef SOLVE_VERIFY_PHASE_H
#define SOLVE_VERIFY_PHASE_H

#include "solve/verify/split.h"

typedef struct Phase Phase;

/* Can the search end with a proof? The network has ReLUs, sigmoids or tanh, and every disjunct has rows. */
bool phase_applies(const Problem *problem);
/* It has ReLUs: without any it only bounds the whole box. */
bool phase_splits(const Problem *problem);
Phase *phase_create(const Problem *problem, const SplitOptions *options);
void phase_destroy(Phase *search);
SplitState phase_run(Phase *search, uint64_t until_ns, const volatile bool *stop);
SplitProgress phase_progress(Phase *search);
/* Of SPLIT_STUCK. */
const char *phase_reason(const Phase *search);
Witness phase_take_witness(Phase *search);

#endif
