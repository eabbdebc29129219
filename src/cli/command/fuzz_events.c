#include "cli/command/fuzz_events.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "cli/option/json.h"
#include "record/report/title.h"

static const uint64_t EVERY_NS = 5000000000;

/* --- lines --- */

static json_t *text(const char *value)
{
  return value ? json_text(value, strlen(value)) : json_null();
}

static json_t *line(const char *event, uint64_t at_ns)
{
  json_t *object = json_object();
  json_object_set_new(object, "event", json_string(event));
  json_object_set_new(object, "seconds", json_number((double)at_ns / 1e9));
  return object;
}

/* At once: somebody may wait for it. */
static void print(json_t *object)
{
  json_print_line(stdout, object);
  fflush(stdout);
}

/* --- the beginning --- */

void fuzz_events_begin(FuzzEvents *events, const CampaignJob *job)
{
  const CampaignSetup *setup = &job->setup;
  *events = (FuzzEvents){.job = job, .next_ns = clock_monotonic_ns() + EVERY_NS};
  json_t *object = line("started", 0), *solvers = json_array();
  for (size_t i = 0; i < setup->solvers.count; i++)
    json_array_append_new(solvers, text(setup->solvers.items[i].name));
  json_object_set_new(object, "schema", json_integer(FUZZ_EVENTS_SCHEMA));
  json_object_set_new(object, "assay", json_string(ASSAY_VERSION));
  json_object_set_new(object, "objective", text(spec_objective_words[setup->spec->objective]));
  json_object_set_new(object, "logic", text(setup->logic));
  json_object_set_new(object, "seed", json_count(setup->spec->seed));
  json_object_set_new(object, "solvers", solvers);
  json_object_set_new(object, "folder", text(job->folder.path));
  print(object);
}

/* --- what happens --- */

static json_t *name_of(const CampaignState *state, const FindingGroup *group)
{
  if (!group) return json_string("best");
  return json_sprintf("finding-%02zu", group_number(state->groups, group));
}

static void tell_finding(const CampaignEvent *event, const CampaignState *state)
{
  const Finding *finding = event->finding;
  StrBuf title;
  if (!event->news || event->group->known) return;
  strbuf_init(&title, 0);
  title_add_finding(&title, finding);
  json_t *object = line("finding", event->at_ns);
  json_object_set_new(object, "name", name_of(state, event->group));
  json_object_set_new(object, "kind", text(finding_name(finding->kind)));
  json_object_set_new(object, "title", text(strbuf_text(&title)));
  json_object_set_new(object, "answers", text(event->answers));
  json_object_set_new(object, "input", json_count(event->candidate->number));
  print(object);
  strbuf_deinit(&title);
}

static void tell_best(const FuzzEvents *events, const CampaignEvent *event)
{
  json_t *object = line("best", event->at_ns);
  json_object_set_new(object, "margin", json_number(event->margin));
  json_object_set_new(object, "unit", text(cost_unit(events->job->setup.options.rule.cost)));
  json_object_set_new(object, "input", json_count(event->candidate->number));
  print(object);
}

static void tell_reduction(const CampaignEvent *event, const CampaignState *state)
{
  bool ended = event->kind == EVENT_REDUCED;
  json_t *object = line(ended ? "reduced" : "reducing", event->at_ns);
  json_object_set_new(object, "name", name_of(state, event->group));
  if (ended)
    json_object_set_new(object, "bytes", event->text ? json_count(event->length) : json_null());
  if (ended && event->group)
    json_object_set_new(object, "known", json_boolean(event->group->known != NULL));
  print(object);
}

static void tell_message(const char *event, uint64_t at_ns, const char *message)
{
  json_t *object = line(event, at_ns);
  json_object_set_new(object, "message", text(message));
  print(object);
}

static json_t *outcomes_of(const Health *health)
{
  json_t *object = json_object();
  for (OutcomeKind kind = 0; kind < OUTCOME_COUNT; kind++)
    if (health->outcomes[kind])
      json_object_set_new(object, outcome_name(kind), json_count(health->outcomes[kind]));
  return object;
}

static void tell_progress(FuzzEvents *events, const CampaignEvent *event,
                          const CampaignState *state)
{
  uint64_t now = clock_monotonic_ns();
  if (now < events->next_ns) return;
  events->next_ns = now + EVERY_NS;
  const SolverVec *solvers = &events->job->setup.solvers;
  json_t *object = line("progress", event->at_ns), *outcomes = json_object();
  json_object_set_new(object, "inputs", json_count(state->inputs));
  json_object_set_new(object, "groups", json_count(groups_confirmed(state->groups)));
  if (state->best) json_object_set_new(object, "margin", json_number(state->record.margin));
  json_object_set_new(object, "solver_seconds", json_number((double)state->solver_ns / 1e9));
  for (size_t i = 0; i < solvers->count; i++)
    json_object_set_new(outcomes, solvers->items[i].name, outcomes_of(&state->health[i]));
  json_object_set_new(object, "outcomes", outcomes);
  print(object);
}

void fuzz_events_take(FuzzEvents *events, const CampaignEvent *event, const CampaignState *state)
{
  switch (event->kind) {
  case EVENT_BEST: tell_best(events, event); break;
  case EVENT_FINDING: tell_finding(event, state); break;
  case EVENT_REDUCING:
  case EVENT_REDUCED: tell_reduction(event, state); break;
  case EVENT_CONFIRMING: print(line("confirming", event->at_ns)); break;
  case EVENT_WARNING: tell_message("warning", event->at_ns, event->message); break;
  case EVENT_TICK: tell_progress(events, event, state); break;
  default: break;
  }
}

void fuzz_events_warn(const FuzzEvents *events, const char *message)
{
  CampaignState state = campaign_state(events->job->campaign);
  uint64_t at_ns = state.started_ns ? clock_monotonic_ns() - state.started_ns : 0;
  tell_message("warning", at_ns, message);
}

void fuzz_events_end(const FuzzEvents *events, json_t *summary, int exit_code)
{
  CampaignState state = campaign_state(events->job->campaign);
  json_t *object = line("ended", state.ended_ns ? state.ended_ns - state.started_ns : 0);
  json_object_set_new(object, "end", text(campaign_end_name(events->job->end)));
  json_object_set_new(object, "exit_code", json_integer(exit_code));
  json_object_set_new(object, "summary", summary);
  print(object);
}
