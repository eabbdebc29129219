#include "campaign/resume.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign/recorder_parts.h"
#include "campaign/trust.h"
#include "find/fuzz/campaign_share.h"
#include "record/store/lease.h"
#include "record/store/vocabulary.h"

/* --- where it is --- */

static bool is_url(const char *where)
{
  return strstr(where, "://") != NULL;
}

static Status find_place(CampaignResume *resume, const char *given, Error *error)
{
  struct stat status;
  resume->where = is_url(given) ? mem_copy_string(given, strlen(given)) : realpath(given, NULL);
  if (!resume->where)
    return error_set(error, STATUS_IO, "cannot open '%s': %s", given, strerror(errno));
  if (!is_url(given) && stat(resume->where, &status) == 0 && S_ISDIR(status.st_mode))
    resume->folder = mem_copy_string(resume->where, strlen(resume->where));
  return STATUS_OK;
}

/* The one that is asked for, or the only one. */
static Status find_campaign(CampaignResume *resume, Store *store, uint64_t wanted, Error *error)
{
  StoreCursor *cursor;
  StoreCampaign campaign;
  size_t count = 0;
  bool found = false;
  Status status = store_open_campaigns(store, &cursor, error);
  while (status == STATUS_OK && store_next_campaign(cursor, &campaign)) {
    count++;
    if (wanted && (uint64_t)campaign.id != wanted) continue;
    found = true;
    resume->campaign = campaign.id;
  }
  if (status == STATUS_OK) status = store_end(cursor, error);
  if (status != STATUS_OK) return status;
  if (wanted && !found)
    return error_set(error, STATUS_IO, "there is no campaign %ju in '%s'", (uintmax_t)wanted,
                     resume->where);
  if (!count) return error_set(error, STATUS_IO, "there is no campaign in '%s'", resume->where);
  if (count > 1 && !wanted)
    return error_set(error, STATUS_USAGE,
                     "there are %zu campaigns in '%s': say which by --campaign N", count,
                     resume->where);
  return STATUS_OK;
}

/* --- its spec --- */

static const char *keep(CampaignResume *resume, const char *bytes, size_t length)
{
  return arena_copy_string(&resume->texts, bytes, length);
}

static Status read_rows(CampaignResume *resume, Store *store, SpecRows *rows, Error *error)
{
  StoreCursor *cursor;
  StoreSetting row;
  Status status = store_open_settings(store, resume->campaign, &cursor, error);
  while (status == STATUS_OK && store_next_setting(cursor, &row)) {
    SpecRow kept = {keep(resume, row.name, strlen(row.name)),
                    keep(resume, row.value.bytes, row.value.length)};
    VEC_PUSH(rows, kept);
  }
  return status == STATUS_OK ? store_end(cursor, error) : status;
}

static const char *value_of(const SpecRows *rows, const char *name)
{
  for (size_t i = 0; i < rows->count; i++)
    if (strcmp(rows->items[i].name, name) == 0) return rows->items[i].value;
  return NULL;
}

/* What was changed when the campaign was resumed before. */
static Status take_earlier_changes(CampaignResume *resume, Store *store, Error *error)
{
  Status status = STATUS_OK;
  StrBuf value;
  strbuf_init(&value, 0);
  for (size_t i = 0; spec_resumable[i] && status == STATUS_OK; i++) {
    char name[64];
    bool found = false;
    snprintf(name, sizeof name, STORE_STATE_OPTION, spec_resumable[i]);
    strbuf_clear(&value);
    status = store_get_state(store, resume->campaign, 0, name, &value, &found, error);
    if (status == STATUS_OK && found)
      status = spec_set(&resume->spec, spec_resumable[i], keep(resume, value.bytes, value.length),
                        error);
  }
  strbuf_deinit(&value);
  return status;
}

static Status take_changes(CampaignResume *resume, const SpecRows *changes, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < changes->count && status == STATUS_OK; i++) {
    const char *value = changes->items[i].value;
    status =
        spec_set(&resume->spec, changes->items[i].name, keep(resume, value, strlen(value)), error);
  }
  return status;
}

static Status check_directory(const CampaignSpec *spec, Error *error)
{
  if (!spec->directory || access(spec->directory, X_OK) == 0) return STATUS_OK;
  return error_set(error, STATUS_IO, "cannot go to '%s', where the campaign was begun: %s",
                   spec->directory, strerror(errno));
}

