#include "cli/command/experiment_result.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/option/json.h"
#include "find/fuzz/score.h"
#include "record/report/summary.h"

/* --- reading --- */

static bool same_words(const json_t *list, const PlanWords *words)
{
  if (!json_is_array(list) || json_array_size(list) != words->count) return false;
  for (size_t i = 0; i < words->count; i++) {
    const char *word = json_string_value(json_array_get(list, i));
    if (!word || strcmp(word, words->items[i]) != 0) return false;
  }
  return true;
}

static double number(const json_t *object, const char *key)
{
  double value = json_number_value(json_object_get(object, key));
  return isfinite(value) ? value : 0;
}

/* A margin that is nearer to none or to the best there can be than this part of it is that: the few milliseconds in which
 * solvers start are not a win. */
#define MARGIN_NOISE 0.05

/* The best input as it was when it was run alone; a margin that did not reproduce is none. */
static double margin_of(const json_t *summary, double perfect)
{
  bool alone = json_object_get(summary, "margin_alone");
  double margin = number(summary, alone ? "margin_alone" : "margin");
  if (fabs(margin) <= MARGIN_NOISE * perfect) return 0;
  return margin >= (1 - MARGIN_NOISE) * perfect ? perfect : margin;
}

/* The minimum score of the targets, and the largest of the references. */
static void read_scores(const json_t *summary, TallyCampaign *campaign)
{
  size_t index;
  json_t *solver;
  double target = INFINITY;
  json_array_foreach(json_object_get(summary, "solvers"), index, solver)
  {
    const char *role = json_string_value(json_object_get(solver, "role"));
    const json_t *best = json_object_get(solver, "best_alone");
    if (!json_is_object(best)) best = json_object_get(solver, "best");
    if (!role || !json_is_object(best)) continue;
    double score = number(best, "score");
    if (strcmp(role, "target") == 0) target = fmin(target, score);
    if (strcmp(role, "reference") == 0) campaign->reference = fmax(campaign->reference, score);
  }
  campaign->target = isfinite(target) ? target : 0;
}

static bool is_counted(const TallyCampaign *campaign, const char *signature)
{
  for (size_t i = 0; i < campaign->findings.count; i++)
    if (strcmp(campaign->findings.items[i].signature, signature) == 0) return true;
  return false;
}

/* Groups of one signature count once: without reductions they may be one cause. */
static void read_findings(const json_t *summary, TallyCampaign *campaign)
{
  size_t index;
  json_t *finding;
  json_array_foreach(json_object_get(summary, "findings"), index, finding)
  {
    const char *signature = json_string_value(json_object_get(finding, "signature"));
    if (!signature || !json_is_true(json_object_get(finding, "confirmed")) ||
        is_counted(campaign, signature))
      continue;
    TallyFinding item = {number(finding, "seconds"), number(finding, "first_input"),
                         mem_copy_string(signature, strlen(signature))};
    VEC_PUSH(&campaign->findings, item);
  }
}

static const char *known_unit(const json_t *summary)
{
  const char *text =
      json_string_value(json_object_get(json_object_get(summary, "settings"), "unit"));
  for (CostKind kind = 0; text && kind < COST_COUNT; kind++)
    if (strcmp(cost_unit(kind), text) == 0) return cost_unit(kind);
  return "";
}

static void read_summary(const json_t *summary, TallyCampaign *campaign)
{
  const char *objective =
      json_string_value(json_object_get(json_object_get(summary, "settings"), "objective"));
  campaign->done = true;
  campaign->bugs = objective && strcmp(objective, "bugs") == 0;
  campaign->perfect = number(summary, "perfect_margin");
  campaign->inputs = number(summary, "inputs");
  campaign->seconds = number(summary, "seconds");
  campaign->revealing = number(summary, "revealing_inputs");
  if (campaign->perfect == 0)
    campaign->perfect = 2 * number(json_object_get(summary, "settings"), "limit");
  campaign->margin = margin_of(summary, campaign->perfect);
  read_scores(summary, campaign);
  read_findings(summary, campaign);
}

ResultState result_read(const char *path, const PlanWords *words, TallyCampaign *campaign,
                        const char **unit, Error *error)
{
  if (access(path, F_OK) != 0) return RESULT_NONE;
  FileText text = {0};
  if (file_read(path, RESULT_MAX, &text, error) != STATUS_OK) return RESULT_BROKEN;
  json_error_t problem;
  json_t *root = json_loadb(text.bytes, text.length, 0, &problem);
  file_text_free(&text);
  const json_t *summary = json_object_get(root, "summary");
  ResultState state = RESULT_READ;
  if (!json_is_object(summary)) {
    error_set(error, STATUS_SYNTAX, "%s is damaged; remove it, and the campaign is run again",
              path);
    state = RESULT_BROKEN;
  } else if (!same_words(json_object_get(root, "arguments"), words)) {
    state = RESULT_OTHER;
  } else {
    read_summary(summary, campaign);
    *unit = known_unit(summary);
  }
  json_decref(root);
  return state;
}

/* --- writing --- */

static Status write_json(const char *path, const json_t *root, Error *error)
{
  StrBuf lines;
  char *text = json_dumps(root, JSON_INDENT(1) | JSON_ENSURE_ASCII);
  if (!text) return error_set(error, STATUS_LIMIT, "'%s' cannot be written", path);
  strbuf_init(&lines, 0);
  strbuf_printf(&lines, "%s\n", text);
  Status status = file_write(path, lines.bytes, lines.length, error);
  strbuf_deinit(&lines);
  free(text);
  return status;
}

static bool is_summary(const json_t *summary)
{
  const char *end = json_string_value(json_object_get(summary, "end"));
  return end && strcmp(end, report_end_text(END_INTERRUPTED)) != 0 &&
         json_is_object(json_object_get(summary, "settings"));
}

Status result_write(const char *path, const PlanWords *words, json_t *summary, Error *error)
{
  if (!is_summary(summary)) return error_set(error, STATUS_IO, "it has not come to its end");
  json_t *root = json_object(), *arguments = json_array();
  for (size_t i = 0; i < words->count; i++)
    json_array_append_new(arguments, json_text(words->items[i], strlen(words->items[i])));
  json_object_set_new(root, "arguments", arguments);
  json_object_set(root, "summary", summary);
  Status status = write_json(path, root, error);
  json_decref(root);
  return status;
}
