/* Numbers as people type them: plain, as a range, with a unit of size, with a unit of time. */
#ifndef BASE_VALUE_H
#define BASE_VALUE_H

#include <stddef.h>
#include <stdint.h>

typedef enum { VALUE_OK, VALUE_MALFORMED, VALUE_TOO_LARGE } ValueResult;

/* Decimal digits only: no sign, no space. */
ValueResult value_parse_unsigned(const char *text, uint64_t *value);
typedef struct {
  uint64_t low, high;
} ValueRange;

/* "3", which is both ends, or "3-5". Ends the wrong way round are malformed. */
ValueResult value_parse_range(const char *text, ValueRange *range);
/* Bytes: "4096", "64K", "1.5G" (powers of 1024, either case). A fraction is rounded up. */
ValueResult value_parse_size(const char *text, uint64_t *bytes);
/* Milliseconds: "250ms", "1.5s", "10m", "2h"; a bare number is seconds. A fraction is rounded up, so
 * that a tiny limit never becomes 0. */
ValueResult value_parse_duration(const char *text, uint64_t *ms);

enum { VALUE_TEXT_SIZE = 48 }; /* enough for any formatted value */

/* The shortest exact form that the functions above read back. */
void value_format_unsigned(uint64_t value, char text[VALUE_TEXT_SIZE]);
void value_format_range(ValueRange range, char text[VALUE_TEXT_SIZE]);
void value_format_size(uint64_t bytes, char text[VALUE_TEXT_SIZE]);
void value_format_duration(uint64_t ms, char text[VALUE_TEXT_SIZE]);

#endif
