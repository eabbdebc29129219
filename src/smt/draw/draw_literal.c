#include "smt/draw/draw_literal.h"

#include <assert.h>
#include <gmp.h>
#include <string.h>

#include "base/strbuf.h"
#include "smt/term/build.h"
#include "smt/text/literal.h"

/* Numbers */

static Term literal(Bank *bank, Op op, Sort sort, const char *text, size_t length)
{
  return bank_literal(bank, op, sort, symbols_intern(&bank->symbols, text, length));
}

Term draw_natural(Bank *bank, Sort sort, uint64_t number)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_u64(&text, number);
  Term term = literal(bank, OP_INTEGER, sort, text.bytes, text.length);
  strbuf_deinit(&text);
  return term;
}

/* The digits of a natural number: mostly small, often at the edge of a machine word. */
static void add_natural(StrBuf *text, Random *random)
{
  static const char *const corners[] = {
      "2147483647",           "2147483648",           "2147483649",          "4294967295",
      "4294967296",           "9223372036854775807",  "9223372036854775808", "9223372036854775809",
      "18446744073709551615", "18446744073709551616", "18446744073709551617"};
  enum { LONG = 30 };
  switch (random_below(random, 8)) {
  case 0: strbuf_add_u64(text, random_below(random, 1000)); break;
  case 1: strbuf_add_u64(text, random_u64(random) >> random_below(random, 64)); break;
  case 2:
    strbuf_add_text(text, corners[random_below(random, sizeof corners / sizeof *corners)]);
    break;
  case 3:
    strbuf_add_u64(text, 1 + random_below(random, 9));
    for (int i = 1; i < LONG; i++) strbuf_add_u64(text, random_below(random, 10));
    break;
  default: strbuf_add_u64(text, random_below(random, 6));
  }
}

static Term maybe_negative(Bank *bank, Random *random, Term term)
{
  return random_chance(random, 2, 5) ? build(bank, "-", 0, &term, 1) : term;
}

Term draw_integer(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  add_natural(&text, random);
  Term term = literal(bank, OP_INTEGER, sort, text.bytes, text.length);
  strbuf_deinit(&text);
  return maybe_negative(bank, random, term);
}

/* A Real with digits after the point, which are 0 unless `fraction`. */
static Term decimal(Bank *bank, Random *random, Sort sort, bool fraction)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  add_natural(&text, random);
  strbuf_add_char(&text, '.');
  strbuf_add_u64(&text, fraction ? random_below(random, 1000) : 0);
  Symbol symbol = literal_decimal(&bank->symbols, text.bytes, text.length);
  strbuf_deinit(&text);
  return bank_literal(bank, OP_REAL, sort, symbol);
}

Term draw_real(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  Term term = decimal(bank, random, sort, random_chance(random, 1, 4));
  if (random_chance(random, 1, 3)) {
    static const char *const small[] = {"2.0", "3.0", "7.0", "8.0", "10.0"};
    const char *digits = small[random_below(random, sizeof small / sizeof *small)];
    Term parts[] = {term, literal(bank, OP_REAL, sort, digits, strlen(digits))};
    term = build(bank, "/", 0, parts, 2);
  }
  return maybe_negative(bank, random, term);
}

Term draw_field(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  Numeral order = sorts_index(&bank->sorts, sort, 0);
  mpz_t number;
  mpz_init(number);
  if (numeral_is_plain(order)) {
    mpz_set_ui(number, order);
  } else {
    Symbol symbol = numeral_symbol(order);
    size_t length = symbols_length(&bank->symbols, symbol);
    char *digits = mem_copy_string(symbols_text(&bank->symbols, symbol), length);
    if (length > DRAW_WIDTH_MAX || mpz_set_str(number, digits, 10) != 0) mpz_set_ui(number, 0);
    free(digits);
  }
  if (mpz_sgn(number) == 0) {
    mpz_clear(number);
    return 0;
  }
  mpz_sub_ui(number, number, 1);
  switch (random_below(random, 4)) {
  case 0: break;
  case 1: mpz_fdiv_q_ui(number, number, 1 + random_below(random, 1000)); break;
  default: {
    uint64_t small = random_below(random, 5);
    if (mpz_cmp_ui(number, small) > 0) mpz_set_ui(number, small);
  }
  }
  char *digits = mpz_get_str(NULL, 10, number);
  Term term = literal(bank, OP_FIELD, sort, digits, strlen(digits));
  free(digits);
  mpz_clear(number);
  return term;
}

/* Bits. They are drawn as text, the most significant first. */

static void fill(StrBuf *bits, uint32_t count, char bit)
{
  for (uint32_t i = 0; i < count; i++) strbuf_add_char(bits, bit);
}

static void fill_random(StrBuf *bits, Random *random, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    strbuf_add_char(bits, random_chance(random, 1, 2) ? '1' : '0');
}

/* `bit` once, then the other one; or the other way around. */
static void fill_first(StrBuf *bits, uint32_t width, char bit)
{
  strbuf_add_char(bits, bit);
  fill(bits, width - 1, bit == '0' ? '1' : '0');
}

static void fill_last(StrBuf *bits, uint32_t width, char bit)
{
  fill(bits, width - 1, bit == '0' ? '1' : '0');
  strbuf_add_char(bits, bit);
}

static Sort bitvec_sort(Bank *bank, Numeral width)
{
  return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_BITVEC], &width, NULL, 0);
}

