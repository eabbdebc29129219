#include "cli/command/fuzz_lines.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/option/style.h"

static const uint64_t SECOND_NS = 1000000000;
enum { FIRST_LINE_SECONDS = 5, LAST_LINE_SECONDS = 60, TOP = 3 };

void fuzz_lines_init(FuzzLines *lines, const CampaignSetup *setup)
{
  *lines = (FuzzLines){.setup = setup, .every_ns = FIRST_LINE_SECONDS * SECOND_NS};
  lines->terminal = isatty(STDERR_FILENO) == 1;
  lines->next_ns = clock_monotonic_ns() + (lines->terminal ? SECOND_NS : lines->every_ns);
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
static void add_top(const FuzzLines *lines, const Agent *agent, StrBuf *line)
{
  if (!agent->pulls) return;
  const Language *language = lines->setup->language;
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

static void make_line(const FuzzLines *lines, const CampaignState *state, uint64_t now,
                      StrBuf *line)
{
  double seconds = (double)(now - state->started_ns) / 1e9;
  add_time_left(state, now, line);
  strbuf_printf(line, ", %ju input%s, %.1f/s", (uintmax_t)state->inputs, text_plural(state->inputs),
                seconds > 0 ? (double)state->inputs / seconds : 0);
  if (state->tried_seeds < state->seeds)
    strbuf_printf(line, ", seed %zu of %zu", state->tried_seeds, state->seeds);
  if (state->best)
    strbuf_printf(line, ", best margin %.3g %s", state->record.margin,
                  cost_unit(state->options->rule.cost));
  add_findings(state->groups, line);
  add_top(lines, state->inner, line);
}

/* --- showing it --- */

void fuzz_lines_hide(FuzzLines *lines)
{
  if (lines->shown) fprintf(stderr, "\r%*s\r", (int)lines->shown, "");
  lines->shown = 0;
}

static void print_line(FuzzLines *lines, StrBuf *line)
{
  size_t width = style_width(stderr) - 1;
  fuzz_lines_hide(lines);
  if (lines->terminal && line->length > width) line->length = width;
  text_print_visible(stderr, strbuf_text(line), line->length);
  if (lines->terminal)
    lines->shown = line->length;
  else
    fputc('\n', stderr);
  fflush(stderr);
}

static bool is_time(FuzzLines *lines, uint64_t now)
{
  if (now < lines->next_ns) return false;
  if (!lines->terminal && lines->every_ns < LAST_LINE_SECONDS * SECOND_NS) lines->every_ns *= 2;
  lines->next_ns = now + (lines->terminal ? SECOND_NS / 5 : lines->every_ns);
  return true;
}

void fuzz_lines_state(FuzzLines *lines, const CampaignState *state)
{
  uint64_t now = clock_monotonic_ns();
  if (!is_time(lines, now)) return;
  StrBuf line;
  strbuf_init(&line, 0);
  make_line(lines, state, now, &line);
  print_line(lines, &line);
  strbuf_deinit(&line);
}

void fuzz_lines_progress(FuzzLines *lines, const char *text)
{
  if (!is_time(lines, clock_monotonic_ns())) return;
  StrBuf line;
  strbuf_init(&line, 0);
  strbuf_printf(&line, "reducing: %s", text);
  print_line(lines, &line);
  strbuf_deinit(&line);
}

void fuzz_lines_note(FuzzLines *lines, const char *text)
{
  fuzz_lines_hide(lines);
  text_print_visible(stderr, text, strlen(text));
  fputc('\n', stderr);
}
