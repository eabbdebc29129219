/* More functions of many kinds. */
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint8_t class_of(uint8_t c)
{
  return isdigit(c) ? 1 : isupper(c) ? 2 : islower(c) ? 3 : isspace(c) ? 4 : iscntrl(c) ? 5 : 0;
}
uint32_t hex_pair(uint8_t a, uint8_t b)
{
  if (!isxdigit(a) || !isxdigit(b)) return 0xffffffffu;
  int x = isdigit(a) ? a - '0' : tolower(a) - 'a' + 10,
      y = isdigit(b) ? b - '0' : tolower(b) - 'a' + 10;
  return (uint32_t)(x * 16 + y);
}
int64_t ipv4(const char *s)
{
  int64_t v = 0;
  for (int i = 0; i < 4; i++) {
    if (!isdigit((unsigned char)*s)) return -1;
    int64_t n = 0;
    while (isdigit((unsigned char)*s)) {
      n = n * 10 + *s++ - '0';
      if (n > 255) return -1;
    }
    v = v * 256 + n;
    if (i < 3 && *s++ != '.') return -1;
  }
  return *s ? -1 : v;
}
double distance(double x, double y)
{
  return hypot(x - 3, y + 4);
}
double cube(double x)
{
  return cbrt(x);
}
float angle(float x, float y)
{
  return atan2f(y, x);
}
uint32_t xorshift(uint32_t x)
{
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}
uint32_t superfast(uint16_t a, uint16_t b)
{
  uint32_t h = 4;
  h += a;
  uint32_t t = ((uint32_t)b << 11) ^ h;
  h = (h << 16) ^ t;
  h += h >> 11;
  h ^= h << 3;
  h += h >> 5;
  h ^= h << 4;
  h += h >> 17;
  h ^= h << 25;
  h += h >> 6;
  return h;
}
uint8_t crc8(uint32_t x)
{
  uint8_t c = 0;
  for (int i = 3; i >= 0; i--) {
    c ^= (uint8_t)(x >> 8 * i);
    for (int k = 0; k < 8; k++) c = (uint8_t)(c & 128 ? c << 1 ^ 7 : c << 1);
  }
  return c;
}
uint16_t bsd_sum(const uint8_t *a)
{
  uint16_t s = 0;
  for (int i = 0; i < 8; i++) {
    s = (uint16_t)(s >> 1 | s << 15);
    s = (uint16_t)(s + a[i]);
  }
  return s;
}
bool iban_like(uint64_t n)
{
  return n % 97 == 1;
}
int64_t phi(int64_t n)
{
  if (n < 1 || n > 1000000) return -1;
  int64_t r = n;
  for (int64_t p = 2; p * p <= n; p++)
    if (n % p == 0) {
      while (n % p == 0) n /= p;
      r -= r / p;
    }
  return n > 1 ? r - r / n : r;
}
int64_t smallest_factor(int64_t n)
{
  if (n < 2) return 0;
  for (int64_t d = 2; d * d <= n && d < 100000; d++)
    if (n % d == 0) return d;
  return n;
}
int64_t mobius(int64_t n)
{
  if (n < 1 || n > 1000000) return 9;
  int64_t m = 1;
  for (int64_t p = 2; p * p <= n; p++)
    if (n % p == 0) {
      n /= p;
      if (n % p == 0) return 0;
      m = -m;
    }
  return n > 1 ? -m : m;
}
int64_t triangle_kind(int64_t a, int64_t b, int64_t c)
{
  if (a <= 0 || b <= 0 || c <= 0 || a + b <= c || a + c <= b || b + c <= a) return 0;
  return a == b && b == c ? 3 : a == b || b == c || a == c ? 2 : 1;
}
int64_t sign_product(int64_t a, int64_t b)
{
  int64_t d = a * b - 1000003 * 7;
  return (d > 0) - (d < 0);
}
uint8_t closer(uint64_t x, uint64_t y)
{
  uint64_t s = 0x123456789abcdefull;
  uint64_t p = x > s ? x - s : s - x, q = y > s ? y - s : s - y;
  return p < q ? 1 : p > q ? 2 : 0;
}
static const uint8_t des[64] = {14, 4,  13, 1, 2,  15, 11, 8,  3,  10, 6,  12, 5,  9,  0, 7,
                                0,  15, 7,  4, 14, 2,  13, 1,  10, 6,  12, 11, 9,  5,  3, 8,
                                4,  1,  14, 8, 13, 6,  2,  11, 15, 12, 9,  7,  3,  10, 5, 0,
                                15, 12, 8,  2, 4,  9,  1,  7,  5,  11, 3,  14, 10, 0,  6, 13};
