#include "smt/text/lexer.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"

enum {
  SPACE = 1,
  SYMBOL = 2,
  DIGIT = 4,
  HEX = 8,
  BINARY = 16,
  PARENTHESIS = 32,
  BLANK = 64 /* a space, or the start of a comment */
};

#define S (SPACE | BLANK)
#define L (SYMBOL)
#define H (SYMBOL | HEX)
#define D (SYMBOL | DIGIT | HEX)
#define B (SYMBOL | DIGIT | HEX | BINARY)
static const uint8_t class_of[256] = {
    ['\t'] = S,          ['\n'] = S,          ['\r'] = S, ['\f'] = S, [' '] = S, [';'] = BLANK,
    ['('] = PARENTHESIS, [')'] = PARENTHESIS, ['~'] = L,  ['!'] = L,  ['@'] = L, ['$'] = L,
    ['%'] = L,           ['^'] = L,           ['&'] = L,  ['*'] = L,  ['_'] = L, ['-'] = L,
    ['+'] = L,           ['='] = L,           ['<'] = L,  ['>'] = L,  ['.'] = L, ['?'] = L,
    ['/'] = L,           ['0'] = B,           ['1'] = B,  ['2'] = D,  ['3'] = D, ['4'] = D,
    ['5'] = D,           ['6'] = D,           ['7'] = D,  ['8'] = D,  ['9'] = D, ['A'] = H,
    ['B'] = H,           ['C'] = H,           ['D'] = H,  ['E'] = H,  ['F'] = H, ['G'] = L,
    ['H'] = L,           ['I'] = L,           ['J'] = L,  ['K'] = L,  ['L'] = L, ['M'] = L,
    ['N'] = L,           ['O'] = L,           ['P'] = L,  ['Q'] = L,  ['R'] = L, ['S'] = L,
    ['T'] = L,           ['U'] = L,           ['V'] = L,  ['W'] = L,  ['X'] = L, ['Y'] = L,
    ['Z'] = L,           ['a'] = H,           ['b'] = H,  ['c'] = H,  ['d'] = H, ['e'] = H,
    ['f'] = H,           ['g'] = L,           ['h'] = L,  ['i'] = L,  ['j'] = L, ['k'] = L,
    ['l'] = L,           ['m'] = L,           ['n'] = L,  ['o'] = L,  ['p'] = L, ['q'] = L,
    ['r'] = L,           ['s'] = L,           ['t'] = L,  ['u'] = L,  ['v'] = L, ['w'] = L,
    ['x'] = L,           ['y'] = L,           ['z'] = L,
};
#undef S
#undef L
#undef H
#undef D
#undef B

void lexer_init(Lexer *lexer, SymbolTable *symbols, const char *text, uint64_t length, Error *error)
{
  assert(length < UINT32_MAX && (!text || text[length] == 0));
  *lexer = (Lexer){.symbols = symbols, .text = text, .length = length, .error = error};
}

void lexer_seek(Lexer *lexer, uint64_t offset)
{
  assert(offset <= lexer->length);
  lexer->scanned = offset;
  lexer->next = lexer->count = 0;
}

uint64_t lexer_position(const Lexer *lexer)
{
  return lexer->end + (lexer->quoted || lexer->kind == TOKEN_STRING);
}

bool lexer_is_simple_symbol(const char *text, size_t length)
{
  assert(text || length == 0);
  if (length == 0 || (class_of[(uint8_t)text[0]] & DIGIT)) return false;
  for (size_t i = 0; i < length; i++)
    if (!(class_of[(uint8_t)text[i]] & SYMBOL)) return false;
  return true;
}

static const char *skip(const char *p, uint8_t class)
{
  while (class_of[(uint8_t)*p] & class) p++;
  return p;
}

static const char *skip_blank(const char *p)
{
  for (;;) {
    p = skip(p, SPACE);
    if (*p != ';') return p;
    while (*p && *p != '\n' && *p != '\r') p++;
  }
}

/* --- scanning: each function returns the end of the text and sets the kind; TOKEN_BAD without a
 * message, which explain_bad finds when the token is taken --- */

static const char *scan_number(const char *begin, Token *token)
{
  const char *p = skip(begin, DIGIT);
  token->kind = TOKEN_NUMERAL;
  if (*p == '.') {
    token->kind = TOKEN_DECIMAL;
    p = skip(p + 1, DIGIT); /* there may be none: see dialect.h */
  }
  if (class_of[(uint8_t)*p] & SYMBOL) token->kind = TOKEN_BAD;
  if (begin[0] == '0' && (class_of[(uint8_t)begin[1]] & DIGIT)) token->kind = TOKEN_BAD;
  return p;
}

