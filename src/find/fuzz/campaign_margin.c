/* Campaigns that look for the input with the largest margin. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "find/fuzz/campaign_internal.h"
#include "run/process/meter.h"

/* What all runs on an instance have in common. */
typedef struct {
  const char *text;
  size_t length;
  ScriptTraits traits;
} MeasuredInput;

/* An input that is being measured. */
typedef struct {
  Candidate *candidate; /* NULL: none */
  MeasuredInput input;
  VEC(Measurement) measured; /* its runs, to be counted when it is done, */
  VEC(size_t) solvers;       /* of these solvers */
  VEC(Failure) failures;     /* among them */
  Trial trial;
  TrialRun run;
  SolveRequest request;
} Slot;

typedef struct {
  Campaign *campaign;
  SolvePool *pool;
  Slot *slots;
  size_t busy;
} Round;

/* --- runs --- */

static uint64_t ns_of_seconds(double seconds)
{
  return seconds < 1e-3 ? 1000000 : (uint64_t)(seconds * 1e9);
}

/* The limit of the run is one of what counts; the others are those of the campaign. */
static RunLimits limits_of(const Campaign *campaign, const TrialRun *run)
{
  RunLimits limits = campaign->options.limits;
  switch (campaign->plan.rule.cost) {
  case COST_CPU: limits.cpu_ns = ns_of_seconds(run->limit); break;
  case COST_WALL: limits.wall_ns = ns_of_seconds(run->limit); break;
  case COST_MEMORY: limits.memory_bytes = (uint64_t)(run->limit * (1 << 20)) + 1; break;
  default: break;
  }
  return limits;
}

static MeasuredInput measured_input_of(const Campaign *campaign, const Instance *instance)
{
  const LanguageInterface *interface = campaign->language->interface;
  MeasuredInput input;
  input.text = interface->text(instance, &input.length);
  input.traits = interface->traits(input.text, input.length);
  return input;
}

static SolveRequest request_of(const Campaign *campaign, const MeasuredInput *input,
                               const TrialRun *run)
{
  return (SolveRequest){.solver = &campaign->options.solvers[run->solver],
                        .bytes = input->text,
                        .length = input->length,
                        .traits = input->traits,
                        .limits = limits_of(campaign, run),
                        .counter = campaign->plan.rule.cost == COST_COUNTER};
}

/* The peak of a program that is smaller than we are and ends soon is hardly known: it is not more than ours, which is what counts
 * where a used process must not seem to need more than it. */
static void bound_peak(const Campaign *campaign, size_t solver, Measurement *measured)
{
  uint64_t own = meter_own_peak_bytes();
  bool fresh = campaign->plan.rule.queries && solver >= campaign->plan.targets;
  if (fresh && measured->peak_bytes < own) measured->peak_bytes = own;
}

static Measurement measure(const Campaign *campaign, const TrialRun *run, const Outcome *outcome)
{
  Measurement measured = measurement_of(outcome);
  const ScoreRule *rule = &campaign->plan.rule;
  bound_peak(campaign, run->solver, &measured);
  OutcomeKind limit = rule->cost == COST_MEMORY ? OUTCOME_MEMORY : OUTCOME_TIMEOUT;
  measured.cut = outcome->kind == limit && rule->cost != COST_COUNTER && run->limit < rule->limit;
  return measured;
}

/* --- what has to be judged --- */

static bool contradict(const Campaign *campaign, const Trial *trial)
{
  bool sat = false, unsat = false;
  for (size_t i = 0; i < campaign->solver_count; i++) {
    if (!trial->measured[i].ran) continue;
    sat |= trial->measured[i].outcome == OUTCOME_SAT;
    unsat |= trial->measured[i].outcome == OUTCOME_UNSAT;
  }
  return sat && unsat;
}

static void keep_suspect(Campaign *campaign, const Candidate *candidate)
{
  Suspect suspect = {.candidate = *candidate};
  const char *text = campaign->language->interface->text(candidate->instance, &suspect.length);
  suspect.candidate.instance = NULL;
  suspect.text = mem_copy_string(text, suspect.length);
  VEC_PUSH(&campaign->suspects, suspect);
}

/* --- slots --- */

static void start_run(Round *round, Slot *slot)
{
  slot->request = request_of(round->campaign, &slot->input, &slot->run);
  slot->request.user = slot;
  solve_pool_start(round->pool, &slot->request);
}

static void start_input(Round *round, Slot *slot)
{
  assert(!slot->candidate && round->busy < round->campaign->options.jobs);
  Campaign *campaign = round->campaign;
  *slot = (Slot){.candidate = campaign_open_input(campaign)};
  slot->input = measured_input_of(campaign, slot->candidate->instance);
  TrialBars bars = strategy_bars(&campaign->strategy, slot->candidate);
  bars.patience = campaign->patience.limit;
  trial_init(&slot->trial, &campaign->plan, bars);
  round->busy++;
  trial_next(&slot->trial, &slot->run);
  start_run(round, slot);
}

