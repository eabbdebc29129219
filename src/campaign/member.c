#include "campaign/member.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

/* The task of an array job, or of a job. */
static void name_task(StrBuf *task)
{
  const char *array = getenv("SLURM_ARRAY_JOB_ID"), *number = getenv("SLURM_ARRAY_TASK_ID");
  const char *job = getenv("SLURM_JOB_ID");
  if (array && number)
    strbuf_printf(task, "%s_%s", array, number);
  else if (job)
    strbuf_add_text(task, job);
}

Status member_join(Store *store, int64_t campaign, uint32_t lease_ms, uint64_t inputs,
                   uint32_t *worker, Error *error)
{
  assert(campaign > 0 && lease_ms > 0);
  char host[256] = "";
  StrBuf task;
  gethostname(host, sizeof host - 1);
  strbuf_init(&task, 0);
  name_task(&task);
  StoreJoin who = {.host = host,
                   .task = strbuf_text(&task),
                   .process = getpid(),
                   .inputs = inputs,
                   .lease_ms = lease_ms};
  Status status = store_join(store, campaign, &who, worker, error);
  strbuf_deinit(&task);
  return status;
}
