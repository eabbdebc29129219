/* Random networks as layers, to compare bounds of them with exact values. */
#ifndef SUPPORT_RANDOM_NET_H
#define SUPPORT_RANDOM_NET_H

#include "base/random.h"
#include "nn/bound/net.h"

/* A float in [-size, size]. */
double random_weight(Random *random, double size);
/* Adds a layer of `size` sums with dense weights in [-1, 1], of at most 16. */
uint32_t random_affine(Net *net, Random *random, uint32_t source, uint32_t size);
/* A network with some layers; every third time a residual one. Sizes of weights differ by orders of magnitude, so that
 * rounding matters. */
void random_net(Net *net, Random *random, LayerKind kind);
/* One input and one output, where a sum of `count` products is added to a much larger coefficient one by one, and the larger one
 * then cancels: the output is count * 0.6 * 2^-52 times the input. */
void cancelling_net(Net *net, uint32_t count);
/* Every other time one of the ends. */
double random_within(Random *random, double lower, double upper);

#endif
