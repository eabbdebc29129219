#include "cli/command/fuzz_show.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/option/style.h"

static const uint64_t SECOND_NS = 1000000000;
enum { FIRST_LINE_SECONDS = 5, LAST_LINE_SECONDS = 60, TOP = 3 };

void fuzz_show_init(FuzzShow *show, const CampaignSetup *setup)
{
  *show = (FuzzShow){.setup = setup, .every_ns = FIRST_LINE_SECONDS * SECOND_NS};
  show->terminal = isatty(STDERR_FILENO) == 1;
  show->next_ns = clock_monotonic_ns() + (show->terminal ? SECOND_NS : show->every_ns);
}

/* --- the line --- */

static void add_time_left(const CampaignState *state, uint64_t now, StrBuf *line)
{
  uint64_t limit = state->options->time_ns, used = now - state->started_ns;
  uint64_t seconds = (limit ? (limit > used ? limit - used : 0) : used) / SECOND_NS;
  uint64_t hours = seconds / 3600;
  if (hours) strbuf_printf(line, "%ju:", (uintmax_t)hours);
  strbuf_printf(line, hours ? "%02ju" : "%ju", (uintmax_t)(seconds / 60 % 60));
  strbuf_printf(line, ":%02ju%s", (uintmax_t)(seconds % 60), limit ? " left" : "");
}

static void add_findings(const FindingGroups *groups, StrBuf *line)
{
  size_t kinds[FINDING_COUNT] = {0};
  for (size_t i = 0; i < groups->count; i++)
    kinds[groups->items[i].kind] += groups->items[i].count > 0;
  for (FindingKind kind = 0; kind < FINDING_COUNT; kind++)
    if (kinds[kind]) strbuf_printf(line, ", %zu x %s", kinds[kind], finding_name(kind));
}

/* The constructs that pay best, with their expected rewards. */
static void add_top(const FuzzShow *show, const Agent *agent, StrBuf *line)
{
  if (!agent->pulls) return;
  const Language *language = show->setup->language;
  size_t *order = mem_alloc(agent->count, sizeof *order);
  agent_rank(agent, order);
  const char *before = "; ";
  for (size_t i = 0; i < TOP && i < agent->count; i++, before = ", ")
    if (agent->arms[order[i]].rewards > 0)
      strbuf_printf(line, "%s%s %.2f", before,
                    language->interface->construct(language, order[i]).name,
                    agent_belief(agent, order[i], 0.95).mean);
  free(order);
}

static void make_line(const FuzzShow *show, const CampaignState *state, uint64_t now, StrBuf *line)
{
  double seconds = (double)(now - state->started_ns) / 1e9;
  add_time_left(state, now, line);
  strbuf_printf(line, ", %ju inputs, %.1f/s", (uintmax_t)state->inputs,
                seconds > 0 ? (double)state->inputs / seconds : 0);
  if (state->best)
    strbuf_printf(line, ", best margin %.3g %s", state->record.margin,
                  cost_unit(state->options->rule.cost));
  add_findings(state->groups, line);
  add_top(show, state->inner, line);
}

/* --- showing it --- */

void fuzz_show_hide(FuzzShow *show)
{
  if (show->shown) fprintf(stderr, "\r%*s\r", (int)show->shown, "");
  show->shown = 0;
}

static void print_line(FuzzShow *show, StrBuf *line)
{
  size_t width = style_width(stderr) - 1;
  fuzz_show_hide(show);
  if (show->terminal && line->length > width) line->length = width;
  text_print_visible(stderr, strbuf_text(line), line->length);
  if (show->terminal)
    show->shown = line->length;
  else
    fputc('\n', stderr);
  fflush(stderr);
}

static bool is_time(FuzzShow *show, uint64_t now)
{
  if (now < show->next_ns) return false;
  if (!show->terminal && show->every_ns < LAST_LINE_SECONDS * SECOND_NS) show->every_ns *= 2;
  show->next_ns = now + (show->terminal ? SECOND_NS / 5 : show->every_ns);
  return true;
}

void fuzz_show_state(FuzzShow *show, const CampaignState *state)
{
  uint64_t now = clock_monotonic_ns();
  if (!is_time(show, now)) return;
  StrBuf line;
  strbuf_init(&line, 0);
  make_line(show, state, now, &line);
  print_line(show, &line);
  strbuf_deinit(&line);
}

__attribute__((format(printf, 2, 0))) static void format_line(StrBuf *line, const char *format,
                                                              va_list arguments)
{
  char *text;
  int length = vasprintf(&text, format, arguments);
  if (length < 0) mem_exhausted(0);
  strbuf_add(line, text, (size_t)length);
  free(text);
}

void fuzz_show_progress(FuzzShow *show, const char *text)
{
  if (!is_time(show, clock_monotonic_ns())) return;
  StrBuf line;
  strbuf_init(&line, 0);
  strbuf_add_text(&line, text);
  print_line(show, &line);
  strbuf_deinit(&line);
}

void fuzz_show_note(FuzzShow *show, const char *format, ...)
{
  StrBuf line;
  va_list arguments;
  strbuf_init(&line, 0);
  va_start(arguments, format);
  format_line(&line, format, arguments);
  va_end(arguments);
  fuzz_show_hide(show);
  text_print_visible(stderr, strbuf_text(&line), line.length);
  fputc('\n', stderr);
  strbuf_deinit(&line);
}
