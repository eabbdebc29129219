/* Features with zero mean and unit variance, after asinh if that is wanted: counts and sizes range over many powers of ten.
 * Those that are constant are left out; what is not known becomes the mean. */
#ifndef SOLVE_LEARN_SCALE_H
#define SOLVE_LEARN_SCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "solve/learn/matrix.h"

typedef struct {
  size_t inputs, used;
  bool squash;         /* asinh first */
  uint32_t *column;    /* of each used feature */
  float *mean, *scale; /* of each used feature; the scale is 1 over the deviation */
} Scale;

/* `weights` of the rows may be NULL. */
void scale_make(Scale *scale, const Matrix *features, const float *weights, bool squash);
void scale_free(Scale *scale);
/* Writes `used` numbers. */
void scale_apply(const Scale *scale, const float *row, float *to);
Matrix scale_apply_all(const Scale *scale, const Matrix *features);

void scale_write(const Scale *scale, StrBuf *out);
/* in->failed if the bytes are wrong; call scale_free in every case. */
void scale_read(Scale *scale, ByteReader *in, size_t inputs);

#endif
