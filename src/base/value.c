#include "base/value.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <strings.h>

typedef struct {
  const char *suffix;
  uint64_t factor;
} Unit;

/* Largest first, which is the order in which the exact form is looked for. */
static const Unit size_units[] = {
    {"G", UINT64_C(1) << 30}, {"M", UINT64_C(1) << 20}, {"K", UINT64_C(1) << 10}, {"", 1}};
static const Unit duration_units[] = {{"h", 3600000}, {"m", 60000}, {"s", 1000}, {"ms", 1}};

enum { SIZE_UNITS = sizeof size_units / sizeof *size_units };
enum { DURATION_UNITS = sizeof duration_units / sizeof *duration_units };
enum { FRACTION_DIGITS = 6 }; /* 10^6 times an hour in ms fits easily */

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Reads digits at *text and steps over them. */
static ValueResult read_digits(const char **text, uint64_t *value)
{
  const char *p = *text;
  if (!is_digit(*p)) return VALUE_MALFORMED;
  ValueResult result = VALUE_OK;
  uint64_t sum = 0;
  for (; is_digit(*p); p++) {
    if (__builtin_mul_overflow(sum, 10, &sum) || __builtin_add_overflow(sum, *p - '0', &sum))
      result = VALUE_TOO_LARGE;
  }
  *text = p;
  *value = sum;
  return result;
}

ValueResult value_parse_unsigned(const char *text, uint64_t *value)
{
  ValueResult result = read_digits(&text, value);
  return *text == '\0' ? result : VALUE_MALFORMED;
}

ValueResult value_parse_range(const char *text, ValueRange *range)
{
  ValueResult low = read_digits(&text, &range->low), high = low;
  range->high = range->low;
  if (low != VALUE_MALFORMED && *text == '-') {
    text++;
    high = read_digits(&text, &range->high);
  }
  if (low == VALUE_MALFORMED || high == VALUE_MALFORMED || *text) return VALUE_MALFORMED;
  if (low == VALUE_TOO_LARGE || high == VALUE_TOO_LARGE) return VALUE_TOO_LARGE;
  return range->low <= range->high ? VALUE_OK : VALUE_MALFORMED;
}

/* Reads ".digits" if there is one, in millionths. */
static bool read_fraction(const char **text, uint64_t *millionths)
{
  *millionths = 0;
  if (**text != '.') return true;
  const char *p = *text + 1;
  int digits = 0;
  for (; is_digit(*p) && digits < FRACTION_DIGITS; p++, digits++)
    *millionths = *millionths * 10 + (uint64_t)(*p - '0');
  if (digits == 0 || is_digit(*p)) return false;
  for (; digits < FRACTION_DIGITS; digits++) *millionths *= 10;
  *text = p;
  return true;
}

static ValueResult parse_scaled(const char *text, const Unit *units, size_t count,
                                const char *default_suffix, uint64_t *value)
{
  uint64_t whole = 0;
  uint64_t millionths = 0;
  ValueResult result = read_digits(&text, &whole);
  if (result == VALUE_MALFORMED || !read_fraction(&text, &millionths)) return VALUE_MALFORMED;
  const char *suffix = *text ? text : default_suffix;
  uint64_t factor = 0;
  for (size_t i = 0; i < count; i++)
    if (strcasecmp(suffix, units[i].suffix) == 0) factor = units[i].factor;
  if (factor == 0) return VALUE_MALFORMED;
  if (result == VALUE_TOO_LARGE || __builtin_mul_overflow(whole, factor, &whole))
    return VALUE_TOO_LARGE;
  uint64_t part = (millionths * factor + 999999) / 1000000;
  return __builtin_add_overflow(whole, part, value) ? VALUE_TOO_LARGE : VALUE_OK;
}

ValueResult value_parse_size(const char *text, uint64_t *bytes)
{
  return parse_scaled(text, size_units, SIZE_UNITS, "", bytes);
}

ValueResult value_parse_duration(const char *text, uint64_t *ms)
{
  return parse_scaled(text, duration_units, DURATION_UNITS, "s", ms);
}

static void format_scaled(uint64_t value, const Unit *units, size_t count, char *text)
{
  size_t i = 0;
  while (i + 1 < count && (value == 0 || value % units[i].factor != 0)) i++;
  snprintf(text, VALUE_TEXT_SIZE, "%" PRIu64 "%s", value / units[i].factor, units[i].suffix);
}

void value_format_unsigned(uint64_t value, char text[VALUE_TEXT_SIZE])
{
  snprintf(text, VALUE_TEXT_SIZE, "%" PRIu64, value);
}

void value_format_range(ValueRange range, char text[VALUE_TEXT_SIZE])
{
  if (range.low == range.high)
    value_format_unsigned(range.low, text);
  else
    snprintf(text, VALUE_TEXT_SIZE, "%" PRIu64 "-%" PRIu64, range.low, range.high);
}

void value_format_size(uint64_t bytes, char text[VALUE_TEXT_SIZE])
{
  format_scaled(bytes, size_units, SIZE_UNITS, text);
}

void value_format_duration(uint64_t ms, char text[VALUE_TEXT_SIZE])
{
  format_scaled(ms, duration_units, DURATION_UNITS, text);
}
