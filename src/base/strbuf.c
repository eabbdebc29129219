#include "base/strbuf.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

/* The block of `bytes` has room for capacity + 1 bytes, for the NUL. */

void strbuf_init(StrBuf *buf, size_t limit)
{
  *buf = (StrBuf){.limit = limit};
}

void strbuf_deinit(StrBuf *buf)
{
  free(buf->bytes);
  *buf = (StrBuf){0};
}

void strbuf_clear(StrBuf *buf)
{
  buf->length = 0;
  buf->overflow = false;
}

const char *strbuf_text(StrBuf *buf)
{
  if (!buf->bytes) buf->bytes = mem_alloc(1, 1);
  buf->bytes[buf->length] = '\0';
  return buf->bytes;
}

bool strbuf_reserve(StrBuf *buf, size_t extra)
{
  assert(buf->length <= buf->capacity);
  if (buf->overflow) return extra == 0;
  if (extra <= buf->capacity - buf->length) return true;
  if (buf->limit && extra > buf->limit - buf->length) {
    buf->overflow = true;
    /* No room from here on, not for shorter pieces either: the text has an end, not holes. */
    buf->capacity = buf->length;
    return false;
  }
  size_t needed;
  if (__builtin_add_overflow(buf->length, extra, &needed) || needed > PTRDIFF_MAX - 1)
    mem_exhausted(SIZE_MAX);
  size_t grown = buf->capacity + buf->capacity / 2;
  if (grown < 64) grown = 64;
  if (grown < needed) grown = needed;
  if (buf->limit && grown > buf->limit) grown = buf->limit;
  buf->bytes = mem_resize(buf->bytes, grown + 1, 1);
  buf->capacity = grown;
  return true;
}

void strbuf_printf(StrBuf *buf, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  size_t room = buf->capacity - buf->length;
  /* The place of the NUL counts: vsnprintf writes one there. */
  char *end = buf->bytes ? buf->bytes + buf->length : NULL;
  int length = vsnprintf(end, end ? room + 1 : 0, format, arguments);
  assert(length >= 0);
  if ((size_t)length > room && strbuf_reserve(buf, (size_t)length)) {
    room = buf->capacity - buf->length;
    length = vsnprintf(buf->bytes + buf->length, room + 1, format, again);
    assert(length >= 0);
  }
  if ((size_t)length <= room) buf->length += (size_t)length;
  va_end(again);
  va_end(arguments);
}

void strbuf_add_u64(StrBuf *buf, uint64_t value)
{
  char digits[20];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  strbuf_add(buf, digits + at, sizeof digits - at);
}

void strbuf_add_shell_word(StrBuf *buf, const char *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+=.,:/@%";
  if (*text != '\0' && strspn(text, plain) == strlen(text)) {
    strbuf_add_text(buf, text);
    return;
  }
  strbuf_add_char(buf, '\'');
  for (; *text != '\0'; text++) {
    if (*text == '\'')
      strbuf_add_text(buf, "'\\''");
    else
      strbuf_add_char(buf, *text);
  }
  strbuf_add_char(buf, '\'');
}

void strbuf_add_line(StrBuf *buf, const char *bytes, size_t length)
{
  bool blank = false, begun = false;
  for (size_t i = 0; i < length; i++) {
    if (isspace((unsigned char)bytes[i]) || iscntrl((unsigned char)bytes[i])) {
      blank = begun;
      continue;
    }
    if (blank) strbuf_add_char(buf, ' ');
    strbuf_add_char(buf, bytes[i]);
    blank = false;
    begun = true;
  }
}
