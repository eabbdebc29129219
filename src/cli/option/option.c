#include "cli/option/option.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "cli/option/option_value.h"

static const char *const color_words[] = {"auto", "always", "never", NULL};

static const Option common_options[] = {
    {OPTION_CHOICE(CommonOptions, color, color_words), .name = "color", .value_name = "WHEN",
     .initial = "auto", .help = "colour the output"},
    {OPTION_FLAG(CommonOptions, help), .name = "help", .letter = 'h',
     .help = "show this help and exit"},
    {OPTION_FLAG(CommonOptions, help_all), .name = "help-all",
     .help = "show all options, where --help shows the common ones, and exit"},
};

OptionTable option_common_table(void)
{
  OptionTable table = OPTION_TABLE(common_options);
  table.count--;
  return table;
}

const Option *option_help_all(void)
{
  return &common_options[sizeof common_options / sizeof *common_options - 1];
}

bool option_takes_value(const Option *option)
{
  return option->kind != OPTION_KIND_FLAG && option->kind != OPTION_KIND_SET;
}

/* The options of a command followed by the common ones, by position. */
static size_t option_count(OptionTable table)
{
  return table.count + sizeof common_options / sizeof *common_options;
}

static const Option *option_at(OptionTable table, size_t i)
{
  assert(i < option_count(table));
  return i < table.count ? &table.items[i] : &common_options[i - table.count];
}

void options_init(OptionTable table, void *values)
{
  for (size_t i = 0; i < option_count(table); i++) {
    const Option *option = option_at(table, i);
    if (!option->initial && !option->is_default) continue;
    Error error;
    Status status = option_store(option, option->name, option->initial, values, &error);
    assert(status == STATUS_OK);
    (void)status;
  }
}

void options_deinit(OptionTable table, void *values)
{
  for (size_t i = 0; i < table.count; i++)
    if (table.items[i].kind == OPTION_KIND_LIST)
      VEC_FREE((OptionList *)option_member(&table.items[i], values));
  if (table.extras) VEC_FREE((OptionList *)((char *)values + table.extras->offset));
}

bool option_was_given(OptionTable table, const Option *option, const void *values)
{
  assert(option >= table.items && option < table.items + table.count);
  return ((const CommonOptions *)values)->given[option - table.items];
}

const Option *option_find(OptionTable table, const char *name)
{
  for (size_t i = 0; i < table.count; i++)
    if (strcmp(table.items[i].name, name) == 0) return &table.items[i];
  for (size_t i = 0; i < table.count; i++)
    if (table.items[i].old && strcmp(table.items[i].old, name) == 0) return &table.items[i];
  return NULL;
}

bool option_find_extra(OptionTable table, const char *name, size_t length, Option *option)
{
  const char *of;
  for (size_t i = 0; table.extras && table.extras->at(i, option, &of); i++)
    if (strncmp(option->name, name, length) == 0 && option->name[length] == '\0') return true;
  return false;
}

void option_add_extra(OptionTable table, const Option *option, const char *value, void *values)
{
  assert(table.extras && option->name);
  OptionList *list = (OptionList *)((char *)values + table.extras->offset);
  VEC_PUSH(list, option->name);
  VEC_PUSH(list, option_takes_value(option) ? value : "true");
}

/* --- parsing ------------------------------------------------------------------------------ */

typedef struct {
  OptionTable table;
  void *values;
  int argc;
  char **argv;
  int next;    /* the word to be read next */
  bool *given; /* for each option, by position: that of the common options */
  Error *error;
} Parser;

/* An option word taken apart. */
typedef struct {
  size_t position;      /* in the table, option_count() if there is no such option */
  const char *attached; /* the value in the same word, or NULL */
  bool old;             /* it was found by an earlier name */
  char shown[64];       /* the option's name as typed */
} Match;

static void set_shown(Match *match, const char *word, size_t length)
{
  snprintf(match->shown, sizeof match->shown, "%.*s", (int)length, word);
}

static bool is_text(const char *text, const char *name, size_t length)
{
  return strncmp(text, name, length) == 0 && text[length] == '\0';
}

static bool has_name(const Option *option, bool one_dash, const char *name, size_t length)
{
  if (option->one_dash == one_dash && is_text(option->name, name, length)) return true;
  return !one_dash && option->alias && is_text(option->alias, name, length);
}

/* The position of the option with this name, or this earlier one. */
static size_t find_name(OptionTable table, bool old, bool one_dash, const char *name, size_t length)
{
  size_t count = option_count(table);
  for (size_t i = 0; i < count; i++) {
    const Option *option = option_at(table, i);
    bool found = old ? !one_dash && option->old && is_text(option->old, name, length)
                     : has_name(option, one_dash, name, length);
    if (found) return i;
  }
  return count;
}

static size_t find_letter(OptionTable table, bool old, const char *word)
{
  size_t count = option_count(table);
  for (size_t i = 0; i < count; i++) {
    const Option *option = option_at(table, i);
    char letter = old ? option->old_letter : option->letter;
    if (letter == word[1] && (word[2] == '\0' || option_takes_value(option))) return i;
  }
  return count;
}

/* Finds the option of `word`, which starts with a dash and has more after it: by its name, its letter, or earlier ones. */
static Match match_option(OptionTable table, const char *word)
{
  assert(word[0] == '-' && word[1]);
  size_t count = option_count(table);
  Match match = {.position = count};
  bool one_dash = word[1] != '-';
  const char *name = word + (one_dash ? 1 : 2);
  size_t length = strcspn(name, "=");
  for (int old = 0; old < 2 && match.position == count; old++) {
    match.old = old;
    match.position = find_name(table, old, one_dash, name, length);
    if (match.position < count) {
      match.attached = name[length] == '=' ? name + length + 1 : NULL;
      set_shown(&match, word, (size_t)(name - word) + length);
    } else if (one_dash && (match.position = find_letter(table, old, word)) < count) {
      match.attached = word[2] ? word + 2 : NULL;
      set_shown(&match, word, 2);
    }
  }
  return match;
}

