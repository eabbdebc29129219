#include "base/utf8.h"

size_t utf8_decode(const char *bytes, size_t limit, uint32_t *code)
{
  const unsigned char *b = (const unsigned char *)bytes;
  if (limit == 0) return 0;
  if (b[0] < 0x80) {
    *code = b[0];
    return 1;
  }
  size_t length = b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : 2;
  if (b[0] < 0xC2 || b[0] > 0xF4 || length > limit) return 0;
  uint32_t value = b[0] & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((b[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (b[i] & 0x3Fu);
  }
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
  *code = value;
  return length;
}
