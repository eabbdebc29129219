#include "solve/closedbox/runtime.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "base/index.h"
#include "solve/closedbox/caller.h"

/* --- distances --- */

/* A logarithm in 1/256 that grows with the number; 0 only for 0. */
static uint64_t scaled(uint64_t distance)
{
  if (distance < 2) return distance * 128;
  uint32_t high = 63 - (uint32_t)__builtin_clzll(distance);
  uint64_t rest = high >= 8 ? distance >> (high - 8) : distance << (8 - high);
  return ((uint64_t)high << 8) + (rest & 255) + 256;
}

uint64_t runtime_d_eq(int mode, uint64_t a, uint64_t b)
{
  if (a == b) return 0;
  if (mode == DISTANCE_HAMMING) return (uint64_t)__builtin_popcountll(a ^ b) * 256;
  if (mode == DISTANCE_LOWEST) return (64 - (uint64_t)__builtin_ctzll(a ^ b)) * 256;
  if (mode == DISTANCE_HIGHEST) return (64 - (uint64_t)__builtin_clzll(a ^ b)) * 256;
  return scaled(a > b ? a - b : b - a);
}

uint64_t runtime_d_lt(uint64_t a, uint64_t b)
{
  return a < b ? 0 : scaled(a - b) + 1;
}

uint64_t runtime_d_le(uint64_t a, uint64_t b)
{
  return a <= b ? 0 : scaled(a - b);
}

uint64_t runtime_d_slt(int64_t a, int64_t b)
{
  return a < b ? 0 : scaled((uint64_t)a - (uint64_t)b) + 1;
}

uint64_t runtime_d_sle(int64_t a, int64_t b)
{
  return a <= b ? 0 : scaled((uint64_t)a - (uint64_t)b);
}

/* Neighbouring numbers have neighbouring positions; both zeros are 0. */
static int64_t position(double a)
{
  int64_t bits;
  memcpy(&bits, &a, sizeof bits);
  return bits < 0 ? INT64_MIN - bits : bits;
}

enum { FAR = 1 << 20 };

uint64_t runtime_d_feq(double a, double b)
{
  if (a == b) return 0;
  if (isnan(a) || isnan(b)) return FAR;
  int64_t p = position(a), q = position(b);
  return scaled(p > q ? (uint64_t)p - (uint64_t)q : (uint64_t)q - (uint64_t)p);
}

uint64_t runtime_d_flt(double a, double b)
{
  return a < b ? 0 : runtime_d_feq(a, b) + 1;
}

uint64_t runtime_d_fle(double a, double b)
{
  return a <= b ? 0 : runtime_d_feq(a, b);
}

/* --- numbers: what does not fit ends the evaluation --- */

int64_t runtime_i_add(int64_t a, int64_t b)
{
  int64_t result;
  if (__builtin_add_overflow(a, b, &result)) guard_fail();
  return result;
}

int64_t runtime_i_sub(int64_t a, int64_t b)
{
  int64_t result;
  if (__builtin_sub_overflow(a, b, &result)) guard_fail();
  return result;
}

int64_t runtime_i_mul(int64_t a, int64_t b)
{
  int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) guard_fail();
  return result;
}

/* The remainder is never negative. */
int64_t runtime_i_mod(int64_t a, int64_t b)
{
  if (b == 0) guard_fail();
  if (b == -1) return 0;
  int64_t rest = a % b;
  return rest < 0 ? rest + (b < 0 ? -b : b) : rest;
}

int64_t runtime_i_div(int64_t a, int64_t b)
{
  if (b == 0 || (a == INT64_MIN && b == -1)) guard_fail();
  int64_t quotient = a / b, rest = a % b;
  if (rest < 0) quotient += b > 0 ? -1 : 1;
  return quotient;
}

double runtime_r_div(double a, double b)
{
  if (b == 0) guard_fail();
  return a / b;
}

/* --- bit-vectors of at most 64 bits --- */

static int64_t extended(uint64_t a, uint64_t width)
{
  return (int64_t)(a << (64 - width)) >> (64 - width);
}

static uint64_t cut(uint64_t a, uint64_t width)
{
  return a & layout_mask((uint32_t)width);
}

uint64_t runtime_v_udiv(uint64_t a, uint64_t b, uint64_t width)
{
  return b ? a / b : cut(UINT64_MAX, width);
}

