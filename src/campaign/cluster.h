/* Tasks of a cluster as workers: Slurm, by its commands sbatch, squeue and scancel. */
#ifndef CAMPAIGN_CLUSTER_H
#define CAMPAIGN_CLUSTER_H

#include "campaign/crew.h"

typedef struct {
  CrewCall call;
  size_t tasks;
  const char *options; /* of sbatch, as on its command line; NULL: none */
  const char *logs;    /* a folder that all nodes see */
} ClusterJob;

/* The script of one task, for sbatch or anything else that runs scripts. A `call.campaign` of 0 is written as CAMPAIGN.
 * STATUS_USAGE: Slurm cannot write to such a folder of logs, or the options are more than a line. */
Status cluster_script(const ClusterJob *job, StrBuf *out, Error *error);

/* Submits an array job; its number is appended to `id`. */
Status cluster_submit(const ClusterJob *job, StrBuf *id, Error *error);
/* The tasks of a job that was submitted. They go on without us. */
Crew *cluster_crew(const char *id);

#endif