static Status read_spec(CampaignResume *resume, Store *store, const SpecRows *changes, Error *error)
{
  SpecRows rows = {0};
  Status status = read_rows(resume, store, &rows, error);
  if (status == STATUS_OK && !value_of(&rows, store_setting_word(STORE_SETTING_OBJECTIVE)))
    status = error_set(error, STATUS_IO, "campaign %" PRId64 " of '%s' is not one of assay fuzz",
                       resume->campaign, resume->where);
  if (status == STATUS_OK) {
    status = spec_read(&resume->spec, &rows, error);
    if (status == STATUS_OK) status = take_earlier_changes(resume, store, error);
    if (status == STATUS_OK) status = take_changes(resume, changes, error);
    if (status == STATUS_USAGE)
      status = error_set(error, STATUS_IO, "a setting of the campaign: %s", error->message);
  }
  if (status == STATUS_OK) status = check_directory(&resume->spec, error);
  resume->out = resume->spec.out;
  if (resume->folder) resume->spec.out = resume->folder;
  if (status == STATUS_OK && !resume->spec.out)
    status =
        error_set(error, STATUS_IO, "campaign %" PRId64 " of '%s' does not say where its folder is",
                  resume->campaign, resume->where);
  resume->version = value_of(&rows, store_setting_word(STORE_SETTING_ASSAY));
  VEC_FREE(&rows);
  return status;
}

/* NULL: there is none. */
static Status read_state(CampaignResume *resume, Store *store, const char *name, const char **value,
                         Error *error)
{
  StrBuf bytes;
  bool found;
  strbuf_init(&bytes, 0);
  Status status = store_get_state(store, resume->campaign, 0, name, &bytes, &found, error);
  if (status == STATUS_OK && found) *value = keep(resume, strbuf_text(&bytes), bytes.length);
  strbuf_deinit(&bytes);
  return status;
}

Status resume_init(CampaignResume *resume, const char *where, uint64_t campaign,
                   const SpecRows *changes, Error *error)
{
  Store *store;
  *resume = (CampaignResume){0};
  Status status = find_place(resume, where, error);
  if (status != STATUS_OK) return status;
  /* To read, so that nothing is made where there is none. */
  status = store_open(&store, resume->where, &(StoreOptions){0}, error);
  if (status != STATUS_OK) return status;
  status = find_campaign(resume, store, campaign, error);
  if (status == STATUS_OK) status = read_spec(resume, store, changes, error);
  if (status == STATUS_OK)
    status = read_state(resume, store, TRUST_STATE_SEAL, &resume->seal, error);
  if (status == STATUS_OK)
    status = read_state(resume, store, TRUST_STATE_PROGRAMS, &resume->programs, error);
  if (status == STATUS_OK)
    status = read_state(resume, store, store_state_word(STORE_STATE_END), &resume->end, error);
  store_close(store);
  return status;
}

void resume_deinit(CampaignResume *resume)
{
  spec_deinit(&resume->spec);
  arena_deinit(&resume->texts);
  free(resume->where);
  free(resume->folder);
}

/* --- whether it is still the same --- */

static Status check_solver(const Recorder *recorder, const StoreSolver *row, size_t place,
                           Error *error)
{
  const SolverVec *solvers = &recorder->setup->solvers;
  if (place >= solvers->count || strcmp(solvers->items[place].name, row->name) != 0)
    return error_set(error, STATUS_IO, "'%s' is not solver %zu of the campaign any more", row->name,
                     place);
  const char *version = recorder->setup->versions[place];
  if (strcmp(version ? version : "", row->version) != 0)
    return error_set(error, STATUS_IO,
                     "%s was version '%s' when the campaign was begun, and is '%s' now: begin a "
                     "new one",
                     row->name, row->version, version ? version : "");
  return STATUS_OK;
}

