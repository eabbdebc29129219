/* The store of a campaign: everything that happens in it, as rows (record/store/store.h, doc/store.md).
 *
 * Rows are written together with the state that they lead to, at least once a second while the campaign is told
 * of time, so that a process that is ended in any way leaves a campaign that can be resumed. */
#ifndef CAMPAIGN_RECORDER_H
#define CAMPAIGN_RECORDER_H

#include "campaign/folder.h"
#include "record/store/store.h"

typedef struct Exchange Exchange;

enum { RECORDER_TEXTS = 20 }; /* the best inputs keep their texts */

/* What an input was made of. */
typedef struct {
  uint64_t number, parent; /* STORE_NONE: no parent */
  char *names;             /* of seeds; NULL: of none, or of those of its parent */
} RecordedOrigin;

typedef struct {
  const CampaignSetup *setup;
  const CampaignFolder *folder;
  Store *store; /* NULL: there is none */
  int64_t campaign;
  VEC(StoreRun) runs;          /* of inputs that are not done */
  VEC(RecordedOrigin) origins; /* of campaigns with seeds: inputs that are not written yet */
  VEC(double) margins;  /* the largest of inputs whose texts were kept, up to RECORDER_TEXTS */
  VEC(uint64_t) saved;  /* of each group: its number of changes when it was written last */
  uint64_t begun_ns;    /* when this process began */
  uint64_t written_ns;  /* when something was written last */
  bool joined;          /* another process runs the campaign, and this one takes part */
  bool urgent;          /* something waits that must not be lost */
  uint64_t arms_ms;     /* of the campaign's time: of the last record of the arms */
  uint64_t arms_pulls;  /* what there was in it */
  uint64_t lift_inputs; /* what there was in the last record of the lift */
  Exchange *exchange;   /* with other processes (exchange.h); NULL: there are none */
  uint64_t away_ns;     /* since when the store cannot be reached; 0: it can */
  bool failed;          /* something could not be written; the listener was warned of it */
} Recorder;

/* Makes the store, and writes what is known before the campaign begins. The versions of solvers are known. Has to be
 * released in every case. */
Status recorder_begin(Recorder *recorder, const CampaignSetup *setup, const CampaignFolder *folder,
                      const Campaign *campaign, Error *error);
void recorder_deinit(Recorder *recorder);

/* False: it could not be written, and the campaign has to end. */
bool recorder_take(Recorder *recorder, const Campaign *campaign, const CampaignEvent *event);
/* All that has been told, and the end. `confirmed`: the best input and the findings were looked at once more. */
bool recorder_finish(Recorder *recorder, const Campaign *campaign, CampaignEnd end, bool confirmed);
/* All that has been told, for a process that takes part in a campaign of another one. */
bool recorder_finish_joined(Recorder *recorder, const Campaign *campaign);
/* And then the summary. */
bool recorder_put_summary(Recorder *recorder, const Campaign *campaign, const json_t *summary);

/* Appends the names of the seeds that an input goes back to; nothing: there are none. A Recorder is the user. */
void recorder_find_origin(void *user, uint64_t number, StrBuf *out);

/* For resume.c: opens it; writes that the campaign runs again; a state of the campaign. */
Status recorder_open(Recorder *recorder, const CampaignSetup *setup, const CampaignFolder *folder,
                     const char *where, Error *error);
Status recorder_go_on(Recorder *recorder, const Campaign *campaign, Error *error);
void recorder_put_state(Recorder *recorder, const char *name, const char *value);

#endif
