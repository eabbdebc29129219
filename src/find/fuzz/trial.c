#include "find/fuzz/trial.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

void trial_init(Trial *trial, const TrialPlan *plan, TrialBars bars)
{
  assert(plan->targets && plan->runs && plan->rule.limit > 0);
  assert(bars.patience >= 0 && bars.patience < plan->rule.limit);
  size_t count = plan->targets + plan->references;
  *trial = (Trial){.plan = plan, .bars = bars, .margin = -INFINITY};
  trial->measured = mem_alloc_zero(count, sizeof *trial->measured);
  trial->run_counts = mem_alloc_zero(count, sizeof *trial->run_counts);
}

void trial_deinit(Trial *trial)
{
  free(trial->measured);
  free(trial->run_counts);
}

/* --- what is known so far --- */

/* The minimum score of the targets that have run, or the most that there is. */
static double least_target(const Trial *trial)
{
  double least = score_perfect(&trial->plan->rule, 1);
  for (size_t i = 0; i < trial->plan->targets; i++)
    if (trial->measured[i].ran)
      least = fmin(least, score_target(&trial->plan->rule, &trial->measured[i]));
  return least;
}

/* What a reference that has not run will need at least, as far as it is known. */
static double least_expected(const TrialPlan *plan)
{
  static const double FASTER = 0.8;
  return FASTER * plan->least_reference;
}

/* The largest score of the references that have run; of the others the least. */
static double largest_reference(const Trial *trial)
{
  const TrialPlan *plan = trial->plan;
  double largest = 0;
  for (size_t i = plan->targets; i < plan->targets + plan->references; i++)
    largest =
        fmax(largest, trial->measured[i].ran ? score_reference(&plan->rule, &trial->measured[i])
                                             : least_expected(plan));
  return largest;
}

/* The first round settles what each solver can do within the full limit. With the best of several runs a
 * later one may still lower what a reference needs, so that only the first round is bounded by it. */
static double reference_limit(const Trial *trial)
{
  double full = trial->plan->rule.limit, patience = trial->bars.patience;
  if (trial->round > 0) return full;
  double left =
      (least_target(trial) - trial->bars.least) / score_reference_factor(&trial->plan->rule);
  return fmin(left, patience > 0 ? patience : full);
}

/* A target that decides is too fast: all of its limit is what it takes to win. Of clean-up the reference is one query of many. */
static bool references_first(const Trial *trial)
{
  if (trial->bars.patience > 0) return trial->round == 0;
  if (trial->plan->rule.queries) return trial->round == 0;
  return trial->bars.alike && trial->round == 0 && trial->bars.least >= trial->plan->rule.limit;
}

static size_t next_solver(const Trial *trial)
{
  const TrialPlan *plan = trial->plan;
  size_t shift = references_first(trial) ? plan->targets : 0;
  return (trial->next + shift) % (plan->targets + plan->references);
}

bool trial_next(const Trial *trial, TrialRun *run)
{
  if (trial->state != TRIAL_RUNNING) return false;
  size_t solver = next_solver(trial);
  bool is_target = solver < trial->plan->targets;
  *run = (TrialRun){solver, is_target ? trial->plan->rule.limit : reference_limit(trial)};
  return true;
}

/* --- several runs of a solver --- */

static uint64_t merged(const Trial *trial, uint64_t old, uint64_t new, uint32_t count)
{
  if (trial->plan->merge == RUNS_BEST) return new < old ? new : old;
  double mean = ((double)old * count + (double)new) / (count + 1.0);
  return (uint64_t)llround(mean);
}

/* A run that decides is better than one that does not. Of the mean, one that does not decide makes the
 * whole undecided. */
static bool new_outcome_stands(const Trial *trial, const Measurement *old, const Measurement *new)
{
  bool before = outcome_is_decided(old->outcome), now = outcome_is_decided(new->outcome);
  return trial->plan->merge == RUNS_BEST ? now && !before : before && !now;
}

static void merge(const Trial *trial, Measurement *old, const Measurement *new, uint32_t count)
{
  bool same = outcome_is_decided(old->outcome) == outcome_is_decided(new->outcome);
  if (!same) {
    if (new_outcome_stands(trial, old, new)) *old = *new;
    return;
  }
  old->wall_ns = merged(trial, old->wall_ns, new->wall_ns, count);
  old->cpu_ns = merged(trial, old->cpu_ns, new->cpu_ns, count);
  old->peak_bytes = merged(trial, old->peak_bytes, new->peak_bytes, count);
  if (new->has_counter) old->counter = merged(trial, old->counter, new->counter, count);
}

