#include "cli/option/option_yaml.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"

static bool is_among(const char *name, const char *const *names)
{
  for (; *names; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

static Status unknown_key(OptionTable table, YamlNode key, const char *const *others, Error *error)
{
  VEC(const char *) names = {0};
  for (size_t i = 0; i < table.count; i++) VEC_PUSH(&names, table.items[i].name);
  for (; *others; others++) VEC_PUSH(&names, *others);
  const char *near = suggest_name(tree_text(key), names.items, names.count);
  tree_error(key, error, "there is no option '%s'%s%s%s", tree_text(key),
             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  VEC_FREE(&names);
  return STATUS_SYNTAX;
}

static Status check_key(YamlNode mapping, size_t place, Error *error)
{
  YamlNode key = tree_key(mapping, place);
  const char *name = tree_text(key);
  if (!name) return tree_error(key, error, "a key has to be a word");
  for (size_t i = 0; i < place; i++)
    if (strcmp(tree_text(tree_key(mapping, i)), name) == 0)
      return tree_error(key, error, "'%s' is there twice", name);
  return STATUS_OK;
}

static Status take_values(const Option *option, YamlNode value, OptionYamlTake take, void *user,
                          Error *error)
{
  size_t count = tree_items(value);
  if (count == SIZE_MAX) {
    const char *text = tree_text(value);
    if (!text) return tree_error(value, error, "'%s' needs a value", option->name);
    return take(user, option, value, text, error);
  }
  if (option->kind != OPTION_KIND_LIST)
    return tree_error(value, error, "'%s' has one value, not several", option->name);
  Status status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    YamlNode item = tree_item(value, i);
    const char *text = tree_text(item);
    status = text ? take(user, option, item, text, error)
                  : tree_error(item, error, "a value of '%s' has to be a word", option->name);
  }
  return status;
}

Status option_yaml_each(OptionTable table, YamlNode mapping, const char *const *others,
                        OptionYamlTake take, void *user, Error *error)
{
  assert(others && take);
  size_t count = tree_pairs(mapping);
  if (count == SIZE_MAX)
    return tree_error(mapping, error, "expected options, each with its value: 'name: value'");
  for (size_t i = 0; i < count; i++) {
    Status status = check_key(mapping, i, error);
    if (status != STATUS_OK) return status;
    YamlNode key = tree_key(mapping, i);
    if (is_among(tree_text(key), others)) continue;
    const Option *option = option_find(table, tree_text(key));
    Option extra;
    if (!option && option_find_extra(table, tree_text(key), strlen(tree_text(key)), &extra))
      option = &extra;
    if (!option) return unknown_key(table, key, others, error);
    status = take_values(option, tree_value(mapping, i), take, user, error);
    if (status != STATUS_OK) return status;
  }
  return STATUS_OK;
}

/* --- into a command's options --- */

typedef struct {
  OptionTable table;
  const char *const *refused;
  void *values;
} Target;

/* Was it given on the command line? */
static bool has_extra(const Target *target, const char *name)
{
  assert(target->table.extras);
  const OptionList *list =
      (const OptionList *)((const char *)target->values + target->table.extras->offset);
  for (size_t i = 0; i < list->count; i += 2)
    if (strcmp(list->items[i], name) == 0) return true;
  return false;
}

static Status set(void *user, const Option *option, YamlNode at, const char *text, Error *error)
{
  const Target *target = user;
  Error inner;
  if (is_among(option->name, target->refused))
    return tree_error(at, error, "'%s' is for the command line only", option->name);
  if (!option_find(target->table, option->name)) {
    if (!has_extra(target, option->name))
      option_add_extra(target->table, option, text, target->values);
    return STATUS_OK;
  }
  if (option_was_given(target->table, option, target->values)) return STATUS_OK;
  if (option_set(option, text, target->values, &inner) == STATUS_OK) return STATUS_OK;
  return tree_error(at, error, "%s", inner.message);
}

Status option_yaml_set(OptionTable table, const YamlTree *file, const char *const *refused,
                       void *values, Error *error)
{
  static const char *const none[] = {NULL};
  Target target = {table, refused, values};
  YamlNode root = tree_root(file);
  if (!root.number) return STATUS_OK;
  return option_yaml_each(table, root, none, set, &target, error);
}
