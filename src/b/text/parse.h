/* The parser: a text to raw formulas. Names are resolved to their declarations, and predicates are told from
 * expressions; types come later (check.h). It calls itself for what is nested, at most B_DEPTH_MAX levels. */
#ifndef B_TEXT_PARSE_H
#define B_TEXT_PARSE_H

#include "b/text/lexer.h"
#include "b/text/raw.h"

typedef struct {
  BBank *bank;
  BRaw *raw;
  BLexer lexer;
  BToken token; /* the next one, not read yet */
  BSigns signs;
  U32Vec scope;   /* declarations of bound variables in force, innermost last */
  U32Vec globals; /* by Symbol: declaration + 1 of a free name, 0: none */
  U32Vec open;    /* where brackets are that have been read and are not closed */
  uint32_t depth;
  Error *error;
} BParser;

/* Reads the first token. Call b_parser_deinit in every case. */
Status b_parser_init(BParser *parser, BBank *bank, BRaw *raw, const char *text, size_t length,
                     bool parameters, Error *error);
void b_parser_deinit(BParser *parser);

/* A predicate or expression up to a token that cannot belong to it; 0 and the error set if it is wrong. */
BRawNode b_parse_formula(BParser *parser);
BRawNode b_parse_predicate(BParser *parser);

/* The declaration of a free name. */
uint32_t b_parse_declare(BParser *parser, Symbol name, uint32_t offset);

/* For the files of the parser. */
enum { B_PRIORITY_LOWEST = 20, B_PRIORITY_FORMULA = 30, B_PRIORITY_OPERAND = 125 };
BRawNode b_parse_from(BParser *parser, uint32_t priority);
bool b_parse_next(BParser *parser);
bool b_parse_is(const BParser *parser, BTokenKind kind);
bool b_parse_is_keyword(const BParser *parser, BKeyword keyword);
/* Reads the token, or sets an error that it was expected. */
bool b_parse_expect(BParser *parser, BTokenKind kind, const char *text);
bool b_parse_expect_keyword(BParser *parser, BKeyword keyword);
/* "unexpected ..., where ... was expected"; at the end of the text at the innermost bracket that is not closed. */
BRawNode b_parse_unexpected(BParser *parser, const char *expected);
/* Checks that it is a predicate, or an expression. */
bool b_parse_want(BParser *parser, BRawNode node, bool predicate);
/* Adds a node whose operands fit the operator as predicates or expressions. */
BRawNode b_parse_add(BParser *parser, BOperator op, uint32_t offset, uint32_t data,
                     const BRawNode *args, uint32_t count);
/* The forms, each at its first token. */
BRawNode b_parse_quantifier(BParser *parser);
BRawNode b_parse_binder(BParser *parser);
BRawNode b_parse_brace(BParser *parser);
BRawNode b_parse_sequence(BParser *parser);
BRawNode b_parse_if(BParser *parser);
BRawNode b_parse_let(BParser *parser);
BRawNode b_parse_record(BParser *parser);

#endif
