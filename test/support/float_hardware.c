#include "support/float_hardware.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static const struct {
  const char *name, *classes;
} operations[] = {
#define HARDWARE_NAME(operation, name, classes) {name, classes},
    HARDWARE_LIST(HARDWARE_NAME)
#undef HARDWARE_NAME
};

const char *hardware_name(HardwareOperation operation)
{
  return operations[operation].name;
}

static Sort float_sort(Eval *eval, uint32_t width)
{
  return width == 32 ? kernel_float_sort(eval, 8, 24) : kernel_float_sort(eval, 11, 53);
}

KernelCall hardware_kernel(Eval *eval, HardwareOperation operation, uint32_t width)
{
  Sort of_float = float_sort(eval, width);
  Sort of_bits = kernel_bitvec_sort(eval, 64);
  const char *classes = operations[operation].classes;
  Sort args[KERNEL_CALL_ARGS];
  for (size_t i = 0; classes[i]; i++)
    args[i] = classes[i] == 'm'   ? kernel_plain_sort(eval, SORT_ROUNDING)
              : classes[i] == 'v' ? of_bits
                                  : of_float;
  Sort result = of_float;
  if (operation == HARDWARE_TO_OTHER) result = float_sort(eval, 96 - width);
  if (operation == HARDWARE_TO_SIGNED || operation == HARDWARE_TO_UNSIGNED) result = of_bits;
  if (operation >= HARDWARE_LEQ) result = kernel_plain_sort(eval, SORT_BOOL);
  return kernel_find(eval, operations[operation].name, classes, result, args);
}

/* Operands */

static uint64_t low_bits(uint32_t count)
{
  return (UINT64_C(1) << count) - 1;
}

static uint64_t corner(Random *random, uint32_t eb, uint32_t fraction_bits)
{
  uint64_t unit = UINT64_C(1) << fraction_bits;
  uint64_t infinity = low_bits(eb) << fraction_bits;
  uint64_t one = low_bits(eb - 1) << fraction_bits;
  const uint64_t corners[] = {
      0,   1,        unit - 1,       unit,           infinity - 1,
      one, infinity, one + unit / 2, one + 2 * unit, one + (fraction_bits + 1) * unit,
  };
  uint64_t bits = corners[random_below(random, sizeof corners / sizeof *corners)];
  if (random_chance(random, 1, 2)) return bits;
  return (bits + random_below(random, 5) - 2) & low_bits(eb + fraction_bits);
}

/* One, two or three bits of the fraction, near 1 or near the middle of the integers that fit: sums,
 * products and integers next to such are halfway between numbers, or just beside. */
static uint64_t sparse(Random *random, uint32_t eb, uint32_t fraction_bits)
{
  uint64_t exponent =
      low_bits(eb - 1) + random_below(random, 2 * fraction_bits) - fraction_bits / 2;
  uint64_t bits = exponent << fraction_bits;
  for (uint64_t i = random_below(random, 4); i > 0; i--)
    bits ^= UINT64_C(1) << random_below(random, fraction_bits);
  return random_chance(random, 1, 8) ? bits - 1 : bits;
}

/* Like the one before in all but a few last bits, or in all but the exponent. */
static uint64_t neighbour(Random *random, uint64_t before, uint32_t fraction_bits)
{
  if (random_chance(random, 1, 2)) return before + random_below(random, 9) - 4;
  uint64_t distance = random_below(random, 2 * fraction_bits + 6) - fraction_bits - 3;
  return before + (distance << fraction_bits);
}

static Value random_float(Random *random, uint32_t width, uint64_t before)
{
  uint32_t eb = width == 32 ? 8 : 11;
  uint32_t fraction_bits = width - eb - 1;
  uint64_t infinity = low_bits(eb) << fraction_bits;
  uint64_t bits;
  switch (random_below(random, 5)) {
  case 0: bits = corner(random, eb, fraction_bits); break;
  case 1: bits = sparse(random, eb, fraction_bits); break;
  case 2: bits = neighbour(random, before, fraction_bits); break;
  default: bits = random_u64(random); break;
  }
  bits &= low_bits(width - 1);
  if (bits > infinity) bits = infinity | UINT64_C(1) << (fraction_bits - 1);
  if (bits <= infinity) bits |= (random_u64(random) & 1) << (width - 1);
  return value_small_bits(VALUE_FLOAT, width, bits);
}

static Value random_integer(Random *random)
{
  uint64_t bits = random_u64(random) >> random_below(random, 64);
  if (random_chance(random, 1, 2)) bits &= ~low_bits((uint32_t)random_below(random, 64));
  if (random_chance(random, 1, 4)) bits += random_below(random, 3) - 1;
  if (random_chance(random, 1, 4)) bits = -bits;
  return value_small_bits(VALUE_BITVEC, 64, bits);
}

HardwareCase hardware_case(Random *random, HardwareOperation operation, uint32_t width)
{
  static const RoundingMode modes[] = {ROUND_RNE, ROUND_RTP, ROUND_RTN, ROUND_RTZ};
  HardwareCase c = {.operation = operation, .width = width};
  const char *classes = operations[operation].classes;
  uint64_t before = random_u64(random);
  for (size_t i = 0; classes[i]; i++) {
    if (classes[i] == 'm')
      c.args[i] = value_rounding(modes[random_below(random, 4)]);
    else if (classes[i] == 'v')
      c.args[i] = random_integer(random);
    else
      c.args[i] = random_float(random, width, before);
    if (classes[i] == 'f') before = c.args[i].word;
  }
  return c;
}

