#include <assert.h>
#include <math.h>
#include <time.h>

#include "base/clock.h"
#include "find/fuzz/campaign_internal.h"

/* --- life --- */

/* They are chosen as constructs are. */
static void start_tweaks(Campaign *campaign)
{
  const Agent *like = &campaign_breeder(campaign)->inner;
  Tweaks *tweaks = &campaign->tweaks;
  tweaks_start_agent(tweaks, like->kind, campaign->options.strategy.seed);
  tweaks->agent.decay = like->decay;
  tweaks->agent.epsilon = like->epsilon;
}

/* What starting a solver takes must not be what counts. */
#define REFERENCE_LEAST_S 0.25

/* Only of time something is won by stopping early. */
static bool waits_for_references(const CampaignOptions *options)
{
  bool time = options->rule.cost == COST_CPU || options->rule.cost == COST_WALL;
  bool margin = options->objective == OBJECTIVE_MARGIN && options->references > 0;
  return !time || !margin || options->rule.queries || !options->reference_percent;
}

/* Where new inputs are learnt from, too, that agent is asked first, and has the prior. */
static void init_prior(Campaign *campaign)
{
  Breeder *breeder = campaign_breeder(campaign);
  agent_init(&campaign->prior, AGENT_UNIFORM, breeder->inner.count);
  if (breeder->inner.prior)
    campaign->strategy.blame.agent.prior = &campaign->prior;
  else
    breeder->inner.prior = &campaign->prior;
}

Campaign *campaign_create(Supervisor *sup, Language *language, const CampaignOptions *options,
                          CampaignSink sink)
{
  Campaign *campaign = mem_alloc_zero(1, sizeof *campaign);
  size_t count = options->targets + options->references;
  assert(count && count <= SOLVER_SET_MAX && options->jobs);
  campaign->sup = sup;
  campaign->language = language;
  campaign->options = *options;
  campaign->options.strategy.perfect = score_perfect(&options->rule, 1);
  campaign->sink = sink;
  campaign->solver_count = count;
  campaign->health = mem_alloc_zero(count, sizeof *campaign->health);
  campaign->plan = (TrialPlan){.rule = options->rule,
                               .targets = options->targets,
                               .references = options->references,
                               .runs = options->runs,
                               .merge = options->merge};
  if (!waits_for_references(options))
    patience_init(&campaign->patience, options->rule.limit, REFERENCE_LEAST_S,
                  options->reference_percent);
  campaign->record.measured = mem_alloc_zero(count, sizeof *campaign->record.measured);
  campaign->record.alone_measured = mem_alloc_zero(count, sizeof *campaign->record.measured);
  bool bugs = options->objective == OBJECTIVE_BUGS;
  bool some = bugs && options->tweak_some && options->strategy.candidates > 1;
  tweaks_init(&campaign->tweaks, options->solvers, options->tweak || some ? count : 0);
  campaign->options.strategy.options = some && campaign->tweaks.list.count;
  if (bugs)
    hunt_init(&campaign->hunt, language, &campaign->options.strategy);
  else
    strategy_init(&campaign->strategy, language, &campaign->options.strategy);
  if (options->prior) init_prior(campaign);
  if (campaign->tweaks.list.count) start_tweaks(campaign);
  lift_init(&campaign->lift, language->interface->construct_count(language));
  return campaign;
}

void campaign_destroy(Campaign *campaign)
{
  campaign_discard_inputs(campaign);
  if (campaign->options.objective == OBJECTIVE_BUGS)
    hunt_deinit(&campaign->hunt);
  else
    strategy_deinit(&campaign->strategy);
  campaign_discard_suspects(campaign);
  for (size_t i = 0; i < campaign->failures.count; i++) free(campaign->failures.items[i].group);
  VEC_FREE(&campaign->failures);
  groups_deinit(&campaign->groups);
  VEC_FREE(&campaign->merged);
  tweaks_deinit(&campaign->tweaks);
  lift_deinit(&campaign->lift);
  agent_deinit(&campaign->prior);
  reduction_deinit(&campaign->record.reduction);
  free(campaign->record.measured);
  free(campaign->record.alone_measured);
  free(campaign->health);
  free(campaign);
}

