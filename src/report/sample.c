#include "report/sample.h"

#include <math.h>
#include <string.h>

void point_sample_init(PointSample *sample, double limit)
{
  *sample = (PointSample){.low = 1e-6, .high = 1e6};
  if (!(limit > 0)) return;
  sample->low = limit / 1e5;
  sample->high = limit;
}

static size_t cell_of(const PointSample *sample, double cost)
{
  if (!(cost > sample->low)) return 0;
  double part = log(cost / sample->low) / log(sample->high / sample->low);
  return part < 1 ? (size_t)(part * SAMPLE_GRID) : SAMPLE_GRID - 1;
}

static double difference(const ReportPoint *point)
{
  return fabs(point->target - point->reference);
}

static void add_to_grid(PointSample *sample, ReportPoint point)
{
  uint16_t *cell = &sample->cells[cell_of(sample, point.target)][cell_of(sample, point.reference)];
  if (*cell == 0) {
    VEC_PUSH(&sample->points, point);
    *cell = (uint16_t)sample->points.count;
  } else if (difference(&point) > difference(&sample->points.items[*cell - 1])) {
    sample->points.items[*cell - 1] = point;
  }
}

/* A point goes to a place at or before its own, so that none is written over before it was read. */
static void make_grid(PointSample *sample)
{
  size_t count = sample->points.count;
  sample->points.count = 0;
  sample->gridded = true;
  for (size_t i = 0; i < count; i++) add_to_grid(sample, sample->points.items[i]);
}

void point_sample_add(PointSample *sample, ReportPoint point)
{
  if (!sample->gridded && sample->points.count == REPORT_SCATTER_MOST) make_grid(sample);
  if (sample->gridded)
    add_to_grid(sample, point);
  else
    VEC_PUSH(&sample->points, point);
}

void point_sample_deinit(PointSample *sample)
{
  VEC_FREE(&sample->points);
}
