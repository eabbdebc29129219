/* The folder of a campaign: the best input, and a folder for each group of findings with a report that can be
 * sent to the solver's developers.
 *
 * Files are written as soon as there is something to write, so that what was found is there even if the
 * campaign does not come to its end. */
#ifndef CLI_COMMAND_FUZZ_FOLDER_H
#define CLI_COMMAND_FUZZ_FOLDER_H

#include "cli/command/fuzz_setup.h"
#include "cli/option/json.h"

typedef struct {
  const FuzzSetup *setup;
  char *path;
  char **versions; /* of the solvers; NULL: not known */
  bool failed;     /* something could not be written; it has been said */
} FuzzFolder;

/* Makes it. Without --out its name is fuzz-LOGIC-SEED, with a number behind it if that is there already; a
 * folder given by --out must not have anything in it. EXIT_FINE, or the message has been printed; has to be
 * released in every case. */
int fuzz_folder_init(FuzzFolder *folder, const FuzzSetup *setup);
void fuzz_folder_deinit(FuzzFolder *folder);
/* The same with the folder of a campaign that goes on. */
int fuzz_folder_reopen(FuzzFolder *folder, const FuzzSetup *setup, const char *path);
/* Makes the folder fit the state of the campaign: files may be newer than that, if it was killed. Nothing is lost: folders
 * of findings that the state does not know are renamed. */
void fuzz_folder_adjust(FuzzFolder *folder, const CampaignState *state);

/* best.smt2 */
void fuzz_folder_write_best(FuzzFolder *folder, const char *text, size_t length);
/* best-reduced.smt2 */
void fuzz_folder_write_reduced_best(FuzzFolder *folder, const char *text, size_t length);
/* suspect-7.smt2, by the number of the input. */
void fuzz_folder_write_suspect(FuzzFolder *folder, uint64_t number, const char *text,
                               size_t length);
/* finding-01/input.smt2, reduced.smt2, known.yaml and README.md, for the group with this number. */
void fuzz_folder_write_group(FuzzFolder *folder, const FindingGroups *groups, size_t number);
/* fuzz_finding.c: what README.md says of a group. */
void fuzz_folder_report(const FuzzFolder *folder, const FindingGroup *group, StrBuf *out);
/* campaign.json; the value stays the caller's. */
void fuzz_folder_write_summary(FuzzFolder *folder, const json_t *summary);

#endif