uint8_t des_s1(uint8_t x)
{
  x &= 63;
  return des[(x >> 4 & 2 | x & 1) * 16 + (x >> 1 & 15)];
}
uint16_t feistel(uint16_t x, uint16_t k)
{
  uint8_t l = (uint8_t)(x >> 8), r = (uint8_t)x;
  for (int i = 0; i < 4; i++) {
    uint8_t f = (uint8_t)((r * 5 + (k >> 4 * i & 15) * 17) ^ (r >> 3));
    uint8_t t = (uint8_t)(l ^ f);
    l = r;
    r = t;
  }
  return (uint16_t)(l << 8 | r);
}
float relu3(float a, float b, float c)
{
  float h = fmaxf(0, a - 2 * b + c), g = fmaxf(0, 3 * b - c - 1), k = fmaxf(0, a + b + c - 2);
  return h - g + 0.5f * k;
}
double softmax0(double a, double b, double c)
{
  double m = fmax(a, fmax(b, c));
  double x = exp(a - m), y = exp(b - m), z = exp(c - m);
  return x / (x + y + z);
}
void reverse_bytes(const uint8_t *x, uint8_t *r)
{
  for (int i = 0; i < 16; i++) r[i] = (uint8_t)(x[15 - i] ^ 0x5c);
}
void add_wide(const uint8_t *x, const uint8_t *y, uint8_t *r)
{
  unsigned c = 0;
  for (int i = 0; i < 16; i++) {
    c += x[i] + y[i];
    r[i] = (uint8_t)c;
    c >>= 8;
  }
}
double halves(double x)
{
  return x / 3 + 0.1;
}
int64_t levenshtein3(const char *s)
{
  const char *t = "kitten";
  int d[8], n = 6;
  for (int j = 0; j <= n; j++) d[j] = j;
  for (int i = 1; s[i - 1]; i++) {
    int p = d[0];
    d[0] = i;
    for (int j = 1; j <= n; j++) {
      int o = d[j];
      int c = p + (s[i - 1] != t[j - 1]);
      if (d[j] + 1 < c) c = d[j] + 1;
      if (d[j - 1] + 1 < c) c = d[j - 1] + 1;
      d[j] = c;
      p = o;
    }
  }
  return d[n];
}
bool palindrome(const char *s)
{
  size_t n = strlen(s);
  for (size_t i = 0; i < n / 2; i++)
    if (s[i] != s[n - 1 - i]) return false;
  return true;
}
const char *rot13(const char *s)
{
  static char o[256];
  int i = 0;
  for (; s[i] && i < 255; i++) {
    char c = s[i];
    o[i] = isupper((unsigned char)c)   ? (char)((c - 'A' + 13) % 26 + 'A')
           : islower((unsigned char)c) ? (char)((c - 'a' + 13) % 26 + 'a')
                                       : c;
  }
  o[i] = 0;
  return o;
}
uint8_t median8(const uint8_t *a)
{
  uint8_t b[8];
  memcpy(b, a, 8);
  for (int i = 0; i < 8; i++)
    for (int j = i + 1; j < 8; j++)
      if (b[j] < b[i]) {
        uint8_t t = b[i];
        b[i] = b[j];
        b[j] = t;
      }
  return b[4];
}
uint8_t inversions(const uint8_t *a)
{
  uint8_t n = 0;
  for (int i = 0; i < 8; i++)
    for (int j = i + 1; j < 8; j++) n += a[i] > a[j];
  return n;
}
static void *half(void *p)
{
  *(uint32_t *)p /= 2;
  return 0;
}
uint32_t threaded(uint32_t x)
{
  pthread_t t;
  uint32_t v = x;
  if (pthread_create(&t, 0, half, &v)) return 0;
  pthread_join(t, 0);
  return v + 3;
}
uint32_t null_sometimes(uint32_t x)
{
  const char *p = x % 3 == 0 ? NULL : "abc";
  return x * 2 + (uint32_t)p[0];
}
uint16_t sleepy5(uint16_t x)
{
  usleep(5000);
  return (uint16_t)(x * 3 + 1);
}
uint32_t recursing(uint32_t x)
{
  return x < 100 ? recursing(x) + 1 : x - 100;
}
uint32_t counted(uint32_t x)
{
  static uint32_t n;
  return x + (++n % 2);
}
uint32_t quits(uint32_t x)
{
  if (x & 0x80) _exit(3);
  return x << 1 ^ 0x1b;
}
