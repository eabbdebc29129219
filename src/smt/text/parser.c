#include "smt/text/parser.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "smt/text/dialect.h"
#include "smt/text/parse.h"
#include "smt/text/print.h"
#include "smt/text/sexpr.h"

static Symbol intern(Bank *bank, const char *text)
{
  return symbols_intern(&bank->symbols, text, strlen(text));
}

static void set_text(Parser *parser, const char *text, uint64_t length)
{
  Lexer *lexer = &parser->lexer;
  lexer_init(lexer, &parser->bank->symbols, text, length, parser->error);
  lexer->side_table = (void *const *)&parser->scope.bindings.items;
  lexer->side_size = sizeof *parser->scope.bindings.items;
}

Parser *parser_create(Bank *bank, const ParserOptions *options, const char *text, uint64_t length,
                      Error *error)
{
  assert(bank && error);
  Parser *parser = mem_alloc_zero(1, sizeof *parser);
  parser->bank = bank;
  parser->error = error;
  if (options) parser->options = *options;
  if (!parser->options.max_depth) parser->options.max_depth = PARSER_MAX_DEPTH;
  scope_init(&parser->scope, bank);
  strbuf_init(&parser->text, 0);
  /* Never NULL, so that positions in them can be pointed to while they are empty. */
  VEC_RESERVE(&parser->head_indices, 1);
  VEC_RESERVE(&parser->values, 1);
  VEC_RESERVE(&parser->arg_sorts, 1);
  VEC_RESERVE(&parser->sort_values, 1);
  set_text(parser, text, length);
  parser->word_is = intern(bank, "is");
  parser->word_update = intern(bank, "update");
  parser->word_update_field = intern(bank, "update-field"); /* of z3, the same */
  parser->word_char = intern(bank, "char");
  parser->word_pattern = intern(bank, ":pattern");
  parser->word_named = intern(bank, ":named");
  parser->word_apply = intern(bank, "@");
  return parser;
}

void parser_destroy(Parser *parser)
{
  if (!parser) return;
  scope_deinit(&parser->scope);
  VEC_FREE(&parser->frames);
  VEC_FREE(&parser->values);
  VEC_FREE(&parser->names);
  VEC_FREE(&parser->heads);
  VEC_FREE(&parser->head_indices);
  VEC_FREE(&parser->sort_frames);
  VEC_FREE(&parser->sort_values);
  VEC_FREE(&parser->rank);
  VEC_FREE(&parser->arg_sorts);
  VEC_FREE(&parser->coerced);
  VEC_FREE(&parser->instances);
  strbuf_deinit(&parser->text);
  free(parser);
}

Status parse_fail(Parser *parser, Status status, uint64_t offset, const char *format, ...)
{
  if (parser->lexer.kind == TOKEN_BAD) return parser->error->status;
  char message[sizeof parser->error->message];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return error_set_at(parser->error, status, offset, "%s", message);
}

const char *parse_shown_name(Parser *parser, Symbol name)
{
  strbuf_clear(&parser->text);
  print_symbol(&parser->text, parser->bank, name);
  return strbuf_text(&parser->text);
}

Status parse_expected(Parser *parser, const char *what)
{
  const Lexer *lexer = &parser->lexer;
  uint64_t offset = lexer_token_offset(lexer);
  if (lexer->kind == TOKEN_END)
    return parse_fail(parser, STATUS_SYNTAX, offset, "expected %s, found the end of the input",
                      what);
  int shown = lexer->end - lexer->start > 40 ? 40 : (int)(lexer->end - lexer->start);
  return parse_fail(parser, STATUS_SYNTAX, offset, "expected %s, found '%.*s%s'", what, shown,
                    lexer->text + lexer->start, shown == 40 ? "..." : "");
}

