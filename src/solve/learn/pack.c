#include "solve/learn/pack.h"

#include <endian.h>
#include <math.h>

enum { BITS = 7, MORE = 1 << BITS };

void pack_put(StrBuf *out, uint32_t number)
{
  for (; number >= MORE; number >>= BITS) strbuf_add_char(out, (char)(number | MORE));
  strbuf_add_char(out, (char)number);
}

uint32_t pack_get(ByteReader *in)
{
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 35; shift += BITS) {
    if (in->failed || in->at >= in->length) break;
    unsigned char byte = (unsigned char)in->bytes[in->at++];
    number |= (uint64_t)(byte & (MORE - 1)) << shift;
    if (byte & MORE) continue;
    if (number <= UINT32_MAX) return (uint32_t)number;
    break;
  }
  in->failed = true;
  return 0;
}

uint32_t pack_get_below(ByteReader *in, uint32_t bound)
{
  uint32_t number = pack_get(in);
  in->failed |= number >= bound;
  return in->failed ? 0 : number;
}

void pack_put_float(StrBuf *out, float number)
{
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  for (unsigned i = 0; i < 4; i++) strbuf_add_char(out, (char)(bits >> 8 * i));
}

float pack_get_float(ByteReader *in)
{
  if (in->failed || in->length - in->at < 4) {
    in->failed = true;
    return 0;
  }
  uint32_t bits = 0;
  for (unsigned i = 0; i < 4; i++) bits |= (uint32_t)(unsigned char)in->bytes[in->at++] << 8 * i;
  float number;
  memcpy(&number, &bits, sizeof number);
  in->failed |= isnan(number);
  return in->failed ? 0 : number;
}

void pack_put_words(StrBuf *out, const void *words, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    uint32_t word;
    memcpy(&word, (const char *)words + i * sizeof word, sizeof word);
    word = htole32(word);
    strbuf_add(out, (const char *)&word, sizeof word);
  }
}

bool pack_get_words(ByteReader *in, void *words, size_t count)
{
  if (in->failed || count > (in->length - in->at) / sizeof(uint32_t)) {
    in->failed = true;
    return false;
  }
  memcpy(words, in->bytes + in->at, count * sizeof(uint32_t));
  in->at += count * sizeof(uint32_t);
#if __BYTE_ORDER != __LITTLE_ENDIAN
  for (size_t i = 0; i < count; i++) ((uint32_t *)words)[i] = le32toh(((uint32_t *)words)[i]);
#endif
  return true;
}
