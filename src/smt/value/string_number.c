/* Characters, and strings as numbers. */
#include <assert.h>

#include "smt/value/string.h"

#include "smt/text/literal.h"

static bool is_digit(uint32_t code)
{
  return code >= '0' && code <= '9';
}

/* Codes */

static Value number_is_digit(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  const StringObject *string = args[0].string;
  return value_bool(string->length == 1 && is_digit(string->chars[0]));
}

static Value number_to_code(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  const StringObject *string = args[0].string;
  return value_small_int(string->length == 1 ? (int64_t)string->chars[0] : -1);
}

static Value number_from_code(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  int64_t code = slice_position(args[0]);
  uint32_t c = (uint32_t)code;
  return string_of_chars(eval, &c, slice_inside(code, STRING_ALPHABET), call->term);
}

/* Decimal numbers */

/* Steps for converting so many digits from or to decimal: the work is a little more than linear. */
static uint64_t conversion_steps(uint64_t digits)
{
  uint64_t log = 1;
  while (digits >> log) log++;
  return digits * log;
}

static Value number_to_int(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const StringObject *string = args[0].string;
  uint64_t length = string->length;
  if (!eval_spend(eval, conversion_steps(length))) return value_unknown(REASON_STEPS, call->term);
  for (uint64_t i = 0; i < length; i++)
    if (!is_digit(string->chars[i])) return value_small_int(-1);
  if (length == 0) return value_small_int(-1);
  if (!heap_allows(&eval->heap, length)) return value_unknown(REASON_MEMORY, call->term);
  char *digits = mem_alloc((size_t)length + 1, 1);
  for (uint64_t i = 0; i < length; i++) digits[i] = (char)string->chars[i];
  digits[length] = 0;
  mpz_set_str(eval->z[0], digits, 10);
  free(digits);
  return value_int(&eval->heap, eval->z[0], call->term);
}

/* The decimal digits of a number that is not negative. */
static Value decimal(Eval *eval, const Call *call, Value number)
{
  IntView view;
  mpz_srcptr n = value_view(number, &view);
  size_t most = mpz_sizeinbase(n, 10);
  if (!eval_spend(eval, conversion_steps(most))) return value_unknown(REASON_STEPS, call->term);
  if (!heap_allows(&eval->heap, (uint64_t)most * (1 + sizeof(uint32_t))))
    return value_unknown(REASON_MEMORY, call->term);
  assert(mpz_sgn(n) >= 0);
  char *digits = mem_alloc(most + 2, 1);
  mpz_get_str(digits, 10, n);
  size_t length = strlen(digits);
  StringObject *string = value_string_room(&eval->heap, length);
  for (size_t i = 0; string && i < length; i++) string->chars[i] = (uint32_t)digits[i];
  free(digits);
  return string ? value_string(string) : value_unknown(REASON_MEMORY, call->term);
}

static Value number_from_int(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  if (slice_position(args[0]) < 0) return string_of_chars(eval, NULL, 0, call->term);
  return decimal(eval, call, args[0]);
}

static Value number_from_ubv(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return decimal(eval, call, args[0]);
}

/* z3's characters */

static Value number_char(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  if (call->indices[0] < STRING_ALPHABET)
    return (Value){.kind = VALUE_CHAR, .word = call->indices[0]};
  return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
}

static Value number_char_le(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_bool(args[0].word <= args[1].word);
}

static Value number_char_to_int(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_small_int((int64_t)args[0].word);
}

static Value number_char_is_digit(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_bool(is_digit((uint32_t)args[0].word));
}

const KernelEntry string_number_kernels[] = {
    {"str.is_digit", "s", number_is_digit, KERNEL_PLAIN},
    {"str.to_code", "s", number_to_code, KERNEL_PLAIN},
    {"str.from_code", "i", number_from_code, KERNEL_PLAIN},
    {"str.to_int", "s", number_to_int, KERNEL_PLAIN},
    {"str.from_int", "i", number_from_int, KERNEL_PLAIN},
    {"str.from_ubv", "v", number_from_ubv, KERNEL_PLAIN},
    {"Char", "", number_char, KERNEL_PLAIN},
    {"char.<=", "cc", number_char_le, KERNEL_PLAIN},
    {"char.to_int", "c", number_char_to_int, KERNEL_PLAIN},
    {"char.is_digit", "c", number_char_is_digit, KERNEL_PLAIN},
    {0},
};