static void say_new_name(const Option *option, const Match *match)
{
  fprintf(stderr, "assay: '%s' is called '%s%s' now\n", match->shown, option->one_dash ? "-" : "--",
          option->name);
}

/* The nearest option, or the only one that `word` is the beginning of; NULL if there is none. */
static const char *suggest_option(const char *word, const char *const *names, size_t count)
{
  const char *near = suggest_name(word, names, count);
  if (near) return near;
  size_t length = strlen(word);
  for (size_t i = 0; i < count; i++) {
    if (length < 3 || strncmp(word, names[i], length) != 0) continue;
    if (near) return NULL;
    near = names[i];
  }
  return near;
}

static Status unknown_option(OptionTable table, const char *word, Error *error)
{
  Arena arena = {0};
  char *typed = arena_copy_string(&arena, word, strcspn(word, "="));
  size_t count = option_count(table);
  const char **names = arena_alloc(&arena, count, sizeof *names);
  for (size_t i = 0; i < count; i++) {
    const Option *option = option_at(table, i);
    size_t size = strlen(option->name) + 3;
    char *name = arena_alloc(&arena, size, 1);
    snprintf(name, size, "%s%s", option->one_dash ? "-" : "--", option->name);
    names[i] = name;
  }
  const char *near = suggest_option(typed, names, count);
  if (near)
    error_set(error, STATUS_USAGE, "unknown option '%s'; did you mean '%s'?", typed, near);
  else
    error_set(error, STATUS_USAGE, "unknown option '%s'", typed);
  arena_deinit(&arena);
  return STATUS_USAGE;
}

/* Flags that set one member exclude each other; the same one may be repeated. */
static Status check_exclusive(const Parser *parser, const Match *match)
{
  assert(match->position < option_count(parser->table));
  const Option *option = option_at(parser->table, match->position);
  if (option->kind != OPTION_KIND_SET) return STATUS_OK;
  for (size_t i = 0; i < parser->table.count; i++) {
    const Option *other = &parser->table.items[i];
    if (i == match->position || !parser->given[i] || other->kind != OPTION_KIND_SET ||
        other->offset != option->offset)
      continue;
    return error_set(parser->error, STATUS_USAGE, "'%s' cannot be used together with '%s%s'",
                     match->shown, other->one_dash ? "-" : "--", other->name);
  }
  return STATUS_OK;
}

/* The value of an option, attached or the next word. */
static Status take_value(Parser *parser, const Option *option, const Match *match,
                         const char **value)
{
  assert(parser->next <= parser->argc);
  *value = match->attached;
  if (!option_takes_value(option) && match->attached)
    return error_set(parser->error, STATUS_USAGE, "option '%s' takes no value", match->shown);
  if (!option_takes_value(option) || match->attached) return STATUS_OK;
  if (parser->next == parser->argc)
    return error_set(parser->error, STATUS_USAGE, "option '%s' needs a value", match->shown);
  *value = parser->argv[parser->next++];
  return STATUS_OK;
}

static Status parse_extra(Parser *parser, const char *word)
{
  Option option;
  Match match = {0};
  const char *name = word + 1 + (word[1] == '-'), *value;
  size_t length = strcspn(name, "=");
  if (!option_find_extra(parser->table, name, length, &option))
    return unknown_option(parser->table, word, parser->error);
  match.attached = name[length] == '=' ? name + length + 1 : NULL;
  set_shown(&match, word, (size_t)(name - word) + length);
  Status status = take_value(parser, &option, &match, &value);
  if (status == STATUS_OK) option_add_extra(parser->table, &option, value, parser->values);
  return status;
}

static Status parse_option(Parser *parser, const char *word)
{
  Match match = match_option(parser->table, word);
  if (match.position == option_count(parser->table)) return parse_extra(parser, word);
  const Option *option = option_at(parser->table, match.position);
  const char *value;
  if (match.old) say_new_name(option, &match);
  Status status = take_value(parser, option, &match, &value);
  if (status != STATUS_OK) return status;
  status = check_exclusive(parser, &match);
  if (status != STATUS_OK) return status;
  parser->given[match.position] = true;
  return option_store(option, match.shown, value, parser->values, parser->error);
}

Status options_parse(OptionTable table, void *values, int argc, char **argv,
                     bool stop_at_positional, int *positional_count, Error *error)
{
  assert(argc >= 0);
  Parser parser = {.table = table, .values = values, .argc = argc, .argv = argv, .error = error};
  parser.given = ((CommonOptions *)values)->given;
  memset(parser.given, 0, OPTIONS_MAX * sizeof *parser.given);
  assert(option_count(table) <= OPTIONS_MAX);
  Status status = STATUS_OK;
  int positionals = 0;
  bool only_positionals = false;
  while (status == STATUS_OK && parser.next < argc) {
    char *word = argv[parser.next++];
    if (only_positionals || word[0] != '-' || word[1] == '\0') {
      argv[positionals++] = word;
      only_positionals = only_positionals || stop_at_positional;
    } else if (strcmp(word, "--") == 0) {
      only_positionals = true;
    } else {
      status = parse_option(&parser, word);
    }
  }
  *positional_count = positionals;
  return status;
}
