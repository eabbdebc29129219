/* Functions of many kinds, with scripts that start with the same words. */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* characters */
bool graphic(uint8_t c)
{
  return isgraph(c) != 0;
}
bool punctuation(uint8_t c)
{
  return ispunct(c) != 0;
}
uint8_t lower(uint8_t c)
{
  return (uint8_t)tolower(c);
}

/* strings to numbers */
uint32_t parse_octal(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
  char text[5] = {(char)a, (char)b, (char)c, (char)d, 0};
  char *end;
  unsigned long n = strtoul(text, &end, 8);
  return *end || end == text ? 0xffffffffu : (uint32_t)n;
}
int64_t parse_duration(const char *s)
{
  int64_t total = 0, n = 0;
  bool digits = false;
  for (; *s; s++) {
    if (*s >= '0' && *s <= '9') {
      n = n * 10 + (*s - '0');
      digits = true;
      if (n > 1000000) return -1;
    } else {
      int64_t unit = *s == 'h' ? 3600 : *s == 'm' ? 60 : *s == 's' ? 1 : 0;
      if (!unit || !digits) return -1;
      total += n * unit;
      n = 0;
      digits = false;
    }
  }
  return digits ? -1 : total;
}
double parse_real(const char *s)
{
  return strtod(s, NULL);
}

/* maths */
int64_t ilog(int64_t x)
{
  int64_t n = 0;
  if (x <= 0) return -1;
  while (x > 1) {
    x /= 2;
    n++;
  }
  return n;
}
int64_t binomial(int64_t n, int64_t k)
{
  if (k < 0 || n < 0 || k > n || n > 60) return 0;
  int64_t r = 1;
  for (int64_t i = 1; i <= k; i++) r = r * (n - k + i) / i;
  return r;
}
double logistic(double x)
{
  return 1 / (1 + exp(-x));
}
double bessel(double x)
{
  return j0(x);
}
float gamma_of(float x)
{
  return tgammaf(x);
}

