/* Which features there are, and what they are called. */
#ifndef SOLVE_VERIFY_NETFEATURE_LAYOUT_H
#define SOLVE_VERIFY_NETFEATURE_LAYOUT_H

#include <stddef.h>

/* Engines that the loop chooses among: attacks, and those whose unsat is a proof by our own bounds. */
#define NETFEATURE_ENGINE_LIST(X)                                                                  \
  X(PGD, "pgd")                                                                                    \
  X(PGD_CORNERS, "pgd-corners")                                                                    \
  X(GENETIC, "genetic")                                                                            \
  X(RANDOM, "random")                                                                              \
  X(CROWN, "crown")                                                                                \
  X(RELU, "relu")                                                                                  \
  X(ZONOTOPE, "zonotope")                                                                          \
  X(INTERVAL, "interval")

#define NETFEATURE_ENGINE_ENUM(kind, name) NETFEATURE_ENGINE_##kind,
enum { NETFEATURE_ENGINE_LIST(NETFEATURE_ENGINE_ENUM) NETFEATURE_ENGINES };
#undef NETFEATURE_ENGINE_ENUM

enum {
  NETFEATURE_SUMMARY = 23,   /* of numbers: count or size, largest, least, mean, percentiles */
  NETFEATURE_GROUPS = 6,     /* of operators whose parameters are summed up */
  NETFEATURE_OPERATORS = 15, /* that are counted */
  NETFEATURE_THRESHOLDS = 5, /* "not solved within 0, 0.5, 2, 10, 30 s" */
  NETFEATURE_NETWORK = 4 + NETFEATURE_GROUPS * NETFEATURE_SUMMARY + NETFEATURE_OPERATORS,
  NETFEATURE_PROPERTY = 7,
  NETFEATURE_ONLINE = NETFEATURE_ENGINES * NETFEATURE_THRESHOLDS,
  NETFEATURE_PROBES = 3,
  NETFEATURE_SUBPROBLEM = NETFEATURE_SUMMARY + 8,
  NETFEATURE_COUNT = NETFEATURE_NETWORK + NETFEATURE_PROPERTY + NETFEATURE_ONLINE +
                     NETFEATURE_PROBES + NETFEATURE_SUBPROBLEM
};

const char *netfeature_engine_name(size_t engine);
/* "network bytes", "Gemm mean" ... */
void netfeature_name(size_t index, char *name, size_t size);
/* The thresholds in seconds. */
double netfeature_threshold(size_t index);
/* The flags of a row: which thresholds each engine has passed without success. */
void netfeature_set_flags(const double *seconds, float *row);

#endif
