/* Products of matrices. */
#include "base/lazy/lazy.h"

#define OPENBLAS_FUNCTIONS(X)                                                                      \
  X(cblas_dgemm)                                                                                   \
  X(cblas_dgemv)                                                                                   \
  X(cblas_dsyrk)                                                                                   \
  X(cblas_sgemm)                                                                                   \
  X(cblas_sgemv)                                                                                   \
  X(openblas_set_num_threads)

LAZY_LIBRARY("libopenblas.so.0", "libopenblas0", OPENBLAS_FUNCTIONS)
