/* One box for each C type of doc/solve.md. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

uint8_t bits5(uint8_t x)
{
  return x * 3 + 1;
}
uint16_t bits16(uint16_t x, uint8_t y)
{
  return x ^ (uint16_t)(y << 8);
}
uint64_t bits64(uint64_t x)
{
  return x * 6364136223846793005ull + 1;
}
void wide(const uint8_t *x, uint8_t *r)
{
  for (int i = 0; i < 13; i++) r[i] = x[12 - i] ^ 0x5a;
}
bool truth(bool a, bool b)
{
  return a && !b;
}
int64_t integer(int64_t x)
{
  return x * x - 2;
}
double real(double x)
{
  return x / 4 + 1;
}
float single(float x)
{
  return x * 2.5f;
}
double twice(double x)
{
  return x + x;
}
int64_t length(const char *s)
{
  return (int64_t)strlen(s) * 10 + s[0];
}
const char *greet(bool b)
{
  return b ? "hello" : "bye";
}
uint8_t sum(const uint8_t *a)
{
  uint8_t total = 0;
  for (int i = 0; i < 16; i++) total += a[i] * (i + 1);
  return total;
}
