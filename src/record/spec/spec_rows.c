/* Specs as rows of names and values. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/value.h"
#include "record/spec/spec.h"

#define WORD(code, name) name,
const char *const spec_objective_words[] = {SPEC_OBJECTIVE_LIST(WORD) NULL};
const char *const spec_strategy_words[] = {"default", STRATEGY_LIST(WORD) NULL};
const char *const spec_agent_words[] = {AGENT_LIST(WORD) NULL};
const char *const spec_cost_words[] = {COST_LIST(WORD) NULL};
const char *const spec_penalty_words[] = {PENALTY_LIST(WORD) NULL};
const char *const spec_reward_words[] = {"any", "new", NULL};
const char *const spec_mode_words[] = {SOLVE_MODE_LIST(WORD) NULL};
#undef WORD

const char *const spec_resumable[] = {"time", "solver-time", "inputs", "jobs", NULL};

typedef enum {
  FIELD_TEXT,
  FIELD_COUNT,
  FIELD_SIZE,
  FIELD_DURATION,
  FIELD_NUMBER, /* NAN: none */
  FIELD_FLAG,
  FIELD_CHOICE,
  FIELD_LIST
} FieldKind;

typedef struct {
  const char *name, *old; /* of rows; an earlier one, or NULL */
  FieldKind kind;
  size_t offset;
  const char *initial;      /* NULL: zero */
  const char *const *words; /* of a choice */
  double low, high;         /* of a number */
} Field;

#define FIELD(title, type, member)                                                                 \
  .name = (title), .kind = FIELD_##type, .offset = offsetof(CampaignSpec, member)

static const Field fields[] = {
    {FIELD("objective", CHOICE, objective), .initial = "time", .words = spec_objective_words},
    {FIELD("target", TEXT, targets)},
    {FIELD("reference", TEXT, references)},
    {FIELD("solvers", TEXT, solvers)},
    {FIELD("timeout", DURATION, timeout_ms), .initial = "5s"},
    {FIELD("memory", SIZE, memory), .initial = "2G"},
    {FIELD("time", DURATION, time_ms), .initial = "10m"},
    {FIELD("solver-time", DURATION, solver_time_ms)},
    {FIELD("inputs", COUNT, inputs)},
    {FIELD("jobs", COUNT, jobs), .initial = "1"},
    {FIELD("strategy", CHOICE, strategy), .initial = "default", .words = spec_strategy_words},
    {FIELD("agent", CHOICE, agent), .initial = "thompson", .words = spec_agent_words},
    {FIELD("decay", NUMBER, decay), .initial = "1", .low = 0, .high = 1},
    {FIELD("epsilon", NUMBER, epsilon), .initial = "0.1", .low = 0, .high = 1},
    {FIELD("repeat", NUMBER, repeat), .initial = "0.5", .low = 0, .high = 1},
    {FIELD("no-enrich", FLAG, no_enrich)},
    {FIELD("cost", CHOICE, cost), .initial = "cpu", .words = spec_cost_words},
    {FIELD("counter-limit", COUNT, counter_limit)},
    {FIELD("penalty", CHOICE, penalty), .initial = "par2", .words = spec_penalty_words},
    {FIELD("no-unknown", FLAG, no_unknown)},
    {FIELD("runs", COUNT, runs), .initial = "2"},
    {FIELD("mean", FLAG, mean)},
    {FIELD("min-gain", NUMBER, least), .old = "least", .low = 0, .high = INFINITY},
    {FIELD("min-gain-percent", COUNT, least_percent), .old = "least-percent", .initial = "2"},
    {FIELD("reference-percent", COUNT, reference_percent), .initial = "10"},
    {FIELD("queries", COUNT, queries), .initial = "16"},
    {FIELD("adapt", COUNT, adapt)},
    {FIELD("candidates", COUNT, candidates), .initial = "16"},
    {FIELD("no-themes", FLAG, no_themes)},
    {FIELD("no-option-runs", FLAG, no_option_runs)},
    {FIELD("reward", CHOICE, reward), .initial = "any", .words = spec_reward_words},
    {FIELD("seeds", LIST, seeds)},
    {FIELD("prior", TEXT, prior)},
    {FIELD("seed-count", COUNT, seed_count)},
    {FIELD("no-models", FLAG, no_models)},
    {FIELD("cores", FLAG, cores)},
    {FIELD("slow", COUNT, slow)},
    {FIELD("slow-least", DURATION, slow_least_ms), .initial = "1s"},
    {FIELD("compare-modes", FLAG, compare_modes)},
    {FIELD("fuzz-options", FLAG, tweak)},
    {FIELD("reduce-time", DURATION, reduce_ms), .initial = "60s"},
    {FIELD("no-reduce", FLAG, no_reduce)},
    {FIELD("known", LIST, known)},
    {FIELD("size-agents", FLAG, size_agents)},
    {FIELD("keep-all", FLAG, keep_all)},
    {FIELD("versions", TEXT, versions)},
    {FIELD("unrestricted", FLAG, unrestricted)},
    {FIELD("out", TEXT, out)},
    {FIELD("store", TEXT, store)},
    {FIELD("isolate", FLAG, isolate)},
    {FIELD("mode", CHOICE, mode), .initial = "plain", .words = spec_mode_words},
    {FIELD("profiles", LIST, profiles)},
    {FIELD("seed", COUNT, seed)},
    {FIELD("directory", TEXT, directory)},
    {FIELD("language", TEXT, language)},
};
enum { FIELD_TOTAL = sizeof fields / sizeof *fields };

