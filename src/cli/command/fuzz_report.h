/* What stands at the end of a campaign, for people. */
#ifndef CLI_COMMAND_FUZZ_REPORT_H
#define CLI_COMMAND_FUZZ_REPORT_H

#include "campaign/job.h"
#include "cli/option/style.h"

void fuzz_report_print(const CampaignJob *job, ColorMode color);

#endif
