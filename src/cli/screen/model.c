#include "cli/screen/model.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "record/report/title.h"

static const uint64_t SECOND_NS = 1000000000;

const char *screen_column_name(ScreenColumn column)
{
#define NAME(code, name) [code] = name,
  static const char *const names[] = {SCREEN_COLUMN_LIST(NAME)};
#undef NAME
  assert(column < SCREEN_COLUMNS);
  return names[column];
}

/* --- life --- */

void screen_model_init(ScreenModel *model, const CampaignSetup *setup, const char *folder)
{
  *model = (ScreenModel){.objective = spec_objective_words[setup->spec->objective],
                         .logic = setup->logic,
                         .folder = folder,
                         .language = setup->language,
                         .margin = setup->options.objective == OBJECTIVE_MARGIN,
                         .unit = cost_unit(setup->options.rule.cost),
                         .time_ns = setup->options.time_ns,
                         .inputs_limit = setup->options.inputs,
                         .jobs = setup->options.jobs,
                         .best = -INFINITY};
  for (size_t i = 0; i < setup->solvers.count; i++)
    VEC_PUSH(&model->solvers, ((ScreenSolver){.name = setup->solvers.items[i].name}));
}

static void free_finding(ScreenFinding *finding)
{
  free(finding->title);
  free(finding->answers);
  free(finding->text);
}

void screen_model_deinit(ScreenModel *model)
{
  for (size_t i = 0; i < model->notes.count; i++) free(model->notes.items[i].text);
  VEC_FREE(&model->notes);
  VEC_FREE(&model->points);
  VEC_FREE(&model->solvers);
  free(model->subject);
  free(model->progress);
  free_finding(&model->last);
}

/* --- texts --- */

static void set_text(char **place, const char *text)
{
  free(*place);
  *place = text ? mem_copy_string(text, strlen(text)) : NULL;
}

void screen_model_progress(ScreenModel *model, const char *text)
{
  set_text(&model->progress, text);
}

void screen_model_note(ScreenModel *model, const char *text)
{
  assert(text && model->notes.count <= SCREEN_NOTES);
  if (model->notes.count == SCREEN_NOTES) {
    free(model->notes.items[0].text);
    model->notes.count--;
    memmove(model->notes.items, model->notes.items + 1,
            model->notes.count * sizeof *model->notes.items);
  }
  ScreenNote note = {model->now_ns, mem_copy_string(text, strlen(text))};
  VEC_PUSH(&model->notes, note);
}

/* --- what was found --- */

static void set_input(ScreenFinding *finding, const char *text, size_t length, bool reduced)
{
  free(finding->text);
  finding->text =
      text ? mem_copy_string(text, length < SCREEN_TEXT_MAX ? length : SCREEN_TEXT_MAX) : NULL;
  finding->reduced = reduced;
}

static void take_finding(ScreenModel *model, const CampaignEvent *event, const CampaignState *state)
{
  assert(event->finding && event->group);
  const Finding *finding = event->finding;
  StrBuf title;
  if (!event->news || event->group->known) return;
  strbuf_init(&title, 0);
  title_add_finding(&title, finding);
  model->last.number = group_number(state->groups, event->group);
  model->last.at_ns = model->new_ns = event->at_ns;
  set_text(&model->last.title, strbuf_text(&title));
  set_text(&model->last.answers, event->answers);
  set_input(&model->last, event->text, event->length, false);
  strbuf_deinit(&title);
}

static void take_best(ScreenModel *model, const CampaignEvent *event)
{
  assert(event->candidate);
  model->best = event->margin;
  model->best_number = event->candidate->number;
  model->new_ns = event->at_ns;
  VEC_PUSH(&model->points, ((ScreenPoint){event->at_ns, event->margin}));
  if (model->last.number) return;
  StrBuf title;
  strbuf_init(&title, 0);
  strbuf_printf(&title, "margin %.3f %s, input %ju", event->margin, model->unit,
                (uintmax_t)event->candidate->number);
  model->last.at_ns = event->at_ns;
  set_text(&model->last.title, strbuf_text(&title));
  set_input(&model->last, event->text, event->length, false);
  strbuf_deinit(&title);
}