static Status check_solvers(Recorder *recorder, Error *error)
{
  StoreCursor *cursor;
  StoreSolver row;
  Error other;
  size_t count = 0;
  Status fits = STATUS_OK,
         status = store_open_solvers(recorder->store, recorder->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (fits == STATUS_OK && store_next_solver(cursor, &row))
    fits = check_solver(recorder, &row, count++, &other);
  status = store_end(cursor, error);
  if (fits != STATUS_OK) return error_set(error, fits, "%s", other.message);
  if (status == STATUS_OK && count != recorder->setup->solvers.count)
    return error_set(error, STATUS_IO, "the campaign had %zu solvers", count);
  return status;
}

static Status check_constructs(Recorder *recorder, const Campaign *campaign, Error *error)
{
  ArmTable arms = arms_of(recorder->setup, campaign);
  size_t total = arms_total(&arms), same = 0, rows = 0;
  StoreCursor *cursor;
  StoreName row;
  Status status = store_open_constructs(recorder->store, recorder->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  for (; store_next_name(cursor, &row); rows++)
    same += rows < total && row.number == rows && strcmp(row.name, arms_name(&arms, rows)) == 0;
  status = store_end(cursor, error);
  if (status == STATUS_OK && (same != total || rows != total))
    return error_set(error, STATUS_IO,
                     "the constructs are not those that the campaign was begun with: begin a new "
                     "one");
  return status;
}

/* --- where it stood --- */

static Status restore_groups(Recorder *recorder, Campaign *campaign, Error *error)
{
  Status status = STATUS_OK;
  bool found = true;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  for (size_t i = 1; found && status == STATUS_OK; i++) {
    char name[64];
    snprintf(name, sizeof name, STORE_STATE_GROUP, i);
    strbuf_clear(&bytes);
    status = store_get_state(recorder->store, recorder->campaign, 0, name, &bytes, &found, error);
    if (status == STATUS_OK && found)
      status = campaign_restore_group(campaign, bytes.bytes, bytes.length, error);
  }
  strbuf_deinit(&bytes);
  return status;
}

static Status restore(Recorder *recorder, Campaign *campaign, Error *error)
{
  bool found;
  StrBuf bytes;
  Status status = restore_groups(recorder, campaign, error);
  if (status != STATUS_OK) return status;
  strbuf_init(&bytes, 0);
  status = store_get_state(recorder->store, recorder->campaign, 0,
                           store_state_word(STORE_STATE_CAMPAIGN), &bytes, &found, error);
  if (status == STATUS_OK && !found)
    status = error_set(error, STATUS_IO, "the campaign has no state to resume from");
  if (status == STATUS_OK) status = campaign_restore(campaign, bytes.bytes, bytes.length, error);
  strbuf_deinit(&bytes);
  return status;
}

/* What several processes know together comes from the store (exchange.h). The campaign's time goes on from its last input. */
static Status restore_time(Recorder *recorder, Campaign *campaign, Error *error)
{
  StoreCounts counts;
  Status status = store_count(recorder->store, recorder->campaign, &counts, error);
  if (status == STATUS_OK) campaign_set_times(campaign, (counts.last_ms + 1) * 1000000, true);
  return status;
}

/* It runs again, for so long. */
static void put_changes(Recorder *recorder)
{
  StrBuf value;
  strbuf_init(&value, 0);
  for (size_t i = 0; spec_resumable[i]; i++) {
    char name[64];
    snprintf(name, sizeof name, STORE_STATE_OPTION, spec_resumable[i]);
    strbuf_clear(&value);
    spec_value_text(recorder->setup->spec, spec_resumable[i], &value);
    recorder_put_state(recorder, name, strbuf_text(&value));
  }
  strbuf_deinit(&value);
}

Status resume_campaign(const CampaignResume *resume, Recorder *recorder, const CampaignSetup *setup,
                       const CampaignFolder *folder, Campaign *campaign, Error *error)
{
  assert(setup->spec == &resume->spec && setup->versions);
  StoreShare share;
  bool shared = false;
  Status status = recorder_open(recorder, setup, folder, resume->where, error);
  recorder->campaign = resume->campaign;
  if (status == STATUS_OK) status = store_own_campaign(recorder->store, resume->campaign, error);
  if (status == STATUS_OK) status = store_rename_kinds(recorder->store, resume->campaign, error);
  if (status == STATUS_OK) status = check_solvers(recorder, error);
  if (status == STATUS_OK) status = check_constructs(recorder, campaign, error);
  if (status == STATUS_OK)
    status = store_get_share(recorder->store, resume->campaign, &share, &shared, error);
  if (status == STATUS_OK)
    status = shared ? restore_time(recorder, campaign, error) : restore(recorder, campaign, error);
  if (status != STATUS_OK) return status;
  put_changes(recorder);
  return recorder_go_on(recorder, campaign, error);
}

static Status check_version(const CampaignResume *resume, Error *error)
{
  if (resume->version && strcmp(resume->version, ASSAY_VERSION) == 0) return STATUS_OK;
  return error_set(error, STATUS_IO,
                   "the campaign was begun by assay %s, and this is %s: all workers need the same "
                   "version",
                   resume->version ? resume->version : "of unknown version", ASSAY_VERSION);
}

Status resume_join(const CampaignResume *resume, Recorder *recorder, const CampaignSetup *setup,
                   const CampaignFolder *folder, Campaign *campaign, Error *error)
{
  assert(setup->spec == &resume->spec && setup->versions);
  Status status = check_version(resume, error);
  if (status != STATUS_OK) return status;
  status = recorder_open(recorder, setup, folder, resume->where, error);
  recorder->campaign = resume->campaign;
  if (status == STATUS_OK) status = check_solvers(recorder, error);
  if (status == STATUS_OK) status = recorder_check_digests(recorder, error);
  return status == STATUS_OK ? check_constructs(recorder, campaign, error) : status;
}
