/* Frames of terms that are being read: one for each open parenthesis. Inside the parser, for parse_term.c and the forms in files of
 * their own. */
#ifndef SMT_TEXT_PARSE_FRAME_H
#define SMT_TEXT_PARSE_FRAME_H

#include <assert.h>

#include "smt/text/parse.h"

static inline Status parse_push_frame(Parser *parser, FrameKind kind, uint32_t head,
                                      uint64_t offset)
{
  if (parser->frames.count >= parser->options.max_depth)
    return parse_fail(parser, STATUS_LIMIT, offset, "terms are nested deeper than %u levels",
                      parser->options.max_depth);
  VEC_PUSH(&parser->frames, ((ParseFrame){.kind = (uint8_t)kind,
                                          .head = head,
                                          .base = (uint32_t)parser->values.count,
                                          .offset = (uint32_t)offset}));
  return STATUS_OK;
}

static inline ParseFrame *parse_top_frame(Parser *parser)
{
  assert(parser->frames.count > 0);
  return &parser->frames.items[parser->frames.count - 1];
}

/* Tells the observer of a term that ends with the current token. */
static inline void parse_observe(Parser *parser, uint64_t start, Term term)
{
  const ParserObserver *observer = parser->options.observer;
  if (observer) observer->term(observer->user, start, lexer_position(&parser->lexer), term);
}

/* Replaces the values of the top frame by its result and drops the frame. */
static inline void parse_finish_frame(Parser *parser, Term term)
{
  assert(term && parse_top_frame(parser)->base <= parser->values.count);
  if (parse_top_frame(parser)->kind != FRAME_CASE)
    parse_observe(parser, parse_top_frame(parser)->offset, term);
  parser->values.count = parse_top_frame(parser)->base;
  VEC_PUSH(&parser->values, term);
  parser->frames.count--;
}

/* A name made of this one that nobody has declared. */
Symbol parse_fresh_name(Bank *bank, Symbol name);

/* parse_match.c: once the term that a match is about has been read, its cases, up to the body of the first one; and what follows the
 * body of each. */
Status parse_cases(Parser *parser);
Status parse_case_end(Parser *parser);

#endif
