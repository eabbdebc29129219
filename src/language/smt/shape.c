#include "language/smt/shape.h"

#include "base/vec.h"
#include "smt/text/command.h"
#include "smt/text/lexer.h"

typedef struct {
  Lexer lexer;
  U32Vec names; /* by Symbol: a number if it is a name of the script, in the order of use; 0 */
  uint32_t next;
  uint32_t depth;
  U32Vec binders;   /* depths of the lists of variables that are open, outermost first */
  uint32_t headers; /* depth of the list of headers of define-funs-rec; 0: not in it */
  bool opens;       /* a list of variables comes next */
  bool names_term;  /* the name of a term comes next */
  StrBuf *out;
} Shape;

static bool is_word(const Lexer *lexer, const char *word)
{
  size_t length = strlen(word);
  return lexer->kind == TOKEN_SYMBOL && lexer->end - lexer->start == length &&
         memcmp(lexer->text + lexer->start, word, length) == 0;
}

static bool is_named(const Lexer *lexer)
{
  static const char named[] = ":named";
  return lexer->end - lexer->start == sizeof named - 1 &&
         memcmp(lexer->text + lexer->start, named, sizeof named - 1) == 0;
}

static bool is_binder(const Lexer *lexer)
{
  static const char *const binders[] = {"forall", "exists", "lambda", "let"};
  for (size_t i = 0; i < sizeof binders / sizeof *binders; i++)
    if (is_word(lexer, binders[i])) return true;
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

/* Declarations are left out but for their names: what is used shows in the terms. */
static void skip_command(Shape *shape)
{
  uint32_t depth = 1;
  while (depth && lexer_next(&shape->lexer) != TOKEN_END && shape->lexer.kind != TOKEN_BAD) {
    if (shape->lexer.kind == TOKEN_OPEN) depth++;
    if (shape->lexer.kind == TOKEN_CLOSE) depth--;
  }
  shape->depth = 0;
}

/* The same for datatypes. A constructor is a list at depth `constructor`, one deeper after `par`, its selectors are lists
 * in it; symbols just outside name sorts, or constructors without selectors. Sorts of selectors are deeper, or not first. */
static void skip_datatypes(Shape *shape, bool several)
{
  Lexer *lexer = &shape->lexer;
  uint32_t depth = 1, outermost = several ? 4 : 3, constructor = outermost;
  bool first = false;
  while (depth && lexer_next(lexer) != TOKEN_END && lexer->kind != TOKEN_BAD) {
    if (lexer->kind == TOKEN_OPEN) depth++;
    if (lexer->kind == TOKEN_CLOSE && --depth < outermost - 1) constructor = outermost;
    if (lexer->kind == TOKEN_SYMBOL) {
      if (depth == constructor - 1 && is_word(lexer, "par"))
        constructor++;
      else if (depth == constructor - 1 ||
               (first && (depth == constructor || depth == constructor + 1)))
        add_name(shape);
    }
    first = lexer->kind == TOKEN_OPEN;
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

static bool is_variable(const Shape *shape)
{
  const U32Vec *binders = &shape->binders;
  return binders->count && shape->depth == binders->items[binders->count - 1] + 1;
}

static void take_symbol(Shape *shape, bool first)
{
  bool header = first && shape->headers && shape->depth == shape->headers + 1;
  if (header || shape->names_term || (first && is_variable(shape))) add_name(shape);
  if (header || (first && is_binder(&shape->lexer))) shape->opens = true;
  add_symbol(shape);
}

static void take_open(Shape *shape)
{
  shape->depth++;
  if (shape->opens) VEC_PUSH(&shape->binders, shape->depth);
  shape->opens = false;
  strbuf_add_char(shape->out, '(');
}

static void take_close(Shape *shape)
{
  U32Vec *binders = &shape->binders;
  if (binders->count && shape->depth == binders->items[binders->count - 1]) binders->count--;
  if (shape->depth == shape->headers) shape->headers = 0;
  if (shape->depth) shape->depth--;
  strbuf_add_char(shape->out, ')');
}

/* After the name of a definition. The parameters of sorts are symbols in a list. */
static void take_definition(Shape *shape, uint32_t flags)
{
  Lexer *lexer = &shape->lexer;
  if (flags & COMMAND_HEADERS) {
    shape->headers = 2;
    return;
  }
  bool sort = is_word(lexer, "define-sort");
  if (lexer_next(lexer) == TOKEN_SYMBOL) add_name(shape);
  shape->opens = (flags & COMMAND_PARAMETERS) != 0;
  if (!sort || lexer_next(lexer) != TOKEN_OPEN) return;
  while (lexer_next(lexer) == TOKEN_SYMBOL) add_name(shape);
}

/* After the parenthesis of a command. Declarations, logics and options are left out. */
static void take_command(Shape *shape)
{
  Lexer *lexer = &shape->lexer;
  shape->depth = 1;
  shape->binders.count = 0;
  shape->headers = 0;
  shape->opens = false;
  if (lexer_next(lexer) != TOKEN_SYMBOL) return;
  uint32_t flags = command_flags(lexer->text + lexer->start, lexer->end - lexer->start);
  if (flags & COMMAND_DATATYPES) {
    bool several = is_word(lexer, "declare-datatypes") || is_word(lexer, "declare-codatatypes");
    if (!several && lexer_next(lexer) == TOKEN_SYMBOL) add_name(shape);
    skip_datatypes(shape, several);
  } else if (flags & COMMAND_DECLARES) {
    if (lexer_next(lexer) == TOKEN_SYMBOL) add_name(shape);
    skip_command(shape);
  } else if (flags & COMMAND_SETTING) {
    skip_command(shape);
  } else {
    strbuf_add_char(shape->out, '(');
    add_symbol(shape);
    if (flags & COMMAND_DEFINES) take_definition(shape, flags);
  }
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
    case TOKEN_KEYWORD: break; /* seen below */
    default: strbuf_add_text(out, "# "); break;
    }
    first = kind == TOKEN_OPEN;
    shape.names_term = kind == TOKEN_KEYWORD && is_named(&shape.lexer);
  }
  VEC_FREE(&shape.binders);
  VEC_FREE(&shape.names);
  symbols_deinit(&symbols);
}
