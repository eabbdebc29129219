/* Reducing what takes long to show: by a part of the behaviour, which costs less, and what comes of it is then looked at with the
 * whole.
 *
 * Most texts on which a solver takes a fraction of the time that is wanted take all of it, and those that do not are as good as
 * known to fail: so a few long checks are enough for many short ones. A step that fails the long check is found by bisection, and
 * from there on more of the behaviour is asked for. */
#ifndef FIND_REDUCE_STAGED_H
#define FIND_REDUCE_STAGED_H

#include "find/reduce/reduce.h"

/* The part of the behaviour to begin with; 1: the whole, as no part would save much. */
double staged_first_part(const Checker *check);
/* As reduce_text. */
ReduceEnd staged_reduce(Supervisor *sup, Checker *check, const ReduceOptions *options, double part,
                        const char *text, size_t length, ReduceStatistics *statistics,
                        Error *error);

#endif
