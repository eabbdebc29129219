#include "cli/shared/outcome_text.h"

#include <assert.h>
#include <string.h>

static const char *color_of(const Style *style, OutcomeKind kind)
{
  assert(kind < OUTCOME_COUNT);
  if (outcome_is_decided(kind)) return style->green;
  return kind >= OUTCOME_ERROR ? style->red : style->yellow;
}

/* The answers of the script's queries that stand, and which of them `kind` repeats. */
static size_t valid_count(const Outcome *outcome)
{
  size_t count = 0;
  while (count < outcome->answers.count && !outcome->answers.items[count].is_void) count++;
  return count;
}

static bool repeats_last(const Outcome *outcome, size_t valid)
{
  assert(valid <= outcome->answers.count);
  return valid && strcmp(solver_answer_name(outcome->answers.items[valid - 1].kind),
                         outcome_name(outcome->kind)) == 0;
}

void outcome_print_answer(FILE *out, const Style *style, const Outcome *outcome)
{
  size_t valid = valid_count(outcome);
  size_t shown = repeats_last(outcome, valid) ? valid - 1 : valid;
  for (size_t i = 0; i < shown; i++)
    fprintf(out, "%s, ", solver_answer_name(outcome->answers.items[i].kind));
  fprintf(out, "%s%s%s", color_of(style, outcome->kind), outcome_name(outcome->kind), style->reset);
  if (!outcome->message) return;
  fputs(": ", out);
  text_print_visible(out, outcome->message, strlen(outcome->message));
}

void outcome_print_figures(FILE *out, const Outcome *outcome)
{
  const RunResult *run = &outcome->run;
  fprintf(out, ", %.3f s, CPU %.3f s", (double)run->wall_ns / 1e9, (double)run->cpu_ns / 1e9);
  if (run->peak_bytes) fprintf(out, ", %.1f MiB", (double)run->peak_bytes / (1 << 20));
  if (run->has_instructions)
    fprintf(out, ", %llu instructions", (unsigned long long)run->instructions);
  if (outcome->has_counter) fprintf(out, ", work %llu", (unsigned long long)outcome->counter);
  if (run->end == RUN_SIGNALLED) fprintf(out, ", signal %d", run->signal);
  if (run->manner != RUN_FRESH) fprintf(out, ", %s", run_manner_text(run->manner));
  if (run->plain_because) fprintf(out, ", plain: %s", run->plain_because);
  if (run->end == RUN_EXITED && run->exit_code) fprintf(out, ", exit code %d", run->exit_code);
}

static json_t *text_or_null(const char *text)
{
  return text ? json_text(text, strlen(text)) : json_null();
}

static json_t *answer_list(const Outcome *outcome)
{
  json_t *list = json_array();
  for (size_t i = 0; i < outcome->answers.count; i++) {
    const OutcomeAnswer *answer = &outcome->answers.items[i];
    if (!answer->is_void)
      json_array_append_new(list, json_string(solver_answer_name(answer->kind)));
  }
  return list;
}

json_t *outcome_object(const Outcome *outcome)
{
  const RunResult *run = &outcome->run;
  json_t *object = json_object();
  json_object_set_new(object, "outcome", json_string(outcome_name(outcome->kind)));
  json_object_set_new(object, "answers", answer_list(outcome));
  if (outcome->message) {
    json_object_set_new(object, "message", text_or_null(outcome->message));
    json_object_set_new(object, "group", text_or_null(outcome->group));
  }
  json_object_set_new(object, "end", json_string(run_end_text(run->end)));
  json_object_set_new(object, "exit_code",
                      run->exit_code >= 0 ? json_integer(run->exit_code) : json_null());
  json_object_set_new(object, "signal", run->signal ? json_integer(run->signal) : json_null());
  json_object_set_new(object, "wall_seconds", json_real((double)run->wall_ns / 1e9));
  json_object_set_new(object, "cpu_seconds", json_real((double)run->cpu_ns / 1e9));
  json_object_set_new(object, "peak_bytes",
                      run->peak_bytes ? json_count(run->peak_bytes) : json_null());
  json_object_set_new(object, "mode", json_string(run_manner_text(run->manner)));
  if (run->plain_because)
    json_object_set_new(object, "plain_because", text_or_null(run->plain_because));
  if (run->has_instructions)
    json_object_set_new(object, "instructions", json_count(run->instructions));
  if (outcome->has_counter) json_object_set_new(object, "work", json_count(outcome->counter));
  return object;
}
