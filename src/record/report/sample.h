/* A sample of the points of a scatter plot, in bounded memory.
 *
 * Up to REPORT_SCATTER_MOST points are all kept. Of more there are those whose sides differ most, in both directions, and
 * of the rest a random sample, which is the same each time. */
#ifndef RECORD_REPORT_SAMPLE_H
#define RECORD_REPORT_SAMPLE_H

#include "base/random.h"
#include "record/report/data.h"

enum { SAMPLE_EXTREMES = 100, SAMPLE_REST = REPORT_SCATTER_MOST - 2 * SAMPLE_EXTREMES };

/* The points with the largest differences in one direction. */
typedef struct {
  ReportPoint points[SAMPLE_EXTREMES];
  size_t count;
  size_t least; /* the place of the smallest difference, when it is full */
} PointExtremes;

typedef struct {
  PointExtremes slower, faster; /* than the reference is the target */
  ReportPoint rest[SAMPLE_REST];
  uint64_t seen; /* of the rest */
  Random random;
} PointSample;

void point_sample_init(PointSample *sample);
void point_sample_add(PointSample *sample, ReportPoint point);
/* Hands the points over in the order of their inputs. */
void point_sample_take(const PointSample *sample, ReportData *data);

#endif
