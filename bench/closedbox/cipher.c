/* S-boxes, small ciphers, vectors of lanes, wide vectors. */
#include <stdint.h>
#include <string.h>

static uint8_t times(uint8_t a, uint8_t b)
{
  uint8_t p = 0;
  for (; b; b >>= 1) {
    if (b & 1) p ^= a;
    a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
  }
  return p;
}
uint8_t aes(uint8_t x)
{
  uint8_t inverse = 1;
  if (x == 0) inverse = 0;
  for (int i = 0; i < 254 && x; i++) inverse = times(inverse, x);
  uint8_t y = inverse;
  for (int i = 1; i < 5; i++) y ^= (uint8_t)(inverse << i | inverse >> (8 - i));
  return y ^ 0x63;
}
uint16_t toy_cipher(uint16_t text, uint16_t key)
{
  static const uint8_t box[16] = {0xc, 5, 6, 0xb, 9, 0, 0xa, 0xd, 3, 0xe, 0xf, 8, 4, 7, 1, 2};
  uint16_t s = text;
  for (int round = 0; round < 4; round++) {
    s ^= key;
    uint16_t t = 0;
    for (int i = 0; i < 4; i++) t |= (uint16_t)(box[s >> 4 * i & 15] << 4 * i);
    s = 0;
    for (int i = 0; i < 16; i++) s |= (uint16_t)((t >> i & 1) << (i == 15 ? 15 : i * 4 % 15));
    key = (uint16_t)(key << 3 | key >> 13);
  }
  return s ^ key;
}
uint64_t add_lanes(uint64_t x, uint64_t y)
{
  uint64_t r = 0;
  for (int i = 0; i < 64; i += 8) {
    uint32_t sum = (uint32_t)(x >> i & 255) + (uint32_t)(y >> i & 255);
    r |= (uint64_t)(sum > 255 ? 255 : sum) << i;
  }
  return r;
}
uint32_t shuffle_lanes(uint32_t x, uint32_t order)
{
  uint32_t r = 0;
  for (int i = 0; i < 4; i++) r |= (x >> 8 * (order >> 8 * i & 3) & 255) << 8 * i;
  return r;
}
void rotate(const uint8_t *x, uint8_t *r)
{
  for (int i = 0; i < 16; i++) r[(i + 5) % 16] = x[i];
}
void mask_key(const uint8_t *x, const uint8_t *k, uint8_t *r)
{
  for (int i = 0; i < 32; i++) r[i] = x[i] ^ k[31 - i];
}
uint8_t order_wide(const uint8_t *x)
{
  static const uint8_t secret[12] = {9, 1, 2, 77, 200, 13, 14, 15, 99, 101, 3, 42};
  for (int i = 11; i >= 0; i--)
    if (x[i] != secret[i]) return x[i] < secret[i] ? 255 : 1;
  return 0;
}
uint32_t next_state(uint32_t state, uint8_t symbol)
{
  static const uint8_t table[6][3] = {{1, 0, 2}, {1, 3, 0}, {4, 2, 2},
                                      {0, 5, 1}, {4, 4, 5}, {5, 5, 5}};
  return state < 6 && symbol < 3 ? table[state][symbol] : 0;
}