/* --- phases --- */

static void set_phase(ScreenModel *model, ScreenPhase phase)
{
  assert(phase <= PHASE_CONFIRMING);
  if (model->phase == phase && phase != PHASE_REDUCING) return;
  if (model->phase == PHASE_REDUCING)
    model->reducing_ns += model->clock_ns - model->reducing_clock_ns;
  model->phase = phase;
  model->reducing_clock_ns = model->clock_ns;
  set_text(&model->subject, NULL);
  set_text(&model->progress, NULL);
}

void screen_model_pause(ScreenModel *model, bool paused, uint64_t clock_ns)
{
  if (model->paused && !paused) model->paused_ns += clock_ns - model->paused_clock_ns;
  if (paused && !model->paused) model->paused_clock_ns = clock_ns;
  model->paused = paused;
}

static void take_reducing(ScreenModel *model, const CampaignEvent *event,
                          const CampaignState *state)
{
  StrBuf name;
  strbuf_init(&name, 0);
  if (event->group)
    strbuf_printf(&name, "finding-%02zu", group_number(state->groups, event->group));
  else
    strbuf_add_text(&name, "the best input");
  set_phase(model, PHASE_REDUCING);
  set_text(&model->subject, strbuf_text(&name));
  strbuf_deinit(&name);
}

static void take_reduced(ScreenModel *model, const CampaignEvent *event, const CampaignState *state)
{
  size_t number = event->group ? group_number(state->groups, event->group) : 0;
  if (event->text && model->last.title && number == model->last.number)
    set_input(&model->last, event->text, event->length, true);
  set_phase(model, PHASE_FUZZING);
}

/* --- counts --- */

static ScreenColumn column_of(OutcomeKind outcome)
{
  switch (outcome) {
  case OUTCOME_SAT: return COLUMN_SAT;
  case OUTCOME_UNSAT: return COLUMN_UNSAT;
  case OUTCOME_UNKNOWN: return COLUMN_UNKNOWN;
  case OUTCOME_TIMEOUT: return COLUMN_TIMEOUT;
  case OUTCOME_CRASH: return COLUMN_CRASH;
  default: return COLUMN_OTHER;
  }
}

static void take_run(ScreenModel *model, const CampaignRun *run)
{
  assert(run->solver < model->solvers.count);
  model->solver_wall_ns += run->measured.wall_ns;
  model->solvers.items[run->solver].counts[COLUMN_STOPPED] += run->measured.cut;
}

/* All of the campaign, also of other processes; only what was stopped is counted by take_run. */
static void count_outcomes(ScreenModel *model, const CampaignState *state)
{
  for (size_t i = 0; i < model->solvers.count; i++) {
    ScreenSolver *solver = &model->solvers.items[i];
    for (ScreenColumn column = 0; column < SCREEN_COLUMNS; column++)
      if (column != COLUMN_STOPPED) solver->counts[column] = 0;
    for (OutcomeKind kind = 0; kind < OUTCOME_COUNT; kind++)
      solver->counts[column_of(kind)] += state->health[i].outcomes[kind];
  }
}

static void count_groups(ScreenModel *model, const FindingGroups *groups)
{
  size_t before = model->groups;
  model->groups = 0;
  memset(model->kinds, 0, sizeof model->kinds);
  for (size_t i = 0; i < groups->count; i++) {
    const FindingGroup *group = &groups->items[i];
    if (!group->count || group->known) continue;
    model->groups++;
    assert(group->kind < FINDING_COUNT);
    model->kinds[group->kind]++;
  }
  if (!model->margin && model->groups != before)
    VEC_PUSH(&model->points, ((ScreenPoint){model->now_ns, (double)model->groups}));
}