Breeder *campaign_breeder(Campaign *campaign)
{
  return campaign->options.objective == OBJECTIVE_BUGS ? &campaign->hunt.breeder
                                                       : &campaign->strategy.breeder;
}

const Breeder *campaign_breeder_state(const Campaign *campaign)
{
  return campaign->options.objective == OBJECTIVE_BUGS ? &campaign->hunt.breeder
                                                       : &campaign->strategy.breeder;
}

void campaign_add_seed(Campaign *campaign, Instance *instance, const char *name)
{
  breeder_add_seed(campaign_breeder(campaign), instance, name);
}

void campaign_set_prior(Campaign *campaign, const Arm *arms)
{
  assert(campaign->options.prior && !campaign->inputs);
  for (size_t i = 0; i < campaign->prior.count; i++)
    campaign->prior.arms[i] = (Arm){.successes = arms[i].successes, .failures = arms[i].failures};
}

void campaign_add_origin(const Campaign *campaign, const Candidate *candidate, StrBuf *out)
{
  breeder_add_origin(campaign_breeder_state(campaign), candidate, out);
}

/* --- events --- */

const char *campaign_present_end(const char *name)
{
  return strcmp(name, "hopeless") == 0 ? campaign_end_name(END_HOPELESS) : name;
}

const char *campaign_end_name(CampaignEnd end)
{
#define NAME(code, name) [code] = name,
  static const char *const names[] = {CAMPAIGN_END_LIST(NAME)};
#undef NAME
  assert(end < CAMPAIGN_END_COUNT);
  return names[end];
}

uint64_t campaign_time_ns(const Campaign *campaign)
{
  if (!campaign->started_ns) return campaign->before_ns;
  return (campaign->ended_ns ? campaign->ended_ns : clock_monotonic_ns()) - campaign->started_ns;
}

void campaign_tick_now(Campaign *campaign)
{
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_TICK, .urgent = true});
}

void campaign_tick(Campaign *campaign)
{
  uint64_t now = clock_monotonic_ns();
  if (now < campaign->tick_ns) return;
  campaign->tick_ns = now + CAMPAIGN_TICK_NS;
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_TICK});
}

/* What must not be lost is followed by a tick at once. */
void campaign_tell(Campaign *campaign, CampaignEvent event)
{
  if (event.kind == EVENT_BEST || event.news) campaign->tick_ns = 0;
  if (!campaign->sink.take) return;
  event.at_ns = campaign_time_ns(campaign);
  campaign->sink.take(campaign->sink.user, &event);
}

void campaign_tell_input(Campaign *campaign, const Candidate *candidate, CampaignEvent event)
{
  event.candidate = candidate;
  event.text = campaign->language->interface->text(candidate->instance, &event.length);
  campaign_tell(campaign, event);
}

/* --- when to stop --- */

bool campaign_time_is_up(const Campaign *campaign)
{
  uint64_t limit = campaign->options.time_ns;
  return limit && campaign_time_ns(campaign) + campaign_reserve_ns(campaign) >= limit;
}

bool campaign_solver_time_is_up(const Campaign *campaign)
{
  uint64_t limit = campaign->options.solver_ns;
  return limit && campaign->solver_ns + campaign->others_ns >= limit;
}

bool campaign_inputs_are_up(Campaign *campaign)
{
  return !campaign_may_begin(campaign, campaign->inputs);
}

/* The margin needs all solvers; bugs can be found as long as there is one. */
bool campaign_is_hopeless(const Campaign *campaign)
{
  size_t useless = 0;
  for (size_t i = 0; i < campaign->solver_count; i++) {
    if (health_is_missing(&campaign->health[i])) return true;
    useless += health_is_hopeless(&campaign->health[i]);
  }
  return campaign->options.objective == OBJECTIVE_BUGS ? useless == campaign->solver_count
                                                       : useless > 0;
}

/* At once: nothing comes of a campaign whose solvers do not start. */
static void warn_of_start(Campaign *campaign, size_t solver)
{
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text,
                "%s cannot be started: the program is gone, or there are too many processes or "
                "open files; the campaign ends if that goes on",
                campaign->options.solvers[solver].name);
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_WARNING, .message = strbuf_text(&text)});
  strbuf_deinit(&text);
}

