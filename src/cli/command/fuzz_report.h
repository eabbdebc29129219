/* What stands at the end of a campaign, for people. */
#ifndef CLI_COMMAND_FUZZ_REPORT_H
#define CLI_COMMAND_FUZZ_REPORT_H

#include "cli/option/style.h"
#include "record/report/data.h"

/* `folder` is where the files are. */
void fuzz_report_print(const ReportData *data, const char *folder, ColorMode color);

#endif
