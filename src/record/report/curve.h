/* How many of many costs are at most so large, in bounded memory.
 *
 * Costs go into buckets of 0.4% width. A bucket knows its largest cost, so that each point of the curve is an exact
 * one; with few costs all of them are there. */
#ifndef RECORD_REPORT_CURVE_H
#define RECORD_REPORT_CURVE_H

#include "record/report/data.h"

typedef struct CostBucket CostBucket;

typedef struct {
  CostBucket *buckets; /* NULL: nothing yet */
  uint64_t count;
} CostCurve;

/* A zeroed curve is empty and valid. */
void curve_add(CostCurve *curve, double cost);
/* At most REPORT_CURVE_MOST points, spread over both axes, with the first and the last one. */
void curve_points(const CostCurve *curve, ReportCurve *out);
void curve_deinit(CostCurve *curve);

#endif
