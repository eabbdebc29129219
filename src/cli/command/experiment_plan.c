#include "cli/command/experiment_plan.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/value.h"
#include "cli/command/fuzz_options.h"
#include "cli/option/commands.h"
#include "cli/option/option_yaml.h"

enum { REPETITIONS_MAX = 1000, ENTRIES_MAX = 1000 };

static const char *const top_keys[] = {"settings",    "strategies", "cases",
                                       "repetitions", "seed",       "baseline"};
enum { TOP_COUNT = sizeof top_keys / sizeof *top_keys };

/* What the experiment itself says to each campaign. */
static const char *const own_options[] = {"out", "json", "seed", "config", "resume", NULL};

static bool is_own(const char *name)
{
  for (size_t i = 0; own_options[i]; i++)
    if (strcmp(own_options[i], name) == 0) return true;
  return false;
}

/* --- entries --- */

typedef struct {
  PlanEntry *entry;
  FuzzOptions scratch; /* tells whether values can be used */
} Filling;

static Status take_value(void *user, const Option *option, YamlNode at, const char *text,
                         Error *error)
{
  Filling *filling = user;
  Error inner;
  if (is_own(option->name))
    return tree_error(at, error, "'%s' is set by the experiment itself", option->name);
  /* Those of languages are checked when the language of a campaign is known. */
  bool is_extra = !option_find(command_fuzz.options, option->name);
  if (!is_extra && option_set(option, text, &filling->scratch, &inner) != STATUS_OK)
    return tree_error(at, error, "%s", inner.message);
  PlanValue value = {*option, mem_copy_string(text, strlen(text))};
  VEC_PUSH(&filling->entry->values, value);
  return STATUS_OK;
}

static Status fill(PlanEntry *entry, YamlNode mapping, const char *const *others, Error *error)
{
  Filling filling = {.entry = entry};
  Status status =
      option_yaml_each(command_fuzz.options, mapping, others, take_value, &filling, error);
  options_deinit(command_fuzz.options, &filling.scratch);
  return status;
}

static const char *value_of(const PlanEntry *entry, const char *name)
{
  for (size_t i = 0; i < entry->values.count; i++)
    if (strcmp(entry->values.items[i].option.name, name) == 0) return entry->values.items[i].text;
  return NULL;
}

static const char name_signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "._+-";

/* "QF_FP-z3-cvc5": what a case is about. */
static void name_by_values(PlanEntry *entry, const char *const *options)
{
  StrBuf name;
  strbuf_init(&name, 0);
  for (; *options; options++) {
    const char *text = value_of(entry, *options);
    if (text) strbuf_printf(&name, "%s%s", name.length ? "-" : "", text);
  }
  if (!name.length) strbuf_add_text(&name, "default");
  for (size_t i = 0; i < name.length; i++)
    if (!memchr(name_signs, name.bytes[i], sizeof name_signs - 1)) name.bytes[i] = '-';
  entry->name = mem_copy_string(name.bytes, name.length);
  strbuf_deinit(&name);
}

static Status read_name(PlanEntry *entry, YamlNode mapping, Error *error)
{
  for (size_t i = 0; i < tree_pairs(mapping); i++) {
    if (strcmp(tree_text(tree_key(mapping, i)), "name") != 0) continue;
    YamlNode value = tree_value(mapping, i);
    const char *text = tree_text(value);
    if (!text || !*text || text[strspn(text, name_signs)] || *text == '.')
      return tree_error(value, error, "a name has letters, digits and . _ + -");
    entry->name = mem_copy_string(text, strlen(text));
  }
  return STATUS_OK;
}

static Status read_entry(PlanEntry *entry, YamlNode node, const char *short_form,
                         const char *const *naming, Error *error)
{
  static const char *const others[] = {"name", NULL};
  Status status = STATUS_OK;
  if (short_form && tree_text(node)) {
    Filling filling = {.entry = entry};
    status = take_value(&filling, option_find(command_fuzz.options, short_form), node,
                        tree_text(node), error);
  } else {
    status = fill(entry, node, others, error);
    if (status == STATUS_OK) status = read_name(entry, node, error);
  }
  if (status == STATUS_OK && !entry->name) name_by_values(entry, naming);
  return status;
}