/* --- going on --- */

static double margin_so_far(const Trial *trial)
{
  return least_target(trial) - largest_reference(trial);
}

static void finish(Trial *trial, TrialState state)
{
  trial->state = state;
  trial->margin = margin_so_far(trial);
}

/* All solvers have run in this round. */
static void end_round(Trial *trial)
{
  trial->round++;
  if (trial->round == trial->plan->runs || margin_so_far(trial) <= trial->bars.confirm)
    finish(trial, TRIAL_BETTER);
  else
    trial->next = 0;
}

static void step(Trial *trial)
{
  const TrialPlan *plan = trial->plan;
  size_t count = plan->targets + plan->references;
  trial->next++;
  bool round_ends = trial->next == count;
  /* In later rounds a solver that has not run again may still do better. */
  bool known = trial->round == 0 || round_ends;
  if (known && margin_so_far(trial) <= trial->bars.least)
    finish(trial, TRIAL_BEATEN);
  else if (round_ends)
    end_round(trial);
}

/* A reference was stopped or does not decide: the input cannot win, and how much harder it is for targets is not known. */
static void end_by_reference(Trial *trial, const Measurement *last)
{
  double limit = trial->plan->rule.limit, patience = trial->bars.patience;
  if (last->cut && patience > 0 && reference_limit(trial) == patience)
    trial->note = PATIENCE_DROPPED;
  bool hard = last->outcome == OUTCOME_TIMEOUT && least_target(trial) >= limit;
  if (hard && patience == 0 && !references_first(trial)) trial->note = PATIENCE_WASTED;
  trial->state = TRIAL_BEATEN;
  trial->margin = -INFINITY;
}

static void note(Trial *trial, size_t solver, const Measurement *measured)
{
  uint32_t before = trial->run_counts[solver]++;
  if (before == 0)
    trial->measured[solver] = *measured;
  else
    merge(trial, &trial->measured[solver], measured, before);
}

void trial_take(Trial *trial, const Measurement *measured)
{
  assert(trial->state == TRIAL_RUNNING && measured->ran);
  size_t solver = next_solver(trial);
  bool is_reference = solver >= trial->plan->targets;
  assert(is_reference || !measured->cut);
  if (!measured->cut && !score_counts(&trial->plan->rule, measured)) {
    trial->measured[solver] = *measured;
    trial->state = TRIAL_VOID;
    trial->culprit = solver;
    return;
  }
  note(trial, solver, measured);
  if (is_reference && !outcome_is_decided(trial->measured[solver].outcome))
    end_by_reference(trial, measured);
  else
    step(trial);
}

static void add_reference(const ScoreRule *rule, const Measurement *measured, TrialResult *result)
{
  double score = measured->cut ? score_reference_factor(rule) * score_cost(rule, measured)
                               : score_reference(rule, measured);
  if (result->reference_ran && score <= result->reference) return;
  result->reference = score;
  result->reference_stopped = measured->cut;
  result->reference_ran = true;
}

TrialResult trial_result(const Trial *trial)
{
  assert(trial->state != TRIAL_RUNNING);
  const TrialPlan *plan = trial->plan;
  TrialResult result = {.margin = trial->margin};
  result.is_void = trial->state == TRIAL_VOID;
  result.dropped = trial->note == PATIENCE_DROPPED;
  if (result.is_void) return result;
  for (size_t i = 0; i < plan->targets; i++) result.target_ran |= trial->measured[i].ran;
  if (result.target_ran) result.target = least_target(trial);
  for (size_t i = plan->targets; i < plan->targets + plan->references; i++)
    if (trial->measured[i].ran) add_reference(&plan->rule, &trial->measured[i], &result);
  return result;
}

void trial_note_references(const Trial *trial, TrialPlan *plan)
{
  assert(trial->plan == plan);
  for (size_t i = plan->targets; i < plan->targets + plan->references; i++) {
    const Measurement *measured = &trial->measured[i];
    if (!measured->ran || measured->cut || !score_solved(&plan->rule, measured)) continue;
    double score = score_reference(&plan->rule, measured);
    if (plan->least_reference <= 0 || score < plan->least_reference) plan->least_reference = score;
  }
}
