/* Ridge regression over rows of bytes: a value is a mean and a weight for each column, in which bytes count by their square roots. It
 * tells in which direction inputs get harder, beyond those that were seen. */
#ifndef FIND_FUZZ_GUIDE_LINEAR_H
#define FIND_FUZZ_GUIDE_LINEAR_H

#include "find/fuzz/guide_features.h"

typedef struct {
  double mean;
  double weights[GUIDE_COLUMNS];
} GuideLinear;

/* At least one row. */
void guide_linear_fit(GuideLinear *linear, const GuideRow *rows, const double *values,
                      size_t count);
double guide_linear_value(const GuideLinear *linear, const GuideRow *row);

#endif
