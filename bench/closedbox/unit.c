/* Small networks, maths, arrays. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

float xor_net(float a, float b)
{
  float h = 1 / (1 + expf(-(20 * a + 20 * b - 10)));
  float g = 1 / (1 + expf(-(-20 * a - 20 * b + 30)));
  return 1 / (1 + expf(-(20 * h + 20 * g - 30)));
}
uint8_t classify(uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
  int32_t out[3] = {3 * a - 2 * b + c - 100, -a + 4 * b - 3 * c + d, 2 * d - a - b + 5 * c - 300};
  uint8_t best = 0;
  for (uint8_t i = 1; i < 3; i++)
    if (out[i] > out[best]) best = i;
  return best;
}
uint16_t relu(uint8_t a, uint8_t b)
{
  int32_t x = 2 * a - 3 * b + 10, y = b - a - 20;
  return (uint16_t)((x > 0 ? x : 0) + (y > 0 ? 4 * y : 0));
}
double controller(double angle, double speed)
{
  return tanh(1.7 * angle + 0.4 * speed) - 0.3 * tanh(0.8 * speed - angle);
}
float squared(float x)
{
  return x * x;
}
double root_of(double x)
{
  return sqrt(x);
}
double toward_zero(double x)
{
  return trunc(x);
}
double bell(double x)
{
  return exp(-x * x);
}
uint8_t largest(const uint8_t *a)
{
  uint8_t m = 0;
  for (int i = 0; i < 16; i++)
    if (a[i] > m) m = a[i];
  return m;
}
uint8_t total(const uint8_t *a)
{
  uint8_t s = 0;
  for (int i = 0; i < 16; i++) s += a[i];
  return s;
}
bool sorted(const uint8_t *a)
{
  for (int i = 1; i < 8; i++)
    if (a[i - 1] > a[i]) return false;
  return true;
}
