/* Tokens of SMT-LIB text.
 *
 * The text must be followed by at least one zero byte that is not counted in its length (FileText
 * has it), so the scanner needs no bounds checks; a zero byte within the text is an error. Texts are limited to
 * 4 GiB. */
#ifndef SMT_TEXT_LEXER_H
#define SMT_TEXT_LEXER_H

#include "base/status.h"
#include "smt/term/symbol.h"

typedef enum {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  /* the symbol of the text is known for these four */
  TOKEN_SYMBOL,  /* start .. end is the text without bars */
  TOKEN_KEYWORD, /* colon included */
  TOKEN_NUMERAL,
  TOKEN_HEX, /* start .. end with the #x */
  TOKEN_DECIMAL,
  TOKEN_BINARY, /* start .. end with the #b */
  TOKEN_FIELD,  /* cvc5's #f3m17 */
  TOKEN_STRING, /* start .. end is what is between the quotes, doubled quotes still doubled */
  TOKEN_BAD     /* the error has been set */
} TokenKind;

typedef struct {
  uint32_t start, end;
  Symbol symbol;
  uint8_t kind; /* TokenKind */
  bool quoted;
} Token;

enum { LEXER_BATCH = 32 };

/* Tokens are scanned in batches: first their texts, then their symbols, so that the memory which the
 * symbol table and the reader's own table by symbol will touch is on its way before it is needed. */
typedef struct {
  SymbolTable *symbols;
  const char *text;
  uint64_t length;
  /* the current token */
  uint64_t start, end;
  TokenKind kind;
  Symbol symbol; /* also set for numerals and #x: the text */
  bool quoted;   /* a symbol that was written between bars */
  Error *error;
  /* the batch */
  Token tokens[LEXER_BATCH];
  uint32_t next, count;
  uint64_t scanned;        /* end of the batch in the text */
  void *const *side_table; /* an array by Symbol that the reader will look at, or NULL */
  size_t side_size;        /* of an element */
} Lexer;

void lexer_init(Lexer *lexer, SymbolTable *symbols, const char *text, uint64_t length,
                Error *error);
/* Reads the next batch, unless the text has ended, and takes its first token. */
TokenKind lexer_next_batch(Lexer *lexer);

static inline TokenKind lexer_take(Lexer *lexer)
{
  const Token *token = &lexer->tokens[lexer->next++];
  lexer->start = token->start;
  lexer->end = token->end;
  lexer->symbol = token->symbol;
  lexer->quoted = token->quoted;
  return lexer->kind = (TokenKind)token->kind;
}

/* Reads the next token into the lexer and returns its kind. */
static inline TokenKind lexer_next(Lexer *lexer)
{
  /* A bad token and the end are alone in their batch. */
  return lexer->next < lexer->count ? lexer_take(lexer) : lexer_next_batch(lexer);
}
/* Continues from this offset. */
void lexer_seek(Lexer *lexer, uint64_t offset);
/* The offset after the current token, where the search for the next one begins. */
uint64_t lexer_position(const Lexer *lexer);
/* Where the token begins, bars and quotes included. */
static inline uint64_t lexer_token_offset(const Lexer *lexer)
{
  return lexer->start - (lexer->quoted || lexer->kind == TOKEN_STRING);
}
/* Is this text a symbol that needs no bars (reserved words are not looked at)? */
bool lexer_is_simple_symbol(const char *text, size_t length);

#endif
