/* Tokens of B: the ASCII notation and the Unicode one, which may be mixed. */
#ifndef B_TEXT_LEXER_H
#define B_TEXT_LEXER_H

#include "b/term/bank.h"
#include "base/status.h"

typedef enum {
  B_TOKEN_END,
  B_TOKEN_IDENTIFIER, /* symbol */
  B_TOKEN_INTEGER,    /* symbol: the digits, without zeros in front */
  B_TOKEN_REAL,       /* symbol: the text */
  B_TOKEN_STRING,     /* symbol: what is between the quotes, without escapes */
  B_TOKEN_PARAMETER,  /* $1: symbol is the number; only in conditions of operators */
  B_TOKEN_OPERATOR,   /* op */
  B_TOKEN_KEYWORD,    /* keyword */
  B_TOKEN_LEFT,       /* ( */
  B_TOKEN_RIGHT,
  B_TOKEN_LEFT_BRACKET,
  B_TOKEN_RIGHT_BRACKET,
  B_TOKEN_LEFT_BRACE,
  B_TOKEN_RIGHT_BRACE,
  B_TOKEN_COMMA,
  B_TOKEN_DOT,
  B_TOKEN_BAR,
  B_TOKEN_QUOTE,
} BTokenKind;

typedef struct {
  BTokenKind kind;
  uint32_t offset, length;
  BOperator op;
  BKeyword keyword;
  Symbol symbol;
} BToken;

enum { B_SIGNS_MAX = 160 };

typedef struct {
  const char *text;
  uint8_t length;
  uint8_t next; /* of the same first byte, 0: none */
  BTokenKind kind;
  BOperator op;
} BSign;

/* A position in a text. Copies of it can be gone back to. */
typedef struct {
  BBank *bank;
  const char *text;
  size_t length, at;
  bool parameters; /* are $1, $2 ... tokens? */
  const BSign *signs;
  const uint8_t *heads; /* by first byte: the first sign, 0: none */
} BLexer;

typedef struct {
  BSign signs[B_SIGNS_MAX];
  uint8_t heads[256];
  uint32_t count;
} BSigns;

/* All that is written without letters, longest first among those with the same first byte. */
void b_signs_init(BSigns *signs);
Status b_lexer_next(BLexer *lexer, BToken *token, Error *error);

#endif
