/* Distributions. */
#include "base/lazy/lazy.h"

#define GSL_FUNCTIONS(X)                                                                           \
  X(gsl_cdf_beta_P)                                                                                \
  X(gsl_cdf_ugaussian_Q)                                                                           \
  X(gsl_ran_beta)                                                                                  \
  X(gsl_ran_gamma)                                                                                 \
  X(gsl_ran_gaussian_ziggurat)                                                                     \
  X(gsl_ran_geometric)                                                                             \
  X(gsl_ran_rayleigh)

LAZY_LIBRARY("libgsl.so.27", "libgsl27", GSL_FUNCTIONS)
