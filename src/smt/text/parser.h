/* Reading SMT-LIB 2.6 and 2.7 scripts: parsing, scoping and sort checking in one pass, without
 * recursion. */
#ifndef SMT_TEXT_PARSER_H
#define SMT_TEXT_PARSER_H

#include "base/status.h"
#include "smt/text/script.h"

/* Who wants to know where terms stand in the text: called for each, from its first byte to the one after its last, when it is
 * finished; subterms come before the terms around them. */
typedef struct {
  void (*term)(void *user, uint64_t start, uint64_t end, Term term);
  void *user;
} ParserObserver;

typedef struct {
  uint32_t max_depth;             /* of nested terms and sorts; 0: PARSER_MAX_DEPTH */
  bool solver_values;             /* also read values that only solvers write (solver_value.h) */
  const ParserObserver *observer; /* NULL: nobody */
} ParserOptions;

enum { PARSER_MAX_DEPTH = 16 << 20 };

typedef struct Parser Parser;

/* A parser for one script, on a bank whose theories are loaded (theory.h). `text` must be followed
 * by a zero byte (see lexer.h) and stay valid; `error` is filled on failure, with line and column. */
Parser *parser_create(Bank *bank, const ParserOptions *options, const char *text, uint64_t length,
                      Error *error);
void parser_destroy(Parser *parser);

/* Reads the whole script, up to the end of the text or (exit). */
Status parser_read_script(Parser *parser, Script *script);
/* Reads the next command into the script. At the end of the text *more is false and nothing read. */
Status parser_read_command(Parser *parser, Script *script, bool *more);
/* Continues at this offset, where a command begins, whatever was there before: an error, say, whose command then has declared nothing. */
void parser_seek(Parser *parser, uint64_t offset);
/* Continues the same declarations with another text, which is one term. For values and queries. */
Status parser_read_term(Parser *parser, const char *text, uint64_t length, Term *term);

/* All in one: reads a script from text. */
Status script_read(Bank *bank, const char *text, uint64_t length, Script *script, Error *error);

#endif
