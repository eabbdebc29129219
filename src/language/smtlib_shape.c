#include "language/smtlib_shape.h"

#include "base/vec.h"
#include "smt/text/lexer.h"

typedef struct {
  Lexer lexer;
  U32Vec names; /* by Symbol: a number if it is a name of the script, in the order of use; 0 */
  uint32_t next;
  uint32_t depth;
  uint32_t binder; /* depth of the list of variables of a binder; 0: not in one */
  bool opens;      /* such a list comes next */
  StrBuf *out;
} Shape;

static bool is_word(const Lexer *lexer, const char *word)
{
  size_t length = strlen(word);
  return lexer->kind == TOKEN_SYMBOL && lexer->end - lexer->start == length &&
         memcmp(lexer->text + lexer->start, word, length) == 0;
}

static bool is_any(const Lexer *lexer, const char *const *words)
{
  for (; *words; words++)
    if (is_word(lexer, *words)) return true;
  return false;
}

/* --- names --- */

#define UNUSED_NAME UINT32_MAX

static void add_name(Shape *shape)
{
  while (shape->names.count <= shape->lexer.symbol) VEC_PUSH(&shape->names, 0);
  if (!shape->names.items[shape->lexer.symbol])
    shape->names.items[shape->lexer.symbol] = UNUSED_NAME;
}

/* 0: it is not a name of the script. */
static uint32_t number_of(Shape *shape)
{
  Symbol symbol = shape->lexer.symbol;
  uint32_t *number = symbol < shape->names.count ? &shape->names.items[symbol] : NULL;
  if (number && *number == UNUSED_NAME) *number = ++shape->next;
  return number ? *number : 0;
}

/* Declarations are left out but for the names: what is used shows in the terms. */
static void skip_command(Shape *shape)
{
  uint32_t depth = 1;
  while (depth && lexer_next(&shape->lexer) != TOKEN_END && shape->lexer.kind != TOKEN_BAD) {
    if (shape->lexer.kind == TOKEN_OPEN) depth++;
    if (shape->lexer.kind == TOKEN_CLOSE) depth--;
  }
  shape->depth = 0;
}

/* --- terms --- */

static void add_symbol(Shape *shape)
{
  const Lexer *lexer = &shape->lexer;
  uint32_t number = number_of(shape);
  if (number)
    strbuf_printf(shape->out, "?%u ", number);
  else
    strbuf_printf(shape->out, "%.*s ", (int)(lexer->end - lexer->start),
                  lexer->text + lexer->start);
}

static void take_symbol(Shape *shape, bool first)
{
  static const char *const binders[] = {"forall", "exists", "lambda", "let", NULL};
  bool variable = first && shape->binder && shape->depth == shape->binder + 1;
  if (variable) add_name(shape);
  if (first && is_any(&shape->lexer, binders)) shape->opens = true;
  add_symbol(shape);
}

static void take_open(Shape *shape)
{
  shape->depth++;
  if (shape->opens) shape->binder = shape->depth;
  shape->opens = false;
  strbuf_add_char(shape->out, '(');
}

static void take_close(Shape *shape)
{
  if (shape->depth) shape->depth--;
  if (shape->depth < shape->binder) shape->binder = 0;
  strbuf_add_char(shape->out, ')');
}

/* Behind the parenthesis of a command. Declarations, logics and options are left out. */
static void take_command(Shape *shape)
{
  static const char *const silent[] = {"set-logic", "set-info", "set-option", NULL};
  static const char *const declare[] = {"declare-const", "declare-fun", "declare-sort",
                                        "declare-datatype", NULL};
  static const char *const define[] = {"define-fun", "define-const", "define-fun-rec",
                                       "define-sort", NULL};
  Lexer *lexer = &shape->lexer;
  shape->depth = 1;
  if (lexer_next(lexer) != TOKEN_SYMBOL) return;
  bool silently = is_any(lexer, silent), declares = is_any(lexer, declare);
  bool defines = is_any(lexer, define);
  if (!silently && !declares) {
    strbuf_add_char(shape->out, '(');
    add_symbol(shape);
  }
  if ((declares || defines) && lexer_next(lexer) == TOKEN_SYMBOL) add_name(shape);
  if (silently || declares) skip_command(shape);
}

void smtlib_shape(const char *text, size_t length, StrBuf *out)
{
  SymbolTable symbols;
  Error error;
  Shape shape = {.out = out};
  symbols_init(&symbols);
  lexer_init(&shape.lexer, &symbols, text, length, &error);
  bool first = false; /* the token before was an opening parenthesis */
  for (TokenKind kind; (kind = lexer_next(&shape.lexer)) != TOKEN_END && kind != TOKEN_BAD;) {
    switch (kind) {
    case TOKEN_OPEN:
      if (shape.depth)
        take_open(&shape);
      else
        take_command(&shape);
      break;
    case TOKEN_CLOSE: take_close(&shape); break;
    case TOKEN_SYMBOL: take_symbol(&shape, first); break;
    case TOKEN_KEYWORD: break;
    default: strbuf_add_text(out, "# "); break;
    }
    first = kind == TOKEN_OPEN;
  }
  VEC_FREE(&shape.names);
  symbols_deinit(&symbols);
}
