#include "solve/select/nearest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "solve/learn/pack.h"
#include "solve/learn/scale.h"

enum { KEPT = 3000 };

struct Nearest {
  size_t rows; /* of training */
  Scale scale;
  U32Vec kept;   /* training rows */
  Matrix points; /* their scaled features */
};

void nearest_destroy(Nearest *nearest)
{
  if (!nearest) return;
  scale_free(&nearest->scale);
  VEC_FREE(&nearest->kept);
  matrix_free(&nearest->points);
  free(nearest);
}

size_t nearest_inputs(const Nearest *nearest)
{
  return nearest->scale.inputs;
}

size_t nearest_rows(const Nearest *nearest)
{
  return nearest->rows;
}

Nearest *nearest_train(const Matrix *values, uint64_t seed)
{
  assert(values->rows > 0);
  Nearest *nearest = mem_alloc_zero(1, sizeof *nearest);
  nearest->rows = values->rows;
  scale_make(&nearest->scale, values, NULL, true);
  Random random = random_stream(seed, 4, 0);
  for (uint32_t r = 0; r < values->rows; r++)
    if (random_below(&random, values->rows - r) + nearest->kept.count < KEPT)
      VEC_PUSH(&nearest->kept, r);
  nearest->points = matrix_make(nearest->kept.count, nearest->scale.used);
  for (size_t i = 0; i < nearest->kept.count; i++)
    scale_apply(&nearest->scale, matrix_row(values, nearest->kept.items[i]),
                matrix_row(&nearest->points, i));
  return nearest;
}

/* Of two points; at least `most` if it is not less. */
static float distance(const float *one, const float *other, size_t count, float most)
{
  float sum = 0;
  for (size_t i = 0; i < count && sum < most; i += 16) {
    size_t end = i + 16 < count ? i + 16 : count;
    for (size_t k = i; k < end; k++) sum += (one[k] - other[k]) * (one[k] - other[k]);
  }
  return sum;
}

void nearest_find(const Nearest *nearest, const float *row, const uint32_t *folds, uint32_t but,
                  Neighbours *near)
{
  assert(nearest->points.rows == nearest->kept.count);
  float *point = mem_alloc(nearest->scale.used + 1, sizeof *point);
  scale_apply(&nearest->scale, row, point);
  near->items.count = 0; /* weights are distances first, the closest in front */
  for (size_t i = 0; i < nearest->kept.count; i++) {
    size_t count = near->items.count;
    if (folds && folds[nearest->kept.items[i]] == but) continue;
    float most = count < NEAREST_COUNT ? INFINITY : near->items.items[count - 1].weight;
    float away = distance(point, matrix_row(&nearest->points, i), nearest->scale.used, most);
    if (!(away < most)) continue;
    if (count < NEAREST_COUNT) VEC_PUSH(&near->items, ((Neighbour){0, 0}));
    size_t at = near->items.count - 1;
    for (; at > 0 && near->items.items[at - 1].weight > away; at--)
      near->items.items[at] = near->items.items[at - 1];
    near->items.items[at] = (Neighbour){nearest->kept.items[i], away};
  }
  free(point);
  if (near->items.count == 0) return;
  float scale = near->items.items[near->items.count / 2].weight + 1e-6f, sum = 0;
  for (size_t i = 0; i < near->items.count; i++)
    sum += near->items.items[i].weight = 1 / (0.1f + near->items.items[i].weight / scale);
  for (size_t i = 0; i < near->items.count; i++) near->items.items[i].weight /= sum;
}

void nearest_write(const Nearest *nearest, StrBuf *out)
{
  bytes_put_u64(out, nearest->rows);
  bytes_put_u64(out, nearest->scale.inputs);
  scale_write(&nearest->scale, out);
  bytes_put_u64(out, nearest->kept.count);
  for (size_t i = 0; i < nearest->kept.count; i++) pack_put(out, nearest->kept.items[i]);
  for (size_t i = 0; i < nearest->points.rows * nearest->points.columns; i++)
    pack_put_float(out, nearest->points.values[i]);
}

Nearest *nearest_read(ByteReader *in)
{
  Nearest *nearest = mem_alloc_zero(1, sizeof *nearest);
  nearest->rows = (size_t)bytes_get_below(in, UINT32_MAX);
  size_t inputs = (size_t)bytes_get_below(in, 1 << 20);
  scale_read(&nearest->scale, in, inputs);
  size_t kept = bytes_get_count(in, 1);
  in->failed |= kept > KEPT || kept == 0;
  for (size_t i = 0; i < kept && !in->failed; i++)
    VEC_PUSH(&nearest->kept, pack_get_below(in, (uint32_t)nearest->rows));
  size_t used = nearest->scale.used;
  in->failed |= used > 0 && kept > (in->length - in->at) / (sizeof(float) * used);
  if (!in->failed) {
    nearest->points = matrix_make(kept, used);
    for (size_t i = 0; i < kept * used; i++) nearest->points.values[i] = pack_get_float(in);
  }
  if (!in->failed) return nearest;
  nearest_destroy(nearest);
  return NULL;
}
