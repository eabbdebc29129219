/* Scenarios of ASlib, the library of algorithm selection problems: a folder with description.txt, algorithm_runs.arff,
 * feature_values.arff, cv.arff and, if there are some, feature_costs.arff.
 *
 * The features are those of the default steps, and their costs are the time that features take. The folds of cv.arff are
 * the splits; scores are PAR-10. Of several repetitions of a run, the last one counts. */
#ifndef SOLVE_SELECT_ASLIB_H
#define SOLVE_SELECT_ASLIB_H

#include "solve/select/dataset.h"

/* Call dataset_free in every case. */
Status aslib_read(Dataset *data, const char *folder, Error *error);

#endif
