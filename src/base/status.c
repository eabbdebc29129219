#include "base/status.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Number of bytes of the well-formed UTF-8 character that starts at `at`, or 0 if there is none
 * (Unicode 15, table 3-7). The NUL after the text ends a character that is cut short. */
static size_t utf8_length(const unsigned char *at)
{
  unsigned char low = 0x80, high = 0xBF;
  size_t length;
  if (at[0] < 0x80) return 1;
  if (at[0] >= 0xC2 && at[0] <= 0xDF) {
    length = 2;
  } else if (at[0] >= 0xE0 && at[0] <= 0xEF) {
    length = 3;
    if (at[0] == 0xE0) low = 0xA0;
    if (at[0] == 0xED) high = 0x9F;
  } else if (at[0] >= 0xF0 && at[0] <= 0xF4) {
    length = 4;
    if (at[0] == 0xF0) low = 0x90;
    if (at[0] == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (at[1] < low || at[1] > high) return 0;
  for (size_t i = 2; i < length; i++)
    if (at[i] < 0x80 || at[i] > 0xBF) return 0;
  return length;
}

/* Removes the beginning of a character that the end of the text has cut. */
static void drop_cut_character(char *text, size_t length)
{
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    unsigned char c = (unsigned char)text[length - back];
    if (c < 0x80) return;
    if (c < 0xC0) continue;
    size_t wanted = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (wanted > back) text[length - back] = '\0';
    return;
  }
}

/* Foreign bytes reach a terminal and JSON documents through messages: only text may pass. */
static void sanitise(char *text)
{
  char *to = text;
  for (const char *from = text; *from;) {
    const unsigned char *at = (const unsigned char *)from;
    size_t length = utf8_length(at);
    bool control = at[0] < 0x20 || at[0] == 0x7F || (at[0] == 0xC2 && at[1] < 0xA0);
    if (length == 0 || control) {
      *to++ = '?';
      from += length ? length : 1;
    } else {
      memmove(to, from, length);
      to += length;
      from += length;
    }
  }
  *to = '\0';
}

__attribute__((format(printf, 4, 0))) static void
set_message(Error *error, Status status, uint64_t offset, const char *format, va_list arguments)
{
  assert(error);
  assert(status > STATUS_OK && status < STATUS_COUNT);
  /* The arguments may point into the message that is being replaced (an error that wraps another),
   * so the text is made elsewhere. */
  char message[sizeof error->message];
  int length = vsnprintf(message, sizeof message, format, arguments);
  assert(length >= 0);
  if ((size_t)length >= sizeof message) drop_cut_character(message, sizeof message - 1);
  sanitise(message);
  error->status = status;
  error->line = 0;
  error->column = 0;
  error->offset = offset;
  memcpy(error->message, message, strlen(message) + 1);
}

Status error_set(Error *error, Status status, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  set_message(error, status, 0, format, arguments);
  va_end(arguments);
  return status;
}

Status error_set_at(Error *error, Status status, uint64_t offset, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  set_message(error, status, offset, format, arguments);
  va_end(arguments);
  return status;
}

void error_locate(Error *error, const char *text, uint64_t length)
{
  assert(error);
  uint64_t end = error->offset < length ? error->offset : length;
  uint64_t line = 1, start = 0;
  while (start < end) {
    const char *newline = memchr(text + start, '\n', (size_t)(end - start));
    if (!newline) break;
    start = (uint64_t)(newline - text) + 1;
    line++;
  }
  uint64_t column = end - start + 1;
  error->line = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
  error->column = column < UINT32_MAX ? (uint32_t)column : UINT32_MAX;
}
