#include "smtlib/lexer.h"

#include <string.h>

#include "smtlib/utf8.h"

enum { SPACE = 1, SYMBOL = 2, DIGIT = 4, HEX = 8, BINARY = 16 };

#define L (SYMBOL)
#define H (SYMBOL | HEX)
#define D (SYMBOL | DIGIT | HEX)
#define B (SYMBOL | DIGIT | HEX | BINARY)
static const uint8_t class_of[256] = {
    ['\t'] = SPACE, ['\n'] = SPACE, ['\r'] = SPACE, ['\f'] = SPACE, [' '] = SPACE,
    ['~'] = L, ['!'] = L, ['@'] = L, ['$'] = L, ['%'] = L, ['^'] = L, ['&'] = L, ['*'] = L,
    ['_'] = L, ['-'] = L, ['+'] = L, ['='] = L, ['<'] = L, ['>'] = L, ['.'] = L, ['?'] = L,
    ['/'] = L, ['0'] = B, ['1'] = B, ['2'] = D, ['3'] = D, ['4'] = D, ['5'] = D, ['6'] = D,
    ['7'] = D, ['8'] = D, ['9'] = D, ['A'] = H, ['B'] = H, ['C'] = H, ['D'] = H, ['E'] = H,
    ['F'] = H, ['G'] = L, ['H'] = L, ['I'] = L, ['J'] = L, ['K'] = L, ['L'] = L, ['M'] = L,
    ['N'] = L, ['O'] = L, ['P'] = L, ['Q'] = L, ['R'] = L, ['S'] = L, ['T'] = L, ['U'] = L,
    ['V'] = L, ['W'] = L, ['X'] = L, ['Y'] = L, ['Z'] = L, ['a'] = H, ['b'] = H, ['c'] = H,
    ['d'] = H, ['e'] = H, ['f'] = H, ['g'] = L, ['h'] = L, ['i'] = L, ['j'] = L, ['k'] = L,
    ['l'] = L, ['m'] = L, ['n'] = L, ['o'] = L, ['p'] = L, ['q'] = L, ['r'] = L, ['s'] = L,
    ['t'] = L, ['u'] = L, ['v'] = L, ['w'] = L, ['x'] = L, ['y'] = L, ['z'] = L,
};
#undef L
#undef H
#undef D
#undef B

void lexer_init(Lexer *lexer, SymbolTable *symbols, const char *text, uint64_t length, Error *error)
{
  *lexer = (Lexer){.symbols = symbols, .text = text, .length = length, .error = error};
}

uint64_t lexer_token_offset(const Lexer *lexer)
{
  return lexer->start - (lexer->quoted || lexer->kind == TOKEN_STRING);
}

bool lexer_is_simple_symbol(const char *text, size_t length)
{
  if (length == 0 || (class_of[(uint8_t)text[0]] & DIGIT)) return false;
  for (size_t i = 0; i < length; i++)
    if (!(class_of[(uint8_t)text[i]] & SYMBOL)) return false;
  return true;
}

static TokenKind bad(Lexer *lexer, uint64_t offset, const char *message)
{
  error_set_at(lexer->error, STATUS_SYNTAX, offset, "%s", message);
  return lexer->kind = TOKEN_BAD;
}

static TokenKind finish(Lexer *lexer, TokenKind kind, const char *end)
{
  lexer->end = lexer->at = (uint64_t)(end - lexer->text);
  return lexer->kind = kind;
}

static const char *skip(const char *p, uint8_t class)
{
  while (class_of[(uint8_t)*p] & class) p++;
  return p;
}

static TokenKind scan_number(Lexer *lexer, const char *begin)
{
  const char *p = skip(begin, DIGIT);
  TokenKind kind = TOKEN_NUMERAL;
  if (*p == '.') {
    kind = TOKEN_DECIMAL;
    const char *fraction = p + 1;
    p = skip(fraction, DIGIT);
    if (p == fraction) return bad(lexer, lexer->start, "a decimal needs digits after its point");
  }
  if (class_of[(uint8_t)*p] & SYMBOL)
    return bad(lexer, lexer->start, "a symbol cannot begin with a digit");
  if (begin[0] == '0' && (class_of[(uint8_t)begin[1]] & DIGIT))
    return bad(lexer, lexer->start, "a number cannot begin with a superfluous 0");
  return finish(lexer, kind, p);
}

