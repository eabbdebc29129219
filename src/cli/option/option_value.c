#include "cli/option/option_value.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/suggest.h"

void *option_member(const Option *option, void *values)
{
  return (char *)values + option->offset;
}

static const void *const_member(const Option *option, const void *values)
{
  return (const char *)values + option->offset;
}

/* --- from text ---------------------------------------------------------------------------- */

typedef ValueResult (*ParseNumber)(const char *text, uint64_t *value);
typedef void (*FormatNumber)(uint64_t value, char *text);

typedef struct {
  ParseNumber parse;
  FormatNumber format;
  const char *expected;
} NumberKind;

static NumberKind number_kind(OptionKind kind)
{
  switch (kind) {
  case OPTION_KIND_SIZE:
    return (NumberKind){value_parse_size, value_format_size, "a size such as 512K, 64M or 2G"};
  case OPTION_KIND_DURATION:
    return (NumberKind){value_parse_duration, value_format_duration,
                        "a duration such as 500ms, 10s, 5m or 2h"};
  default:
    assert(kind == OPTION_KIND_UNSIGNED);
    return (NumberKind){value_parse_unsigned, value_format_unsigned, "a whole number"};
  }
}

static Status parse_number(const Option *option, const char *shown, const char *text,
                           uint64_t *number, Error *error)
{
  NumberKind kind = number_kind(option->kind);
  ValueResult result = kind.parse(text, number);
  if (result == VALUE_MALFORMED)
    return error_set(error, STATUS_USAGE, "invalid value '%s' for '%s': expected %s", text, shown,
                     kind.expected);
  uint64_t high = option->high ? option->high : UINT64_MAX;
  if (result == VALUE_OK && *number >= option->low && *number <= high) return STATUS_OK;
  char low_text[VALUE_TEXT_SIZE];
  char high_text[VALUE_TEXT_SIZE];
  kind.format(option->low, low_text);
  kind.format(high, high_text);
  if (option->high == 0 && result == VALUE_OK)
    return error_set(error, STATUS_USAGE, "value '%s' for '%s' is out of range: at least %s", text,
                     shown, low_text);
  return error_set(error, STATUS_USAGE, "value '%s' for '%s' is out of range: from %s to %s", text,
                   shown, low_text, high_text);
}

static Status parse_range(const Option *option, const char *shown, const char *text,
                          ValueRange *range, Error *error)
{
  assert(option->kind == OPTION_KIND_RANGE);
  ValueResult result = value_parse_range(text, range);
  if (result == VALUE_MALFORMED)
    return error_set(error, STATUS_USAGE,
                     "invalid value '%s' for '%s': expected a whole number, or a range such as 3-5",
                     text, shown);
  if (result == VALUE_OK && range->low >= option->low && range->high <= option->high)
    return STATUS_OK;
  return error_set(error, STATUS_USAGE,
                   "value '%s' for '%s' is out of range: from %" PRIu64 " to %" PRIu64, text, shown,
                   option->low, option->high);
}

