#include "smt/text/literal.h"

#include <assert.h>
#include <gmp.h>

#include "base/utf8.h"

Symbol literal_decimal(SymbolTable *symbols, const char *text, size_t length)
{
  assert(length > 0);
  if (text[length - 1] == '.') {
    StrBuf whole;
    strbuf_init(&whole, 0);
    strbuf_add(&whole, text, length);
    strbuf_add_char(&whole, '0');
    Symbol symbol = symbols_intern(symbols, whole.bytes, whole.length);
    strbuf_deinit(&whole);
    return symbol;
  }
  while (length > 2 && text[length - 1] == '0' && text[length - 2] != '.') length--;
  return symbols_intern(symbols, text, length);
}

static int digit_value(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static const char hex_digits[] = "0123456789abcdef";

/* Bits as '0' and '1' in their canonical form, hexadecimal where the width allows it. */
static Symbol intern_bits(SymbolTable *symbols, const char *bits, size_t width)
{
  assert(width > 0);
  StrBuf out;
  strbuf_init(&out, 0);
  if (width % 4) {
    strbuf_add(&out, "#b", 2);
    strbuf_add(&out, bits, width);
  } else {
    strbuf_add(&out, "#x", 2);
    for (size_t i = 0; i < width; i += 4) {
      int digit =
          (bits[i] & 1) << 3 | (bits[i + 1] & 1) << 2 | (bits[i + 2] & 1) << 1 | (bits[i + 3] & 1);
      strbuf_add_char(&out, hex_digits[digit]);
    }
  }
  Symbol symbol = symbols_intern(symbols, out.bytes, out.length);
  strbuf_deinit(&out);
  return symbol;
}

Symbol literal_bits(SymbolTable *symbols, const char *text, size_t length, uint32_t *width)
{
  assert(length > 2 && text[0] == '#' && (text[1] == 'b' || text[1] == 'x'));
  if (text[1] == 'b') {
    *width = (uint32_t)(length - 2);
    return intern_bits(symbols, text + 2, length - 2);
  }
  *width = (uint32_t)(length - 2) * 4;
  bool upper = false;
  for (size_t i = 2; i < length; i++) upper |= text[i] >= 'A' && text[i] <= 'F';
  if (!upper) return symbols_intern(symbols, text, length);
  StrBuf out;
  strbuf_init(&out, 0);
  strbuf_add(&out, "#x", 2);
  for (size_t i = 2; i < length; i++) strbuf_add_char(&out, hex_digits[digit_value(text[i])]);
  Symbol symbol = symbols_intern(symbols, out.bytes, out.length);
  strbuf_deinit(&out);
  return symbol;
}

/* The common case: the number fits a machine word and the text a small buffer. */
static Symbol small_bits(SymbolTable *symbols, uint64_t value, uint32_t width)
{
  assert(width > 0 && width <= 64);
  char text[2 + 64];
  bool hex = width % 4 == 0;
  uint32_t digits = hex ? width / 4 : width;
  text[0] = '#';
  text[1] = hex ? 'x' : 'b';
  for (uint32_t i = digits; i-- > 0; value >>= hex ? 4 : 1)
    text[2 + i] = hex_digits[value & (hex ? 15 : 1)];
  return symbols_intern(symbols, text, 2 + digits);
}

static Symbol large_bits(SymbolTable *symbols, const char *digits, size_t length, uint32_t width)
{
  assert(length > 0 && width > 0);
  mpz_t value;
  mpz_init(value);
  char *copy = mem_copy_string(digits, length);
  mpz_set_str(value, copy, 10);
  free(copy);
  Symbol symbol = SYMBOL_NONE;
  size_t used = mpz_sgn(value) ? mpz_sizeinbase(value, 2) : 0;
  if (used <= width) {
    char *bits = mem_alloc((size_t)width + 1, 1);
    memset(bits, '0', width);
    for (size_t i = 0; i < used; i++) bits[width - 1 - i] = (char)('0' + mpz_tstbit(value, i));
    symbol = intern_bits(symbols, bits, width);
    free(bits);
  }
  mpz_clear(value);
  return symbol;
}

Symbol literal_bits_of_decimal(SymbolTable *symbols, const char *digits, size_t length,
                               uint32_t width)
{
  if (length > 19 || width > 64) return large_bits(symbols, digits, length, width);
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++) value = value * 10 + (uint64_t)(digits[i] - '0');
  if (width < 64 && value >> width) return SYMBOL_NONE;
  return small_bits(symbols, value, width);
}

/* --- strings --- */

void literal_add_char(StrBuf *out, uint32_t code)
{
  if (code == '"')
    strbuf_add(out, "\"\"", 2);
  else if (code >= ' ' && code < 0x7f && code != '\\')
    strbuf_add_char(out, (char)code);
  else
    strbuf_printf(out, "\\u{%x}", code);
}

/* Reads \ud3d2d1d0 or \u{d..} at `text`. Returns its length, or 0 if there is no escape. */
static size_t read_escape(const char *text, size_t length, uint32_t *code)
{
  if (length < 4 || text[0] != '\\' || text[1] != 'u') return 0;
  bool braces = text[2] == '{';
  size_t first = braces ? 3 : 2;
  size_t most = braces ? 5 : 4;
  size_t count = 0;
  *code = 0;
  while (count < most && first + count < length && digit_value(text[first + count]) >= 0)
    *code = *code * 16 + (uint32_t)digit_value(text[first + count++]);
  if (!braces) return count == 4 ? 6 : 0;
  if (count == 0 || first + count >= length || text[first + count] != '}') return 0;
  return *code <= LITERAL_CHAR_MAX ? first + count + 1 : 0;
}

bool literal_string_next(const char *text, size_t length, size_t *at, uint32_t *code)
{
  if (*at >= length) return false;
  size_t bytes = read_escape(text + *at, length - *at, code);
  if (bytes == 0) bytes = utf8_decode(text + *at, length - *at, code);
  if (bytes == 0) {
    *code = (uint8_t)text[*at];
    bytes = 1;
  }
  if (*code == '"' && bytes == 1 && *at + 1 < length && text[*at + 1] == '"') bytes = 2;
  *at += bytes;
  assert(*at <= length);
  return true;
}

static bool is_canonical(const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (text[i] < ' ' || text[i] > '~' || text[i] == '\\' || text[i] == '"') return false;
  return true;
}

Symbol literal_string(SymbolTable *symbols, const char *text, size_t length)
{
  if (is_canonical(text, length)) return symbols_intern(symbols, text, length);
  StrBuf out;
  strbuf_init(&out, 0);
  uint32_t code = 0;
  bool inside = true;
  for (size_t at = 0; inside && literal_string_next(text, length, &at, &code);) {
    inside = code <= LITERAL_CHAR_MAX;
    literal_add_char(&out, code);
  }
  Symbol symbol = inside ? symbols_intern(symbols, strbuf_text(&out), out.length) : SYMBOL_NONE;
  strbuf_deinit(&out);
  return symbol;
}

Symbol literal_char(SymbolTable *symbols, uint32_t code)
{
  assert(code <= LITERAL_CHAR_MAX);
  StrBuf out;
  strbuf_init(&out, 0);
  literal_add_char(&out, code);
  Symbol symbol = symbols_intern(symbols, out.bytes, out.length);
  strbuf_deinit(&out);
  return symbol;
}