/* A second lexer on the same text. */
static Lexer lexer_at(Parser *parser, uint64_t offset, Error *ignored)
{
  Lexer lexer;
  lexer_init(&lexer, &parser->bank->symbols, parser->lexer.text, parser->lexer.length, ignored);
  lexer_seek(&lexer, offset);
  return lexer;
}

uint64_t parse_offset_behind(Parser *parser, uint64_t offset)
{
  Error ignored;
  Lexer lexer = lexer_at(parser, offset, &ignored);
  lexer_next(&lexer);
  return lexer_token_offset(&lexer);
}

uint64_t parse_part_offset(Parser *parser, uint64_t offset, uint32_t i)
{
  Error ignored;
  Lexer lexer = lexer_at(parser, offset, &ignored);
  StrBuf nothing;
  strbuf_init(&nothing, 1);
  lexer_next(&lexer);
  for (lexer_next(&lexer); i > 0; i--) {
    if (lexer.kind == TOKEN_CLOSE || sexpr_copy(&lexer, &nothing) != STATUS_OK) break;
    strbuf_clear(&nothing);
    lexer_next(&lexer);
  }
  strbuf_deinit(&nothing);
  return i == 0 ? lexer_token_offset(&lexer) : offset;
}

Status parse_next(Parser *parser, TokenKind kind, const char *what)
{
  return lexer_next(&parser->lexer) == kind ? STATUS_OK : parse_expected(parser, what);
}

Status parse_number(Parser *parser, uint32_t *number)
{
  const Lexer *lexer = &parser->lexer;
  if (lexer->kind != TOKEN_NUMERAL) return parse_expected(parser, "a numeral");
  uint64_t value = 0;
  for (uint64_t at = lexer->start; at < lexer->end && value <= NUMERAL_MAX; at++)
    value = value * 10 + (uint64_t)(lexer->text[at] - '0');
  if (value > NUMERAL_MAX)
    return parse_fail(parser, STATUS_LIMIT, lexer->start, "numeral is larger than %u here",
                      NUMERAL_MAX);
  *number = (uint32_t)value;
  return STATUS_OK;
}

Status parse_name(Parser *parser, Symbol *name)
{
  const Lexer *lexer = &parser->lexer;
  if (lexer->kind != TOKEN_SYMBOL) return parse_expected(parser, "a name");
  Word word = scope_word(&parser->scope, lexer->symbol);
  bool reserved = word != WORD_NONE && word != WORD_LAMBDA && word != WORD_WITNESS &&
                  word != WORD_COMPREHENSION; /* the last three only open binders */
  if (reserved && !lexer->quoted)
    return parse_expected(parser, "a name that is not a reserved word");
  *name = lexer->symbol;
  return STATUS_OK;
}

Status parse_rest_text(Parser *parser, Symbol *text)
{
  strbuf_clear(&parser->text);
  lexer_next(&parser->lexer);
  Status status = sexpr_copy_rest(&parser->lexer, &parser->text);
  if (status) return status;
  *text = parser->text.length
              ? symbols_intern(&parser->bank->symbols, parser->text.bytes, parser->text.length)
              : SYMBOL_NONE;
  return STATUS_OK;
}

/* A command that failed has declared nothing. */
static void forget_declarations(Parser *parser, size_t funs, size_t sorts)
{
  if (parser->scope.funs.count > funs) scope_drop_funs(&parser->scope, funs);
  if (parser->scope.sorts.count > sorts) scope_drop_sorts(&parser->scope, sorts);
  typecache_clear(&parser->cache);
}

/* Reads the command that begins here once more, with z3's List declared; the status stays if that cannot be declared. */
static Status read_with_list(Parser *parser, uint64_t begin, Status status)
{
  parse_abandon(parser);
  if (!dialect_declare_list(parser)) return status;
  Script *script = parser->script; /* what the command is noted for, it is noted for once more */
  while (script->dialects.count &&
         script->dialects.items[script->dialects.count - 1].offset >= begin)
    script->dialects.count--;
  dialect_note(parser, begin, "z3's datatype List");
  parser->lexer.kind = TOKEN_CLOSE;
  lexer_seek(&parser->lexer, begin);
  lexer_next(&parser->lexer);
  status = parse_command(parser);
  if (status == STATUS_OK) *parser->error = (Error){0}; /* that there was no List */
  return status;
}