static void *member(CampaignSpec *spec, const Field *field)
{
  return (char *)spec + field->offset;
}

static const void *const_member(const CampaignSpec *spec, const Field *field)
{
  return (const char *)spec + field->offset;
}

/* --- from text --- */

static Status refuse(const Field *field, const char *value, const char *expected, Error *error)
{
  return error_set(error, STATUS_USAGE, "invalid value '%s' for '%s': expected %s", value,
                   field->name, expected);
}

static Status set_count(const Field *field, const char *value, uint64_t *to, Error *error)
{
  ValueResult result = field->kind == FIELD_SIZE       ? value_parse_size(value, to)
                       : field->kind == FIELD_DURATION ? value_parse_duration(value, to)
                                                       : value_parse_unsigned(value, to);
  return result == VALUE_OK ? STATUS_OK : refuse(field, value, "a whole number", error);
}

static Status set_number(const Field *field, const char *value, double *to, Error *error)
{
  char *end;
  errno = 0;
  *to = strtod(value, &end);
  if (end != value && !*end && isfinite(*to) && *to >= field->low && *to <= field->high)
    return STATUS_OK;
  if (isinf(field->high))
    return error_set(error, STATUS_USAGE, "--%s %s is not a number from %g", field->name, value,
                     field->low);
  return error_set(error, STATUS_USAGE, "--%s %s is not a number from %g to %g", field->name, value,
                   field->low, field->high);
}

/* Enumerations have the size of an int: see the asserts of spec_init. */
static Status set_choice(const Field *field, const char *value, void *to, Error *error)
{
  for (int i = 0; field->words[i]; i++) {
    if (strcmp(field->words[i], value) != 0) continue;
    memcpy(to, &i, sizeof i);
    return STATUS_OK;
  }
  return refuse(field, value, "another word", error);
}

static Status set_flag(const Field *field, const char *value, bool *to, Error *error)
{
  *to = strcmp(value, "true") == 0;
  return *to || strcmp(value, "false") == 0 ? STATUS_OK
                                            : refuse(field, value, "true or false", error);
}

static Status set_field(CampaignSpec *spec, const Field *field, const char *value, Error *error)
{
  void *to = member(spec, field);
  switch (field->kind) {
  case FIELD_TEXT: *(const char **)to = value; return STATUS_OK;
  case FIELD_LIST: VEC_PUSH((TextList *)to, value); return STATUS_OK;
  case FIELD_NUMBER: return set_number(field, value, to, error);
  case FIELD_CHOICE: return set_choice(field, value, to, error);
  case FIELD_FLAG: return set_flag(field, value, to, error);
  default: return set_count(field, value, to, error);
  }
}

static const Field *find_field(const char *name)
{
  for (size_t i = 0; i < FIELD_TOTAL; i++)
    if (strcmp(fields[i].name, name) == 0 || (fields[i].old && strcmp(fields[i].old, name) == 0))
      return &fields[i];
  return NULL;
}

Status spec_set(CampaignSpec *spec, const char *name, const char *value, Error *error)
{
  const Field *field = find_field(name);
  assert(field && value);
  return set_field(spec, field, value, error);
}

void spec_init(CampaignSpec *spec)
{
  _Static_assert(sizeof(SpecObjective) == sizeof(int) && sizeof(AgentKind) == sizeof(int) &&
                     sizeof(CostKind) == sizeof(int) && sizeof(PenaltyKind) == sizeof(int) &&
                     sizeof(SolveMode) == sizeof(int),
                 "choices are read as int");
  *spec = (CampaignSpec){.least = NAN};
  for (size_t i = 0; i < FIELD_TOTAL; i++) {
    Error error;
    Status status =
        fields[i].initial ? set_field(spec, &fields[i], fields[i].initial, &error) : STATUS_OK;
    assert(status == STATUS_OK);
    (void)status;
  }
}

