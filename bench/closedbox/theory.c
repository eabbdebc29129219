/* Number theory and comparisons. */
#include <stdbool.h>
#include <stdint.h>

uint32_t totient(uint32_t n)
{
  uint32_t result = n;
  for (uint32_t p = 2; p <= n / p; p++)
    if (n % p == 0) {
      while (n % p == 0) n /= p;
      result -= result / p;
    }
  return n > 1 ? result - result / n : result;
}
uint32_t inverse(uint32_t a, uint32_t m)
{
  int64_t t = 0, next = 1, r = m, rest = m ? a % m : 0;
  if (m == 0) return 0;
  while (rest) {
    int64_t q = r / rest, old = t;
    t = next, next = old - q * next;
    old = r, r = rest, rest = old - q * rest;
  }
  if (r != 1) return 0;
  return (uint32_t)(t < 0 ? t + m : t);
}
uint32_t sigma(uint32_t n)
{
  uint32_t sum = 0;
  for (uint32_t d = 1; d <= n && d < 10000; d++)
    if (n % d == 0) sum += d;
  return sum;
}
bool is_fibonacci(int64_t x)
{
  int64_t a = 0, b = 1;
  while (a < x) {
    int64_t c = a + b;
    a = b, b = c;
  }
  return a == x;
}
int64_t root(int64_t x)
{
  if (x < 0) return -1;
  int64_t r = 0;
  for (int64_t bit = INT64_C(1) << 31; bit; bit >>= 1)
    if ((r + bit) <= x / (r + bit)) r += bit;
  return r;
}
uint16_t square16(uint16_t x)
{
  return (uint16_t)(x * x);
}
int64_t divisors(int64_t n)
{
  int64_t count = 0;
  if (n <= 0 || n > 1000000) return 0;
  for (int64_t d = 1; d <= n / d; d++)
    if (n % d == 0) count += 1 + (d != n / d);
  return count;
}
uint32_t order(uint32_t base, uint32_t modulus)
{
  if (modulus < 2 || modulus > 1000) return 0;
  uint32_t x = base % modulus, n = 1;
  while (x != 1) {
    x = x * (base % modulus) % modulus;
    if (++n > modulus) return 0;
  }
  return n;
}
int64_t reverse_digits(int64_t x)
{
  int64_t r = 0;
  if (x < 0) return -1;
  for (; x; x /= 10) r = r * 10 + x % 10;
  return r;
}
uint32_t compare64(uint64_t x)
{
  const uint64_t secret = 0xfeedfacecafebeefu;
  return x < secret ? 0xffffffffu : x > secret;
}
uint8_t compare_sum(uint32_t x, uint32_t y)
{
  uint64_t sum = (uint64_t)x + y;
  return sum < 3000000019u ? 255 : sum > 3000000019u;
}
int64_t scale(int64_t weight)
{
  return weight * 7 > 123456789 ? 1 : weight * 7 < 123456789 - 6 ? -1 : 0;
}
