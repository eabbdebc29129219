/* The programs of the solvers, so that workers on other machines can be told from such with other ones. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "campaign/recorder_parts.h"
#include "campaign/trust.h"

enum { DIGEST_DIGITS = 16 };

/* A line for each solver: its digest, and the owner of the file. */
static Status list_digests(const CampaignSetup *setup, StrBuf *out, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < setup->solvers.count && status == STATUS_OK; i++) {
    Digest digest = 0;
    const char *program = setup->solvers.items[i].program;
    struct stat info;
    status = digest_file(&digest, program, error);
    strbuf_printf(out, "%016" PRIx64, digest);
    if (stat(program, &info) == 0) strbuf_printf(out, " %ju", (uintmax_t)info.st_uid);
    strbuf_add_char(out, '\n');
  }
  return status;
}

static void put_seal(Recorder *recorder, const char *programs)
{
  CampaignSpec spec = *recorder->setup->spec;
  char seal[SEAL_TEXT];
  char *here = spec.directory ? NULL : getcwd(NULL, 0);
  if (!spec.out) spec.out = recorder->folder->path;
  if (trust_seal(&spec, here ? here : spec.directory, programs, seal))
    recorder_put_state(recorder, TRUST_STATE_SEAL, seal);
  free(here);
}

Status recorder_put_digests(Recorder *recorder, Error *error)
{
  StrBuf lines;
  strbuf_init(&lines, 0);
  Status status = list_digests(recorder->setup, &lines, error);
  if (status == STATUS_OK) {
    recorder_put_state(recorder, TRUST_STATE_PROGRAMS, strbuf_text(&lines));
    put_seal(recorder, strbuf_text(&lines));
  }
  strbuf_deinit(&lines);
  return status;
}

/* The first that is another one. */
static Status compare(const CampaignSetup *setup, const char *then, const char *now, Error *error)
{
  for (size_t i = 0; i < setup->solvers.count; i++) {
    const char *then_end = strchr(then, '\n'), *now_end = strchr(now, '\n');
    if (!then_end || !now_end || then_end - then < DIGEST_DIGITS ||
        memcmp(then, now, DIGEST_DIGITS) != 0)
      return error_set(error, STATUS_IO,
                       "'%s' is another program here than where the campaign was begun (%s): all "
                       "workers need the same solvers",
                       setup->solvers.items[i].program, setup->solvers.items[i].name);
    then = then_end + 1;
    now = now_end + 1;
  }
  return STATUS_OK;
}

Status recorder_check_digests(Recorder *recorder, Error *error)
{
  StrBuf then, now;
  bool found;
  strbuf_init(&then, 0);
  strbuf_init(&now, 0);
  Status status = store_get_state(recorder->store, recorder->campaign, 0, TRUST_STATE_PROGRAMS,
                                  &then, &found, error);
  if (status == STATUS_OK && found) status = list_digests(recorder->setup, &now, error);
  if (status == STATUS_OK && found)
    status = compare(recorder->setup, strbuf_text(&then), strbuf_text(&now), error);
  strbuf_deinit(&then);
  strbuf_deinit(&now);
  return status;
}