/* Results. The operands are volatile, so that nothing is computed before the mode is set. Remainders
 * are exact in any precision; the C library's own for double may get the sign of a zero wrong. */

static double as_double(Value v)
{
  double x;
  memcpy(&x, &v.word, sizeof x);
  return x;
}

static float as_float(Value v)
{
  uint32_t bits = (uint32_t)v.word;
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t bits_of_double(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return isnan(x) ? UINT64_C(0x7FF8000000000000) : bits;
}

static uint64_t bits_of_float(float x)
{
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return isnan(x) ? UINT32_C(0x7FC00000) : bits;
}

static bool integer_result(HardwareOperation operation, double integral, uint64_t *word)
{
  if (operation == HARDWARE_TO_SIGNED) {
    if (!(integral >= -0x1p63 && integral < 0x1p63)) return false;
    *word = (uint64_t)(int64_t)integral;
  } else {
    if (!(integral >= 0 && integral < 0x1p64)) return false;
    *word = (uint64_t)integral;
  }
  return true;
}

static bool double_result(const HardwareCase *c, const Value *x, uint64_t *word)
{
  volatile double a = as_double(x[0]), b = as_double(x[1]), r = 0;
  volatile int64_t integer = (int64_t)x[0].word;
  switch (c->operation) {
  case HARDWARE_ADD: r = a + b; break;
  case HARDWARE_SUB: r = a - b; break;
  case HARDWARE_MUL: r = a * b; break;
  case HARDWARE_DIV: r = a / b; break;
  case HARDWARE_FMA: r = fma(a, b, as_double(x[2])); break;
  case HARDWARE_SQRT: r = sqrt(a); break;
  case HARDWARE_REM: r = (double)remainderl(a, b); break;
  case HARDWARE_INTEGRAL: r = nearbyint(a); break;
  case HARDWARE_TO_OTHER: *word = bits_of_float((float)a); return true;
  case HARDWARE_OF_SIGNED: r = (double)integer; break;
  case HARDWARE_OF_UNSIGNED: r = (double)(uint64_t)integer; break;
  case HARDWARE_TO_SIGNED:
  case HARDWARE_TO_UNSIGNED: return integer_result(c->operation, nearbyint(a), word);
  case HARDWARE_LEQ: *word = a <= b; return true;
  case HARDWARE_LT: *word = a < b; return true;
  case HARDWARE_GEQ: *word = a >= b; return true;
  case HARDWARE_GT: *word = a > b; return true;
  case HARDWARE_EQ: *word = a == b; return true;
  case HARDWARE_COUNT: return false;
  }
  *word = bits_of_double(r);
  return true;
}

static bool float_result(const HardwareCase *c, const Value *x, uint64_t *word)
{
  volatile float a = as_float(x[0]), b = as_float(x[1]), r = 0;
  volatile int64_t integer = (int64_t)x[0].word;
  switch (c->operation) {
  case HARDWARE_ADD: r = a + b; break;
  case HARDWARE_SUB: r = a - b; break;
  case HARDWARE_MUL: r = a * b; break;
  case HARDWARE_DIV: r = a / b; break;
  case HARDWARE_FMA: r = fmaf(a, b, as_float(x[2])); break;
  case HARDWARE_SQRT: r = sqrtf(a); break;
  case HARDWARE_REM: r = (float)remainderl(a, b); break;
  case HARDWARE_INTEGRAL: r = nearbyintf(a); break;
  case HARDWARE_TO_OTHER: *word = bits_of_double((double)a); return true;
  case HARDWARE_OF_SIGNED: r = (float)integer; break;
  case HARDWARE_OF_UNSIGNED: r = (float)(uint64_t)integer; break;
  case HARDWARE_TO_SIGNED:
  case HARDWARE_TO_UNSIGNED: return integer_result(c->operation, (double)nearbyintf(a), word);
  case HARDWARE_LEQ: *word = a <= b; return true;
  case HARDWARE_LT: *word = a < b; return true;
  case HARDWARE_GEQ: *word = a >= b; return true;
  case HARDWARE_GT: *word = a > b; return true;
  case HARDWARE_EQ: *word = a == b; return true;
  case HARDWARE_COUNT: return false;
  }
  *word = bits_of_float(r);
  return true;
}

bool hardware_result(const HardwareCase *c, uint64_t *word)
{
  static const int modes[] = {
      [ROUND_RNE] = FE_TONEAREST,
      [ROUND_RTP] = FE_UPWARD,
      [ROUND_RTN] = FE_DOWNWARD,
      [ROUND_RTZ] = FE_TOWARDZERO,
  };
  bool has_mode = c->args[0].kind == VALUE_ROUNDING;
  fesetround(has_mode ? modes[c->args[0].word] : FE_TONEAREST);
  const Value *x = c->args + has_mode;
  bool determined = c->width == 32 ? float_result(c, x, word) : double_result(c, x, word);
  fesetround(FE_TONEAREST);
  return determined;
}
