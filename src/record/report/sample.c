#include "record/report/sample.h"

#include <assert.h>
#include <stdlib.h>

void point_sample_init(PointSample *sample)
{
  sample->slower.count = sample->faster.count = 0;
  sample->seen = 0;
  sample->random = random_stream(0, 0, 0);
}

static double difference(const ReportPoint *point, int sign)
{
  return sign * (point->target - point->reference);
}

static void find_least(PointExtremes *extremes, int sign)
{
  assert(extremes->count > 0 && extremes->count <= SAMPLE_EXTREMES);
  extremes->least = 0;
  for (size_t i = 1; i < extremes->count; i++)
    if (difference(&extremes->points[i], sign) <
        difference(&extremes->points[extremes->least], sign))
      extremes->least = i;
}

/* False: the point was taken and none pushed out; else `point` is the one that has no place here. */
static bool offer(PointExtremes *extremes, int sign, ReportPoint *point)
{
  assert(sign == 1 || sign == -1);
  if (extremes->count < SAMPLE_EXTREMES) {
    extremes->points[extremes->count++] = *point;
    if (extremes->count == SAMPLE_EXTREMES) find_least(extremes, sign);
    return false;
  }
  ReportPoint *least = &extremes->points[extremes->least];
  if (difference(point, sign) <= difference(least, sign)) return true;
  ReportPoint out = *least;
  *least = *point;
  *point = out;
  find_least(extremes, sign);
  return true;
}

void point_sample_add(PointSample *sample, ReportPoint point)
{
  if (!offer(&sample->slower, 1, &point) || !offer(&sample->faster, -1, &point)) return;
  uint64_t place = sample->seen++;
  if (place >= SAMPLE_REST) place = random_below(&sample->random, sample->seen);
  if (place < SAMPLE_REST) sample->rest[place] = point;
}

static int by_instance(const void *a, const void *b)
{
  uint64_t x = ((const ReportPoint *)a)->instance, y = ((const ReportPoint *)b)->instance;
  return (x > y) - (x < y);
}

void point_sample_take(const PointSample *sample, ReportData *data)
{
  size_t rest = sample->seen < SAMPLE_REST ? (size_t)sample->seen : SAMPLE_REST;
  VEC_APPEND(&data->scatter, sample->slower.points, sample->slower.count);
  VEC_APPEND(&data->scatter, sample->faster.points, sample->faster.count);
  VEC_APPEND(&data->scatter, sample->rest, rest);
  if (data->scatter.count > 0)
    qsort(data->scatter.items, data->scatter.count, sizeof *data->scatter.items, by_instance);
}