/* The literal of some bits, which it takes from the end of `bits`. */
static Term bits_literal(Bank *bank, StrBuf *bits, uint32_t width)
{
  StrBuf text;
  strbuf_init(&text, 0);
  const char *from = bits->bytes + bits->length - width;
  if (width % 4 == 0) {
    strbuf_add_text(&text, "#x");
    for (uint32_t i = 0; i < width; i += 4) {
      int digit = 0;
      for (int k = 0; k < 4; k++) digit = 2 * digit + (from[i + (uint32_t)k] == '1');
      strbuf_add_char(&text, "0123456789abcdef"[digit]);
    }
  } else {
    strbuf_add_text(&text, "#b");
    strbuf_add(&text, from, width);
  }
  Term term = literal(bank, OP_BITVEC, bitvec_sort(bank, width), text.bytes, text.length);
  strbuf_deinit(&text);
  return term;
}

Term draw_bitvec(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  uint32_t width = sorts_index(&bank->sorts, sort, 0);
  if (width > DRAW_WIDTH_MAX) return 0;
  StrBuf bits;
  strbuf_init(&bits, 0);
  switch (random_below(random, 10)) {
  case 0: fill(&bits, width, '0'); break;
  case 1: fill(&bits, width, '1'); break;
  case 2: fill_last(&bits, width, '1'); break;
  case 3: fill_first(&bits, width, '1'); break;
  case 4: fill_first(&bits, width, '0'); break;
  case 5: {
    uint32_t at = (uint32_t)random_below(random, width);
    fill(&bits, at, '0');
    fill_first(&bits, width - at, '1');
    break;
  }
  case 6: { /* a small number */
    uint32_t low = width < 7 ? width : 7;
    fill(&bits, width - low, '0');
    fill_random(&bits, random, low);
    break;
  }
  default: fill_random(&bits, random, width);
  }
  Term term = bits_literal(bank, &bits, width);
  strbuf_deinit(&bits);
  return term;
}

/* The exponent: of zeros and subnormals, of numbers around 1, of the largest, of infinity. */
static void fill_exponent(StrBuf *bits, Random *random, uint32_t width)
{
  switch (random_below(random, 10)) {
  case 0: fill(bits, width, '0'); break;
  case 1: fill_last(bits, width, '1'); break;
  case 2: /* half of what the bias stands for */
    strbuf_add_char(bits, '0');
    fill_last(bits, width - 1, '0');
    break;
  case 3: fill_first(bits, width, '0'); break;
  case 4: fill_first(bits, width, '1'); break;
  case 5: fill_last(bits, width, '0'); break;
  case 6: fill(bits, width, '1'); break;
  default: fill_random(bits, random, width);
  }
}

static void fill_fraction(StrBuf *bits, Random *random, uint32_t width)
{
  switch (random_below(random, 7)) {
  case 0:
  case 1: fill(bits, width, '0'); break;
  case 2: fill(bits, width, '1'); break;
  case 3: fill_last(bits, width, '1'); break;
  case 4: fill_first(bits, width, '1'); break;
  default: fill_random(bits, random, width);
  }
}

Term draw_float(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  Numeral format[] = {sorts_index(&bank->sorts, sort, 0), sorts_index(&bank->sorts, sort, 1)};
  if (format[0] > DRAW_WIDTH_MAX || format[1] > DRAW_WIDTH_MAX) return 0;
  if (random_chance(random, 1, 8)) {
    static const char *const special[] = {"NaN", "+oo", "-oo", "+zero", "-zero"};
    const char *name = special[random_below(random, sizeof special / sizeof *special)];
    return bank_build_indexed(bank, name, format, 2, 0, NULL, 0);
  }
  StrBuf bits;
  strbuf_init(&bits, 0);
  Term parts[3];
  strbuf_add_char(&bits, random_chance(random, 1, 2) ? '1' : '0');
  parts[0] = bits_literal(bank, &bits, 1);
  fill_exponent(&bits, random, format[0]);
  parts[1] = bits_literal(bank, &bits, format[0]);
  fill_fraction(&bits, random, format[1] - 1);
  parts[2] = bits_literal(bank, &bits, format[1] - 1);
  strbuf_deinit(&bits);
  return build(bank, "fp", 0, parts, 3);
}

Term draw_rounding(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  return build(bank, modes[random_below(random, sizeof modes / sizeof *modes)], sort, NULL, 0);
}

/* Strings */

uint32_t draw_code(Random *random)
{
  static const uint32_t codes[] = {'a', 'a', 'b', 'b',  'c', '0', '1',  '9',     'A',
                                   'Z', 'z', '"', '\\', ' ', 0,   0xe9, 0x2ffff, 0xffff};
  return codes[random_below(random, sizeof codes / sizeof *codes)];
}

static void add_chars(StrBuf *text, Random *random, uint64_t count)
{
  for (uint64_t i = 0; i < count; i++) literal_add_char(text, draw_code(random));
}

/* Letters of two kinds, so that searching finds something. */
static void add_letters(StrBuf *text, Random *random, uint64_t count)
{
  for (uint64_t i = 0; i < count; i++)
    strbuf_add_char(text, random_chance(random, 2, 3) ? 'a' : 'b');
}

Term draw_string(Bank *bank, Random *random, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  StrBuf text;
  strbuf_init(&text, 0);
  switch (random_below(random, 16)) {
  case 0:
  case 1: break;
  case 2: add_letters(&text, random, random_below(random, 300)); break;
  case 3: add_chars(&text, random, random_below(random, 30)); break;
  case 4:
  case 5:
  case 6: add_chars(&text, random, 1 + random_below(random, 4)); break;
  case 7:
  case 8: add_natural(&text, random); break;
  case 9: strbuf_printf(&text, "0%u", (unsigned)random_below(random, 100)); break;
  case 10: add_chars(&text, random, 1); break;
  default: add_letters(&text, random, 1 + random_below(random, 5));
  }
  Term term = literal(bank, OP_STRING, sort, text.length ? text.bytes : "", text.length);
  strbuf_deinit(&text);
  return term;
}
