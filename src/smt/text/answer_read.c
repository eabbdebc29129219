/* What is in a response, as symbols and terms. */
#include <string.h>

#include "smt/text/answer.h"
#include "smt/text/scan.h"
#include "smt/text/solver_value.h"

static bool is_quote_pair(const char *text, uint64_t length, uint64_t i)
{
  return i + 1 < length && text[i + 1] == '"' && (text[i] == '"' || text[i] == '\\');
}

void answer_message(const char *text, uint64_t length, StrBuf *out)
{
  Scan scan = {.text = text, .length = length};
  uint64_t start = 0, end = length;
  if (scan_next(&scan) == SCAN_OPEN && scan_next(&scan) == SCAN_ATOM && scan_is(&scan, "error")) {
    start = scan.at;
    while (start < end && scan_is_blank(text[start])) start++;
    if (text[end - 1] == ')') end--;
    while (end > start && scan_is_blank(text[end - 1])) end--;
  }
  bool quoted = end >= start + 2 && text[start] == '"' && text[end - 1] == '"';
  if (!quoted) {
    strbuf_add(out, text + start, (size_t)(end - start));
    return;
  }
  start++;
  end--;
  for (uint64_t i = start; i < end; i++) {
    i += is_quote_pair(text, end, i);
    strbuf_add_char(out, text[i]);
  }
}

Status answer_read_names(Bank *bank, const char *text, uint64_t length, U32Vec *names, Error *error)
{
  Lexer lexer;
  char *copy = mem_copy_string(text, (size_t)length);
  Status status = STATUS_OK;
  lexer_init(&lexer, &bank->symbols, copy, length, error);
  bool open = lexer_next(&lexer) == TOKEN_OPEN;
  while (open && lexer_next(&lexer) == TOKEN_SYMBOL) VEC_PUSH(names, lexer.symbol);
  bool closed = open && lexer.kind == TOKEN_CLOSE && lexer_next(&lexer) == TOKEN_END;
  if (!closed) {
    if (lexer.kind != TOKEN_BAD)
      error_set_at(error, STATUS_SYNTAX, lexer_token_offset(&lexer), "expected a list of names");
    error_locate(error, copy, length);
    status = error->status;
  }
  free(copy);
  return status;
}

/* Is the next token a closing parenthesis? It is read only if it is. */
static bool at_close(Parser *parser)
{
  Lexer before = parser->lexer;
  bool close = lexer_next(&parser->lexer) == TOKEN_CLOSE;
  if (!close) parser->lexer = before;
  return close;
}

/* A term as scripts write it; a function without its arguments is a term too. */
static Status read_asked(Parser *parser, Term *term)
{
  bool higher_order = parser->higher_order;
  parser->higher_order = true;
  Status status = parse_term(parser, term);
  parser->higher_order = higher_order;
  return status;
}

Status answer_read_terms(Parser *parser, const char *text, uint64_t length, U32Vec *terms,
                         Error *error)
{
  SolverText outer;
  Status status = answer_text_enter(parser, text, length, error, &outer);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_OPEN, "a list of terms");
  while (status == STATUS_OK && !at_close(parser)) {
    Term term;
    status = read_asked(parser, &term);
    if (status == STATUS_OK) VEC_PUSH(terms, term);
  }
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_END, "the end of the list");
  return answer_text_leave(parser, &outer, status);
}

/* After the parenthesis of a pair. */
static Status read_pair(Parser *parser, U32Vec *pairs)
{
  Term term, value;
  Status status = read_asked(parser, &term);
  if (status) return status;
  parser->expected = bank_sort(parser->bank, term);
  uint64_t offset = lexer_position(&parser->lexer);
  status = parse_term(parser, &value);
  if (status == STATUS_OK)
    status = resolve_coerce(parser, parser->expected, offset, "the value", &value);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_CLOSE, "')' after the value");
  if (status) return status;
  parser->expected = 0;
  VEC_PUSH(pairs, term);
  VEC_PUSH(pairs, value);
  return STATUS_OK;
}

Status answer_read_values(Parser *parser, const char *text, uint64_t length, U32Vec *pairs,
                          Error *error)
{
  SolverText outer;
  Status status = answer_text_enter(parser, text, length, error, &outer);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_OPEN, "a list of values");
  while (status == STATUS_OK && !at_close(parser)) {
    status = parse_next(parser, TOKEN_OPEN, "a term with its value");
    if (status == STATUS_OK) status = read_pair(parser, pairs);
  }
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_END, "the end of the values");
  return answer_text_leave(parser, &outer, status);
}
