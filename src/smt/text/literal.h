/* Literals in canonical form: equal values of one sort have equal symbols, and the symbol's text is
 * what is printed. */
#ifndef SMT_TEXT_LITERAL_H
#define SMT_TEXT_LITERAL_H

#include "base/strbuf.h"
#include "smt/term/symbol.h"

/* "0012.500" digits and point -> "12.5"; at least one digit stays after the point. */
Symbol literal_decimal(SymbolTable *symbols, const char *text, size_t length);

/* "#x0F", "#b0101" as written; the width comes back. */
Symbol literal_bits(SymbolTable *symbols, const char *text, size_t length, uint32_t *width);
/* A decimal number as a bit-vector. SYMBOL_NONE if it does not fit. */
Symbol literal_bits_of_decimal(SymbolTable *symbols, const char *digits, size_t length,
                               uint32_t width);

/* The inside of a string literal as written (quotes doubled, \u escapes, UTF-8) -> canonical:
 * printable ASCII as it is, '"' doubled, anything else and the backslash as \u{..}. SYMBOL_NONE if a
 * character is beyond the SMT-LIB alphabet (0x2FFFF). */
Symbol literal_string(SymbolTable *symbols, const char *text, size_t length);
/* A string of one character. */
Symbol literal_char(SymbolTable *symbols, uint32_t code);

/* Reads the characters of a canonical string one by one: `at` starts at 0 and moves. False at the
 * end. */
bool literal_string_next(const char *text, size_t length, size_t *at, uint32_t *code);
/* Appends one character in canonical form. */
void literal_add_char(StrBuf *out, uint32_t code);

enum { LITERAL_CHAR_MAX = 0x2FFFF };

#endif