void campaign_note_run(Campaign *campaign, size_t solver, OutcomeKind outcome, bool reused)
{
  assert(solver < campaign->solver_count);
  Health *health = &campaign->health[solver];
  health_note(health, outcome, reused);
  if (outcome == OUTCOME_NOT_STARTED && health->outcomes[OUTCOME_NOT_STARTED] == 1)
    warn_of_start(campaign, solver);
  if (health->complained || health_state(health) == HEALTH_FINE) return;
  health->complained = true;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%s ", campaign->options.solvers[solver].name);
  health_describe(health, &text);
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_WARNING, .message = strbuf_text(&text)});
  strbuf_deinit(&text);
}

/* --- pauses --- */

bool campaign_is_paused(const Campaign *campaign)
{
  return campaign->sink.paused && campaign->sink.paused(campaign->sink.user);
}

bool campaign_wait_paused(Campaign *campaign)
{
  const struct timespec moment = {.tv_nsec = 50000000};
  RunEvent event;
  while (campaign_is_paused(campaign)) {
    uint64_t begin = clock_monotonic_ns();
    nanosleep(&moment, NULL);
    if (supervisor_wait(campaign->sup, 0, &event) == RUN_EVENT_WOKEN) return false;
    campaign->started_ns += clock_monotonic_ns() - begin;
    campaign_tick(campaign);
  }
  return true;
}

/* --- size --- */

static void resize(Campaign *campaign, bool larger)
{
  campaign->since_gain = 0;
  if (campaign->language->interface->resize(campaign->language, larger))
    campaign_tell(campaign, (CampaignEvent){.kind = EVENT_RESIZED, .larger = larger});
}

void campaign_note_input(Campaign *campaign, bool gain)
{
  campaign->inputs++;
  campaign->since_gain = gain ? 0 : campaign->since_gain + 1;
  if (!campaign->options.adapt) return;
  if (gain || campaign->since_gain >= campaign->options.adapt) resize(campaign, !gain);
}

/* --- the whole --- */

CampaignEnd campaign_run(Campaign *campaign)
{
  /* Differences of the clock count: it does not matter whether it has run that long. */
  campaign->started_ns = clock_monotonic_ns() - campaign->before_ns;
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_STARTED});
  CampaignEnd end;
  do
    end = campaign->options.objective == OBJECTIVE_BUGS ? campaign_run_bugs(campaign)
                                                        : campaign_run_margin(campaign);
  while (end == END_INPUTS && campaign->shared && campaign->share.wait(campaign->share.user));
  campaign->ended_ns = clock_monotonic_ns();
  return end;
}

bool campaign_confirm(Campaign *campaign)
{
  campaign_tell(campaign, (CampaignEvent){.kind = EVENT_CONFIRMING});
  if (campaign->options.objective == OBJECTIVE_MARGIN && !campaign_confirm_best(campaign))
    return false;
  return campaign_confirm_groups(campaign);
}

CampaignState campaign_state(const Campaign *campaign)
{
  bool bugs = campaign->options.objective == OBJECTIVE_BUGS;
  const Breeder *breeder = campaign_breeder_state(campaign);
  return (CampaignState){
      .options = &campaign->options,
      .started_ns = campaign->started_ns,
      .ended_ns = campaign->ended_ns,
      .inputs = campaign->inputs,
      .void_inputs = campaign->void_inputs,
      .undecided = campaign->undecided,
      .queries = campaign->queries,
      .decided_queries = campaign->decided_queries,
      .runs = campaign->runs,
      .solver_ns = campaign->solver_ns,
      .misplaced = breeder->misplaced,
      .seeds = breeder->seeds.count,
      .tried_seeds = breeder_tried_seeds(breeder),
      .health = campaign->health,
      .inner = &breeder->inner,
      .outer = bugs ? &campaign->hunt.outer : &campaign->strategy.outer,
      .tweaks = &campaign->tweaks,
      .sizes = &breeder->sizes,
      .lift = &campaign->lift,
      .best = bugs ? NULL : campaign->strategy.best.instance,
      .best_number = bugs ? 0 : campaign->strategy.best.number,
      .record = campaign->record,
      .groups = &campaign->groups,
  };
}
