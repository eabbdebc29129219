/* S-expressions whose meaning does not matter here: values of options, infos and attributes. */
#ifndef SMT_TEXT_SEXPR_H
#define SMT_TEXT_SEXPR_H

#include "base/strbuf.h"
#include "smt/text/lexer.h"

/* Appends the S-expression that begins with the lexer's current token, one blank between parts, and
 * leaves the lexer on its last token. */
Status sexpr_copy(Lexer *lexer, StrBuf *out);

/* Appends all S-expressions from the current token up to the closing parenthesis of the list around
 * them, which becomes the current token. */
Status sexpr_copy_rest(Lexer *lexer, StrBuf *out);

#endif
