#include "campaign/job_parts.h"

#include <assert.h>
#include <string.h>

#include "campaign/prior.h"
#include "campaign/seeds.h"
#include "record/report/summary.h"

void job_init(CampaignJob *job, Supervisor *sup, CampaignListener listener)
{
  assert(sup);
  *job = (CampaignJob){.sup = sup, .listener = listener};
}

void job_deinit(CampaignJob *job)
{
  report_release(job->report);
  recorder_deinit(&job->recorder);
  exchange_deinit(&job->exchange);
  VEC_FREE(&job->told);
  folder_deinit(&job->folder);
  if (job->campaign) campaign_destroy(job->campaign);
  setup_deinit(&job->setup);
}

/* --- while it runs --- */

/* Findings that are known have no folder, and what showed once only has one when it showed for the first time. */
static void write_finding(CampaignJob *job, const CampaignEvent *event)
{
  const FindingGroups *groups = campaign_state(job->campaign).groups;
  const FindingGroup *group = event->group;
  bool first_flaky = !event->finding->confirmed && group->count == 0 && group->flaky == 1;
  if (group->known || (!event->news && !first_flaky)) return;
  folder_write_group(&job->folder, groups, (size_t)(group - groups->items));
}

static void write_reduced(CampaignJob *job, const CampaignEvent *event)
{
  const FindingGroups *groups = campaign_state(job->campaign).groups;
  if (event->group)
    folder_write_group(&job->folder, groups, (size_t)(event->group - groups->items));
  else if (event->text)
    folder_write_reduced_best(&job->folder, event->text, event->length);
}

/* An input may have several findings; its text is the same. */
static void keep_revealing(CampaignJob *job, const CampaignEvent *event)
{
  if (job->setup.spec->keep_all && event->finding->confirmed)
    folder_write_revealing(&job->folder, event->candidate->number, event->text, event->length);
}

/* What was found is on disk before anybody is told of it. */
static void take_event(void *user, const CampaignEvent *event)
{
  CampaignJob *job = user;
  if (!recorder_take(&job->recorder, job->campaign, event)) supervisor_wake(job->sup);
  switch (event->kind) {
  case EVENT_BEST: folder_write_best(&job->folder, event->text, event->length); break;
  case EVENT_FINDING:
    write_finding(job, event);
    keep_revealing(job, event);
    break;
  case EVENT_REDUCED: write_reduced(job, event); break;
  case EVENT_SUSPECT:
    folder_write_suspect(&job->folder, event->candidate->number, event->text, event->length);
    break;
  case EVENT_TICK: job_let_others_in(job); break;
  default: break;
  }
  listener_take(&job->listener, event);
}

/* While something is reduced, others are to know that we live. */
static void take_progress(void *user, const char *message)
{
  CampaignJob *job = user;
  CampaignEvent tick = {.kind = EVENT_TICK};
  if (job->recorder.exchange) recorder_take(&job->recorder, job->campaign, &tick);
  listener_progress(&job->listener, "%s", message);
}

static void forward_warning(void *user, const char *message)
{
  const CampaignJob *job = user;
  listener_warn(&job->listener, "%s", message);
}

static bool is_interrupted(void *user)
{
  const CampaignJob *job = user;
  return listener_interrupted(&job->listener);
}

static bool is_paused(void *user)
{
  const CampaignJob *job = user;
  return listener_paused(&job->listener);
}

/* --- beginning --- */

Status job_make_campaign(CampaignJob *job, const CampaignSpec *spec, LanguageMaker maker,
                         Error *error)
{
  assert(!job->campaign);
  Status status = setup_init(&job->setup, spec, maker, error);
  if (status != STATUS_OK) return status;
  job->patient = (CampaignListener){.warn = forward_warning,
                                    .progress = take_progress,
                                    .interrupted = is_interrupted,
                                    .user = job};
  job->setup.supervision = supervisor_supervision(job->sup, NULL);
  job->reduction = (CampaignReduction){.setup = &job->setup, .listener = &job->patient};
  if (!spec->no_reduce)
    job->setup.options.reducer = (Reducer){
        .reduce = campaign_reducer, .user = &job->reduction, .time_ns = spec->reduce_ms * 1000000};
  job->campaign =
      campaign_create(job->sup, job->setup.language, &job->setup.options,
                      (CampaignSink){.take = take_event, .paused = is_paused, .user = job});
  return seeds_add(&job->setup, job->campaign, &job->listener, error);
}

