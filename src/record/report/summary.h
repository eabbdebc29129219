/* What stands at the end of a campaign: campaign.json. */
#ifndef RECORD_REPORT_SUMMARY_H
#define RECORD_REPORT_SUMMARY_H

#include <jansson.h>

#include "record/report/data.h"

/* Why it ended, as people say it. */
const char *report_end_text(CampaignEnd end);
/* The same of the data: of other words, or of a campaign that has not ended, the word itself or "". */
const char *report_end_of(const ReportData *data);

/* Everything, with the settings. `folder` is where its files are. The value is the caller's. */
json_t *report_summary(const ReportData *data, const char *folder);

#endif
