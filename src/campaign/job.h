/* One campaign from its beginning, or from where it stood, to its end: run, recorded, with its folder.
 *
 *   job_init(&job, sup, &listener);
 *   job_begin(&job, &spec, maker, &error);      or job_resume
 *   job_run(&job);                              supervisor_wake ends it
 *   job_finish(&job, &summary, &error);
 *   job_deinit(&job);
 *
 * Nothing is printed. After an error a job can only be released. */
#ifndef CAMPAIGN_JOB_H
#define CAMPAIGN_JOB_H

#include "campaign/crew.h"
#include "campaign/exchange.h"
#include "campaign/reduce.h"
#include "campaign/resume.h"
#include "record/report/data.h"

/* What was told of a group that another process has found. */
typedef struct {
  bool shown, confirmed;
  size_t reduced; /* bytes */
} ToldGroup;

typedef struct {
  Supervisor *sup;
  CampaignListener listener;
  CampaignListener patient; /* the same while something is reduced */
  CampaignSetup setup;
  CampaignFolder folder;
  Recorder recorder;
  CampaignReduction reduction;
  Campaign *campaign; /* NULL: there is none yet */
  CampaignEnd end;    /* after job_run, as the next */
  bool confirmed;     /* the best input and the findings were looked at once more */
  ReportData *report; /* after job_finish: what the store has of it; NULL: it cannot be read */
  Exchange exchange;  /* if other processes take part */
  size_t active;      /* workers, when they were last counted */
  VEC(ToldGroup) told;
  uint64_t told_best, asked_ns;
  bool (*leaves)(
      const void *user); /* asked at an interrupt: are workers to go on without us? NULL: no */
  const void *leaves_user;
  bool left; /* they do */
} CampaignJob;

/* A job stays where it is in memory. Has to be released in every case. */
void job_init(CampaignJob *job, Supervisor *sup, CampaignListener listener);
void job_deinit(CampaignJob *job);

/* The spec has to live as long. */
Status job_begin(CampaignJob *job, const CampaignSpec *spec, LanguageMaker maker, Error *error);
Status job_resume(CampaignJob *job, const CampaignResume *resume, LanguageMaker maker,
                  Error *error);

/* Takes part in a campaign that another process runs; job_run_joined instead of job_run and job_finish. */
Status job_join(CampaignJob *job, const CampaignResume *resume, LanguageMaker maker,
                uint32_t lease_ms, Error *error);
void job_run_joined(CampaignJob *job);

/* After it has begun or is resumed: others run it; job_watch instead of job_run. */
Status job_open(CampaignJob *job, Error *error);
/* Until all of them have ended, and the campaign is over if `crew` is NULL: nobody was started here then. */
void job_watch(CampaignJob *job, Crew *crew);

/* Runs it, makes what was found smaller and looks at it once more. */
void job_run(CampaignJob *job);
/* Writes what is left to write, and reads the report of all of it. The summary is the caller's; after an error there is
 * none. */
Status job_finish(CampaignJob *job, json_t **summary, Error *error);

/* Why it has no useful result; NULL: it has one. */
const char *job_trouble(const CampaignJob *job);
/* Could something not be written? The listener was warned. */
bool job_failed(const CampaignJob *job);

#endif