void spec_deinit(CampaignSpec *spec)
{
  VEC_FREE(&spec->known);
  VEC_FREE(&spec->seeds);
  VEC_FREE(&spec->profiles);
  VEC_FREE(&spec->settings);
}

/* --- rows --- */

/* "seeds.12" is the twelfth value of the list "seeds". */
static const Field *find_list(const char *name)
{
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot && i < FIELD_TOTAL; i++)
    if (fields[i].kind == FIELD_LIST && strlen(fields[i].name) == (size_t)(dot - name) &&
        memcmp(fields[i].name, name, (size_t)(dot - name)) == 0)
      return &fields[i];
  return NULL;
}

static const char *value_of(const SpecRows *rows, const char *name)
{
  for (size_t i = 0; i < rows->count; i++)
    if (strcmp(rows->items[i].name, name) == 0) return rows->items[i].value;
  return NULL;
}

/* Rows have an order of their own: seeds.10 comes before seeds.2. */
static Status read_list(CampaignSpec *spec, const Field *field, const SpecRows *rows, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 1; status == STATUS_OK; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s.%zu", field->name, i);
    const char *value = value_of(rows, name);
    if (!value) break;
    status = set_field(spec, field, value, error);
  }
  return status;
}

Status spec_read(CampaignSpec *spec, const SpecRows *rows, Error *error)
{
  Status status = STATUS_OK;
  spec_init(spec);
  spec->candidates = 1; /* rows that do not say it are older than it; likewise: */
  spec->no_themes = true;
  spec->no_option_runs = true;
  for (size_t i = 0; i < rows->count && status == STATUS_OK; i++) {
    const SpecRow *row = &rows->items[i];
    const Field *field = find_field(row->name);
    if (field && field->kind != FIELD_LIST)
      status = set_field(spec, field, row->value, error);
    else if (!field && !find_list(row->name))
      VEC_PUSH(&spec->settings, *row);
  }
  for (size_t i = 0; i < FIELD_TOTAL && status == STATUS_OK; i++)
    if (fields[i].kind == FIELD_LIST) status = read_list(spec, &fields[i], rows, error);
  return status;
}

/* The shortest that is read as the same number. */
static void add_number(double number, StrBuf *out)
{
  char text[64];
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) break;
  }
  strbuf_add_text(out, text);
}

static void add_count(FieldKind kind, uint64_t count, StrBuf *out)
{
  char text[VALUE_TEXT_SIZE];
  if (kind == FIELD_SIZE)
    value_format_size(count, text);
  else if (kind == FIELD_DURATION)
    value_format_duration(count, text);
  else
    value_format_unsigned(count, text);
  strbuf_add_text(out, text);
}

/* False: it has no value. */
static bool add_value(const CampaignSpec *spec, const Field *field, StrBuf *out)
{
  const void *from = const_member(spec, field);
  int choice;
  switch (field->kind) {
  case FIELD_TEXT:
    if (*(const char *const *)from) strbuf_add_text(out, *(const char *const *)from);
    return *(const char *const *)from != NULL;
  case FIELD_NUMBER:
    if (!isnan(*(const double *)from)) add_number(*(const double *)from, out);
    return !isnan(*(const double *)from);
  case FIELD_FLAG: strbuf_add_text(out, *(const bool *)from ? "true" : "false"); return true;
  case FIELD_CHOICE:
    memcpy(&choice, from, sizeof choice);
    strbuf_add_text(out, field->words[choice]);
    return true;
  case FIELD_LIST: return false;
  default: add_count(field->kind, *(const uint64_t *)from, out); return true;
  }
}

void spec_value_text(const CampaignSpec *spec, const char *name, StrBuf *out)
{
  const Field *field = find_field(name);
  assert(field && field->kind != FIELD_LIST);
  (void)add_value(spec, field, out);
}

void spec_write(const CampaignSpec *spec,
                void (*add)(void *user, const char *name, const char *value), void *user)
{
  StrBuf value;
  strbuf_init(&value, 0);
  for (size_t i = 0; i < FIELD_TOTAL; i++) {
    const Field *field = &fields[i];
    const TextList *list = field->kind == FIELD_LIST ? const_member(spec, field) : NULL;
    for (size_t k = 0; list && k < list->count; k++) {
      char name[64];
      snprintf(name, sizeof name, "%s.%zu", field->name, k + 1);
      add(user, name, list->items[k]);
    }
    strbuf_clear(&value);
    if (!list && add_value(spec, field, &value)) add(user, field->name, strbuf_text(&value));
  }
  for (size_t i = 0; i < spec->settings.count; i++)
    add(user, spec->settings.items[i].name, spec->settings.items[i].value);
  strbuf_deinit(&value);
}
