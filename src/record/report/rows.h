/* Rows of reports as JSON, the same in the document of the page and in the summary (campaign.json). */
#ifndef RECORD_REPORT_ROWS_H
#define RECORD_REPORT_ROWS_H

#include "record/report/data.h"
#include "record/report/json.h"

/* Null for NULL. */
json_t *row_word(const char *text);
json_t *row_seconds(uint64_t ns);

/* How often a solver's runs had each outcome that they had. */
json_t *row_outcomes(const ReportSolver *solver);
/* An arm of an agent; `what` is the name of the arms: construct or option. Constructs of the language have a class. */
json_t *row_arm(const char *what, const ReportArm *arm);
json_t *row_lift(const ReportLift *lift);

#endif
