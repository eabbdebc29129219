#include "solve/closedbox/layout.h"

#include <assert.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

#include "smt/value/array.h"

/* --- sorts --- */

static Layout bits_layout(uint32_t width)
{
  if (width <= 64) return (Layout){LAYOUT_BITS, width, 1};
  if (width > LAYOUT_MAX_WIDTH) return (Layout){0};
  return (Layout){LAYOUT_WIDE, width, (width + 63) / 64};
}

static Layout array_layout(const Bank *bank, Sort sort)
{
  const SortTable *sorts = &bank->sorts;
  Sort index = sorts_arg(sorts, sort, 0), element = sorts_arg(sorts, sort, 1);
  if (sorts_class(sorts, index) != SORT_BITVEC || sorts_class(sorts, element) != SORT_BITVEC)
    return (Layout){0};
  uint32_t k = (uint32_t)sorts_index(sorts, index, 0);
  if (k > LAYOUT_MAX_INDEX || sorts_index(sorts, element, 0) != 8) return (Layout){0};
  return (Layout){LAYOUT_BYTES, k, k <= 3 ? 1 : 1u << (k - 3)};
}

Layout layout_of_sort(const Bank *bank, Sort sort)
{
  const SortTable *sorts = &bank->sorts;
  switch (sorts_class(sorts, sort)) {
  case SORT_BOOL: return (Layout){LAYOUT_BOOL, 1, 1};
  case SORT_INT: return (Layout){LAYOUT_INT, 64, 1};
  case SORT_REAL: return (Layout){LAYOUT_REAL, 64, 1};
  case SORT_BITVEC: return bits_layout((uint32_t)sorts_index(sorts, sort, 0));
  case SORT_STRING: return (Layout){LAYOUT_STRING, 0, 1 + LAYOUT_STRING_BYTES / 8};
  case SORT_ARRAY: return array_layout(bank, sort);
  case SORT_FLOAT:
    if (sorts_index(sorts, sort, 0) == 8 && sorts_index(sorts, sort, 1) == 24)
      return (Layout){LAYOUT_FLOAT, 32, 1};
    if (sorts_index(sorts, sort, 0) == 11 && sorts_index(sorts, sort, 1) == 53)
      return (Layout){LAYOUT_DOUBLE, 64, 1};
    return (Layout){0};
  default: return (Layout){0};
  }
}

void layout_put(StrBuf *out, Layout layout)
{
  assert(layout.words > 0);
  bytes_put_u64(out, layout.kind);
  bytes_put_u64(out, layout.width);
  bytes_put_u64(out, layout.words);
}

enum { WORDS_MAX = 1 << (LAYOUT_MAX_INDEX - 3) };

Layout layout_get(ByteReader *in)
{
  Layout layout = {.kind = (LayoutKind)bytes_get_below(in, LAYOUT_BYTES + 1)};
  layout.width = (uint32_t)bytes_get_below(in, LAYOUT_MAX_WIDTH + 1);
  layout.words = (uint32_t)bytes_get_below(in, WORDS_MAX + 1);
  return in->failed ? (Layout){0} : layout;
}

/* --- from values --- */

static bool real_words(Value value, uint64_t *words)
{
  if (value.kind != VALUE_REAL) return false;
  RatioView view;
  mpfr_t nearest;
  mpfr_init2(nearest, 53);
  mpfr_set_q(nearest, value_view_real(value, &view), MPFR_RNDN);
  double number = mpfr_get_d(nearest, MPFR_RNDN);
  mpfr_clear(nearest);
  memcpy(words, &number, sizeof number);
  return isfinite(number);
}

static bool wide_words(Value value, uint32_t count, uint64_t *words)
{
  IntView view;
  mpz_srcptr number = value_view(value, &view);
  memset(words, 0, count * sizeof *words);
  assert(mpz_size(number) <= count);
  for (size_t i = 0; i < mpz_size(number); i++) words[i] = mpz_getlimbn(number, (mp_size_t)i);
  return true;
}

static size_t put_utf8(uint32_t code, char *bytes)
{
  if (code < 0x80) return bytes[0] = (char)code, 1;
  if (code < 0x800) {
    bytes[0] = (char)(0xC0 | code >> 6);
    bytes[1] = (char)(0x80 | (code & 0x3F));
    return 2;
  }
  size_t count = code < 0x10000 ? 3 : 4;
  bytes[0] = (char)((count == 3 ? 0xE0 : 0xF0) | code >> (6 * (count - 1)));
  for (size_t i = 1; i < count; i++)
    bytes[i] = (char)(0x80 | ((code >> (6 * (count - 1 - i))) & 0x3F));
  return count;
}

/* Room is left for the NUL that C wants. */
static bool string_words(Value value, uint64_t *words)
{
  char *bytes = (char *)(words + 1);
  size_t length = 0;
  memset(words, 0, sizeof *words + LAYOUT_STRING_BYTES);
  for (uint64_t i = 0; i < value.string->length; i++) {
    uint32_t code = value.string->chars[i];
    if (code == 0 || length + 5 > LAYOUT_STRING_BYTES) return false;
    length += put_utf8(code, bytes + length);
  }
  words[0] = length;
  return true;
}

static bool array_words(Eval *eval, Layout layout, Value value, uint64_t *words)
{
  uint8_t *bytes = (uint8_t *)words;
  words[0] = 0;
  for (uint32_t i = 0; i < 1u << layout.width; i++) {
    Value element = array_select(eval, value, value_small_bits(VALUE_BITVEC, layout.width, i), 0);
    if (element.kind != VALUE_BITVEC) return false;
    bytes[i] = (uint8_t)element.word;
  }
  return true;
}