static void free_slot(Round *round, Slot *slot)
{
  assert(slot->candidate && round->busy);
  for (size_t i = 0; i < slot->failures.count; i++) free(slot->failures.items[i].group);
  VEC_FREE(&slot->failures);
  VEC_FREE(&slot->measured);
  VEC_FREE(&slot->solvers);
  trial_deinit(&slot->trial);
  slot->candidate = NULL;
  round->busy--;
}

/* One that was stopped might have decided. */
static bool is_undecided(const Campaign *campaign, const Trial *trial)
{
  for (size_t i = 0; i < campaign->solver_count; i++) {
    const Measurement *measured = &trial->measured[i];
    if (measured->cut || (measured->ran && outcome_is_decided(measured->outcome))) return false;
  }
  return true;
}

/* Only what is done is counted: what is interrupted will run again. True: it should be judged. */
static bool count_runs(Campaign *campaign, Slot *slot)
{
  bool suspicious = false;
  for (size_t i = 0; i < slot->measured.count; i++) {
    const Measurement *measured = &slot->measured.items[i];
    campaign->runs++;
    campaign->solver_ns += measured->cpu_ns;
    if (!measured->cut)
      campaign_note_run(campaign, slot->solvers.items[i], measured->outcome, measured->reused);
  }
  for (size_t i = 0; i < slot->failures.count; i++)
    suspicious |= campaign_is_suspicious(campaign, slot->failures.items[i]);
  slot->failures.count = 0;
  return suspicious;
}

static void finish_input(Round *round, Slot *slot)
{
  Campaign *campaign = round->campaign;
  Trial *trial = &slot->trial;
  double margin = trial->state == TRIAL_BETTER ? trial->margin : -INFINITY;
  double bar = strategy_bars(&campaign->strategy, slot->candidate).least;
  bool better = margin > bar && margin > campaign->strategy.best.margin;
  campaign->void_inputs += trial->state == TRIAL_VOID;
  campaign->undecided += is_undecided(campaign, trial);
  patience_note(&campaign->patience, trial->bars.patience, trial->note);
  if (count_runs(campaign, slot) || contradict(campaign, trial))
    keep_suspect(campaign, slot->candidate);
  campaign_tell_input(
      campaign, slot->candidate,
      (CampaignEvent){.kind = EVENT_DONE, .margin = margin, .reward = margin > bar});
  if (better) {
    campaign->record.margin = margin;
    memcpy(campaign->record.measured, trial->measured,
           campaign->solver_count * sizeof *trial->measured);
    campaign_tell_input(campaign, slot->candidate,
                        (CampaignEvent){.kind = EVENT_BEST, .margin = margin});
  }
  lift_take(&campaign->lift, campaign->language, slot->candidate->instance, margin > bar);
  campaign_set_clock(campaign, slot->candidate->number);
  trial_note_references(trial, &campaign->plan);
  TrialResult result = trial_result(trial);
  strategy_learn(&campaign->strategy, slot->candidate, &result);
  strategy_take(&campaign->strategy, slot->candidate, margin);
  campaign_note_input(campaign, better);
  campaign_close_input(campaign, slot->candidate);
  free_slot(round, slot);
}

/* The time that counts is that of the processor, if it is limited. */
static void tell_run(Campaign *campaign, const Slot *slot, const Outcome *outcome,
                     const Measurement *measured)
{
  const RunLimits *limits = &slot->request.limits;
  CampaignRun run = {.solver = slot->run.solver,
                     .measured = *measured,
                     .exit_code = outcome->run.exit_code,
                     .signal = outcome->run.signal,
                     .limit_ns = limits->cpu_ns ? limits->cpu_ns : limits->wall_ns};
  campaign_tell(campaign,
                (CampaignEvent){.kind = EVENT_RUN, .candidate = slot->candidate, .run = &run});
}

static void note_run(Slot *slot, const Outcome *outcome, const Measurement *measured)
{
  VEC_PUSH(&slot->measured, *measured);
  VEC_PUSH(&slot->solvers, slot->run.solver);
  if (!outcome_is_failure(outcome->kind)) return;
  const char *group = outcome->group ? outcome->group : "";
  Failure failure = {.solver = slot->run.solver,
                     .outcome = outcome->kind,
                     .group = mem_copy_string(group, strlen(group))};
  VEC_PUSH(&slot->failures, failure);
}

static void take_result(Round *round, RunResult *result)
{
  Slot *slot = result->user;
  Campaign *campaign = round->campaign;
  Outcome outcome;
  outcome_read(&slot->request, result, &outcome);
  Measurement measured = measure(campaign, &slot->run, &outcome);
  tell_run(campaign, slot, &outcome, &measured);
  note_run(slot, &outcome, &measured);
  outcome_deinit(&outcome);
  trial_take(&slot->trial, &measured);
  if (trial_next(&slot->trial, &slot->run))
    start_run(round, slot);
  else
    finish_input(round, slot);
}

/* --- the loop --- */

