/* An input of a stored campaign, regenerated, and what its solvers say of it now.
 *
 *   replay_input(record, store, &setup, &text, &made, &error);
 *   replay_run(&replay, sup, &setup, record, &text, &error);
 *   replay_deinit(&replay); */
#ifndef CAMPAIGN_REPLAY_H
#define CAMPAIGN_REPLAY_H

#include "campaign/setup.h"
#include "record/report/finding.h"

/* Appends the text: the one that was kept or, if none was, what the language makes of the numbers in the store: the
 * input that began its chain of mutations, and these mutations. `made` says which. An error if it cannot be made: the
 * sizes in the store tell whether all of them are what they were. */
Status replay_input(const FindingRecord *record, Store *store, const CampaignSetup *setup,
                    StrBuf *text, bool *made, Error *error);

/* A solver then and now. */
typedef struct {
  char *name;
  const char *then, *now; /* outcomes; NULL: it did not run */
  uint64_t then_cpu_ns, now_cpu_ns;
} ReplaySolver;

typedef struct {
  FindingKind kind;
  char *signature, *evidence;
  bool confirmed; /* it showed twice */
  bool same;      /* it is the one of the record */
} ReplayFinding;

typedef struct {
  bool same;      /* the finding reproduces; of an input: all outcomes are what they were */
  bool confirmed; /* the finding, by two runs */
  VEC(ReplaySolver) solvers;
  VEC(ReplayFinding) findings;
} Replay;

/* Runs the solvers on the text as the campaign did, with the options that the finding needs, or that the input was run
 * with. The record has to live as long as the replay. Has to be released in every case. */
Status replay_run(Replay *replay, Supervisor *sup, const CampaignSetup *setup,
                  const FindingRecord *record, StrBuf *text, Error *error);
void replay_deinit(Replay *replay);

#endif
