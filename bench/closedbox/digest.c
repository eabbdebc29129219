/* Hashes and checksums. */
#include <stdint.h>

uint32_t murmur_end(uint32_t h)
{
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 16;
  return h;
}
uint32_t one_at_a_time(uint8_t a, uint8_t b, uint8_t c)
{
  uint8_t key[3] = {a, b, c};
  uint32_t h = 0;
  for (int i = 0; i < 3; i++) {
    h += key[i];
    h += h << 10;
    h ^= h >> 6;
  }
  h += h << 3;
  h ^= h >> 11;
  h += h << 15;
  return h;
}
uint32_t crc32(uint32_t x)
{
  uint32_t crc = ~0u;
  for (int i = 0; i < 4; i++) {
    crc ^= x >> 8 * i & 255;
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
  }
  return ~crc;
}
uint16_t fold(uint32_t x)
{
  x *= 2654435761u;
  return (uint16_t)(x >> 16 ^ x);
}
uint64_t splitmix(uint64_t x)
{
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}
uint8_t damm(uint32_t x)
{
  static const uint8_t table[10][10] = {
      {0, 3, 1, 7, 5, 9, 8, 6, 4, 2}, {7, 0, 9, 2, 1, 5, 4, 8, 6, 3},
      {4, 2, 0, 6, 8, 7, 1, 3, 5, 9}, {1, 7, 5, 0, 9, 8, 3, 4, 2, 6},
      {6, 1, 2, 3, 0, 4, 5, 9, 7, 8}, {3, 6, 7, 4, 2, 0, 9, 5, 8, 1},
      {5, 8, 6, 9, 7, 2, 0, 1, 3, 4}, {8, 9, 4, 5, 3, 6, 2, 0, 1, 7},
      {9, 4, 3, 8, 6, 1, 7, 2, 0, 5}, {2, 5, 8, 1, 4, 3, 6, 7, 9, 0}};
  uint8_t digits[10], state = 0;
  int n = 0;
  for (; x; x /= 10) digits[n++] = x % 10;
  while (n) state = table[state][digits[--n]];
  return state;
}
uint8_t isbn(uint32_t x)
{
  uint32_t sum = 0;
  for (uint32_t i = 1; i <= 9; i++, x /= 10) sum += i * (x % 10);
  return sum % 11;
}
uint16_t internet(const uint8_t *a)
{
  uint32_t sum = 0;
  for (int i = 0; i < 16; i += 2) sum += (uint32_t)a[i] << 8 | a[i + 1];
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return (uint16_t)~sum;
}
uint32_t step(uint32_t x)
{
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}
uint32_t linear(uint32_t x)
{
  return x * 1664525u + 1013904223u;
}
