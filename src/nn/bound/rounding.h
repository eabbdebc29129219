/* How much sums of doubles may be off: shared by all that computes bounds. bound.h says why these are enough. */
#ifndef NN_BOUND_ROUNDING_H
#define NN_BOUND_ROUNDING_H

#include "nn/bound/net.h"

#define ROUNDING_UNIT 0x1p-53
#define ROUNDING_SAFE 1.0001 /* for the rounding of what is computed about rounding */
#define ROUNDING_TINY                                                                              \
  1e-250 /* more than all underflows together, as long as bounds are below 1e30 */

/* How much a sum of the layer may be off, as a part of the sum of the sizes of its terms. */
static inline double rounding_share(const Layer *layer)
{
  return (layer->terms + 8) * ROUNDING_UNIT * ROUNDING_SAFE + layer->uncertainty * ROUNDING_SAFE;
}

/* The same for functions that are pulled back. Sparse columns may add more terms than any row does: the share is that of
 * the longest sum. */
static inline double rounding_backward_share(const Layer *layer)
{
  return (layer->size + 8) * ROUNDING_UNIT * ROUNDING_SAFE + layer->uncertainty * ROUNDING_SAFE;
}

#endif
