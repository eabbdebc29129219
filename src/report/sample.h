/* A sample of the points of a scatter plot that looks like all of them, in bounded memory.
 *
 * Up to REPORT_SCATTER_MOST points are all kept. Of more, one is kept in each cell of a logarithmic grid, the one whose sides
 * differ most, so that the largest differences of all are kept. */
#ifndef REPORT_SAMPLE_H
#define REPORT_SAMPLE_H

#include "report/data.h"

enum { SAMPLE_GRID = 44 }; /* cells on a side */
_Static_assert(SAMPLE_GRID *SAMPLE_GRID <= REPORT_SCATTER_MOST, "all cells may be used");

typedef struct {
  double low, high; /* what the grid spans */
  VEC(ReportPoint) points;
  bool gridded;
  uint16_t cells[SAMPLE_GRID][SAMPLE_GRID]; /* number of the point from 1, if gridded */
} PointSample;

/* The limit of costs, or 0 if there is none. */
void point_sample_init(PointSample *sample, double limit);
void point_sample_add(PointSample *sample, ReportPoint point);
void point_sample_deinit(PointSample *sample);

#endif