void job_link_folder(CampaignJob *job)
{
  job->folder.origin = recorder_find_origin;
  job->folder.user = &job->recorder;
}

Status job_begin(CampaignJob *job, const CampaignSpec *spec, LanguageMaker maker, Error *error)
{
  Status status = folder_check(spec, error);
  if (status == STATUS_OK) status = job_make_campaign(job, spec, maker, error);
  if (status == STATUS_OK)
    status = prior_read(&job->setup, job->campaign, 0, &job->listener, error);
  if (status == STATUS_OK) status = folder_create(&job->folder, &job->setup, &job->listener, error);
  if (status != STATUS_OK) return status;
  job_link_folder(job);
  setup_ask_versions(&job->setup);
  return recorder_begin(&job->recorder, &job->setup, &job->folder, job->campaign, error);
}

static void warn_about_version(const CampaignJob *job, const char *version)
{
  if (version && strcmp(version, ASSAY_VERSION) != 0)
    listener_warn(&job->listener,
                  "the campaign was begun by assay %s, and this is %s: inputs may differ from what "
                  "they would have been",
                  version, ASSAY_VERSION);
}

Status job_resume(CampaignJob *job, const CampaignResume *resume, LanguageMaker maker, Error *error)
{
  const CampaignSpec *spec = &resume->spec;
  warn_about_version(job, resume->version);
  Status status = job_make_campaign(job, spec, maker, error);
  if (status == STATUS_OK)
    status = folder_reopen(&job->folder, &job->setup, &job->listener, spec->out, error);
  if (status != STATUS_OK) return status;
  job_link_folder(job);
  setup_ask_versions(&job->setup);
  status = resume_campaign(resume, &job->recorder, &job->setup, &job->folder, job->campaign, error);
  if (status != STATUS_OK) return status;
  CampaignState state = campaign_state(job->campaign);
  folder_adjust(&job->folder, &state);
  return STATUS_OK;
}

/* --- running --- */

void job_run(CampaignJob *job)
{
  assert(job->recorder.store);
  job->end = campaign_run(job->campaign);
  job_await_others(job);
  job->confirmed = job->end != END_INTERRUPTED && campaign_reduce(job->campaign) &&
                   campaign_confirm(job->campaign);
}

/* Everybody reads what the store has: terminal, campaign.json, and later all reports. */
static Status load_report(CampaignJob *job, Error *error)
{
  assert(!job->report);
  Status status = report_load(&job->report, job->recorder.store, job->recorder.campaign, error);
  if (status != STATUS_OK) job->report = NULL;
  return status;
}

Status job_finish(CampaignJob *job, json_t **summary, Error *error)
{
  assert(job->campaign && job->recorder.store);
  const FindingGroups *groups = campaign_state(job->campaign).groups;
  for (size_t i = 0; i < groups->count; i++)
    if (!groups->items[i].known) folder_write_group(&job->folder, groups, i);
  recorder_finish(&job->recorder, job->campaign, job->end, job->confirmed);
  *summary = NULL;
  Status status = load_report(job, error);
  if (status != STATUS_OK) return status;
  *summary = report_summary(job->report, job->folder.path);
  folder_write_summary(&job->folder, *summary);
  recorder_put_summary(&job->recorder, job->campaign, *summary);
  return STATUS_OK;
}

/* Copies that were made before may have hidden that a program is gone. */
static bool is_missing_at_end(const CampaignJob *job, const BestRecord *record)
{
  for (size_t i = 0; record->alone && i < job->setup.solvers.count; i++)
    if (record->alone_measured[i].ran && record->alone_measured[i].outcome == OUTCOME_NOT_STARTED)
      return true;
  return false;
}

const char *job_trouble(const CampaignJob *job)
{
  CampaignState state = campaign_state(job->campaign);
  bool margin = job->setup.options.objective == OBJECTIVE_MARGIN;
  if (job->end == END_HOPELESS) return "there are no usable runs: see the warnings above";
  if (!state.inputs && job->end != END_INTERRUPTED)
    return "not one input was done: give it more --time, or less --timeout";
  uint64_t silent = state.void_inputs + state.undecided;
  bool measured = job->setup.options.strategy.positive && silent < state.inputs;
  if (margin && state.inputs && !state.best && !measured)
    return "no input got a result from all solvers: they reject them, fail, or do not decide";
  if (margin && is_missing_at_end(job, &state.record))
    return "a solver cannot be started any more, so that the best input is not confirmed";
  return NULL;
}

bool job_failed(const CampaignJob *job)
{
  return job->folder.failed || job->recorder.failed;
}
