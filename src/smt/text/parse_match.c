/* (match term (pattern body)...): patterns, cases, and whether they cover the datatype. */
#include "smt/term/signature.h"
#include "smt/text/parse_frame.h"

/* The variables of a constructor pattern, up to its closing parenthesis. */
static Status bind_pattern(Parser *parser, Fun constructor, uint64_t offset)
{
  assert(parser->frames.count > 1 && parse_top_frame(parser)->kind == FRAME_CASE);
  Bank *bank = parser->bank;
  const ParseFrame *frame = parse_top_frame(parser);
  Sort scrutinee = bank_sort(bank, parser->values.items[frame[-1].base]);
  SignatureBinding binding;
  signature_clear(&binding);
  if (!signature_match(bank, funs_result(&bank->funs, constructor), scrutinee, &binding, NULL))
    return parse_fail(parser, STATUS_SORT, offset, "'%s' is no constructor of the datatype matched",
                      parse_shown_name(parser, funs_info(&bank->funs, constructor)->name));
  uint32_t arity = funs_info(&bank->funs, constructor)->arity;
  for (uint32_t i = 0; i < arity; i++) {
    Symbol name;
    lexer_next(&parser->lexer);
    bool wildcard = parser->lexer.kind == TOKEN_SYMBOL &&
                    scope_word(&parser->scope, parser->lexer.symbol) == WORD_INDEXED;
    Status status = wildcard ? STATUS_OK : parse_name(parser, &name);
    if (status) return status;
    if (wildcard) name = parse_fresh_name(bank, parser->lexer.symbol);
    Sort sort = signature_instantiate(bank, funs_rank(&bank->funs, constructor)[i], &binding);
    VEC_PUSH(&parser->values, parse_bind_variable(parser, name, sort));
  }
  return STATUS_OK;
}

/* A pattern that is one symbol: a constructor without arguments, or a variable. */
static Status bind_plain_pattern(Parser *parser)
{
  assert(parser->frames.count > 1 && parse_top_frame(parser)->kind == FRAME_CASE);
  Bank *bank = parser->bank;
  ParseFrame *frame = parse_top_frame(parser);
  uint64_t offset = lexer_token_offset(&parser->lexer);
  if (parser->lexer.kind == TOKEN_SYMBOL &&
      scope_word(&parser->scope, parser->lexer.symbol) == WORD_INDEXED)
    return STATUS_OK;
  Symbol name;
  Status status = parse_name(parser, &name);
  if (status) return status;
  Fun constructor = resolve_constructor(parser, name);
  if (constructor && funs_info(&bank->funs, constructor)->arity == 0) {
    frame->head = constructor;
    return bind_pattern(parser, constructor, offset);
  }
  Sort sort = bank_sort(bank, parser->values.items[frame[-1].base]);
  VEC_PUSH(&parser->values, parse_bind_variable(parser, name, sort));
  return STATUS_OK;
}

/* After "(" of a case: reads the pattern. */
static Status open_case(Parser *parser)
{
  uint64_t offset = parser->lexer.start;
  Status status = parse_push_frame(parser, FRAME_CASE, 0, offset);
  if (status) return status;
  parse_top_frame(parser)->extra = (uint32_t)parser->scope.locals.count;
  if (lexer_next(&parser->lexer) != TOKEN_OPEN) return bind_plain_pattern(parser);
  status = parse_next(parser, TOKEN_SYMBOL, "a constructor");
  if (status) return status;
  Fun constructor = resolve_constructor(parser, parser->lexer.symbol);
  if (!constructor)
    return parse_fail(parser, STATUS_SCOPE, lexer_token_offset(&parser->lexer),
                      "unknown constructor '%s' in a pattern",
                      parse_shown_name(parser, parser->lexer.symbol));
  parse_top_frame(parser)->head = constructor;
  status = bind_pattern(parser, constructor, offset);
  return status ? status
                : parse_next(parser, TOKEN_CLOSE, "')' after the variables of the pattern");
}

/* Every constructor has a case, or one case matches all. */
static bool is_exhaustive(const Bank *bank, const Term *cases, uint32_t count, Sort sort)
{
  assert(bank_has_terms(bank, cases, count) && bank_has_sort(bank, sort));
  const SortNode *node = sorts_node(&bank->sorts, sort);
  const Datatype *datatype = &bank->datatypes.items[bank->sorts.ctors.items[node->ctor].datatype];
  for (uint32_t i = 0; i < count; i++)
    if (bank_operator(bank, bank_node(bank, cases[i])->op)->fun == 0) return true;
  for (size_t c = 0; c < datatype->constructors.count; c++) {
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++)
      found = bank_operator(bank, bank_node(bank, cases[i])->op)->fun ==
              datatype->constructors.items[c];
    if (!found) return false;
  }
  return true;
}

static Status finish_match(Parser *parser)
{
  assert(parse_top_frame(parser)->kind == FRAME_MATCH);
  Bank *bank = parser->bank;
  const ParseFrame frame = *parse_top_frame(parser);
  const Term *values = parser->values.items + frame.base;
  uint32_t count = (uint32_t)parser->values.count - frame.base;
  if (count < 2) return parse_fail(parser, STATUS_SYNTAX, frame.offset, "a match needs cases");
  for (uint32_t i = 2; i < count; i++)
    if (bank_sort(bank, values[i]) != bank_sort(bank, values[1]))
      return parse_fail(parser, STATUS_SORT, frame.offset,
                        "the cases of a match have different sorts");
  if (!is_exhaustive(bank, values + 1, count - 1, bank_sort(bank, values[0])))
    return parse_fail(parser, STATUS_SORT, frame.offset,
                      "the match has no case for some constructor");
  Status status = parse_next(parser, TOKEN_CLOSE, "')'");
  if (status) return status;
  parse_finish_frame(parser, bank_term(bank, OP_MATCH, bank_sort(bank, values[1]), values, count));
  return STATUS_OK;
}

/* The next case, or the end of the match. */
static Status next_case(Parser *parser)
{
  switch (lexer_next(&parser->lexer)) {
  case TOKEN_OPEN: return open_case(parser);
  case TOKEN_CLOSE: return finish_match(parser);
  default: return parse_expected(parser, "a case or ')'");
  }
}

Status parse_cases(Parser *parser)
{
  assert(parse_top_frame(parser)->kind == FRAME_MATCH);
  const ParseFrame *frame = parse_top_frame(parser);
  Sort sort = bank_sort(parser->bank, parser->values.items[frame->base]);
  if (sorts_class(&parser->bank->sorts, sort) != SORT_DATATYPE)
    return parse_fail(parser, STATUS_SORT, frame->offset,
                      "only terms of a datatype can be matched");
  Status status = parse_next(parser, TOKEN_OPEN, "the cases of the match");
  return status ? status : next_case(parser);
}

Status parse_case_end(Parser *parser)
{
  assert(parse_top_frame(parser)->kind == FRAME_CASE);
  const ParseFrame frame = *parse_top_frame(parser);
  Status status = parse_next(parser, TOKEN_CLOSE, "')'");
  if (status) return status;
  Term *values = parser->values.items + frame.base;
  uint32_t count = (uint32_t)parser->values.count - frame.base;
  scope_drop_locals(&parser->scope, frame.extra);
  assert(count > 0);
  Sort sort = bank_sort(parser->bank, values[count - 1]);
  Op op = bank_case_operator(parser->bank, frame.head);
  parse_finish_frame(parser, bank_term(parser->bank, op, sort, values, count));
  return next_case(parser);
}