static TokenKind scan_hash(Lexer *lexer, const char *begin)
{
  const char *digits = begin + 2;
  const char *p;
  if (begin[1] == 'f') {
    p = skip(*digits == '-' ? digits + 1 : digits, DIGIT);
    const char *modulus = p + 1;
    if (p == digits || *p != 'm' || skip(modulus, DIGIT) == modulus)
      return bad(lexer, lexer->start, "a finite field literal looks like #f3m17");
    return finish(lexer, TOKEN_FIELD, skip(modulus, DIGIT));
  }
  if (begin[1] != 'x' && begin[1] != 'b')
    return bad(lexer, lexer->start, "expected #x or #b and digits after '#'");
  p = skip(digits, begin[1] == 'x' ? HEX : BINARY);
  if (p == digits || (class_of[(uint8_t)*p] & SYMBOL))
    return bad(lexer, lexer->start,
               begin[1] == 'x' ? "bad hexadecimal literal" : "bad binary literal");
  return finish(lexer, begin[1] == 'x' ? TOKEN_HEX : TOKEN_BINARY, p);
}

/* Scans to the closing mark, which must be on the stack of neither NUL nor bad UTF-8. */
static const char *scan_delimited(Lexer *lexer, const char *begin, char mark, const char *what)
{
  const char *p = begin;
  const char *limit = lexer->text + lexer->length;
  while (*p != mark) {
    if ((uint8_t)*p >= 0x80) {
      uint32_t code;
      size_t bytes = utf8_decode(p, (size_t)(limit - p), &code);
      if (bytes == 0) {
        bad(lexer, (uint64_t)(p - lexer->text), "invalid UTF-8");
        return NULL;
      }
      p += bytes;
    } else if (*p == 0) {
      if (p < limit) bad(lexer, (uint64_t)(p - lexer->text), "NUL byte");
      else {
        error_set_at(lexer->error, STATUS_SYNTAX, lexer->start - 1, "unclosed %s", what);
        lexer->kind = TOKEN_BAD;
      }
      return NULL;
    } else {
      p++;
    }
  }
  return p;
}

static TokenKind scan_quoted(Lexer *lexer, const char *begin)
{
  lexer->start++;
  const char *p = scan_delimited(lexer, begin + 1, '|', "quoted symbol");
  if (!p) return TOKEN_BAD;
  if (memchr(begin + 1, '\\', (size_t)(p - begin - 1)))
    return bad(lexer, lexer->start, "a quoted symbol cannot hold a backslash");
  finish(lexer, TOKEN_SYMBOL, p);
  lexer->at++;
  lexer->quoted = true;
  lexer->symbol = symbols_intern(lexer->symbols, begin + 1, (size_t)(p - begin - 1));
  return TOKEN_SYMBOL;
}

static TokenKind scan_string(Lexer *lexer, const char *begin)
{
  lexer->start++;
  const char *p = begin + 1;
  for (;; p += 2) {
    p = scan_delimited(lexer, p, '"', "string");
    if (!p) return TOKEN_BAD;
    if (p[1] != '"') break;
  }
  finish(lexer, TOKEN_STRING, p);
  lexer->at++;
  return TOKEN_STRING;
}

static const char *skip_blank(const char *p)
{
  for (;;) {
    p = skip(p, SPACE);
    if (*p != ';') return p;
    while (*p && *p != '\n' && *p != '\r') p++;
  }
}

static TokenKind scan_other(Lexer *lexer, const char *p)
{
  switch (*p) {
  case '|': return scan_quoted(lexer, p);
  case '"': return scan_string(lexer, p);
  case '#': return scan_hash(lexer, p);
  case ':': {
    const char *end = skip(p + 1, SYMBOL);
    if (end == p + 1) return bad(lexer, lexer->start, "a keyword needs a name after ':'");
    lexer->symbol = symbols_intern(lexer->symbols, p, (size_t)(end - p));
    return finish(lexer, TOKEN_KEYWORD, end);
  }
  case 0:
    if (lexer->start >= lexer->length) {
      lexer->end = lexer->at = lexer->start = lexer->length;
      return lexer->kind = TOKEN_END;
    }
    return bad(lexer, lexer->start, "NUL byte");
  default: break;
  }
  if ((uint8_t)*p > ' ' && (uint8_t)*p < 0x7f)
    error_set_at(lexer->error, STATUS_SYNTAX, lexer->start, "unexpected character '%c'", *p);
  else
    error_set_at(lexer->error, STATUS_SYNTAX, lexer->start, "unexpected byte 0x%02x", (uint8_t)*p);
  return lexer->kind = TOKEN_BAD;
}

TokenKind lexer_next(Lexer *lexer)
{
  const char *p = skip_blank(lexer->text + lexer->at);
  lexer->start = (uint64_t)(p - lexer->text);
  lexer->quoted = false;
  if (*p == '(') return finish(lexer, TOKEN_OPEN, p + 1);
  if (*p == ')') return finish(lexer, TOKEN_CLOSE, p + 1);
  uint8_t class = class_of[(uint8_t)*p];
  if (!(class & SYMBOL)) return scan_other(lexer, p);
  if (class & DIGIT) return scan_number(lexer, p);
  const char *end = skip(p + 1, SYMBOL);
  lexer->symbol = symbols_intern(lexer->symbols, p, (size_t)(end - p));
  return finish(lexer, TOKEN_SYMBOL, end);
}