static Status read_entries(PlanEntry **items, size_t *count, YamlNode node, const char *short_form,
                           const char *const *naming, Error *error)
{
  size_t wanted = tree_items(node);
  if (wanted == SIZE_MAX || !wanted || wanted > ENTRIES_MAX)
    return tree_error(node, error, "expected a list of 1 to %d", ENTRIES_MAX);
  *items = mem_alloc_zero(wanted, sizeof **items);
  for (size_t i = 0; i < wanted; i++) {
    YamlNode item = tree_item(node, i);
    *count = i + 1;
    Status status = read_entry(&(*items)[i], item, short_form, naming, error);
    if (status != STATUS_OK) return status;
    for (size_t j = 0; j < i; j++)
      if (strcmp((*items)[j].name, (*items)[i].name) == 0)
        return tree_error(item, error, "there are two called '%s': give one another 'name'",
                          (*items)[i].name);
  }
  return STATUS_OK;
}

/* --- the whole --- */

static Status read_number(YamlNode node, uint64_t low, uint64_t high, uint64_t *number,
                          Error *error)
{
  const char *text = tree_text(node);
  if (text && value_parse_unsigned(text, number) == VALUE_OK && *number >= low && *number <= high)
    return STATUS_OK;
  return tree_error(node, error, "expected a whole number from %ju to %ju", (uintmax_t)low,
                    (uintmax_t)high);
}

static Status read_baseline(ExperimentPlan *plan, YamlNode node, Error *error)
{
  const char *name = node.number ? tree_text(node) : "random";
  plan->baseline = plan->strategies.count - 1;
  for (size_t i = 0; name && i < plan->strategies.count; i++) {
    if (strcmp(plan->strategies.items[i].name, name) != 0) continue;
    plan->baseline = i;
    return STATUS_OK;
  }
  if (!node.number) return STATUS_OK;
  return tree_error(node, error, "the baseline has to be the name of a strategy");
}

static Status read_parts(ExperimentPlan *plan, YamlNode root, const YamlNode *parts, Error *error)
{
  static const char *const none[] = {NULL}, *const strategy_names[] = {"strategy", NULL},
                           *const case_names[] = {"logic",     "class",   "spec", "target",
                                                  "reference", "solvers", NULL};
  enum { SETTINGS, STRATEGIES, CASES, REPETITIONS, SEED, BASELINE };
  Status status = STATUS_OK;
  for (size_t i = STRATEGIES; i <= CASES; i++)
    if (!parts[i].number) return tree_error(root, error, "'%s' is missing", top_keys[i]);
  if (parts[SETTINGS].number) status = fill(&plan->settings, parts[SETTINGS], none, error);
  if (status == STATUS_OK)
    status = read_entries(&plan->strategies.items, &plan->strategies.count, parts[STRATEGIES],
                          "strategy", strategy_names, error);
  if (status == STATUS_OK)
    status =
        read_entries(&plan->cases.items, &plan->cases.count, parts[CASES], NULL, case_names, error);
  if (status == STATUS_OK && parts[REPETITIONS].number)
    status = read_number(parts[REPETITIONS], 1, REPETITIONS_MAX, &plan->repetitions, error);
  if (status == STATUS_OK && parts[SEED].number)
    status = read_number(parts[SEED], 0, UINT32_MAX, &plan->seed, error);
  return status == STATUS_OK ? read_baseline(plan, parts[BASELINE], error) : status;
}

