/* Number theory, libc and maths. */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

bool is_prime(int64_t x)
{
  if (x < 2) return false;
  for (int64_t d = 2; d * d <= x && d < 100000; d++)
    if (x % d == 0) return false;
  return true;
}
bool is_square(int64_t x)
{
  if (x < 0) return false;
  int64_t r = (int64_t)sqrt((double)x);
  return r * r == x || (r + 1) * (r + 1) == x;
}
uint32_t gcd(uint32_t a, uint32_t b)
{
  while (b) {
    uint32_t t = a % b;
    a = b;
    b = t;
  }
  return a;
}
uint32_t power_mod(uint32_t base, uint32_t exponent, uint32_t modulus)
{
  uint64_t result = 1, b = base;
  if (modulus == 0) return 0;
  for (b %= modulus; exponent; exponent >>= 1, b = b * b % modulus)
    if (exponent & 1) result = result * b % modulus;
  return (uint32_t)(result % modulus);
}
uint32_t isqrt(uint32_t x)
{
  return (uint32_t)sqrt((double)x);
}
uint32_t digit_sum(uint32_t x)
{
  uint32_t sum = 0;
  for (; x; x /= 10) sum += x % 10;
  return sum;
}
uint32_t collatz(uint32_t x)
{
  uint32_t steps = 0;
  for (uint64_t y = x; y > 1 && steps < 1000; steps++) y = y % 2 ? 3 * y + 1 : y / 2;
  return steps;
}
uint32_t to_upper(uint32_t c)
{
  return (uint32_t)toupper((int)(c & 255));
}
bool is_alpha(uint8_t c)
{
  return isalpha(c) != 0;
}
bool is_digit(uint8_t c)
{
  return isdigit(c) != 0;
}
bool is_punct(uint8_t c)
{
  return ispunct(c) != 0;
}
int64_t to_number(const char *s)
{
  return strtol(s, NULL, 10);
}
uint32_t hex(const char *s)
{
  return (uint32_t)strtoul(s, NULL, 16);
}
double sine(double x)
{
  return sin(x);
}
double cube_root(double x)
{
  return cbrt(x);
}
float hypotenuse(float a, float b)
{
  return sqrtf(a * a + b * b);
}
int64_t compare(int64_t x)
{
  const int64_t secret = 87178291199;
  return x < secret ? -1 : x > secret;
}
bool below(uint64_t x)
{
  return x < UINT64_C(0x123456789abcdef);
}
uint8_t sign(uint32_t x, uint32_t y)
{
  uint32_t a = x * 3 + 7, b = y ^ 0xdeadbeef;
  return a < b ? 255 : a > b;
}
