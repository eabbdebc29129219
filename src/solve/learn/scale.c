#include "solve/learn/scale.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "solve/learn/pack.h"

static void allocate(Scale *scale, size_t inputs)
{
  *scale = (Scale){.inputs = inputs};
  scale->column = mem_alloc(inputs + 1, sizeof *scale->column);
  scale->mean = mem_alloc(inputs + 1, sizeof *scale->mean);
  scale->scale = mem_alloc(inputs + 1, sizeof *scale->scale);
}

static float prepare(const Scale *scale, float value)
{
  return scale->squash ? asinhf(value) : value;
}

void scale_make(Scale *scale, const Matrix *features, const float *weights, bool squash)
{
  assert(features->rows > 0);
  allocate(scale, features->columns);
  scale->squash = squash;
  for (size_t c = 0; c < features->columns; c++) {
    double sum = 0, squares = 0, count = 0;
    for (size_t r = 0; r < features->rows; r++) {
      double value = (double)prepare(scale, matrix_row(features, r)[c]);
      double weight = weights ? (double)weights[r] : 1;
      if (isnan(value)) continue;
      sum += weight * value;
      squares += weight * value * value;
      count += weight;
    }
    double mean = count > 0 ? sum / count : 0;
    double variance = count > 0 ? squares / count - mean * mean : 0;
    if (!(variance > 1e-9 * (1 + mean * mean)) || isinf(variance)) continue;
    scale->column[scale->used] = (uint32_t)c;
    scale->mean[scale->used] = (float)mean;
    scale->scale[scale->used++] = (float)(1 / sqrt(variance));
  }
}

void scale_free(Scale *scale)
{
  free(scale->column);
  free(scale->mean);
  free(scale->scale);
  *scale = (Scale){0};
}

void scale_apply(const Scale *scale, const float *row, float *to)
{
  for (size_t i = 0; i < scale->used; i++) {
    float value = prepare(scale, row[scale->column[i]]);
    to[i] = isnan(value) ? 0 : (value - scale->mean[i]) * scale->scale[i];
  }
}

Matrix scale_apply_all(const Scale *scale, const Matrix *features)
{
  assert(features->columns == scale->inputs);
  Matrix result = matrix_make(features->rows, scale->used);
  for (size_t r = 0; r < features->rows; r++)
    scale_apply(scale, matrix_row(features, r), matrix_row(&result, r));
  return result;
}

void scale_write(const Scale *scale, StrBuf *out)
{
  bytes_put_u64(out, scale->squash);
  bytes_put_u64(out, scale->used);
  for (size_t i = 0; i < scale->used; i++) {
    pack_put(out, scale->column[i]);
    pack_put_float(out, scale->mean[i]);
    pack_put_float(out, scale->scale[i]);
  }
}

void scale_read(Scale *scale, ByteReader *in, size_t inputs)
{
  bool squash = bytes_get_bool(in);
  size_t used = bytes_get_count(in, 2 * sizeof(float) + 1);
  in->failed |= used > inputs;
  allocate(scale, in->failed ? 0 : inputs);
  if (in->failed) return;
  scale->squash = squash;
  scale->used = used;
  for (size_t i = 0; i < used; i++) {
    scale->column[i] = pack_get_below(in, (uint32_t)inputs);
    scale->mean[i] = pack_get_float(in);
    scale->scale[i] = pack_get_float(in);
  }
}