static void rank_arms(ScreenModel *model, const Agent *agent)
{
  model->arm_count = 0;
  if (!agent->pulls) return;
  size_t *order = mem_alloc(agent->count, sizeof *order);
  agent_rank(agent, order);
  for (size_t i = 0; i < agent->count && model->arm_count < SCREEN_ARMS; i++) {
    Arm arm = agent_arm(agent, order[i]);
    if (arm.rewards <= 0) continue;
    model->arms[model->arm_count++] =
        (ScreenArm){model->language->interface->construct(model->language, order[i]).name,
                    agent_belief(agent, order[i], 0.95).mean, arm.pulls};
  }
  free(order);
}

static void sample(ScreenModel *model)
{
  assert(model->sample_count <= SCREEN_SAMPLES);
  const ScreenPoint *last = model->sample_count ? &model->samples[model->sample_count - 1] : NULL;
  if (last && model->now_ns < last->at_ns + SECOND_NS) return;
  if (model->sample_count == SCREEN_SAMPLES)
    memmove(model->samples, model->samples + 1, --model->sample_count * sizeof *model->samples);
  model->samples[model->sample_count++] = (ScreenPoint){model->now_ns, (double)model->inputs};
}

static void take_tick(ScreenModel *model, const CampaignState *state)
{
  model->inputs = state->inputs;
  model->seeds = state->seeds;
  model->tried_seeds = state->tried_seeds;
  model->unsolved = state->undecided;
  model->no_margin = state->void_inputs;
  if (state->best && !isfinite(model->best)) { /* one that was resumed */
    model->best = state->record.margin;
    model->best_number = state->best_number;
    VEC_PUSH(&model->points, ((ScreenPoint){0, model->best}));
  }
  count_outcomes(model, state);
  count_groups(model, state->groups);
  rank_arms(model, state->inner);
  sample(model);
}

void screen_model_take(ScreenModel *model, const CampaignEvent *event, const CampaignState *state,
                       uint64_t clock_ns)
{
  model->now_ns = event->at_ns;
  model->clock_ns = clock_ns;
  model->ended = state->ended_ns > 0;
  switch (event->kind) {
  case EVENT_STARTED: model->first_clock_ns = clock_ns; break;
  case EVENT_INPUT: set_phase(model, PHASE_FUZZING); break;
  case EVENT_RUN: take_run(model, event->run); break;
  case EVENT_BEST: take_best(model, event); break;
  case EVENT_FINDING: take_finding(model, event, state); break;
  case EVENT_REDUCING: take_reducing(model, event, state); break;
  case EVENT_REDUCED: take_reduced(model, event, state); break;
  case EVENT_CONFIRMING: set_phase(model, PHASE_CONFIRMING); break;
  case EVENT_TICK: take_tick(model, state); break;
  default: break;
  }
}

/* --- what follows --- */

uint64_t screen_model_time(const ScreenModel *model, uint64_t clock_ns)
{
  bool stands = model->ended || model->paused || !model->clock_ns || clock_ns < model->clock_ns;
  return model->now_ns + (stands ? 0 : clock_ns - model->clock_ns);
}

double screen_model_rate(const ScreenModel *model)
{
  if (model->sample_count < 2) return 0;
  const ScreenPoint *first = model->samples, *last = &model->samples[model->sample_count - 1];
  double seconds = (double)(last->at_ns - first->at_ns) / 1e9;
  return seconds > 0 ? (last->value - first->value) / seconds : 0;
}

ScreenShares screen_model_shares(const ScreenModel *model, uint64_t clock_ns)
{
  uint64_t paused = model->paused_ns + (model->paused ? clock_ns - model->paused_clock_ns : 0);
  double elapsed = (double)(clock_ns - model->first_clock_ns) - (double)paused;
  double reducing = (double)model->reducing_ns;
  if (model->phase == PHASE_REDUCING) reducing += (double)(clock_ns - model->reducing_clock_ns);
  if (!model->first_clock_ns || elapsed <= 0) return (ScreenShares){0};
  ScreenShares shares = {.reduction = fmin(reducing / elapsed, 1)};
  double runs = (double)model->solver_wall_ns / (elapsed * model->jobs);
  shares.solvers = fmin(runs, 1 - shares.reduction);
  shares.own = 1 - shares.reduction - shares.solvers;
  return shares;
}
