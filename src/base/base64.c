#include "base/base64.h"

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(const void *bytes, size_t length, StrBuf *out)
{
  const uint8_t *from = bytes;
  if (!strbuf_reserve(out, (length / 3 + 1) * 4)) return;
  for (size_t i = 0; i < length; i += 3) {
    size_t rest = length - i;
    uint32_t word = (uint32_t)from[i] << 16 | (rest > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                    (rest > 2 ? from[i + 2] : 0);
    char four[4] = {DIGITS[word >> 18], DIGITS[word >> 12 & 63],
                    rest > 1 ? DIGITS[word >> 6 & 63] : '=', rest > 2 ? DIGITS[word & 63] : '='};
    strbuf_add(out, four, sizeof four);
  }
}

static int digit_value(char c)
{
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

/* Four digits, of which the last two may be padding where the text ends. */
static bool decode_four(const char *text, bool last, StrBuf *out)
{
  size_t digits = last && text[3] == '=' ? (text[2] == '=' ? 2 : 3) : 4;
  uint32_t word = 0;
  for (size_t i = 0; i < 4; i++) {
    int value = i < digits ? digit_value(text[i]) : 0;
    if (value < 0) return false;
    word = word << 6 | (uint32_t)value;
  }
  char three[3] = {(char)(word >> 16), (char)(word >> 8), (char)word};
  strbuf_add(out, three, digits - 1);
  return true;
}

bool base64_decode(const char *text, size_t length, StrBuf *out)
{
  if (length % 4 != 0 || !strbuf_reserve(out, length / 4 * 3 + 1)) return false;
  for (size_t i = 0; i < length; i += 4)
    if (!decode_four(text + i, i + 4 == length, out)) return false;
  return true;
}
