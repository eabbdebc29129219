/* What job.c and job_shared.c have in common. */
#ifndef CAMPAIGN_JOB_PARTS_H
#define CAMPAIGN_JOB_PARTS_H

#include "campaign/job.h"

/* The state by which somebody asks to take part. */
#define JOB_STATE_JOIN "join"
enum { JOB_ASK_MS = 1000 };

Status job_make_campaign(CampaignJob *job, const CampaignSpec *spec, LanguageMaker maker,
                         Error *error);
/* The folder says what inputs were made of, too. */
void job_link_folder(CampaignJob *job);
/* Looks now and then whether somebody asks. */
void job_let_others_in(CampaignJob *job);
/* Waits until all others have ended, and has what they found. */
void job_await_others(CampaignJob *job);

#endif