static Status parse_choice(const Option *option, const char *shown, const char *text, int *position,
                           Error *error)
{
  assert(option->kind == OPTION_KIND_CHOICE && option->words);
  size_t count = 0;
  for (; option->words[count]; count++) {
    if (strcmp(text, option->words[count]) != 0) continue;
    *position = (int)count;
    return STATUS_OK;
  }
  StrBuf words;
  strbuf_init(&words, 0);
  for (size_t i = 0; i < count; i++)
    strbuf_printf(&words, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", option->words[i]);
  const char *near = suggest_name(text, option->words, count);
  Status status = error_set(error, STATUS_USAGE, "invalid value '%s' for '%s': expected %s%s%s%s",
                            text, shown, strbuf_text(&words), near ? "; did you mean '" : "",
                            near ? near : "", near ? "'?" : "");
  strbuf_deinit(&words);
  return status;
}

Status option_store(const Option *option, const char *shown, const char *text, void *values,
                    Error *error)
{
  assert(text || !option_takes_value(option));
  Status status = STATUS_OK;
  switch (option->kind) {
  case OPTION_KIND_FLAG: *(bool *)option_member(option, values) = true; break;
  case OPTION_KIND_SET: memcpy(option_member(option, values), &option->store, sizeof(int)); break;
  case OPTION_KIND_STRING: *(const char **)option_member(option, values) = text; break;
  case OPTION_KIND_LIST: VEC_PUSH((OptionList *)option_member(option, values), text); break;
  case OPTION_KIND_CHOICE: {
    int position = 0;
    status = parse_choice(option, shown, text, &position, error);
    if (status == STATUS_OK) memcpy(option_member(option, values), &position, sizeof position);
    break;
  }
  case OPTION_KIND_RANGE: {
    ValueRange range;
    status = parse_range(option, shown, text, &range, error);
    if (status == STATUS_OK) *(ValueRange *)option_member(option, values) = range;
    break;
  }
  case OPTION_KIND_UNSIGNED:
  case OPTION_KIND_SIZE:
  case OPTION_KIND_DURATION: {
    uint64_t number = 0;
    status = parse_number(option, shown, text, &number, error);
    if (status == STATUS_OK) *(uint64_t *)option_member(option, values) = number;
    break;
  }
  }
  return status;
}

static Status set_flag(const Option *option, const char *text, void *values, Error *error)
{
  assert(option->kind == OPTION_KIND_FLAG || option->kind == OPTION_KIND_SET);
  bool on = strcmp(text, "true") == 0;
  if (!on && strcmp(text, "false") != 0)
    return error_set(error, STATUS_USAGE, "invalid value '%s' for '%s': expected true or false",
                     text, option->name);
  if (option->kind == OPTION_KIND_FLAG)
    *(bool *)option_member(option, values) = on;
  else if (on)
    memcpy(option_member(option, values), &option->store, sizeof(int));
  return STATUS_OK;
}

Status option_set(const Option *option, const char *text, void *values, Error *error)
{
  return option_takes_value(option) ? option_store(option, option->name, text, values, error)
                                    : set_flag(option, text, values, error);
}

/* --- to text ------------------------------------------------------------------------------ */

static int enum_of(const Option *option, const void *values)
{
  assert(option->kind == OPTION_KIND_CHOICE || option->kind == OPTION_KIND_SET);
  int number;
  memcpy(&number, const_member(option, values), sizeof number);
  return number;
}

/* A number that could not be given stands for a default that is known only at run time. */
static bool is_in_range(const Option *option, uint64_t number)
{
  return number >= option->low && (option->high == 0 || number <= option->high);
}

size_t option_value_count(const Option *option, const void *values)
{
  const void *at = const_member(option, values);
  switch (option->kind) {
  case OPTION_KIND_STRING: return *(const char *const *)at != NULL;
  case OPTION_KIND_LIST: return ((const OptionList *)at)->count;
  case OPTION_KIND_RANGE: return is_in_range(option, ((const ValueRange *)at)->high);
  case OPTION_KIND_UNSIGNED:
  case OPTION_KIND_SIZE:
  case OPTION_KIND_DURATION: return is_in_range(option, *(const uint64_t *)at);
  default: return 1;
  }
}

void option_value_text(const Option *option, const void *values, size_t place, StrBuf *out)
{
  const void *at = const_member(option, values);
  char text[VALUE_TEXT_SIZE];
  assert(place < option_value_count(option, values));
  switch (option->kind) {
  case OPTION_KIND_FLAG: strbuf_add_text(out, *(const bool *)at ? "true" : "false"); break;
  case OPTION_KIND_SET:
    strbuf_add_text(out, enum_of(option, values) == option->store ? "true" : "false");
    break;
  case OPTION_KIND_STRING: strbuf_add_text(out, *(const char *const *)at); break;
  case OPTION_KIND_LIST: strbuf_add_text(out, ((const OptionList *)at)->items[place]); break;
  case OPTION_KIND_CHOICE: strbuf_add_text(out, option->words[enum_of(option, values)]); break;
  case OPTION_KIND_RANGE:
    value_format_range(*(const ValueRange *)at, text);
    strbuf_add_text(out, text);
    break;
  default:
    number_kind(option->kind).format(*(const uint64_t *)at, text);
    strbuf_add_text(out, text);
    break;
  }
}
