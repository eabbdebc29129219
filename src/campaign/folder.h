/* The folder of a campaign: the best input, and a folder for each group of findings with a report that can be
 * sent to the solver's developers.
 *
 * Files are written as soon as there is something to write, so that what was found is there even if the
 * campaign does not come to its end. */
#ifndef CAMPAIGN_FOLDER_H
#define CAMPAIGN_FOLDER_H

#include <jansson.h>

#include "campaign/setup.h"

typedef struct {
  const CampaignSetup *setup;
  const CampaignListener *listener;
  char *path;  /* NULL: there is none */
  bool failed; /* something could not be written; the listener was warned of it once */
  /* Appends the names of the seeds that an input goes back to. NULL: nobody knows. */
  void (*origin)(void *user, uint64_t number, StrBuf *out);
  void *user;
} CampaignFolder;

/* Whether folder_create can make it, before anything is begun that takes time. */
Status folder_check(const CampaignSpec *spec, Error *error);
/* Makes it. Without --out its name is fuzz-LOGIC-SEED, with a number after it if that is there already; a
 * folder given by --out must not have anything in it. Has to be released in every case. */
Status folder_create(CampaignFolder *folder, const CampaignSetup *setup,
                     const CampaignListener *listener, Error *error);
/* The same with the folder of a campaign that is resumed. */
Status folder_reopen(CampaignFolder *folder, const CampaignSetup *setup,
                     const CampaignListener *listener, const char *path, Error *error);
/* None: nothing is written, as another process does that. */
void folder_omit(CampaignFolder *folder, const CampaignSetup *setup,
                 const CampaignListener *listener);
void folder_deinit(CampaignFolder *folder);
/* Makes the folder fit the state of the campaign: files may be newer than that, if it was killed. Nothing is lost: folders
 * of findings that the state does not know are renamed. */
void folder_adjust(CampaignFolder *folder, const CampaignState *state);

/* best.smt2; the extension is that of the language, here as below. */
void folder_write_best(CampaignFolder *folder, const char *text, size_t length);
/* best-reduced.smt2 */
void folder_write_reduced_best(CampaignFolder *folder, const char *text, size_t length);
/* suspect-7.smt2, by the number of the input. */
void folder_write_suspect(CampaignFolder *folder, uint64_t number, const char *text, size_t length);
/* revealing/input-7.smt2, by the number of the input. */
void folder_write_revealing(CampaignFolder *folder, uint64_t number, const char *text,
                            size_t length);
/* finding-01/input.smt2, reduced.smt2, known.yaml, README.md and issue.md, for the group with this number. */
void folder_write_group(CampaignFolder *folder, const FindingGroups *groups, size_t number);
/* What README.md says of a group: folder_report.c. */
void folder_report(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out);
/* What issue.md says: the same as an issue for the tracker of the solver: folder_issue.c. */
void folder_issue(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out);
/* What can be put into a file for --known so that the group is known: folder_known.c. */
void folder_known_entry(const CampaignFolder *folder, const FindingGroup *group, StrBuf *out);
/* campaign.json; the value stays the caller's. */
void folder_write_summary(CampaignFolder *folder, const json_t *summary);

#endif
