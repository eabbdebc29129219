/* Hashes, checksums, S-boxes, chains and wide vectors. */
#include <stdint.h>
#include <string.h>

uint32_t fnv(uint32_t x)
{
  uint32_t h = 2166136261u;
  for (int i = 0; i < 4; i++) h = (h ^ (x >> 8 * i & 255)) * 16777619u;
  return h;
}
uint32_t fnv_text(const char *s)
{
  uint32_t h = 2166136261u;
  while (*s) h = (h ^ (uint8_t)*s++) * 16777619u;
  return h;
}
uint32_t mix(uint32_t h)
{
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ h >> 16;
}
uint16_t crc16(uint32_t x)
{
  uint16_t crc = 0xffff;
  for (int i = 0; i < 32; i++) crc = crc & 1 ^ (x >> i & 1) ? crc >> 1 ^ 0xa001 : crc >> 1;
  return crc;
}
uint16_t fletcher(const uint8_t *a)
{
  uint16_t low = 0, high = 0;
  for (int i = 0; i < 16; i++) low = (low + a[i]) % 255, high = (high + low) % 255;
  return high << 8 | low;
}
uint32_t adler(const char *s)
{
  uint32_t a = 1, b = 0;
  for (; *s; s++) a = (a + (uint8_t)*s) % 65521, b = (b + a) % 65521;
  return b << 16 | a;
}
uint8_t sbox(uint8_t x)
{
  uint8_t y = x * 167 + 13;
  y = y << 3 | y >> 5;
  return (y ^ 0x5c) * 29 + 101;
}
uint8_t not_onto(uint8_t x)
{
  return (x * x + 3 * x) & 0x7e;
}
uint8_t luhn(uint32_t x)
{
  uint32_t sum = 0;
  for (int i = 0; x; i++, x /= 10) {
    uint32_t d = x % 10 * (i % 2 + 1);
    sum += d / 10 + d % 10;
  }
  return sum % 10;
}
void wide_add(const uint8_t *a, const uint8_t *b, uint8_t *r)
{
  unsigned carry = 0;
  for (int i = 0; i < 16; i++) carry += a[i] + b[i], r[i] = (uint8_t)carry, carry >>= 8;
}
uint8_t wide_parity(const uint8_t *a)
{
  uint8_t x = 0;
  for (int i = 0; i < 16; i++) x ^= a[i];
  return x;
}
/* A small network: two inputs, four units, one output. */
double network(double x, double y)
{
  static const double w[4][3] = {{1.5, -2, 0.3}, {-1, 1.2, 0.1}, {0.7, 0.9, -0.5}, {2, -0.4, 0}};
  static const double v[4] = {1, -1.5, 2, 0.5};
  double out = -0.25;
  for (int i = 0; i < 4; i++) {
    double h = w[i][0] * x + w[i][1] * y + w[i][2];
    out += h > 0 ? v[i] * h : 0;
  }
  return out;
}
uint32_t perceptron(uint8_t a, uint8_t b, uint8_t c)
{
  int32_t h = 3 * a - 5 * b + 2 * c - 40;
  return h > 0 ? (uint32_t)h * 7 : 0;
}
uint32_t popcount(uint32_t x)
{
  uint32_t n = 0;
  for (; x; x &= x - 1) n++;
  return n;
}
