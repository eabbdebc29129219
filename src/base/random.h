/* Random streams. (seed, stream, index) names a stream of numbers that is the same on every machine
 * and with any number of workers: item `index` of a job never depends on the items before it. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t state[4];
} Random;

Random random_stream(uint64_t seed, uint64_t stream, uint64_t index);
uint64_t random_u64(Random *random);
/* Uniform in [0, bound), without bias; bound > 0. */
uint64_t random_below(Random *random, uint64_t bound);
/* Uniform in [0, 1) with 53 bits. */
double random_unit(Random *random);
/* True with probability numerator/denominator. */
bool random_chance(Random *random, uint32_t numerator, uint32_t denominator);

#endif
