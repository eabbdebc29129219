/* Campaigns that several processes run: workers that take part, and who only watches them. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "campaign/job_parts.h"
#include "campaign/prior.h"
#include "campaign/recorder_parts.h"
#include "record/store/unit.h"

enum { LOOK_MS = 200, JOIN_MS = 15000, CANCEL_MS = 20000, AWAY_MS = 600000 };
static const uint64_t MS = 1000000;

static void pause_ms(long ms)
{
  nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* --- workers --- */

/* Who runs the campaign alone so far lets others take part when it is asked to. */
static Status await_share(CampaignJob *job, Error *error)
{
  Store *store = job->recorder.store;
  int64_t campaign = job->recorder.campaign;
  StoreShare share;
  bool found = false, owned = true;
  uint64_t start = clock_monotonic_ns();
  Status status = store_get_share(store, campaign, &share, &found, error);
  if (status != STATUS_OK || found) return status;
  recorder_put_state(&job->recorder, JOB_STATE_JOIN, "1");
  status = store_flush(store, error);
  while (status == STATUS_OK && !found && owned && clock_monotonic_ns() - start < JOIN_MS * MS) {
    pause_ms(LOOK_MS);
    status = store_campaign_owned(store, campaign, &owned, error);
    if (status == STATUS_OK) status = store_get_share(store, campaign, &share, &found, error);
  }
  if (status == STATUS_OK && !found)
    status = error_set(error, STATUS_IO,
                       "nobody runs campaign %" PRId64
                       ": begin or resume it ('assay fuzz --resume'), and join it then",
                       campaign);
  return status;
}

Status job_join(CampaignJob *job, const CampaignResume *resume, LanguageMaker maker,
                uint32_t lease_ms, Error *error)
{
  Status status = job_make_campaign(job, &resume->spec, maker, error);
  if (status == STATUS_OK)
    status = prior_read(&job->setup, job->campaign, resume->campaign, &job->listener, error);
  if (status != STATUS_OK) return status;
  folder_omit(&job->folder, &job->setup, &job->listener);
  job_link_folder(job);
  setup_ask_versions(&job->setup);
  status = resume_join(resume, &job->recorder, &job->setup, &job->folder, job->campaign, error);
  if (status == STATUS_OK) status = await_share(job, error);
  if (status != STATUS_OK) return status;
  job->recorder.joined = true;
  return exchange_join(&job->exchange, &job->recorder, job->sup, job->campaign, lease_ms, false,
                       error);
}

void job_run_joined(CampaignJob *job)
{
  assert(job->recorder.joined && job->recorder.exchange);
  Error error;
  job->end = campaign_run(job->campaign);
  if (job->end != END_INTERRUPTED) campaign_reduce(job->campaign);
  if (job_failed(job)) return;
  if (!recorder_finish_joined(&job->recorder, job->campaign)) return;
  if (exchange_leave(&job->exchange, &error) != STATUS_OK)
    listener_warn(&job->listener, "%s", error.message);
}

/* --- who runs it, and is asked to let others in --- */

void job_let_others_in(CampaignJob *job)
{
  Recorder *recorder = &job->recorder;
  bool found = false;
  StrBuf bytes;
  Error error;
  if (recorder->exchange || recorder->failed ||
      clock_monotonic_ns() - job->asked_ns < JOB_ASK_MS * MS)
    return;
  job->asked_ns = clock_monotonic_ns();
  strbuf_init(&bytes, 0);
  Status status = store_get_state(recorder->store, recorder->campaign, 0, JOB_STATE_JOIN, &bytes,
                                  &found, &error);
  strbuf_deinit(&bytes);
  if (status != STATUS_OK || !found) return; /* a store that is away is asked again */
  status = exchange_join(&job->exchange, recorder, job->sup, job->campaign, STORE_LEASE_MS, true,
                         &error);
  if (status != STATUS_OK && !store_is_away(recorder->store))
    listener_warn(&job->listener, "nobody else can take part: %s", error.message);
}

/* --- watching --- */

static Status count_workers(CampaignJob *job, Error *error)
{
  StoreWorkers workers;
  Status status = store_get_workers(job->recorder.store, job->recorder.campaign, &workers, error);
  if (status != STATUS_OK) return status;
  campaign_clear_counts(job->campaign);
  job->active = 0;
  for (size_t i = 0; i < workers.count && status == STATUS_OK; i++) {
    const StoreWorker *worker = &workers.items[i];
    status = campaign_add_counts(job->campaign, worker->inputs, worker->solver_ns, worker->counts,
                                 worker->counts_length, error);
    job->active += strcmp(worker->state, store_worker_word(STORE_WORKER_WORKING)) == 0 ||
                   strcmp(worker->state, store_worker_word(STORE_WORKER_IDLE)) == 0;
  }
  store_workers_free(&workers);
  return status;
}

