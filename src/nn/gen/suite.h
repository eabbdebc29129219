/* A suite of 10,000 instances for testing verifiers, as Scott's thesis describes it (section 6.2.3): 4,950 units, one
 * operator after the other; 4,950 of medium size, evenly over the classes; 100 of the size of competitions. Instance N
 * of a seed is always the same. */
#ifndef NN_GEN_SUITE_H
#define NN_GEN_SUITE_H

#include "nn/gen/settings.h"

enum { SUITE_UNITS = 4950, SUITE_MEDIUM = 4950, SUITE_LARGE = 100 };
enum { SUITE_COUNT = SUITE_UNITS + SUITE_MEDIUM + SUITE_LARGE };

/* The settings of instance `number` < SUITE_COUNT, and what it is for: the name of the operator or the class. */
void network_suite_settings(uint64_t seed, uint64_t number, NetworkSettings *settings,
                            const char **about);

#endif
