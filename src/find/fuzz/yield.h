/* What inputs cost the solvers, learnt while a campaign runs, so that time goes where inputs are decided.
 *
 * Making an input takes microseconds and running it milliseconds or, if it is hard, a thousand times that. So several
 * candidates are made and one of them is chosen, with chances in inverse proportion to what each is likely to cost: what
 * is ten times as dear is run a tenth as often, and every kind of input gets its share of the time.
 *
 *   YieldFeatures features = {0};
 *   yield_features(shape, length, &features);           the text of a candidate without names and constants
 *   double cost = yield_predict(&yield, &features);
 *   ... choose, run ...
 *   yield_learn(&yield, &features, seconds);
 *
 * The model is linear: the logarithm of the cost is a sum over the words and pairs of neighbouring words of the shape,
 * hashed into a table. It is fitted by gradient steps with a rate for each weight (AdaGrad; Duchi, Hazan, Singer 2011). */
#ifndef FIND_FUZZ_YIELD_H
#define FIND_FUZZ_YIELD_H

#include "base/random.h"
#include "base/vec.h"

enum { YIELD_BUCKETS = 1 << 14 };

/* Numbers of buckets, each once. */
typedef U32Vec YieldFeatures;

typedef struct {
  float *weights; /* YIELD_BUCKETS each */
  float *squares; /* sums of squared gradients */
  double mean;    /* of the logarithms of all costs */
  uint64_t seen;
} Yield;

void yield_init(Yield *yield);
void yield_deinit(Yield *yield);

/* The features of a text, in place of what was there. */
void yield_features(const char *shape, size_t length, YieldFeatures *features);

/* Seconds that an input is likely to cost; the same for all before anything was learnt. */
double yield_predict(const Yield *yield, const YieldFeatures *features);
/* An input has cost so many seconds, more than 0. */
void yield_learn(Yield *yield, const YieldFeatures *features, double seconds);

/* One of `count` candidates, from 1, by what they are likely to cost. */
size_t yield_choose(const double *seconds, size_t count, Random *random);

#endif