/* What others have found is told here as if it were found here. */
static void tell_groups(CampaignJob *job)
{
  const FindingGroups *groups = campaign_state(job->campaign).groups;
  for (size_t i = 0; i < groups->count; i++) {
    const FindingGroup *group = &groups->items[i];
    if (i == job->told.count) VEC_PUSH(&job->told, ((ToldGroup){0}));
    ToldGroup *told = &job->told.items[i];
    bool news = group->count > 0 && !told->confirmed && !group->known;
    bool reduced = group->reduction.text && group->reduction.length != told->reduced;
    if (group->known) continue;
    if (news || reduced || !told->shown) folder_write_group(&job->folder, groups, i);
    told->shown = true;
    told->confirmed |= group->count > 0;
    told->reduced = group->reduction.length;
    Finding finding = {.kind = group->kind,
                       .signature = group->signature,
                       .evidence = group->evidence,
                       .confirmed = group->count > 0};
    CampaignEvent event = {.kind = EVENT_FINDING,
                           .at_ns = group->at_ns,
                           .candidate = &(Candidate){.number = group->number},
                           .text = group->text,
                           .length = group->length,
                           .finding = &finding,
                           .group = group,
                           .news = true,
                           .answers = group->answers};
    if (news) listener_take(&job->listener, &event);
  }
}

static void tell_best(CampaignJob *job, uint64_t at_ns)
{
  CampaignState state = campaign_state(job->campaign);
  if (!state.best || state.best_number == job->told_best) return;
  CampaignEvent event = {.kind = EVENT_BEST,
                         .at_ns = at_ns,
                         .candidate = &(Candidate){.number = state.best_number},
                         .margin = state.record.margin};
  event.text = job->setup.language->interface->text(state.best, &event.length);
  job->told_best = state.best_number;
  folder_write_best(&job->folder, event.text, event.length);
  listener_take(&job->listener, &event);
}

static Status look(CampaignJob *job, bool ended, Error *error)
{
  Recorder *recorder = &job->recorder;
  StoreShare share;
  bool found;
  Status status = store_get_share(recorder->store, recorder->campaign, &share, &found, error);
  if (status == STATUS_OK) status = exchange_pull(&job->exchange, ended, error);
  if (status == STATUS_OK) status = count_workers(job, error);
  if (status != STATUS_OK || !found) return status;
  int64_t elapsed = share.now_ms - share.epoch_ms;
  uint64_t elapsed_ns = elapsed > 0 ? (uint64_t)elapsed * MS : 0;
  campaign_set_times(job->campaign, elapsed_ns, ended);
  tell_groups(job);
  tell_best(job, elapsed_ns);
  CampaignEvent tick = {.kind = EVENT_TICK, .at_ns = elapsed_ns};
  recorder_take(recorder, job->campaign, &tick);
  listener_take(&job->listener, &tick);
  return STATUS_OK;
}

/* Why it is over: what the workers said to themselves. */
static CampaignEnd end_of(const CampaignJob *job, uint64_t now_ns)
{
  CampaignState state = campaign_state(job->campaign);
  const CampaignOptions *options = &job->setup.options;
  uint64_t elapsed = now_ns - state.started_ns;
  if (options->time_ns && elapsed >= options->time_ns) return END_TIME;
  if (options->solver_ns && state.solver_ns >= options->solver_ns) return END_SOLVER_TIME;
  if (options->inputs && state.inputs >= options->inputs) return END_INPUTS;
  if (options->objective == OBJECTIVE_MARGIN && state.best &&
      score_bar(&options->strategy.least, state.record.margin) >= score_perfect(&options->rule, 1))
    return END_PERFECT;
  for (size_t i = 0; i < job->setup.solvers.count; i++)
    if (health_is_hopeless(&state.health[i]) || health_is_missing(&state.health[i]))
      return END_HOPELESS;
  return END_INTERRUPTED;
}

static void note_reductions(CampaignJob *job)
{
  const FindingGroups *groups = campaign_state(job->campaign).groups;
  for (size_t i = 0; i < groups->count; i++)
    if (groups->items[i].reduction.text) campaign_end_reduction(job->campaign, i);
}

Status job_open(CampaignJob *job, Error *error)
{
  StoreShare share;
  bool found = false;
  Recorder *recorder = &job->recorder;
  Status status = store_get_share(recorder->store, recorder->campaign, &share, &found, error);
  /* Of one that others still run nothing is to be changed. */
  if (status == STATUS_OK && (!found || share.working + share.idle == 0 || share.ending))
    status = exchange_open(recorder, job->campaign, error);
  if (status != STATUS_OK) return status;
  exchange_watch(&job->exchange, recorder, job->campaign);
  recorder->exchange = &job->exchange;
  status = exchange_pull(&job->exchange, true, error);
  return status == STATUS_OK ? count_workers(job, error) : status;
}

