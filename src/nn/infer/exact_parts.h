/* What the files of exact.h share. */
#ifndef NN_INFER_EXACT_PARTS_H
#define NN_INFER_EXACT_PARTS_H

#include <gmp.h>

#include "nn/infer/kernel.h"

/* One node in progress. Of task.in only constants have tensors. */
typedef struct {
  KernelTask task;
  mpq_t *const *in; /* NULL for one that is left out */
  mpq_t *const *out;
  const size_t *out_count;
} ExactTask;

Status exact_conv(const ExactTask *task);
Status exact_elements(const ExactTask *task);
Status exact_gemm(const ExactTask *task);
Status exact_global_pool(const ExactTask *task);
Status exact_matmul(const ExactTask *task);
Status exact_pool(const ExactTask *task);
Status exact_reduce(const ExactTask *task);

#endif
