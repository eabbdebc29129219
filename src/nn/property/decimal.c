#include "nn/property/decimal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nn/property/property.h"

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

size_t decimal_length(const char *text)
{
  const char *p = text;
  if (*p == '-' || *p == '+') p++;
  const char *digits = p;
  while (is_digit(*p)) p++;
  size_t count = (size_t)(p - digits);
  if (*p == '.') {
    const char *fraction = ++p;
    while (is_digit(*p)) p++;
    count += (size_t)(p - fraction);
  }
  if (count == 0) return 0;
  if (*p == 'e' || *p == 'E') {
    const char *exponent = p + 1;
    if (*exponent == '-' || *exponent == '+') exponent++;
    if (!is_digit(*exponent)) return (size_t)(p - text);
    while (is_digit(*exponent)) exponent++;
    p = exponent;
  }
  return (size_t)(p - text);
}

/* The digits without their point, and where the point was. */
typedef struct {
  const char *text;
  size_t length;
  long fraction; /* digits after the point, less the exponent */
  bool negative;
} Digits;

static Status split(const char *text, size_t length, char *buffer, Digits *digits, Error *error)
{
  size_t at = 0, count = 0;
  bool point = false;
  *digits = (Digits){.text = buffer, .negative = text[0] == '-'};
  if (text[0] == '-' || text[0] == '+') at++;
  for (; at < length && (is_digit(text[at]) || text[at] == '.'); at++) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    buffer[count++] = text[at];
    digits->fraction += point;
  }
  buffer[count] = 0;
  digits->length = count;
  if (at == length) return STATUS_OK;
  char *end;
  long exponent = strtol(text + at + 1, &end, 10);
  assert(end == text + length);
  if (exponent > PROPERTY_MAX_EXPONENT || exponent < -PROPERTY_MAX_EXPONENT)
    return error_set(error, STATUS_LIMIT, "the exponent of a number is beyond %d",
                     PROPERTY_MAX_EXPONENT);
  digits->fraction -= exponent;
  return STATUS_OK;
}

/* Numbers of a few digits, which almost all are, need no long arithmetic. */
static bool read_short(const Digits *digits, mpq_t value)
{
  enum { SHORT_DIGITS = 18 };
  if (digits->length > SHORT_DIGITS || digits->fraction < 0 || digits->fraction > SHORT_DIGITS)
    return false;
  uint64_t numerator = strtoull(digits->text, NULL, 10), denominator = 1;
  for (long i = 0; i < digits->fraction; i++) denominator *= 10;
  mpq_set_ui(value, numerator, denominator);
  return true;
}

static void read_long(const Digits *digits, mpq_t value)
{
  mpz_t power;
  mpz_init(power);
  mpz_set_str(mpq_numref(value), digits->text, 10);
  mpz_set_ui(mpq_denref(value), 1);
  mpz_ui_pow_ui(power, 10, (unsigned long)labs(digits->fraction));
  if (digits->fraction > 0)
    mpz_set(mpq_denref(value), power);
  else
    mpz_mul(mpq_numref(value), mpq_numref(value), power);
  mpz_clear(power);
}

Status decimal_read(const char *text, size_t length, mpq_t value, Error *error)
{
  assert(length > 0);
  if (length > PROPERTY_MAX_DIGITS)
    return error_set(error, STATUS_LIMIT, "a number has more than %d characters",
                     PROPERTY_MAX_DIGITS);
  char small[64];
  char *buffer = length < sizeof small ? small : mem_alloc(length + 1, 1);
  Digits digits;
  Status status = split(text, length, buffer, &digits, error);
  if (!status) {
    if (!read_short(&digits, value)) read_long(&digits, value);
    mpq_canonicalize(value);
    if (digits.negative) mpq_neg(value, value);
  }
  if (buffer != small) free(buffer);
  return status;
}
