/* What stands at the end of a campaign, for people and as JSON. */
#ifndef CLI_COMMAND_FUZZ_REPORT_H
#define CLI_COMMAND_FUZZ_REPORT_H

#include "cli/command/fuzz_setup.h"
#include "cli/option/json.h"

typedef struct {
  const FuzzSetup *setup;
  CampaignState state;
  CampaignEnd end;
  bool confirmed;        /* the best input and the findings were looked at once more */
  const char *folder;    /* where the files are */
  char *const *versions; /* of the solvers; NULL: not known */
} FuzzReport;

const char *fuzz_end_text(CampaignEnd end);

/* Everything, with the settings. The value is the caller's. */
json_t *fuzz_report_json(const FuzzReport *report);
void fuzz_report_print(const FuzzReport *report);

#endif
