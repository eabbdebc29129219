#include "solve/portfolio/chooser.h"

#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "solve/select/selector_file.h"

static const double NS = 1e-9;
static const double FEATURE_SECONDS = 10;
static const double FOR_EVER = 1e9; /* seconds of a step without an end */

Status chooser_load_model(Chooser *chooser, const char *path, const FeatureOptions *features,
                          Error *error)
{
  FeatureOptions options = *features;
  options.seconds = FEATURE_SECONDS;
  *chooser = (Chooser){.selector = selector_load(path, error)};
  if (!chooser->selector) return error->status;
  chooser->source = source_create(&options, error);
  if (chooser->source) {
    chooser->selection = selection_create(chooser->selector);
    return STATUS_OK;
  }
  Status status = error->status;
  chooser_deinit(chooser);
  return status;
}

Status chooser_load_history(Chooser *chooser, const char *path, Error *error)
{
  *chooser = (Chooser){0};
  return history_open(&chooser->history, path, FEATURE_COUNT, error);
}

void chooser_deinit(Chooser *chooser)
{
  if (chooser->selection) selection_destroy(chooser->selection);
  if (chooser->selector) selector_destroy(chooser->selector);
  if (chooser->source) source_destroy(chooser->source);
  history_close(chooser->history);
  free(chooser->tries);
  free(chooser->used);
  *chooser = (Chooser){0};
}

bool chooser_counts_cpu(const Chooser *chooser)
{
  return chooser->selector && selector_counts_cpu(chooser->selector);
}

const Names *chooser_solvers(const Chooser *chooser)
{
  return chooser->selector ? selector_solvers(chooser->selector) : NULL;
}

/* --- models --- */

/* Slots are seconds more, steps are seconds in all. */
static void take_schedule(const Schedule *schedule, const PlanMember *members, TurnPlan *plan)
{
  turns_clear_steps(plan);
  for (size_t i = 0; i < schedule->count; i++) {
    uint32_t solver = schedule->slots[i].solver;
    double until = members ? members[solver].used : 0;
    for (size_t k = 0; k <= i; k++)
      if (schedule->slots[k].solver == solver) until += (double)schedule->slots[k].seconds;
    turns_add_step(plan, solver, fmin(until, FOR_EVER));
  }
}

/* Seconds for the rest. Of CPU time it is not known how much is ours. */
static double seconds_left(const Chooser *chooser, const PlanMember *members, size_t count)
{
  uint64_t now = clock_monotonic_ns();
  double left = chooser->cpu_seconds;
  for (size_t i = 0; i < count; i++) left -= members[i].used;
  if (chooser->deadline != UINT64_MAX)
    left = fmin(left, ((double)chooser->deadline - (double)now) * NS);
  return isinf(left) ? selector_limit(chooser->selector) : left;
}

static void revise_by_model(void *user, const PlanMember *members, TurnPlan *plan)
{
  Chooser *chooser = user;
  double left = seconds_left(chooser, members, plan->count);
  if (left <= 0) return;
  float *used = mem_alloc(plan->count, sizeof *used);
  for (size_t i = 0; i < plan->count; i++)
    used[i] = members[i].over ? INFINITY : (float)members[i].used;
  selection_replan(chooser->selection, used, left);
  take_schedule(&chooser->selection->schedule, members, plan);
  free(used);
}

/* Features must not take more than all the time there is. */
static double feature_seconds(double seconds)
{
  return seconds > 0 ? fmin(seconds, FEATURE_SECONDS) : FEATURE_SECONDS;
}

