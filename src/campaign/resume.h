/* A campaign that is in a store: what it was told to do, and where it stood.
 *
 *   resume_init(&resume, "DIR", 0, &changes, &error);    resume.spec is the campaign's own, with the changes
 *   setup_init(&setup, &resume.spec, maker, &error); ...
 *   resume_campaign(&resume, &recorder, &setup, &folder, campaign, &error);
 *   resume_deinit(&resume); */
#ifndef CAMPAIGN_RESUME_H
#define CAMPAIGN_RESUME_H

#include "base/arena.h"
#include "campaign/recorder.h"

typedef struct {
  char *where;      /* the store, as store_open wants it, from any folder */
  char *folder;     /* of the files, absolute; NULL: as the spec says */
  int64_t campaign; /* its number in the store */
  CampaignSpec
      spec; /* as it was, but for the changes; its directory is the one the campaign was begun in */
  const char *version;         /* of assay that began it; NULL: not known */
  const char *out;             /* of the spec, as it was; NULL: none */
  const char *end;             /* why it ended; NULL: it has not */
  const char *seal, *programs; /* see trust.h; NULL: none */
  Arena texts;                 /* of the spec */
} CampaignResume;

/* Finds the campaign with this number, or the only one if it is 0, and reads its spec. Changes are rows with names of
 * spec_resumable. Has to be released in every case. */
Status resume_init(CampaignResume *resume, const char *where, uint64_t campaign,
                   const SpecRows *changes, Error *error);
void resume_deinit(CampaignResume *resume);

/* Opens the store to go on, and makes the campaign, which was just made with this spec, stand where it stood. Nobody
 * else may be running it; solvers and constructs have to be what they were. */
Status resume_campaign(const CampaignResume *resume, Recorder *recorder, const CampaignSetup *setup,
                       const CampaignFolder *folder, Campaign *campaign, Error *error);

/* The same for a process that takes part in the campaign of another one: it has to be the same program, with the same
 * solvers. Nothing is restored. */
Status resume_join(const CampaignResume *resume, Recorder *recorder, const CampaignSetup *setup,
                   const CampaignFolder *folder, Campaign *campaign, Error *error);

#endif
