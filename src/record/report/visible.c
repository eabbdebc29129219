#include <assert.h>

#include "record/report/visible.h"

#include "base/utf8.h"

static bool is_steering(uint32_t code)
{
  return (code >= 0x80 && code <= 0x9F) || code == 0x061C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/* Letters, digits and the like, as most text is. */
static size_t plain_length(const char *bytes, size_t length)
{
  enum { MOST = 4096 };
  size_t count = 0, most = length < MOST ? length : MOST;
  while (count < most && bytes[count] >= 0x20 && bytes[count] < 0x7F) count++;
  return count;
}

size_t visible_add_piece(StrBuf *out, const char *bytes, size_t length, bool lines)
{
  assert(length > 0);
  uint32_t code = 0;
  size_t plain = plain_length(bytes, length);
  if (plain > 0) {
    strbuf_add(out, bytes, plain);
    return plain;
  }
  size_t size = utf8_decode(bytes, length, &code);
  bool passes = lines && (code == '\n' || code == '\t');
  if (size == 0)
    strbuf_printf(out, "\\x%02x", (unsigned char)*bytes);
  else if ((code < 0x20 && !passes) || code == 0x7F)
    strbuf_printf(out, "\\x%02x", code);
  else if (is_steering(code))
    strbuf_printf(out, "\\u{%04x}", code);
  else
    strbuf_add(out, bytes, size);
  return size > 0 ? size : 1;
}

void visible_add(StrBuf *out, const char *bytes, size_t length, bool lines)
{
  for (size_t at = 0; at < length;) at += visible_add_piece(out, bytes + at, length - at, lines);
}