bool layout_from_value(Eval *eval, Layout layout, Value value, uint64_t *words)
{
  if (value_is_unknown(value) || value.kind == VALUE_NONE) return false;
  switch (layout.kind) {
  case LAYOUT_BOOL:
  case LAYOUT_BITS:
  case LAYOUT_FLOAT:
  case LAYOUT_DOUBLE: return words[0] = value.word, true;
  case LAYOUT_INT: return words[0] = value.word, !value.boxed;
  case LAYOUT_WIDE: return wide_words(value, layout.words, words);
  case LAYOUT_REAL: return real_words(value, words);
  case LAYOUT_STRING: return value.kind == VALUE_STRING && string_words(value, words);
  case LAYOUT_BYTES: return value.kind == VALUE_ARRAY && array_words(eval, layout, value, words);
  case LAYOUT_NONE: break;
  }
  return false;
}

/* --- to values --- */

static Value float_value(uint32_t width, uint64_t bits)
{
  uint32_t fraction = width == 32 ? 23 : 52;
  uint64_t exponent = layout_mask(width - 1) & ~layout_mask(fraction);
  if ((bits & exponent) == exponent && (bits & layout_mask(fraction)) != 0)
    bits = exponent | UINT64_C(1) << (fraction - 1); /* the one NaN */
  return value_small_bits(VALUE_FLOAT, width, bits);
}

static Value real_value(Eval *eval, uint64_t bits, Term term)
{
  double number;
  memcpy(&number, &bits, sizeof number);
  if (!isfinite(number)) return value_unknown(REASON_CALL_FAILED, term);
  mpq_set_d(eval->q[0], number);
  return value_real(&eval->heap, eval->q[0], term);
}

static Value wide_value(Eval *eval, Layout layout, const uint64_t *words, Term term)
{
  mpz_import(eval->z[0], layout.words, -1, sizeof *words, 0, 0, words);
  mpz_fdiv_r_2exp(eval->z[0], eval->z[0], layout.width);
  return value_bits(&eval->heap, VALUE_BITVEC, layout.width, eval->z[0], term);
}

/* The length of the character at the start of the bytes, 0 if there is none. */
static size_t get_utf8(const unsigned char *bytes, size_t length, uint32_t *code)
{
  size_t count = bytes[0] < 0x80 ? 1 : bytes[0] >> 5 == 6 ? 2 : bytes[0] >> 4 == 14 ? 3 : 4;
  if (count > length || (count == 4 && bytes[0] >> 3 != 30)) return 0;
  *code = count == 1 ? bytes[0] : bytes[0] & (0x7Fu >> count);
  for (size_t i = 1; i < count; i++) {
    if ((bytes[i] & 0xC0) != 0x80) return 0;
    *code = *code << 6 | (bytes[i] & 0x3F);
  }
  return *code < STRING_ALPHABET ? count : 0;
}

static Value string_value(Eval *eval, const uint64_t *words, Term term)
{
  const unsigned char *bytes = (const unsigned char *)(words + 1);
  size_t length = words[0] < LAYOUT_STRING_BYTES ? (size_t)words[0] : LAYOUT_STRING_BYTES;
  StringObject *string = value_string_room(&eval->heap, length);
  if (!string) return value_unknown(REASON_MEMORY, term);
  uint64_t count = 0;
  for (size_t at = 0, size; at < length; at += size) {
    size = get_utf8(bytes + at, length - at, &string->chars[count]);
    if (size == 0) return value_unknown(REASON_CALL_FAILED, term);
    count++;
  }
  string->length = count;
  return value_string(string);
}

static Value array_value(Eval *eval, Layout layout, Sort sort, const uint64_t *words, Term term)
{
  const uint8_t *bytes = (const uint8_t *)words;
  Value array = array_constant(eval, sort, value_small_bits(VALUE_BITVEC, 8, bytes[0]), term);
  for (uint32_t i = 1; i < 1u << layout.width && !value_is_unknown(array); i++)
    if (bytes[i] != bytes[0])
      array = array_store(eval, sort, array, value_small_bits(VALUE_BITVEC, layout.width, i),
                          value_small_bits(VALUE_BITVEC, 8, bytes[i]), term);
  return array;
}

Value layout_to_value(Eval *eval, Layout layout, Sort sort, const uint64_t *words, Term term)
{
  switch (layout.kind) {
  case LAYOUT_BOOL: return value_bool(words[0] != 0);
  case LAYOUT_BITS:
    return value_small_bits(VALUE_BITVEC, layout.width, words[0] & layout_mask(layout.width));
  case LAYOUT_INT: return value_small_int((int64_t)words[0]);
  case LAYOUT_FLOAT: return float_value(32, words[0] & layout_mask(32));
  case LAYOUT_DOUBLE: return float_value(64, words[0]);
  case LAYOUT_WIDE: return wide_value(eval, layout, words, term);
  case LAYOUT_REAL: return real_value(eval, words[0], term);
  case LAYOUT_STRING: return string_value(eval, words, term);
  case LAYOUT_BYTES: return array_value(eval, layout, sort, words, term);
  case LAYOUT_NONE: break;
  }
  return value_unknown(REASON_CALL_ARGUMENT, term);
}
