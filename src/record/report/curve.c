#include "record/report/curve.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct CostBucket {
  uint64_t count;
  double largest;
};

/* The upper bits of a positive double grow with its logarithm: the exponent, and some of the mantissa. */
enum {
  MANTISSA_BITS = 8,
  SHIFT = 52 - MANTISSA_BITS,
  FIRST = (1023 - 30) << MANTISSA_BITS, /* 2^-30: a nanosecond */
  BUCKETS = (30 + 64) << MANTISSA_BITS,
};

static size_t bucket_of(double cost)
{
  uint64_t bits;
  if (!(cost > 0)) return 0;
  memcpy(&bits, &cost, sizeof bits);
  uint64_t place = bits >> SHIFT;
  if (place < FIRST) return 0;
  return place - FIRST < BUCKETS ? (size_t)(place - FIRST) : BUCKETS - 1;
}

void curve_add(CostCurve *curve, double cost)
{
  assert(!isnan(cost));
  if (curve->buckets == NULL) curve->buckets = mem_alloc_zero(BUCKETS, sizeof *curve->buckets);
  CostBucket *bucket = &curve->buckets[bucket_of(cost)];
  bucket->count++;
  bucket->largest = fmax(bucket->largest, cost);
  curve->count++;
}

/* The first, the last, and those that are far enough from the one before on one of the axes: half of the
 * points are there for each. */
void curve_points(const CostCurve *curve, ReportCurve *out)
{
  assert((curve->count == 0) == (curve->buckets == NULL));
  enum { PARTS = REPORT_CURVE_MOST / 2 - 1 };
  size_t first = 0, last = BUCKETS - 1, last_place = 0;
  uint64_t solved = 0, last_solved = 0;
  if (curve->count == 0) return;
  while (curve->buckets[first].count == 0) first++;
  while (curve->buckets[last].count == 0) last--;
  for (size_t i = first; i <= last; i++) {
    const CostBucket *bucket = &curve->buckets[i];
    if (bucket->count == 0) continue;
    solved += bucket->count;
    bool far = (solved - last_solved) * PARTS >= curve->count ||
               (i - last_place) * PARTS >= last - first + 1;
    if (i != first && i != last && !far) continue;
    VEC_PUSH(&out->points, ((ReportSolved){solved, bucket->largest}));
    last_place = i;
    last_solved = solved;
  }
}

void curve_deinit(CostCurve *curve)
{
  free(curve->buckets);
  *curve = (CostCurve){0};
}