static void plan_by_model(Chooser *chooser, const char *path, const FileText *text, double seconds,
                          TurnPlan *plan)
{
  FeatureRow row = {0};
  SelectorBinding binding = {0};
  SelectorInput input = {0};
  Error *problem = &chooser->problem;
  Selector *selector = chooser->selector;
  source_set_limit(chooser->source, feature_seconds(seconds));
  problem->status = source_compute(chooser->source, path, text, &row, problem);
  input.logic = row.logic;
  if (problem->status == STATUS_OK)
    problem->status = selector_bind(selector, source_names(chooser->source), &binding, problem);
  if (problem->status == STATUS_OK)
    problem->status = selector_need(selector, row.logic, false, problem);
  if (problem->status == STATUS_OK) input = (SelectorInput){row.logic, row.values.items, &binding};
  double limit = seconds > 0 ? seconds : selector_limit(selector);
  selection_predict(chooser->selection, &input, limit);
  for (size_t i = 0; i < plan->count; i++) plan->order[i] = chooser->selection->ranking[i];
  take_schedule(&chooser->selection->schedule, NULL, plan);
  plan->revise = revise_by_model;
  VEC_FREE(&binding.place);
  feature_row_free(&row);
}

/* --- histories --- */

static HistoryQuery query_of(const Chooser *chooser)
{
  return (HistoryQuery){chooser->features.logic, chooser->features.values};
}

static void rank_by_history(Chooser *chooser, const double *used, TurnPlan *plan)
{
  HistoryQuery query = query_of(chooser);
  double *expected = mem_alloc(plan->count, sizeof *expected);
  history_rank(chooser->history, &query, chooser->names, plan->count, used, plan->order, expected);
  free(expected);
}

static void revise_by_history(void *user, const PlanMember *members, TurnPlan *plan)
{
  Chooser *chooser = user;
  for (size_t i = 0; i < plan->count; i++) chooser->used[i] = members[i].used;
  rank_by_history(chooser, chooser->used, plan);
}

static void plan_by_history(Chooser *chooser, const FileText *text, double seconds, TurnPlan *plan)
{
  features_compute(text->bytes, text->length, feature_seconds(seconds), &chooser->features);
  free(chooser->tries);
  free(chooser->used);
  chooser->tries = mem_alloc_zero(plan->count, sizeof *chooser->tries);
  chooser->used = mem_alloc_zero(plan->count, sizeof *chooser->used);
  rank_by_history(chooser, NULL, plan);
  plan->revise = revise_by_history;
}

void chooser_take(Chooser *chooser, const PortfolioNews *news)
{
  if (!chooser->tries) return;
  assert(news->solver < chooser->count);
  HistoryTry *attempt = &chooser->tries[news->solver];
  switch (news->kind) {
  case NEWS_STOPPED: *attempt = (HistoryTry){TRY_FAILED, news->seconds}; break;
  case NEWS_ENDED:
    /* What we have ended ourselves says nothing but that it had not answered when it was stopped before. */
    if (news->reply->outcome == OUTCOME_KILLED) break;
    attempt->result = news->reply->complete && !news->reply->wrong ? TRY_SOLVED : TRY_FAILED;
    attempt->seconds = news->seconds;
    break;
  case NEWS_WRONG: *attempt = (HistoryTry){TRY_WRONG, news->seconds}; break;
  default: break;
  }
}

Status chooser_finish(Chooser *chooser, Error *error)
{
  if (!chooser->tries) return STATUS_OK;
  HistoryQuery query = query_of(chooser);
  Status status =
      history_add(chooser->history, &query, chooser->names, chooser->tries, chooser->count, error);
  free(chooser->tries);
  chooser->tries = NULL;
  return status;
}

/* --- both --- */

void chooser_plan(Chooser *chooser, const char *const *names, size_t count, const char *path,
                  const FileText *text, double seconds, double cpu_seconds, TurnPlan *plan)
{
  assert(plan->count == count && seconds >= 0 && cpu_seconds >= 0);
  chooser->names = names;
  chooser->count = count;
  chooser->deadline = seconds > 0 ? clock_monotonic_ns() + (uint64_t)(seconds / NS) : UINT64_MAX;
  chooser->cpu_seconds = cpu_seconds > 0 ? cpu_seconds : INFINITY;
  if (cpu_seconds > 0 && (seconds == 0 || cpu_seconds < seconds)) seconds = cpu_seconds;
  plan->user = chooser;
  if (chooser->selector) plan_by_model(chooser, path, text, seconds, plan);
  if (chooser->history) plan_by_history(chooser, text, seconds, plan);
}
