#include "nn/graph/half.h"

#include <math.h>

/* A small binary format: sign, `exponent` bits, `mantissa` bits, with infinities and NANs as IEEE has them. */
typedef struct {
  int exponent, mantissa;
} Format;

static const Format HALF = {5, 10}, BFLOAT = {8, 7};

static double widen(Format format, uint16_t bits)
{
  int bias = (1 << (format.exponent - 1)) - 1;
  int exponent = bits >> format.mantissa & ((1 << format.exponent) - 1);
  int mantissa = bits & ((1 << format.mantissa) - 1);
  double size;
  if (exponent == (1 << format.exponent) - 1)
    size = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    size = ldexp(mantissa, 1 - bias - format.mantissa);
  else
    size = ldexp(mantissa + (1 << format.mantissa), exponent - bias - format.mantissa);
  return bits >> 15 ? -size : size;
}

static uint16_t narrow(Format format, double number)
{
  int bias = (1 << (format.exponent - 1)) - 1;
  uint16_t sign = signbit(number) ? 0x8000 : 0;
  uint16_t infinity = (uint16_t)(((1 << format.exponent) - 1) << format.mantissa);
  double size = fabs(number);
  if (isnan(number)) return (uint16_t)(sign | infinity | 1 << (format.mantissa - 1));
  if (isinf(number)) return (uint16_t)(sign | infinity);
  if (size == 0) return sign;
  int exponent;
  frexp(size, &exponent);
  int lowest = 1 - bias; /* of normal numbers */
  int place = exponent - 1 < lowest ? lowest : exponent - 1;
  if (place > bias + 1) return (uint16_t)(sign | infinity);
  /* Rounding up to the next power of two or to infinity carries into the exponent by itself. */
  int64_t steps = (int64_t)nearbyint(ldexp(size, format.mantissa - place));
  int64_t whole = ((int64_t)(place - lowest) << format.mantissa) + steps;
  return (uint16_t)(sign | (whole > infinity ? infinity : whole));
}

double half_to_double(uint16_t bits)
{
  return widen(HALF, bits);
}

uint16_t half_from_double(double number)
{
  return narrow(HALF, number);
}

double bfloat_to_double(uint16_t bits)
{
  return widen(BFLOAT, bits);
}

uint16_t bfloat_from_double(double number)
{
  return narrow(BFLOAT, number);
}