typedef struct {
  CampaignJob *job;
  Crew *crew;          /* NULL: others start workers */
  uint64_t seen_ns;    /* when the store could last be reached */
  uint64_t stopped_ns; /* 0: nobody wants it to end */
} Watch;

/* A server that is gone may come back; who has pressed Ctrl-C does not wait for it that long. */
static bool may_come_back(const Watch *watch)
{
  uint64_t most_ms = watch->stopped_ns ? 2 * CANCEL_MS : AWAY_MS;
  return store_is_away(watch->job->recorder.store) &&
         clock_monotonic_ns() - watch->seen_ns < most_ms * MS;
}

/* Have all workers ended, and is there nothing left to do? */
static bool is_over(const Watch *watch, size_t running)
{
  CampaignJob *job = watch->job;
  return running == 0 && job->active == 0 &&
         (watch->crew || watch->stopped_ns || end_of(job, clock_monotonic_ns()) != END_INTERRUPTED);
}

/* One look; true: it was the last. */
static bool watch_once(Watch *watch)
{
  CampaignJob *job = watch->job;
  Error error;
  size_t running = watch->crew ? watch->crew->class->count(watch->crew) : 0;
  Status status = look(job, false, &error);
  if (status == STATUS_OK) {
    watch->seen_ns = clock_monotonic_ns();
    return is_over(watch, running);
  }
  if (may_come_back(watch)) return false;
  listener_warn(&job->listener, "%s", error.message);
  job->recorder.failed = true;
  return true;
}

/* Workers are told to end, or left: false. */
static bool stop_workers(Watch *watch)
{
  CampaignJob *job = watch->job;
  Error error;
  job->left = job->leaves && job->leaves(job->leaves_user);
  if (job->left) return false;
  watch->stopped_ns = clock_monotonic_ns();
  if (store_end_share(job->recorder.store, job->recorder.campaign, &error) == STATUS_OK)
    return true;
  listener_warn(&job->listener, "%s", error.message);
  if (watch->crew) watch->crew->class->cancel(watch->crew);
  return true;
}

void job_watch(CampaignJob *job, Crew *crew)
{
  assert(job->recorder.exchange && !job->exchange.worker);
  Watch watch = {.job = job, .crew = crew, .seen_ns = clock_monotonic_ns()};
  Error error;
  while (!watch_once(&watch) && !job->recorder.failed) {
    if (!watch.stopped_ns && listener_interrupted(&job->listener) && !stop_workers(&watch)) return;
    if (watch.stopped_ns && crew && clock_monotonic_ns() - watch.stopped_ns > CANCEL_MS * MS)
      crew->class->cancel(crew);
    pause_ms(LOOK_MS);
  }
  if (!job->recorder.failed && look(job, true, &error) != STATUS_OK)
    listener_warn(&job->listener, "%s", error.message);
  job->end =
      watch.stopped_ns ? END_INTERRUPTED : end_of(job, campaign_state(job->campaign).ended_ns);
  note_reductions(job);
  job->confirmed = job->end != END_INTERRUPTED && campaign_reduce(job->campaign) &&
                   campaign_confirm(job->campaign);
}

/* Looks at them until nobody is at it any more. A server that is gone may come back. */
static Status watch_others(CampaignJob *job, Error *error)
{
  Status status = STATUS_OK;
  uint64_t seen_ns = clock_monotonic_ns();
  bool waits = true;
  job->active = 1;
  while (waits && job->active > 0 && !listener_interrupted(&job->listener)) {
    status = exchange_pull(&job->exchange, true, error);
    if (status == STATUS_OK) status = count_workers(job, error);
    if (status == STATUS_OK) seen_ns = clock_monotonic_ns();
    waits = status == STATUS_OK ||
            (store_is_away(job->recorder.store) && clock_monotonic_ns() - seen_ns < AWAY_MS * MS);
    if (waits && job->active > 0) pause_ms(LOOK_MS);
  }
  return status;
}

/* Others may still be at it when this one has done its part. */
void job_await_others(CampaignJob *job)
{
  Error error;
  if (!job->recorder.exchange || !job->exchange.worker) return;
  Status status = recorder_write(&job->recorder, job->campaign, &error);
  if (status == STATUS_OK) status = exchange_leave(&job->exchange, &error);
  if (status == STATUS_OK) status = watch_others(job, &error);
  if (status != STATUS_OK) listener_warn(&job->listener, "%s", error.message);
  job->exchange.worker = 0;
  job->exchange.lost = false;
  note_reductions(job);
}
