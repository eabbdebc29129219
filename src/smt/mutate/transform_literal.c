/* Transforms of literals: one literal becomes another, or all are multiplied. */
#include <assert.h>
#include <gmp.h>
#include <string.h>

#include "base/strbuf.h"
#include "smt/draw/draw_literal.h"
#include "smt/mutate/transform_internal.h"
#include "smt/term/build.h"
#include "smt/text/literal.h"

/* --- numbers ------------------------------------------------------------------------------ */

/* The digits of a literal without the point, and how many of them are after it. */
static void read_number(const Bank *bank, Term literal, mpz_t number, uint32_t *decimals)
{
  assert(bank_has_term(bank, literal));
  const TermNode *node = bank_node(bank, literal);
  const char *text = symbols_text(&bank->symbols, node->first);
  size_t length = symbols_length(&bank->symbols, node->first);
  size_t skip = node->op == OP_BITVEC ? 2 : 0;
  int base = node->op != OP_BITVEC ? 10 : text[1] == 'x' ? 16 : 2;
  StrBuf digits;
  strbuf_init(&digits, 0);
  *decimals = 0;
  for (size_t i = skip; i < length; i++) {
    if (text[i] == '.')
      *decimals = (uint32_t)(length - i - 1);
    else
      strbuf_add_char(&digits, text[i]);
  }
  mpz_set_str(number, strbuf_text(&digits), base);
  strbuf_deinit(&digits);
}

static void add_digits(StrBuf *text, const mpz_t number, uint32_t decimals)
{
  char *digits = mem_alloc(mpz_sizeinbase(number, 10) + 2, 1);
  mpz_get_str(digits, 10, number);
  size_t length = strlen(digits);
  for (size_t i = length; i <= decimals; i++) strbuf_add_text(text, "0");
  strbuf_add_text(text, digits);
  free(digits);
}

/* A literal of the sort of another one. Bit-vectors wrap round, other negative numbers have a minus. */
static Term write_number(Bank *bank, Term like, const mpz_t number, uint32_t decimals)
{
  assert(bank_has_term(bank, like));
  const TermNode node = *bank_node(bank, like);
  StrBuf text, whole;
  mpz_t size;
  Symbol symbol;
  strbuf_init(&text, 0);
  strbuf_init(&whole, 0);
  mpz_init(size);
  mpz_abs(size, number);
  if (node.op == OP_BITVEC) {
    uint32_t width = sorts_index(&bank->sorts, node.sort, 0);
    mpz_fdiv_r_2exp(size, number, width);
    add_digits(&text, size, 0);
    symbol = literal_bits_of_decimal(&bank->symbols, strbuf_text(&text), text.length, width);
  } else {
    add_digits(&text, size, decimals);
    strbuf_add(&whole, strbuf_text(&text), text.length - decimals);
    if (node.op == OP_REAL) {
      strbuf_add_text(&whole, ".");
      strbuf_add_text(&whole, strbuf_text(&text) + text.length - decimals);
      if (decimals == 0) strbuf_add_text(&whole, "0");
    }
    symbol = node.op == OP_REAL ? literal_decimal(&bank->symbols, strbuf_text(&whole), whole.length)
                                : symbols_intern(&bank->symbols, strbuf_text(&whole), whole.length);
  }
  Term term = bank_literal(bank, node.op, node.sort, symbol);
  if (node.op != OP_BITVEC && mpz_sgn(number) < 0) term = build(bank, "-", 0, &term, 1);
  mpz_clear(size);
  strbuf_deinit(&text);
  strbuf_deinit(&whole);
  return term;
}

/* The exponent of a power of two that is at the edge of something. */
static uint32_t choose_edge(Transformation *t, Term term)
{
  static const uint32_t edges[] = {7, 8, 15, 16, 31, 32, 63, 64};
  if (bank_node(t->bank, term)->op != OP_BITVEC)
    return edges[choose(t->choice, sizeof edges / sizeof *edges)];
  return choose(t->choice, sorts_index(&t->bank->sorts, bank_sort(t->bank, term), 0));
}

static Term fuzz_number(Transformation *t, Term term)
{
  mpz_t number, edge;
  uint32_t decimals;
  mpz_init(number);
  mpz_init(edge);
  read_number(t->bank, term, number, &decimals);
  mpz_setbit(edge, choose_edge(t, term));
  switch (choose(t->choice, 8)) {
  case 0: mpz_add_ui(number, number, 1); break;
  case 1: mpz_sub_ui(number, number, 1); break;
  case 2: mpz_neg(number, number); break;
  case 3: mpz_set_ui(number, choose(t->choice, 2)); break;
  case 4: mpz_mul_ui(number, number, 2); break;
  case 5: mpz_set(number, edge); break;
  case 6: mpz_sub_ui(number, edge, 1); break;
  default: mpz_xor(number, number, edge);
  }
  Term fuzzed = write_number(t->bank, term, number, decimals);
  mpz_clear(number);
  mpz_clear(edge);
  return fuzzed;
}

/* --- strings ------------------------------------------------------------------------------ */