/* No input can be better by the gain that is asked for. */
static bool is_perfect(const Campaign *campaign)
{
  const Member *best = &campaign->strategy.best;
  return best->instance && score_bar(&campaign->options.strategy.least, best->margin) >=
                               score_perfect(&campaign->plan.rule, 1);
}

static bool is_over(Campaign *campaign, CampaignEnd *end)
{
  if (campaign->told)
    *end = campaign->told_end;
  else if (campaign_time_is_up(campaign))
    *end = END_TIME;
  else if (campaign_solver_time_is_up(campaign))
    *end = END_SOLVER_TIME;
  else if (is_perfect(campaign))
    *end = END_PERFECT;
  else if (campaign_inputs_are_up(campaign))
    *end = END_INPUTS;
  else if (campaign_is_hopeless(campaign))
    *end = END_HOPELESS;
  else
    return false;
  return true;
}

static bool has_room(const Round *round)
{
  const CampaignOptions *options = &round->campaign->options;
  if (round->busy == options->jobs) return false;
  return campaign_may_begin(round->campaign, round->campaign->inputs + round->busy);
}

/* Judging has a pool of its own, beside which there can be no other. */
static bool judge_suspects(Round *round)
{
  solve_pool_destroy(round->pool);
  bool uninterrupted = campaign_judge_suspects(round->campaign);
  round->pool = solve_pool_create(round->campaign->sup, round->campaign->options.mode);
  return uninterrupted;
}

/* While something waits to be judged nothing new begins. False: supervisor_wake was called. */
static bool start_inputs(Round *round)
{
  Campaign *campaign = round->campaign;
  if ((campaign->suspects.count || campaign_is_paused(campaign)) && round->busy) return true;
  if (!campaign_wait_paused(campaign)) return false;
  if (campaign->suspects.count && !judge_suspects(round)) return false;
  for (size_t i = 0; has_room(round) && i < campaign->options.jobs; i++)
    if (!round->slots[i].candidate) start_input(round, &round->slots[i]);
  return true;
}

/* What is in progress is for later. */
static void end_all(Round *round)
{
  RunEvent event;
  supervisor_cancel_all(round->campaign->sup);
  while (solve_pool_pending(round->pool))
    if (solve_pool_wait(round->pool, SUPERVISOR_FOREVER, &event) == RUN_EVENT_FINISHED)
      run_result_deinit(&event.result);
  for (size_t i = 0; i < round->campaign->options.jobs; i++)
    if (round->slots[i].candidate) free_slot(round, &round->slots[i]);
  campaign_postpone_inputs(round->campaign);
}

static CampaignEnd run_inputs(Round *round)
{
  Campaign *campaign = round->campaign;
  CampaignEnd end;
  while (!is_over(campaign, &end)) {
    if (!start_inputs(round)) return END_INTERRUPTED;
    RunEvent event;
    RunEventKind kind = solve_pool_wait(round->pool, CAMPAIGN_TICK_NS, &event);
    if (kind == RUN_EVENT_WOKEN) return END_INTERRUPTED;
    if (kind == RUN_EVENT_FINISHED) take_result(round, &event.result);
    campaign_tick(campaign);
  }
  return end;
}

CampaignEnd campaign_run_margin(Campaign *campaign)
{
  Round round = {.campaign = campaign,
                 .pool = solve_pool_create(campaign->sup, campaign->options.mode)};
  round.slots = mem_alloc_zero(campaign->options.jobs, sizeof *round.slots);
  CampaignEnd end = run_inputs(&round);
  end_all(&round);
  solve_pool_destroy(round.pool);
  if (end != END_INTERRUPTED && campaign->suspects.count && !campaign_judge_suspects(campaign))
    end = END_INTERRUPTED;
  campaign_tell_suspects(campaign);
  free(round.slots);
  return end;
}

/* --- the best, once more --- */

bool campaign_measure(Campaign *campaign, const Instance *instance, Measurement *measured,
                      double *margin)
{
  assert(instance);
  Trial trial;
  TrialRun run;
  bool uninterrupted = true;
  MeasuredInput input = measured_input_of(campaign, instance);
  trial_init(&trial, &campaign->plan, (TrialBars){.least = -INFINITY, .confirm = -INFINITY});
  while (uninterrupted && trial_next(&trial, &run)) {
    SolveRequest request = request_of(campaign, &input, &run);
    Outcome outcome;
    uninterrupted = outcome_solve(campaign->sup, &request, &outcome);
    Measurement result = measure(campaign, &run, &outcome);
    outcome_deinit(&outcome);
    if (uninterrupted) trial_take(&trial, &result);
  }
  *margin = trial.state == TRIAL_BETTER ? trial.margin : -INFINITY;
  if (uninterrupted && measured)
    memcpy(measured, trial.measured, campaign->solver_count * sizeof *measured);
  trial_deinit(&trial);
  return uninterrupted;
}

bool campaign_confirm_best(Campaign *campaign)
{
  BestRecord *record = &campaign->record;
  const Instance *best = campaign->strategy.best.instance;
  if (!best) return true;
  record->alone = campaign_measure(campaign, best, record->alone_measured, &record->alone_margin);
  return record->alone;
}
