/* The store of a campaign: everything that happens in it, as rows (record/store/store.h, doc/store.md).
 *
 * Rows are written together with the state that they lead to, at least once a second while the campaign is told
 * of time, so that a process that is ended in any way leaves a campaign that can go on. */
#ifndef CLI_COMMAND_FUZZ_STORE_H
#define CLI_COMMAND_FUZZ_STORE_H

#include "cli/command/fuzz_folder.h"
#include "record/store/store.h"

typedef struct {
  const FuzzSetup *setup;
  const FuzzFolder *folder;
  Store *store; /* NULL: there is none */
  int64_t campaign;
  VEC(StoreRun) runs;  /* of inputs that are not done */
  VEC(uint64_t) saved; /* of each group: its number of changes when it was written last */
  uint64_t begun_ns;   /* when this process began */
  uint64_t written_ns; /* when something was written last */
  bool urgent;         /* something waits that must not be lost */
  uint64_t arms_ms;    /* of the campaign's time: of the last record of the arms */
  uint64_t arms_pulls; /* what there was in it */
  bool failed;         /* something could not be written; it has been said */
} FuzzStore;

/* Makes the store, and writes what is known before the campaign begins. EXIT_FINE, or the message has been printed;
 * has to be released in every case. */
int fuzz_store_begin(FuzzStore *store, const FuzzSetup *setup, const FuzzFolder *folder,
                     const Campaign *campaign);
void fuzz_store_deinit(FuzzStore *store);

/* False: it could not be written, and nothing should go on. */
bool fuzz_store_take(FuzzStore *store, const Campaign *campaign, const CampaignEvent *event);
/* All that has been told, the end and the summary. */
bool fuzz_store_finish(FuzzStore *store, const Campaign *campaign, CampaignEnd end,
                       const json_t *summary);

/* For fuzz_resume.c: opens it; writes that the campaign runs again; a state of the campaign; the name of the state of a
 * group, by its number from 1. */
Status fuzz_store_open(FuzzStore *store, const FuzzSetup *setup, const FuzzFolder *folder,
                       const char *where, Error *error);
bool fuzz_store_go_on(FuzzStore *store, const Campaign *campaign);
void fuzz_store_put_state(FuzzStore *store, const char *name, const char *value);
#define FUZZ_STORE_GROUP "group.%zu"

#endif
