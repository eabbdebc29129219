/* Literals as terms. */
#include <assert.h>
#include <string.h>

#include "smt/text/dialect.h"
#include "smt/text/literal.h"
#include "smt/text/parse.h"

static Term numeral(Parser *parser)
{
  Bank *bank = parser->bank;
  Term term = bank_literal(bank, OP_INTEGER, bank->int_sort, parser->lexer.symbol);
  return parser->numerals_are_real ? bank_coerce_to_real(bank, term) : term;
}

static Status bits(Parser *parser, Term *term)
{
  assert(parser->lexer.kind == TOKEN_HEX || parser->lexer.kind == TOKEN_BINARY);
  Bank *bank = parser->bank;
  const Lexer *lexer = &parser->lexer;
  size_t length = (size_t)(lexer->end - lexer->start);
  if (length > NUMERAL_MAX / 4)
    return parse_fail(parser, STATUS_LIMIT, lexer->start, "bit-vector literal is too wide");
  uint32_t width;
  Symbol text = literal_bits(&bank->symbols, lexer->text + lexer->start, length, &width);
  *term = bank_literal(bank, OP_BITVEC, parse_bitvector_sort(parser, width), text);
  return STATUS_OK;
}

/* Literals whose text the lexer has interned are looked up by it. */
static Status known_literal(Parser *parser, Term *term)
{
  assert(parser->lexer.kind == TOKEN_NUMERAL || parser->lexer.kind == TOKEN_HEX);
  Symbol text = parser->lexer.symbol;
  Status status = STATUS_OK;
  *term = scope_binding(&parser->scope, text)->literal;
  if (*term) return STATUS_OK;
  if (parser->lexer.kind == TOKEN_NUMERAL)
    *term = numeral(parser);
  else
    status = bits(parser, term);
  if (status == STATUS_OK) scope_binding(&parser->scope, text)->literal = *term;
  return status;
}

/* #f3m17 */
static Status field_literal(Parser *parser, Term *term)
{
  assert(parser->lexer.kind == TOKEN_FIELD);
  Bank *bank = parser->bank;
  const char *text = parser->lexer.text + parser->lexer.start;
  size_t length = (size_t)(parser->lexer.end - parser->lexer.start);
  const char *modulus = (const char *)memchr(text, 'm', length) + 1;
  size_t digits = (size_t)(text + length - modulus);
  Numeral order = digits <= 9
                      ? (Numeral)strtoul(modulus, NULL, 10)
                      : NUMERAL_SYMBOL_TAG | symbols_intern(&bank->symbols, modulus, digits);
  SortCtor ctor = bank->sorts.class_ctor[SORT_FIELD];
  Sort sort = sorts_make(&bank->sorts, ctor, &order, NULL, 0);
  Symbol value = symbols_intern(&bank->symbols, text + 2, (size_t)(modulus - 1 - (text + 2)));
  *term = bank_literal(bank, OP_FIELD, sort, value);
  return STATUS_OK;
}

Status parse_literal(Parser *parser, Term *term)
{
  const Lexer *lexer = &parser->lexer;
  Bank *bank = parser->bank;
  const char *text = lexer->text + lexer->start;
  size_t length = (size_t)(lexer->end - lexer->start);
  switch (lexer->kind) {
  case TOKEN_NUMERAL:
  case TOKEN_HEX: return known_literal(parser, term);
  case TOKEN_BINARY: return bits(parser, term);
  case TOKEN_DECIMAL:
    if (text[length - 1] == '.')
      dialect_note(parser, lexer->start, "a decimal without digits after its point");
    *term =
        bank_literal(bank, OP_REAL, bank->real_sort, literal_decimal(&bank->symbols, text, length));
    return STATUS_OK;
  case TOKEN_STRING: {
    Symbol symbol = literal_string(&bank->symbols, text, length);
    if (!symbol)
      return parse_fail(parser, STATUS_SYNTAX, lexer->start,
                        "the string has a character beyond \\u{2FFFF}");
    *term = bank_literal(bank, OP_STRING, bank->string_sort, symbol);
    return STATUS_OK;
  }
  case TOKEN_FIELD: return field_literal(parser, term);
  default: return parse_expected(parser, "a term");
  }
}

/* Literals up to the first limit are not counted; all others together have the second. */
enum { NARROW_BITS = 1024, WRITTEN_OUT_MAX = 64 << 20 };

Status parse_allow_bits(Parser *parser, uint32_t width, uint64_t offset)
{
  assert(width > 0);
  if (width <= NARROW_BITS) return STATUS_OK;
  parser->written_out += width % 4 ? width : width / 4;
  if (parser->written_out <= WRITTEN_OUT_MAX) return STATUS_OK;
  return parse_fail(parser, STATUS_LIMIT, offset, "too many bits in literals: %u more", width);
}
