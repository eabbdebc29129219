#include "smt/text/sexpr.h"

static void copy_token(const Lexer *lexer, StrBuf *out)
{
  const char *mark = lexer->quoted ? "|" : lexer->kind == TOKEN_STRING ? "\"" : "";
  strbuf_add_text(out, mark);
  strbuf_add(out, lexer->text + lexer->start, (size_t)(lexer->end - lexer->start));
  strbuf_add_text(out, mark);
}

Status sexpr_copy(Lexer *lexer, StrBuf *out)
{
  uint64_t begin = lexer_token_offset(lexer);
  uint64_t depth = 0;
  bool blank = false;
  for (;; lexer_next(lexer)) {
    switch (lexer->kind) {
    case TOKEN_BAD: return lexer->error->status;
    case TOKEN_END: return error_set_at(lexer->error, STATUS_SYNTAX, begin, "unclosed parenthesis");
    case TOKEN_OPEN:
      if (blank) strbuf_add_char(out, ' ');
      strbuf_add_char(out, '(');
      blank = false;
      depth++;
      break;
    case TOKEN_CLOSE:
      if (depth == 0)
        return error_set_at(lexer->error, STATUS_SYNTAX, begin, "expected a value before ')'");
      strbuf_add_char(out, ')');
      blank = true;
      depth--;
      break;
    default:
      if (blank) strbuf_add_char(out, ' ');
      copy_token(lexer, out);
      blank = true;
      break;
    }
    if (depth == 0) return STATUS_OK;
  }
}

Status sexpr_copy_rest(Lexer *lexer, StrBuf *out)
{
  for (bool first = true; lexer->kind != TOKEN_CLOSE; first = false) {
    if (!first) strbuf_add_char(out, ' ');
    Status status = sexpr_copy(lexer, out);
    if (status) return status;
    lexer_next(lexer);
  }
  return STATUS_OK;
}
