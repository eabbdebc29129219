/* What is said about options: their printed form for help, completion and the manual, and the check
 * that a table says enough. */
#include <assert.h>
#include <string.h>

#include "base/value.h"
#include "cli/option/option.h"

void option_print_name(FILE *out, const Option *option)
{
  fprintf(out, "%s%s", option->one_dash ? "-" : "--", option->name);
}

void option_print_value_name(FILE *out, const Option *option)
{
  assert(option_takes_value(option));
  if (option->value_name) {
    fputs(option->value_name, out);
    return;
  }
  for (size_t i = 0; option->words[i]; i++) fprintf(out, "%s%s", i ? "|" : "", option->words[i]);
}

static void format_number(const Option *option, uint64_t number, char text[VALUE_TEXT_SIZE])
{
  switch (option->kind) {
  case OPTION_KIND_SIZE: value_format_size(number, text); break;
  case OPTION_KIND_DURATION: value_format_duration(number, text); break;
  default: value_format_unsigned(number, text); break;
  }
}

static bool has_range(const Option *option)
{
  return option->low != 0 || option->high != 0;
}

/* An upper end that nobody reaches, such as 2^63 or 30 years, is not worth reading. */
static bool shows_end(const Option *option)
{
  uint64_t most =
      option->kind == OPTION_KIND_DURATION ? UINT64_C(366) * 24 * 3600 * 1000 : UINT32_MAX;
  return option->high != 0 && (option->kind == OPTION_KIND_SIZE || option->high <= most);
}

static bool shows_range(const Option *option)
{
  return has_range(option) && (option->low > 0 || shows_end(option));
}

static void print_range(FILE *out, const Option *option)
{
  assert(shows_range(option) && (option->high == 0 || option->low <= option->high));
  char low[VALUE_TEXT_SIZE];
  char high[VALUE_TEXT_SIZE];
  format_number(option, option->low, low);
  format_number(option, option->high, high);
  if (shows_end(option))
    fprintf(out, "%s to %s", low, high);
  else
    fprintf(out, "at least %s", low);
}

void option_print_help(FILE *out, const Option *option)
{
  fputs(option->help, out);
  if (option->words && option->value_name) {
    for (size_t i = 0; option->words[i]; i++)
      fprintf(out, "%s%s", i == 0 ? ": " : option->words[i + 1] ? ", " : " or ", option->words[i]);
  }
  const char *initial = option->initial_note ? option->initial_note : option->initial;
  bool parts[] = {shows_range(option), option->kind == OPTION_KIND_LIST, initial != NULL,
                  option->is_default};
  size_t printed = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (!parts[i]) continue;
    fputs(printed++ ? "; " : " (", out);
    switch (i) {
    case 0: print_range(out, option); break;
    case 1: fputs("can be repeated", out); break;
    case 2: fprintf(out, "default: %s", initial); break;
    default: fputs("default", out); break;
    }
  }
  if (printed) fputc(')', out);
}

/* --- soundness of a table ------------------------------------------------------------------ */

static bool is_plain_word(const char *word)
{
  return word && *word && *word != '-' &&
         strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+") ==
             strlen(word);
}

static bool is_number(const Option *option)
{
  return option->kind == OPTION_KIND_UNSIGNED || option->kind == OPTION_KIND_RANGE ||
         option->kind == OPTION_KIND_SIZE || option->kind == OPTION_KIND_DURATION;
}

static bool initial_is_sound(const Option *option)
{
  if (!option->initial) return option->kind != OPTION_KIND_CHOICE;
  if (option->kind == OPTION_KIND_STRING) return true;
  if (option->kind == OPTION_KIND_CHOICE) {
    for (size_t i = 0; option->words[i]; i++)
      if (strcmp(option->initial, option->words[i]) == 0) return true;
    return false;
  }
  if (!is_number(option)) return false;
  if (option->kind == OPTION_KIND_RANGE) {
    ValueRange range;
    return value_parse_range(option->initial, &range) == VALUE_OK && range.low >= option->low &&
           range.high <= option->high;
  }
  uint64_t number = 0;
  ValueResult result = option->kind == OPTION_KIND_SIZE ? value_parse_size(option->initial, &number)
                       : option->kind == OPTION_KIND_DURATION
                           ? value_parse_duration(option->initial, &number)
                           : value_parse_unsigned(option->initial, &number);
  return result == VALUE_OK && number >= option->low &&
         (option->high == 0 || number <= option->high);
}

/* NULL, or what is wrong with the option on its own. */
static const char *defect_alone(const Option *option)
{
  if (!is_plain_word(option->name)) return "its name is not a plain word";
  if (!option->help || !*option->help) return "it has no help";
  if ((option->kind == OPTION_KIND_CHOICE) != (option->words != NULL))
    return "a choice, and nothing else, has words";
  for (size_t i = 0; option->words && option->words[i]; i++)
    if (!is_plain_word(option->words[i])) return "a choice is not a plain word";
  if (option_takes_value(option) && !option->value_name && !option->words)
    return "its value has no name";
  if (has_range(option) && !is_number(option)) return "only numbers have a range";
  if (option->is_default && option->kind != OPTION_KIND_SET) return "it cannot be the default";
  if (!initial_is_sound(option)) return "its default is not a value of its kind";
  return NULL;
}

/* Do they share a name with two dashes? */
static bool share_name(const Option *one, const Option *other)
{
  const char *of_one[] = {one->one_dash ? NULL : one->name, one->alias, one->old};
  const char *of_other[] = {other->one_dash ? NULL : other->name, other->alias, other->old};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      if (of_one[i] && of_other[k] && strcmp(of_one[i], of_other[k]) == 0) return true;
  return false;
}

static const char *defect_of_pair(const Option *one, const Option *other)
{
  if (share_name(one, other)) return "its name or alias occurs twice";
  if (one->one_dash == other->one_dash && strcmp(one->name, other->name) == 0)
    return "its name occurs twice";
  if (one->letter && one->letter == other->letter) return "its letter occurs twice";
  if (one->is_default && other->is_default && one->offset == other->offset)
    return "two flags are the default";
  return NULL;
}

Status options_check(OptionTable table, Error *error)
{
  OptionTable common = option_common_table();
  for (size_t i = 0; i < table.count; i++) {
    const Option *option = &table.items[i];
    const char *defect = defect_alone(option);
    for (size_t k = 0; !defect && k < i; k++) defect = defect_of_pair(option, &table.items[k]);
    for (size_t k = 0; !defect && k < common.count; k++)
      defect = defect_of_pair(option, &common.items[k]);
    if (defect)
      return error_set(error, STATUS_USAGE, "option '%s': %s", option->name ? option->name : "",
                       defect);
  }
  return STATUS_OK;
}
