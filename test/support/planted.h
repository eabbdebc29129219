/* Solvers that are made up: what a run costs is a known function of the constructs in the input. A campaign
 * against them shows whether a strategy finds out what is to blame, without running anything. */
#ifndef TEST_SUPPORT_PLANTED_H
#define TEST_SUPPORT_PLANTED_H

#include "find/fuzz/strategy.h"

/* The target needs PLANTED_COST seconds, and `growth` times as much with every occurrence of the guilty
 * construct, up to the limit; the reference always needs PLANTED_COST. Both with some noise. */
typedef struct {
  const char *logic;
  const char *guilty; /* a construct of the logic */
  double growth;
} Planted;

#define PLANTED_COST  0.01
#define PLANTED_LIMIT 5.0

typedef struct {
  bool reached;    /* the target has met its limit, and the reference has not */
  uint32_t inputs; /* that it took, or all of them */
  double spent;    /* seconds that their runs would have taken */
  size_t rank;     /* of the guilty construct in the ranking, from 0 */
} PlantedResult;

/* As a campaign does it: until the margin is reached, for at most `inputs` inputs. */
PlantedResult planted_search(const Planted *planted, const StrategyOptions *options,
                             uint32_t inputs);

/* What `assay fuzz` sets by default. */
StrategyOptions planted_options(StrategyKind kind, uint64_t seed);

#endif
