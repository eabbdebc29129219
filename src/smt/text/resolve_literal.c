/* Identifiers that are values: (_ bv13 32), (as ff3 (_ FiniteField 17)), (_ char #x41), and variables with their sort. */
#include <string.h>

#include "smt/text/literal.h"
#include "smt/text/resolve.h"

/* (_ bv13 32). *is_literal is false if the identifier is not of this form. */
static Status bitvector_literal(Parser *parser, const Head *head, uint32_t offset, bool *is_literal,
                                Term *term)
{
  SymbolTable *symbols = &parser->bank->symbols;
  const char *name = symbols_text(symbols, head->name);
  size_t length = symbols_length(symbols, head->name);
  *is_literal = length > 2 && name[0] == 'b' && name[1] == 'v' && head->index_count == 1 &&
                resolve_all_digits(name + 2, length - 2);
  if (!*is_literal) return STATUS_OK;
  Numeral width = parser->head_indices.items[head->first];
  if (!numeral_is_plain(width) || width == 0)
    return parse_fail(parser, STATUS_SORT, offset, "bad width of a bit-vector literal");
  Status status = parse_allow_bits(parser, width, offset);
  if (status) return status;
  char *digits = mem_copy_string(name + 2, length - 2);
  Symbol text = literal_bits_of_decimal(symbols, digits, length - 2, width);
  free(digits);
  if (!text)
    return parse_fail(parser, STATUS_SORT, offset, "the number does not fit in %u bits", width);
  *term = bank_literal(parser->bank, OP_BITVEC, parse_bitvector_sort(parser, width), text);
  return STATUS_OK;
}

/* (as ff3 (_ FiniteField 17)) */
static bool field_literal(Parser *parser, const Head *head, Term *term)
{
  SymbolTable *symbols = &parser->bank->symbols;
  const char *name = symbols_text(symbols, head->name);
  size_t length = symbols_length(symbols, head->name);
  if (!head->as || sorts_class(&parser->bank->sorts, head->as) != SORT_FIELD || length < 3)
    return false;
  size_t sign = name[2] == '-';
  if (name[0] != 'f' || name[1] != 'f' || !resolve_all_digits(name + 2 + sign, length - 2 - sign))
    return false;
  char *digits = mem_copy_string(name + 2, length - 2);
  *term =
      bank_literal(parser->bank, OP_FIELD, head->as, symbols_intern(symbols, digits, length - 2));
  free(digits);
  return true;
}

/* (_ char #x41), if the character is in the alphabet. */
static bool char_literal(Parser *parser, const Head *head, Term *term)
{
  if (head->index_count != 1) return false;
  Numeral index = parser->head_indices.items[head->first];
  SymbolTable *symbols = &parser->bank->symbols;
  uint64_t code = UINT64_MAX;
  if (numeral_is_symbol(index)) {
    char *text = mem_copy_string(symbols_text(symbols, numeral_symbol(index)),
                                 symbols_length(symbols, numeral_symbol(index)));
    char *end = text;
    if (text[0] == '#' && text[1] == 'x') code = strtoull(text + 2, &end, 16);
    if (*end || end == text + 2) code = UINT64_MAX;
    free(text);
  }
  if (code > LITERAL_CHAR_MAX) return false;
  *term = bank_literal(parser->bank, OP_STRING, parser->bank->string_sort,
                       literal_char(symbols, (uint32_t)code));
  return true;
}

Status resolve_literal(Parser *parser, const Head *head, uint32_t offset, bool *done, Term *term)
{
  Status status = bitvector_literal(parser, head, offset, done, term);
  if (status || *done) return status;
  *done = true;
  if (field_literal(parser, head, term)) return STATUS_OK;
  if (head->name == parser->word_char && char_literal(parser, head, term)) return STATUS_OK;
  if (head->as && !head->index_count && scope_binding(&parser->scope, head->name)->local) {
    status = resolve_constant(parser, head->name, term);
    return status ? status : resolve_coerce(parser, head->as, offset, "the variable", term);
  }
  *done = false;
  return STATUS_OK;
}