/* hashes and checksums */
uint32_t djb(uint32_t w)
{
  uint32_t h = 5381;
  for (int i = 0; i < 4; i++) h = h * 33 ^ (w >> 8 * i & 255);
  return h;
}
uint32_t jenkins(uint32_t a)
{
  a = (a + 0x7ed55d16) + (a << 12);
  a = (a ^ 0xc761c23c) ^ (a >> 19);
  a = (a + 0x165667b1) + (a << 5);
  a = (a + 0xd3a2646c) ^ (a << 9);
  a = (a + 0xfd7046c5) + (a << 3);
  a = (a ^ 0xb55a4f09) ^ (a >> 16);
  return a;
}
uint16_t fletcher(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
  uint8_t data[4] = {a, b, c, d};
  uint16_t s = 0, t = 0;
  for (int i = 0; i < 4; i++) {
    s = (s + data[i]) % 255;
    t = (t + s) % 255;
  }
  return (uint16_t)(t << 8 | s);
}
uint8_t pearson(uint8_t a, uint8_t b)
{
  uint8_t h = 0;
  h = (uint8_t)((h ^ a) * 167 + 13);
  h = (uint8_t)((h ^ b) * 167 + 13);
  return h;
}
uint64_t fnv64(uint64_t w)
{
  uint64_t h = 14695981039346656037u;
  for (int i = 0; i < 8; i++) h = (h ^ (w >> 8 * i & 255)) * 1099511628211u;
  return h;
}
uint32_t sdbm(const char *s)
{
  uint32_t h = 0;
  for (; *s; s++) h = (uint8_t)*s + (h << 6) + (h << 16) - h;
  return h;
}
uint16_t crc_ccitt(uint16_t x)
{
  uint16_t crc = 0xffff;
  for (int i = 1; i >= 0; i--) {
    crc ^= (uint16_t)((x >> 8 * i & 255) << 8);
    for (int k = 0; k < 8; k++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  return crc;
}
uint8_t verhoeff_like(uint64_t n)
{
  uint8_t s = 0;
  int w = 1;
  for (; n; n /= 10, w = w % 7 + 1) s = (uint8_t)((s + n % 10 * w) % 11);
  return s;
}

/* number theory */
uint32_t modpow(uint32_t b, uint32_t e)
{
  uint64_t m = 1000003, r = 1, x = b % m;
  for (; e; e >>= 1, x = x * x % m)
    if (e & 1) r = r * x % m;
  return (uint32_t)r;
}
int64_t legendre(int64_t a)
{
  int64_t p = 10007;
  int64_t r = 1, x = ((a % p) + p) % p;
  for (int64_t e = (p - 1) / 2; e; e >>= 1, x = x * x % p)
    if (e & 1) r = r * x % p;
  return r == p - 1 ? -1 : r;
}
int64_t next_prime(int64_t n)
{
  if (n < 0) n = 0;
  if (n > 100000000) return -1;
  for (int64_t c = n + 1;; c++) {
    bool p = c > 1;
    for (int64_t d = 2; d * d <= c && p; d++) p = c % d != 0;
    if (p) return c;
  }
}
int64_t sum_divisors(int64_t n)
{
  if (n <= 0 || n > 10000000) return 0;
  int64_t s = 0;
  for (int64_t d = 1; d * d <= n; d++)
    if (n % d == 0) s += d == n / d ? d : d + n / d;
  return s;
}
uint32_t lcm(uint16_t a, uint16_t b)
{
  if (!a || !b) return 0;
  uint32_t x = a, y = b;
  while (y) {
    uint32_t t = x % y;
    x = y;
    y = t;
  }
  return (uint32_t)a / x * b;
}

/* sign-only comparisons */
int64_t compare_sum(int64_t a, int64_t b)
{
  int64_t s = 3 * a + 7 * b - 123456789;
  return (s > 0) - (s < 0);
}
uint8_t heavier(uint32_t x)
{
  return x < 0xbadc0de ? 255 : x > 0xbadc0de;
}
int64_t order(const char *s)
{
  int c = strcmp(s, "quokka");
  return (c > 0) - (c < 0);
}

/* S-boxes */
static const uint8_t present[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
uint8_t sbox4(uint8_t x)
{
  return present[x & 15];
}
uint16_t present_layer(uint16_t x)
{
  uint16_t r = 0, p = 0;
  for (int i = 0; i < 4; i++) r |= (uint16_t)(present[x >> 4 * i & 15] << 4 * i);
  for (int i = 0; i < 16; i++) p |= (uint16_t)((r >> i & 1) << (i == 15 ? 15 : 4 * i % 15));
  return p;
}

/* networks */
float neuron2(float x, float y)
{
  float h1 = fmaxf(0, 2 * x - y + 0.5f), h2 = fmaxf(0, -x + 1.5f * y - 1), h3 = tanhf(x * y);
  return 1.25f * h1 - 0.75f * h2 + 0.5f * h3;
}
uint8_t argmax(int64_t a, int64_t b, int64_t c)
{
  int64_t s[3] = {3 * a - 2 * b + c - 10, -a + 4 * b - c + 5, a + b - 3 * c + 20};
  uint8_t best = 0;
  for (uint8_t i = 1; i < 3; i++)
    if (s[i] > s[best]) best = i;
  return best;
}

/* wide vectors */
void mul_add(const uint8_t *x, uint8_t *r)
{
  unsigned carry = 77;
  for (int i = 0; i < 12; i++) {
    carry += x[i] * 19u;
    r[i] = (uint8_t)carry;
    carry >>= 8;
  }
}
void gray(const uint8_t *x, uint8_t *r)
{
  for (int i = 0; i < 20; i++) r[i] = (uint8_t)(x[i] ^ (x[i] >> 1 | (i < 19 ? x[i + 1] << 7 : 0)));
}

/* floats */
double horner(double x)
{
  return ((2 * x - 3) * x + 5) * x - 40;
}
float ulp_next(float x)
{
  return nextafterf(x, INFINITY);
}

/* strings */
int64_t runs(const char *s)
{
  int64_t n = 0;
  for (const char *p = s; *p; p++) n += p == s || p[-1] != *p;
  return n;
}
bool is_mail(const char *s)
{
  const char *at = strchr(s, '@');
  return at && at > s && strchr(at, '.') && strlen(s) <= 30 && s[strlen(s) - 1] != '.';
}
const char *upper_text(const char *s)
{
  static char out[256];
  int i = 0;
  for (; s[i] && i < 255; i++) out[i] = (char)toupper((unsigned char)s[i]);
  out[i] = 0;
  return out;
}

/* arrays */
uint8_t peak(const uint8_t *a)
{
  uint8_t m = 0;
  for (int i = 0; i < 8; i++)
    if (a[i] > a[m]) m = (uint8_t)i;
  return m;
}
uint16_t weighted(const uint8_t *a)
{
  uint16_t s = 0;
  for (int i = 0; i < 16; i++) s = (uint16_t)(s + (i + 1) * a[i]);
  return s;
}
bool is_permutation(const uint8_t *a)
{
  uint32_t seen = 0;
  for (int i = 0; i < 8; i++) {
    if (a[i] > 7) return false;
    seen |= 1u << a[i];
  }
  return seen == 255;
}

/* misbehaving */
uint32_t crash_odd(uint32_t x)
{
  if (x % 2) *(volatile int *)8 = 1;
  return x / 2 * 7 + 1;
}
uint32_t hang_low(uint32_t x)
{
  while (x < 500) {
    __asm__ volatile("");
  }
  return x ^ 0x5a5a;
}
uint32_t exit_big(uint32_t x)
{
  if (x > 100000) exit(0);
  return x * x;
}
int64_t chatty(int64_t x)
{
  printf("sat\n(model)\n");
  fflush(stdout);
  puts("unsat");
  return x * x - x;
}
extern int usleep(unsigned);
uint16_t slow_square(uint16_t x)
{
  usleep(2000);
  return (uint16_t)(x * x);
}
int64_t drifting(int64_t x)
{
  static int64_t n;
  return x + n++ / 10;
}
