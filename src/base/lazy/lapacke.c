/* Factorisations of matrices. */
#include "base/lazy/lazy.h"

#define LAPACKE_FUNCTIONS(X)                                                                       \
  X(LAPACKE_dsyevd)                                                                                \
  X(LAPACKE_sgeqrf)                                                                                \
  X(LAPACKE_sorgqr)                                                                                \
  X(LAPACKE_ssyev)

LAZY_LIBRARY("liblapacke.so.3", "liblapacke", LAPACKE_FUNCTIONS)
