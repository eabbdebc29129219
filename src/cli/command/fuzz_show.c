#include "cli/command/fuzz_show.h"

#include <string.h>

#include "cli/option/commands.h"
#include "cli/screen/terminal.h"
#include "cli/shared/solvers.h"
#include "record/report/title.h"

/* --- beginning and end --- */

/* Tasks of a cluster ask a question when they are stopped, which needs the terminal as it is. */
static FuzzShowKind kind_of(const FuzzOptions *given)
{
  if (given->events) return SHOW_EVENTS;
  if (given->quiet) return SHOW_NOTHING;
  if (given->workers.cluster == CLUSTER_HERE && terminal_is_usable()) return SHOW_SCREEN;
  return SHOW_LINES;
}

/* Others who run it do not pause. */
static bool can_pause(const FuzzOptions *given, const CampaignJob *job)
{
  return !given->workers.count && !given->workers.join && !job->recorder.exchange;
}

void fuzz_show_begin(FuzzShow *show, const FuzzOptions *given, const CampaignJob *job)
{
  *show = (FuzzShow){.kind = kind_of(given), .given = given, .job = job};
  ScreenOptions options = {.setup = &job->setup,
                           .folder = job->folder.path,
                           .style = style_for(stderr, given->common.color),
                           .can_pause = can_pause(given, job),
                           .stop = solvers_interrupt};
  switch (show->kind) {
  case SHOW_LINES: fuzz_lines_init(&show->lines, &job->setup); break;
  case SHOW_SCREEN: show->screen = screen_open(&options); break;
  case SHOW_EVENTS: fuzz_events_begin(&show->events, job); break;
  case SHOW_NOTHING: break;
  }
}

void fuzz_show_close_screen(FuzzShow *show)
{
  if (show->screen) screen_close(show->screen);
  show->screen = NULL;
  if (show->kind != SHOW_SCREEN) return;
  show->kind = SHOW_LINES;
  fuzz_lines_init(&show->lines, &show->job->setup);
}

void fuzz_show_end(FuzzShow *show)
{
  if (show->kind == SHOW_LINES) fuzz_lines_hide(&show->lines);
  fuzz_show_close_screen(show);
  for (size_t i = 0; i < show->warnings.count; i++) {
    command_error(&command_fuzz, EXIT_ENVIRONMENT, "%s", show->warnings.items[i]);
    free(show->warnings.items[i]);
  }
  VEC_FREE(&show->warnings);
}

/* --- notes: lines that people read --- */

static size_t number_of(const FuzzShow *show, const FindingGroup *group)
{
  return group_number(campaign_state(show->job->campaign).groups, group);
}

static void add_finding(const FuzzShow *show, const CampaignEvent *event, StrBuf *note)
{
  const Finding *finding = event->finding;
  if (!event->news || event->group->known) return;
  strbuf_printf(note, "finding-%02zu: ", number_of(show, event->group));
  title_add_finding(note, finding);
  if (registry_has_signature(&show->job->setup.known, finding->signature))
    strbuf_add_text(note, " (may be known: its reduced form decides)");
}

/* Of the rest the report at the end speaks. */
static void add_reduced(const FuzzShow *show, const CampaignEvent *event, StrBuf *note)
{
  const KnownEntry *known = event->group ? event->group->known : NULL;
  if (!known) return;
  strbuf_printf(note, "finding-%02zu: known", number_of(show, event->group));
  if (known->note && *known->note) strbuf_printf(note, ": %s", known->note);
}

static void add_reducing(const FuzzShow *show, const CampaignEvent *event, StrBuf *note)
{
  if (event->group)
    strbuf_printf(note, "finding-%02zu: reducing it", number_of(show, event->group));
  else
    strbuf_add_text(note, "the best input: reducing it");
}

/* Nothing: there is nothing to say. */
static void add_note(const FuzzShow *show, const CampaignEvent *event, StrBuf *note)
{
  const CampaignSetup *setup = &show->job->setup;
  switch (event->kind) {
  case EVENT_BEST:
    strbuf_printf(note, "margin %.3f %s: input %ju", event->margin,
                  cost_unit(setup->options.rule.cost), (uintmax_t)event->candidate->number);
    break;
  case EVENT_FINDING: add_finding(show, event, note); break;
  case EVENT_REDUCING: add_reducing(show, event, note); break;
  case EVENT_REDUCED: add_reduced(show, event, note); break;
  case EVENT_SUSPECT:
    strbuf_printf(note,
                  "suspect-%ju%s: solvers contradict each other or fail, and it was not judged",
                  (uintmax_t)event->candidate->number, setup->language->interface->extension);
    break;
  case EVENT_RESIZED:
    strbuf_printf(note, "%s inputs from now on", event->larger ? "larger" : "smaller");
    break;
  case EVENT_WARNING: strbuf_printf(note, "WARNING: %s", event->message); break;
  default: break;
  }
}

static void show_note(FuzzShow *show, const CampaignEvent *event)
{
  StrBuf note;
  strbuf_init(&note, 0);
  add_note(show, event, &note);
  if (note.length && show->kind == SHOW_SCREEN) screen_note(show->screen, strbuf_text(&note));
  if (note.length && show->kind == SHOW_LINES) fuzz_lines_note(&show->lines, strbuf_text(&note));
  strbuf_deinit(&note);
}

/* --- while it runs --- */

static void keep_warning(FuzzShow *show, const char *message)
{
  char *copy = mem_copy_string(message, strlen(message));
  VEC_PUSH(&show->warnings, copy); // NOLINT(bugprone-sizeof-expression): pointers are meant
}

void fuzz_show_take(FuzzShow *show, const CampaignEvent *event)
{
  CampaignState state = campaign_state(show->job->campaign);
  if (show->kind == SHOW_EVENTS) {
    fuzz_events_take(&show->events, event, &state);
    return;
  }
  if (show->kind == SHOW_SCREEN) screen_take(show->screen, event, &state);
  if (show->kind == SHOW_SCREEN && event->kind == EVENT_WARNING) keep_warning(show, event->message);
  if (show->kind == SHOW_LINES && event->kind == EVENT_TICK) fuzz_lines_state(&show->lines, &state);
  show_note(show, event);
}

void fuzz_show_warn(FuzzShow *show, const char *message)
{
  if (show->kind == SHOW_SCREEN) {
    screen_note(show->screen, message);
    keep_warning(show, message);
    return;
  }
  if (show->kind == SHOW_EVENTS) fuzz_events_warn(&show->events, message);
  if (show->kind == SHOW_LINES) fuzz_lines_hide(&show->lines);
  command_error(&command_fuzz, EXIT_ENVIRONMENT, "%s", message);
}

void fuzz_show_progress(FuzzShow *show, const char *message)
{
  if (show->kind == SHOW_SCREEN) screen_progress(show->screen, message);
  if (show->kind == SHOW_LINES) fuzz_lines_progress(&show->lines, message);
}

bool fuzz_show_is_paused(const FuzzShow *show)
{
  return show->screen && screen_is_paused(show->screen);
}