static Status find_parts(YamlNode root, YamlNode *parts, Error *error)
{
  size_t count = tree_pairs(root);
  if (count == SIZE_MAX)
    return tree_error(root, error, "not a plan: expected 'strategies:' and 'cases:'");
  for (size_t i = 0; i < count; i++) {
    const char *name = tree_text(tree_key(root, i));
    size_t place = 0;
    while (place < TOP_COUNT && (!name || strcmp(top_keys[place], name) != 0)) place++;
    if (place == TOP_COUNT || parts[place].number)
      return tree_error(tree_key(root, i), error,
                        "'%s' is not a part of a plan, or there twice: it has settings, "
                        "strategies, cases, repetitions, seed and baseline",
                        name ? name : "?");
    parts[place] = tree_value(root, i);
  }
  return STATUS_OK;
}

Status experiment_plan_read(ExperimentPlan *plan, const char *path, Error *error)
{
  *plan = (ExperimentPlan){.repetitions = 5, .seed = 1};
  YamlTree *file = tree_read(path, error);
  if (!file) return error->status;
  YamlNode parts[TOP_COUNT] = {0};
  Status status = find_parts(tree_root(file), parts, error);
  if (status == STATUS_OK) status = read_parts(plan, tree_root(file), parts, error);
  tree_destroy(file);
  return status;
}

static void entry_deinit(PlanEntry *entry)
{
  for (size_t i = 0; i < entry->values.count; i++) free(entry->values.items[i].text);
  VEC_FREE(&entry->values);
  free(entry->name);
}

void experiment_plan_deinit(ExperimentPlan *plan)
{
  entry_deinit(&plan->settings);
  for (size_t i = 0; i < plan->strategies.count; i++) entry_deinit(&plan->strategies.items[i]);
  for (size_t i = 0; i < plan->cases.count; i++) entry_deinit(&plan->cases.items[i]);
  VEC_FREE(&plan->strategies);
  VEC_FREE(&plan->cases);
}

/* --- words --- */

static bool add_words(const PlanEntry *entry, const Option *option, PlanWords *words)
{
  bool found = false;
  for (size_t i = 0; i < entry->values.count; i++) {
    const PlanValue *value = &entry->values.items[i];
    if (strcmp(value->option.name, option->name) != 0) continue;
    found = true;
    bool is_flag = !option_takes_value(option);
    if (is_flag && strcmp(value->text, "true") != 0) continue;
    StrBuf word;
    strbuf_init(&word, 0);
    strbuf_printf(&word, "%s%s%s%s", option->one_dash ? "-" : "--", option->name,
                  is_flag ? "" : "=", is_flag ? "" : value->text);
    VEC_PUSH(words, mem_copy_string(word.bytes, word.length));
    strbuf_deinit(&word);
  }
  return found;
}

/* The option with this number: of the command, then of languages, where several may have one of the same name. */
static bool option_at(OptionTable table, size_t number, Option *option)
{
  const char *of;
  if (number >= table.count)
    return table.extras && table.extras->at(number - table.count, option, &of);
  *option = table.items[number];
  return true;
}

static bool is_repeated(OptionTable table, size_t number, const Option *option)
{
  Option other;
  for (size_t i = table.count; i < number && option_at(table, i, &other); i++)
    if (strcmp(other.name, option->name) == 0) return true;
  return false;
}

void experiment_plan_words(const ExperimentPlan *plan, size_t place, size_t strategy,
                           size_t repetition, PlanWords *words)
{
  const PlanEntry *levels[] = {&plan->strategies.items[strategy], &plan->cases.items[place],
                               &plan->settings};
  char seed[64];
  Option option;
  for (size_t i = 0; option_at(command_fuzz.options, i, &option); i++) {
    bool used = false;
    for (size_t level = 0; level < 3 && !used; level++)
      used = value_of(levels[level], option.name) != NULL;
    if (!used || is_repeated(command_fuzz.options, i, &option)) continue;
    for (size_t level = 0; level < 3; level++)
      if (add_words(levels[level], &option, words)) break;
  }
  snprintf(seed, sizeof seed, "--seed=%ju", (uintmax_t)(plan->seed + repetition));
  VEC_PUSH(words, mem_copy_string(seed, strlen(seed)));
}

void experiment_words_free(PlanWords *words)
{
  for (size_t i = 0; i < words->count; i++) free(words->items[i]);
  VEC_FREE(words);
}