void transform_read_string(const Bank *bank, Term literal, U32Vec *codes)
{
  assert(bank_has_term(bank, literal));
  Symbol symbol = bank_node(bank, literal)->first;
  const char *text = symbols_text(&bank->symbols, symbol);
  size_t length = symbols_length(&bank->symbols, symbol), at = 0;
  codes->count = 0;
  for (uint32_t code; literal_string_next(text, length, &at, &code);) VEC_PUSH(codes, code);
}

Term transform_write_string(Bank *bank, const U32Vec *codes)
{
  StrBuf text;
  strbuf_init(&text, 0);
  for (size_t i = 0; i < codes->count; i++) literal_add_char(&text, codes->items[i]);
  Symbol symbol = symbols_intern(&bank->symbols, strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return bank_literal(bank, OP_STRING, bank->string_sort, symbol);
}

/* Inserts, deletes, exchanges or replaces characters. */
static void fuzz_codes(Transformation *t, U32Vec *codes)
{
  uint32_t count = (uint32_t)codes->count;
  uint32_t kind = count ? choose(t->choice, 4) : 0, at = choose(t->choice, count + (kind == 0));
  uint32_t code = draw_code(&t->choice->random);
  switch (kind) {
  case 0:
    VEC_PUSH(codes, code);
    for (uint32_t i = count; i > at; i--) codes->items[i] = codes->items[i - 1];
    codes->items[at] = code;
    break;
  case 1:
    for (uint32_t i = at; i + 1 < count; i++) codes->items[i] = codes->items[i + 1];
    codes->count--;
    break;
  case 2: {
    uint32_t other = choose(t->choice, count), kept = codes->items[at];
    codes->items[at] = codes->items[other];
    codes->items[other] = kept;
    break;
  }
  default: codes->items[at] = code;
  }
}

/* The ends of a range stay single characters. */
static Term fuzz_string(Transformation *t, const Place *place)
{
  U32Vec codes = {0};
  transform_read_string(t->bank, place->term, &codes);
  bool range =
      place->parent != PLACE_NONE &&
      transform_is(t->bank, t->mutator->places.items.items[place->parent].term, "re.range");
  if (!range)
    fuzz_codes(t, &codes);
  else if (codes.count)
    codes.items[0] = draw_code(&t->choice->random);
  Term fuzzed = transform_write_string(t->bank, &codes);
  VEC_FREE(&codes);
  return fuzzed;
}

/* --- transforms --------------------------------------------------------------------------- */

static Term fuzz_literal(Transformation *t, uint32_t number)
{
  enum { TRIALS = 8 };
  const Place *place = &t->mutator->places.items.items[number];
  Op op = bank_node(t->bank, place->term)->op;
  Term fuzzed = 0;
  for (int i = 0; i < TRIALS && (!fuzzed || fuzzed == place->term); i++) {
    if (op == OP_STRING) fuzzed = fuzz_string(t, place);
    if (op == OP_INTEGER || op == OP_REAL || op == OP_BITVEC) fuzzed = fuzz_number(t, place->term);
    if (op == OP_FIELD)
      fuzzed = draw_field(t->bank, &t->choice->random, bank_sort(t->bank, place->term));
  }
  bool literal = fuzzed && bank_node(t->bank, fuzzed)->op == op;
  return literal || !transform_wants_literal(t, place) ? fuzzed : 0;
}

bool transform_literals(Transformation *t)
{
  return transform_place(t, fuzz_literal);
}

typedef struct {
  Bank *bank;
  uint32_t factor;
} Multiplication;

/* Strings do not get longer than this. */
enum { LENGTH_MAX = 1 << 16 };

static Term multiply_string(const Multiplication *m, Term term)
{
  U32Vec codes = {0};
  transform_read_string(m->bank, term, &codes);
  uint32_t count = (uint32_t)codes.count;
  if (count <= LENGTH_MAX / m->factor)
    for (uint32_t i = count; i < count * m->factor; i++) {
      uint32_t code = codes.items[i - count];
      VEC_PUSH(&codes, code);
    }
  Term product = transform_write_string(m->bank, &codes);
  VEC_FREE(&codes);
  return product;
}

static Term multiply_number(const Multiplication *m, Term term)
{
  mpz_t number;
  uint32_t decimals;
  mpz_init(number);
  read_number(m->bank, term, number, &decimals);
  mpz_mul_ui(number, number, m->factor);
  Term product = write_number(m->bank, term, number, decimals);
  mpz_clear(number);
  return product;
}

static Term multiply(void *context, Term old, Term *args)
{
  const Multiplication *m = context;
  (void)args;
  Op op = bank_node(m->bank, old)->op;
  if (op == OP_STRING) return multiply_string(m, old);
  if (op == OP_INTEGER || op == OP_REAL) return multiply_number(m, old);
  return transform_is(m->bank, old, "re.range") ? old : 0;
}

bool transform_multiply(Transformation *t)
{
  Multiplication m = {t->bank, 2 + choose(t->choice, 9)};
  return transform_all(t, multiply, &m);
}
