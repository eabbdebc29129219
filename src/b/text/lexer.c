#include "b/text/lexer.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Longer signs come first in their list, and earlier operators of the same text. */
static void add_sign(BSigns *signs, const char *text, size_t length, BTokenKind kind, BOperator op)
{
  if (length == 0 || is_letter(text[0]) || text[0] == '@') return;
  uint8_t *at = &signs->heads[(unsigned char)text[0]];
  for (; *at; at = &signs->signs[*at].next) {
    const BSign *other = &signs->signs[*at];
    if (other->length == length && memcmp(other->text, text, length) == 0) return;
    if (other->length < length) break;
  }
  assert(signs->count + 1 < B_SIGNS_MAX);
  uint8_t number = (uint8_t)++signs->count;
  signs->signs[number] = (BSign){text, (uint8_t)length, *at, kind, op};
  *at = number;
}

static void add_operator(BSigns *signs, BOperator op)
{
  const BOperatorInfo *info = b_operator(op);
  switch (info->form) {
  case B_FORM_EXTENSION:
  case B_FORM_COMPREHENSION:
  case B_FORM_IMAGE:
  case B_FORM_APPLICATION:
  case B_FORM_FIELD: break; /* made of brackets */
  default:
    for (const char *at = info->ascii; *at;) {
      size_t length = strcspn(at, " ");
      add_sign(signs, at, length, B_TOKEN_OPERATOR, op);
      at += length + strspn(at + length, " ");
    }
  }
  add_sign(signs, info->unicode, strlen(info->unicode), B_TOKEN_OPERATOR, op);
}

void b_signs_init(BSigns *signs)
{
  static const struct {
    const char *text;
    BTokenKind kind;
  } brackets[] = {
      {"(", B_TOKEN_LEFT},          {")", B_TOKEN_RIGHT},      {"[", B_TOKEN_LEFT_BRACKET},
      {"]", B_TOKEN_RIGHT_BRACKET}, {"{", B_TOKEN_LEFT_BRACE}, {"}", B_TOKEN_RIGHT_BRACE},
      {",", B_TOKEN_COMMA},         {".", B_TOKEN_DOT},        {"\u00b7", B_TOKEN_DOT},
      {"|", B_TOKEN_BAR},           {"\u2223", B_TOKEN_BAR},   {"'", B_TOKEN_QUOTE},
  };
  *signs = (BSigns){0};
  for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++)
    add_sign(signs, brackets[i].text, strlen(brackets[i].text), brackets[i].kind, B_NONE);
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) add_operator(signs, op);
  add_sign(signs, "<>", 2, B_TOKEN_OPERATOR, B_EMPTY_SEQUENCE);
}

static Status skip_comment(BLexer *lexer, Error *error)
{
  const char *start = lexer->text + lexer->at;
  const char *end = lexer->text + lexer->length;
  for (const char *at = start + 2; at + 1 < end; at++) {
    at = memchr(at, '*', (size_t)(end - at));
    if (!at || at + 1 >= end) break;
    if (at[1] != '/') continue;
    lexer->at = (size_t)(at + 2 - lexer->text);
    return STATUS_OK;
  }
  return error_set_at(error, STATUS_SYNTAX, lexer->at, "comment is not closed");
}

static Status skip_blanks(BLexer *lexer, Error *error)
{
  while (lexer->at < lexer->length) {
    char c = lexer->text[lexer->at];
    char next = lexer->at + 1 < lexer->length ? lexer->text[lexer->at + 1] : 0;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      lexer->at++;
    } else if (c == '/' && next == '/') {
      const char *end = memchr(lexer->text + lexer->at, '\n', lexer->length - lexer->at);
      lexer->at = end ? (size_t)(end - lexer->text) : lexer->length;
    } else if (c == '/' && next == '*') {
      Status status = skip_comment(lexer, error);
      if (status != STATUS_OK) return status;
    } else {
      break;
    }
  }
  return STATUS_OK;
}

static size_t count_digits(const BLexer *lexer, size_t at)
{
  size_t start = at;
  while (at < lexer->length && is_digit(lexer->text[at])) at++;
  return at - start;
}

/* 12, 1.5, 1.5E-3; not the dot of 1..3. */
static void read_number(BLexer *lexer, BToken *token)
{
  const char *text = lexer->text;
  size_t start = lexer->at, at = start + count_digits(lexer, start);
  token->kind = B_TOKEN_INTEGER;
  if (at + 1 < lexer->length && text[at] == '.' && is_digit(text[at + 1])) {
    token->kind = B_TOKEN_REAL;
    at += 1 + count_digits(lexer, at + 1);
    size_t power = at;
    if (power < lexer->length && (text[power] == 'e' || text[power] == 'E')) {
      power++;
      if (power < lexer->length && (text[power] == '-' || text[power] == '+')) power++;
      size_t digits = count_digits(lexer, power);
      if (digits) at = power + digits;
    }
  }
  lexer->at = at;
  if (token->kind == B_TOKEN_INTEGER)
    while (start + 1 < at && text[start] == '0') start++;
  token->symbol = symbols_intern(&lexer->bank->symbols, text + start, at - start);
}

