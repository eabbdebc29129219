/* The one pass over all runs of a campaign: sums of each solver, and what a comparison of them is made of. */
#ifndef RECORD_REPORT_SURVEY_H
#define RECORD_REPORT_SURVEY_H

#include "record/report/data.h"

/* Fills in what `data` has about runs; solvers and the rule are there. */
Status report_survey(ReportData *data, Store *store, Error *error);

/* A run of the store as scores want it. */
Measurement report_measurement(const ReportData *data, const StoreRun *run);
/* The index of a solver by its number; false: there is none. */
bool report_find_solver(const ReportData *data, uint32_t number, uint32_t *index);

#endif