void parser_seek(Parser *parser, uint64_t offset)
{
  parse_abandon(parser);
  parser->lexer.kind = TOKEN_CLOSE; /* no error, and not the end */
  lexer_seek(&parser->lexer, offset);
}

Status parser_read_command(Parser *parser, Script *script, bool *more)
{
  assert(script && parser->frames.count == 0);
  *more = false;
  if (parser->exited || lexer_next(&parser->lexer) == TOKEN_END) return STATUS_OK;
  parser->script = script;
  size_t funs = parser->scope.funs.count, sorts = parser->scope.sorts.count;
  uint64_t begin = parser->lexer.start;
  parser->lacks_list = false;
  Status status = parser->lexer.kind == TOKEN_OPEN ? parse_command(parser)
                                                   : parse_expected(parser, "a command");
  if (status && parser->lacks_list) status = read_with_list(parser, begin, status);
  if (status) {
    error_locate(parser->error, parser->lexer.text, parser->lexer.length);
    forget_declarations(parser, funs, sorts);
  }
  *more = status == STATUS_OK;
  return status;
}

/* Room for what a large text is likely to hold, so that the tables need not grow step by step: that
 * would copy them, and to memory that has not been used before. */
static void reserve(Parser *parser, Script *script)
{
  enum { LARGE = 1 << 20, LARGEST = 1 << 28 };
  enum { BYTES_PER_TERM = 16, BYTES_PER_HASHED = 64, BYTES_PER_COMMAND = 32 };
  Bank *bank = parser->bank;
  uint64_t length = parser->lexer.length;
  if (length < LARGE) return;
  if (length > LARGEST) length = LARGEST;
  /* What is reserved and not used costs no memory: the pages are never touched. */
  VEC_RESERVE(&bank->terms, length / BYTES_PER_TERM);
  VEC_RESERVE(&bank->links, length / BYTES_PER_TERM);
  VEC_RESERVE(&bank->args, 2 * length / BYTES_PER_TERM);
  index_reserve(&bank->term_index, bank->terms.count + length / BYTES_PER_HASHED);
  /* A command declares at most one function, mostly. */
  uint64_t commands = length / BYTES_PER_COMMAND;
  VEC_RESERVE(&script->commands, commands);
  VEC_RESERVE(&bank->symbols.bytes, length / 4);
  VEC_RESERVE(&bank->symbols.starts, commands);
  VEC_RESERVE(&bank->symbols.declared, commands);
  VEC_RESERVE(&bank->funs.items, commands);
  VEC_RESERVE(&bank->funs.pool, commands);
  VEC_RESERVE(&bank->operators, commands);
  VEC_RESERVE(&parser->scope.funs, commands);
  scope_grow(&parser->scope, (Symbol)(symbols_count(&bank->symbols) + commands));
}

Status parser_read_script(Parser *parser, Script *script)
{
  Status status = STATUS_OK;
  reserve(parser, script);
  for (bool more = true; more;) status = parser_read_command(parser, script, &more);
  return status;
}

Status parser_read_term(Parser *parser, const char *text, uint64_t length, Term *term)
{
  assert(text && parser->frames.count == 0);
  set_text(parser, text, length);
  parser->script = NULL; /* dialects of the term are not the script's */
  Status status = parse_term(parser, term);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_END, "the end of the term");
  if (status) error_locate(parser->error, text, length);
  return status;
}

Status script_read(Bank *bank, const char *text, uint64_t length, Script *script, Error *error)
{
  Parser *parser = parser_create(bank, NULL, text, length, error);
  Status status = parser_read_script(parser, script);
  parser_destroy(parser);
  return status;
}