static const char *scan_hash(const char *begin, Token *token)
{
  const char *digits = begin + 2;
  token->kind = TOKEN_BAD;
  if (begin[1] == 'f') {
    const char *p = skip(*digits == '-' ? digits + 1 : digits, DIGIT);
    const char *modulus = p + 1;
    if (p == digits || *p != 'm' || skip(modulus, DIGIT) == modulus) return begin;
    token->kind = TOKEN_FIELD;
    return skip(modulus, DIGIT);
  }
  if (begin[1] != 'x' && begin[1] != 'b') return begin;
  const char *p = skip(digits, begin[1] == 'x' ? HEX : BINARY);
  if (p == digits || (class_of[(uint8_t)*p] & SYMBOL)) return begin;
  token->kind = begin[1] == 'x' ? TOKEN_HEX : TOKEN_BINARY;
  return p;
}

/* The closing mark, or NULL at a zero byte or bad UTF-8; *bad is where that is. */
static const char *find_mark(const char *p, const char *limit, char mark, const char **bad)
{
  while (*p != mark) {
    *bad = p;
    if ((uint8_t)*p >= 0x80) {
      uint32_t code;
      size_t bytes = utf8_decode(p, (size_t)(limit - p), &code);
      if (bytes == 0) return NULL;
      p += bytes;
    } else if (*p == 0) {
      return NULL;
    } else {
      p++;
    }
  }
  return p;
}

static const char *find_string_end(const char *p, const char *limit, const char **bad)
{
  for (;; p += 2) {
    p = find_mark(p, limit, '"', bad);
    if (!p || p[1] != '"') return p;
  }
}

static const char *scan_delimited(const Lexer *lexer, const char *begin, Token *token)
{
  const char *bad, *limit = lexer->text + lexer->length;
  bool string = *begin == '"';
  const char *end =
      string ? find_string_end(begin + 1, limit, &bad) : find_mark(begin + 1, limit, '|', &bad);
  token->kind = TOKEN_BAD;
  if (!end || (!string && memchr(begin + 1, '\\', (size_t)(end - begin - 1)))) return begin;
  token->kind = string ? TOKEN_STRING : TOKEN_SYMBOL;
  token->quoted = !string;
  token->start++;
  return end;
}

static const char *scan_other(const Lexer *lexer, const char *p, Token *token)
{
  switch (*p) {
  case '|':
  case '"': return scan_delimited(lexer, p, token);
  case '#': return scan_hash(p, token);
  case ':': {
    const char *end = skip(p + 1, SYMBOL);
    token->kind = end == p + 1 ? TOKEN_BAD : TOKEN_KEYWORD;
    return end;
  }
  default:
    token->kind = *p == 0 && p >= lexer->text + lexer->length ? TOKEN_END : TOKEN_BAD;
    return p;
  }
}

static bool has_symbol(const Token *token)
{
  return token->kind >= TOKEN_SYMBOL && token->kind <= TOKEN_HEX;
}

static void intern_batch(Lexer *lexer, const SymbolKey *keys)
{
  SymbolTable *symbols = lexer->symbols;
  for (uint32_t i = 0; i < lexer->count; i++) {
    Token *token = &lexer->tokens[i];
    if (!has_symbol(token)) continue;
    token->symbol = symbols_intern_key(symbols, &keys[i], lexer->text + token->start,
                                       token->end - token->start);
    if (lexer->side_table)
      __builtin_prefetch(
          (const void *)((uintptr_t)*lexer->side_table + token->symbol * lexer->side_size));
  }
}

/* What a token is that is neither a parenthesis nor a simple symbol. */
static const char *scan_rest(const Lexer *lexer, const char *p, Token *token)
{
  if (class_of[(uint8_t)*p] & DIGIT) return scan_number(p, token);
  return scan_other(lexer, p, token);
}