uint64_t runtime_v_urem(uint64_t a, uint64_t b)
{
  return b ? a % b : a;
}

static uint64_t magnitude(uint64_t a, uint64_t width)
{
  return extended(a, width) < 0 ? cut(0 - a, width) : a;
}

uint64_t runtime_v_sdiv(uint64_t a, uint64_t b, uint64_t width)
{
  uint64_t quotient = runtime_v_udiv(magnitude(a, width), magnitude(b, width), width);
  bool negative = (extended(a, width) < 0) != (extended(b, width) < 0);
  return cut(negative ? 0 - quotient : quotient, width);
}

uint64_t runtime_v_srem(uint64_t a, uint64_t b, uint64_t width)
{
  uint64_t rest = runtime_v_urem(magnitude(a, width), magnitude(b, width));
  return cut(extended(a, width) < 0 ? 0 - rest : rest, width);
}

uint64_t runtime_v_smod(uint64_t a, uint64_t b, uint64_t width)
{
  uint64_t rest = runtime_v_urem(magnitude(a, width), magnitude(b, width));
  bool left = extended(a, width) < 0, right = extended(b, width) < 0;
  if (rest == 0) return 0;
  if (!left && !right) return rest;
  if (left && !right) return cut(b - rest, width);
  if (!left && right) return cut(rest + b, width);
  return cut(0 - rest, width);
}

uint64_t runtime_v_shl(uint64_t a, uint64_t b, uint64_t width)
{
  assert(width >= 1 && width <= 64);
  return b >= width ? 0 : cut(a << b, width);
}

uint64_t runtime_v_lshr(uint64_t a, uint64_t b, uint64_t width)
{
  return b >= width ? 0 : a >> b;
}

uint64_t runtime_v_ashr(uint64_t a, uint64_t b, uint64_t width)
{
  return cut((uint64_t)(extended(a, width) >> (b >= width ? width - 1 : b)), width);
}

/* --- others --- */

/* guard_run makes it the nearest again where an evaluation is left in between. */
void runtime_f_rounding(int mode)
{
  assert(mode >= ROUNDING_NEAREST && mode <= ROUNDING_DOWN);
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
  fesetround(modes[mode]);
}

double runtime_f_sqrt(double a)
{
  return sqrt(a);
}

int64_t runtime_r_floor(double a)
{
  double down = floor(a);
  if (!(fabs(down) < 9e18)) guard_fail();
  return (int64_t)down;
}

/* No NaN has a sign. */
uint64_t runtime_f_negative(double a)
{
  return !isnan(a) && signbit(a);
}

/* 0 neither, 1 subnormal, 2 normal. */
uint64_t runtime_f_class(double a, uint64_t width)
{
  int class = width == 32 ? fpclassify((float)a) : fpclassify(a);
  return class == FP_SUBNORMAL ? 1 : class == FP_NORMAL ? 2 : 0;
}

double runtime_f_min(double a, double b)
{
  return fmin(a, b);
}

double runtime_f_rem(double a, double b)
{
  return remainder(a, b);
}

double runtime_f_round(double a)
{
  return nearbyint(a);
}

double runtime_f_fma(double a, double b, double c)
{
  return fma(a, b, c);
}

double runtime_f_finite(double a)
{
  if (!isfinite(a)) guard_fail();
  return a;
}

double runtime_f_unsigned(uint64_t a)
{
  return (double)a;
}

double runtime_f_bits(uint64_t a, uint64_t width)
{
  double number;
  float narrow;
  memcpy(&number, &a, sizeof number);
  memcpy(&narrow, &a, sizeof narrow);
  return width == 32 ? (double)narrow : number;
}

uint64_t runtime_f_mix(uint64_t hash, uint64_t word)
{
  return hash_mix(hash, word);
}

void runtime_f_fail(void)
{
  guard_fail();
}

void runtime_f_call(void *caller, uint32_t box, const uint64_t *args, uint64_t *result)
{
  caller_call_inside(caller, box, args, result);
}

#pragma GCC diagnostic ignored "-Wpedantic" /* functions as addresses: POSIX allows it */
#define RUNTIME_ADDRESS(name, result, parameters) (void *)runtime_##name,
void *const runtime_addresses[] = {RUNTIME_LIST(RUNTIME_ADDRESS)};
#undef RUNTIME_ADDRESS