static Status refuse(const BLexer *lexer, Error *error)
{
  uint32_t code;
  const char *at = lexer->text + lexer->at;
  size_t length = utf8_decode(at, lexer->length - lexer->at, &code);
  if (length == 0 || (unsigned char)*at < ' ')
    return error_set_at(error, STATUS_SYNTAX, lexer->at, "byte 0x%02x is not of this language",
                        (unsigned)(unsigned char)*at);
  return error_set_at(error, STATUS_SYNTAX, lexer->at, "character '%.*s' is not of this language",
                      (int)length, at);
}

static Status read_word(BLexer *lexer, BToken *token, Error *error)
{
  const char *text = lexer->text;
  size_t start = lexer->at, at = start + 1;
  while (at < lexer->length && (is_letter(text[at]) || is_digit(text[at]))) at++;
  token->symbol = symbols_intern(&lexer->bank->symbols, text + start, at - start);
  uint16_t word = b_word(lexer->bank, token->symbol);
  token->kind = word == 0                 ? B_TOKEN_IDENTIFIER
                : word < B_OPERATOR_COUNT ? B_TOKEN_OPERATOR
                                          : B_TOKEN_KEYWORD;
  if (token->kind == B_TOKEN_IDENTIFIER && text[start] == '@') return refuse(lexer, error);
  lexer->at = at;
  if (token->kind == B_TOKEN_OPERATOR) token->op = (BOperator)word;
  if (token->kind == B_TOKEN_KEYWORD) token->keyword = (BKeyword)(word - B_OPERATOR_COUNT);
  return STATUS_OK;
}

/* Escapes: \" \\ \n \t; another one stands for itself. */
static Status read_string(BLexer *lexer, BToken *token, Error *error)
{
  StrBuf content;
  strbuf_init(&content, 0);
  size_t at = lexer->at + 1;
  while (at < lexer->length && lexer->text[at] != '"' && lexer->text[at] != '\n') {
    char c = lexer->text[at++];
    if (c == '\\' && at < lexer->length) {
      char escaped = lexer->text[at++];
      if (escaped != '"' && escaped != '\\' && escaped != 'n' && escaped != 't')
        strbuf_add_char(&content, c);
      c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
    }
    strbuf_add_char(&content, c);
  }
  bool closed = at < lexer->length && lexer->text[at] == '"';
  if (closed) {
    token->kind = B_TOKEN_STRING;
    token->symbol = symbols_intern(&lexer->bank->symbols, strbuf_text(&content), content.length);
    lexer->at = at + 1;
  }
  strbuf_deinit(&content);
  if (closed) return STATUS_OK;
  return error_set_at(error, STATUS_SYNTAX, token->offset, "string is not closed on its line");
}

static Status read_sign(BLexer *lexer, BToken *token, Error *error)
{
  const char *text = lexer->text + lexer->at;
  size_t left = lexer->length - lexer->at;
  uint8_t number = lexer->heads[(unsigned char)text[0]];
  while (number) {
    const BSign *sign = &lexer->signs[number];
    if (sign->length <= left && memcmp(sign->text, text, sign->length) == 0) {
      token->kind = sign->kind;
      token->op = sign->op;
      lexer->at += sign->length;
      return STATUS_OK;
    }
    number = sign->next;
  }
  return refuse(lexer, error);
}

Status b_lexer_next(BLexer *lexer, BToken *token, Error *error)
{
  Status status = skip_blanks(lexer, error);
  if (status != STATUS_OK) return status;
  *token = (BToken){.kind = B_TOKEN_END, .offset = (uint32_t)lexer->at};
  if (lexer->at == lexer->length) return STATUS_OK;
  char c = lexer->text[lexer->at];
  char next = lexer->at + 1 < lexer->length ? lexer->text[lexer->at + 1] : 0;
  if (is_digit(c)) {
    read_number(lexer, token);
  } else if (is_letter(c) || (c == '@' && is_letter(next))) {
    status = read_word(lexer, token, error);
  } else if (c == '"') {
    status = read_string(lexer, token, error);
  } else if (c == '$' && lexer->parameters && is_digit(next)) {
    token->kind = B_TOKEN_PARAMETER;
    token->symbol = (Symbol)(next - '0');
    lexer->at += 2;
  } else {
    status = read_sign(lexer, token, error);
  }
  token->length = (uint32_t)lexer->at - token->offset;
  return status;
}