/* Scans up to LEXER_BATCH tokens. A bad token and the end get a batch of their own. */
static void fill(Lexer *lexer)
{
  assert(lexer->text && lexer->scanned <= lexer->length);
  SymbolKey keys[LEXER_BATCH];
  const char *text = lexer->text;
  const char *p = text + lexer->scanned;
  uint32_t count = 0;
  for (; count < LEXER_BATCH; count++) {
    Token *token = &lexer->tokens[count];
    const char *begin = p;
    if (*p == ' ') p++;
    if (class_of[(uint8_t)*p] & BLANK) p = skip_blank(p);
    uint8_t class = class_of[(uint8_t)*p];
    token->start = (uint32_t)(p - text);
    token->quoted = false;
    if (class & PARENTHESIS) {
      token->kind = *p == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
      p++;
      token->end = token->start + 1;
      continue;
    }
    if ((class & (SYMBOL | DIGIT)) == SYMBOL) {
      token->kind = TOKEN_SYMBOL;
      p = skip(p + 1, SYMBOL);
    } else {
      p = scan_rest(lexer, p, token);
    }
    token->end = (uint32_t)(p - text);
    if (has_symbol(token)) {
      keys[count] = symbols_key(text + token->start, token->end - token->start);
      symbols_prefetch(lexer->symbols, &keys[count]);
    }
    if (token->kind == TOKEN_SYMBOL && !token->quoted) continue;
    if (token->kind == TOKEN_END || token->kind == TOKEN_BAD) {
      p = begin;
      count += count == 0;
      break;
    }
    p += token->quoted || token->kind == TOKEN_STRING;
  }
  assert(count > 0 && count <= LEXER_BATCH);
  lexer->next = 0;
  lexer->count = count;
  lexer->scanned = (uint64_t)(p - text);
  intern_batch(lexer, keys);
}

/* --- errors --- */

static void explain_delimited(Lexer *lexer, const char *p)
{
  const char *bad = p, *limit = lexer->text + lexer->length;
  bool string = *p == '"';
  const char *end =
      string ? find_string_end(p + 1, limit, &bad) : find_mark(p + 1, limit, '|', &bad);
  if (end)
    error_set_at(lexer->error, STATUS_SYNTAX, lexer->start,
                 "a quoted symbol cannot hold a backslash");
  else if (*bad)
    error_set_at(lexer->error, STATUS_SYNTAX, (uint64_t)(bad - lexer->text), "invalid UTF-8");
  else if (bad < limit)
    error_set_at(lexer->error, STATUS_SYNTAX, (uint64_t)(bad - lexer->text), "NUL byte");
  else
    error_set_at(lexer->error, STATUS_SYNTAX, lexer->start, "unclosed %s",
                 string ? "string" : "quoted symbol");
}

static const char *bad_number(const char *p)
{
  const char *end = skip(p, DIGIT);
  if (p[0] == '0' && end - p > 1) return "a number cannot begin with a superfluous 0";
  return "a symbol cannot begin with a digit";
}

static const char *bad_hash(const char *p)
{
  if (p[1] == 'x') return "bad hexadecimal literal";
  if (p[1] == 'b') return "bad binary literal";
  if (p[1] == 'f') return "a finite field literal looks like #f3m17";
  return "expected #x or #b and digits after '#'";
}

/* Sets the error for the bad token that begins at lexer->start. */
static void explain_bad(Lexer *lexer)
{
  const char *p = lexer->text + lexer->start;
  uint8_t byte = (uint8_t)*p;
  const char *message = NULL;
  if (byte == '|' || byte == '"')
    explain_delimited(lexer, p);
  else if (class_of[byte] & DIGIT)
    message = bad_number(p);
  else if (byte == '#')
    message = bad_hash(p);
  else if (byte == ':')
    message = "a keyword needs a name after ':'";
  else if (byte == 0)
    message = "NUL byte";
  else if (byte > ' ' && byte < 0x7f)
    error_set_at(lexer->error, STATUS_SYNTAX, lexer->start, "unexpected character '%c'", *p);
  else
    error_set_at(lexer->error, STATUS_SYNTAX, lexer->start, "unexpected byte 0x%02x", byte);
  if (message) error_set_at(lexer->error, STATUS_SYNTAX, lexer->start, "%s", message);
}

TokenKind lexer_next_batch(Lexer *lexer)
{
  assert(lexer->next == lexer->count);
  if (lexer->count && (lexer->kind == TOKEN_END || lexer->kind == TOKEN_BAD)) return lexer->kind;
  fill(lexer);
  TokenKind kind = lexer_take(lexer);
  if (kind == TOKEN_BAD) explain_bad(lexer);
  return kind;
}
