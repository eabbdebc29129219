#include "record/report/json.h"

#include <assert.h>
#include <math.h>

#include "base/strbuf.h"
#include "base/utf8.h"

static const char REPLACEMENT[] = "\xEF\xBF\xBD";

json_t *json_text(const char *bytes, size_t length)
{
  assert(bytes || length == 0);
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t at = 0; at < length;) {
    uint32_t code;
    size_t size = utf8_decode(bytes + at, length - at, &code);
    if (size)
      strbuf_add(&text, bytes + at, size);
    else
      strbuf_add_text(&text, REPLACEMENT);
    at += size ? size : 1;
  }
  json_t *value = json_stringn(text.length ? text.bytes : "", text.length);
  strbuf_deinit(&text);
  return value;
}

json_t *json_count(uint64_t count)
{
  return count > INT64_MAX ? json_null() : json_integer((json_int_t)count);
}

json_t *json_number(double value)
{
  return isfinite(value) ? json_real(value) : json_null();
}
