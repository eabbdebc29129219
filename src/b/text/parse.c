/* The parser: tokens, operators by priority, and what stands between them. */
#include "b/text/parse.h"

#include <assert.h>

Status b_parser_init(BParser *parser, BBank *bank, BRaw *raw, const char *text, size_t length,
                     bool parameters, Error *error)
{
  *parser = (BParser){.bank = bank, .raw = raw, .error = error};
  if (length >= UINT32_MAX) return error_set(error, STATUS_LIMIT, "larger than 4 GB");
  b_signs_init(&parser->signs);
  parser->lexer = (BLexer){.bank = bank,
                           .text = text,
                           .length = length,
                           .parameters = parameters,
                           .signs = parser->signs.signs,
                           .heads = parser->signs.heads};
  return b_lexer_next(&parser->lexer, &parser->token, error);
}

void b_parser_deinit(BParser *parser)
{
  VEC_FREE(&parser->scope);
  VEC_FREE(&parser->globals);
  VEC_FREE(&parser->open);
}

static void note_bracket(BParser *parser)
{
  switch (parser->token.kind) {
  case B_TOKEN_LEFT:
  case B_TOKEN_LEFT_BRACKET:
  case B_TOKEN_LEFT_BRACE: VEC_PUSH(&parser->open, (uint32_t)parser->token.offset); break;
  case B_TOKEN_RIGHT:
  case B_TOKEN_RIGHT_BRACKET:
  case B_TOKEN_RIGHT_BRACE:
    if (parser->open.count > 0) parser->open.count--;
    break;
  default: break;
  }
}

bool b_parse_next(BParser *parser)
{
  note_bracket(parser);
  return b_lexer_next(&parser->lexer, &parser->token, parser->error) == STATUS_OK;
}

bool b_parse_is(const BParser *parser, BTokenKind kind)
{
  return parser->token.kind == kind;
}

bool b_parse_is_keyword(const BParser *parser, BKeyword keyword)
{
  return parser->token.kind == B_TOKEN_KEYWORD && parser->token.keyword == keyword;
}

BRawNode b_parse_unexpected(BParser *parser, const char *expected)
{
  const BToken *token = &parser->token;
  enum { SHOWN = 40 };
  uint32_t open = parser->open.count ? parser->open.items[parser->open.count - 1] : 0;
  if (token->kind == B_TOKEN_END && parser->open.count)
    error_set_at(parser->error, STATUS_SYNTAX, open,
                 "'%c' is not closed: unexpected end, where %s was expected",
                 parser->lexer.text[open], expected);
  else if (token->kind == B_TOKEN_END)
    error_set_at(parser->error, STATUS_SYNTAX, token->offset,
                 "unexpected end, where %s was expected", expected);
  else
    error_set_at(parser->error, STATUS_SYNTAX, token->offset,
                 "unexpected '%.*s', where %s was expected",
                 token->length < SHOWN ? (int)token->length : SHOWN,
                 parser->lexer.text + token->offset, expected);
  return 0;
}

bool b_parse_expect(BParser *parser, BTokenKind kind, const char *text)
{
  if (b_parse_is(parser, kind)) return b_parse_next(parser);
  b_parse_unexpected(parser, text);
  return false;
}

bool b_parse_expect_keyword(BParser *parser, BKeyword keyword)
{
  if (b_parse_is_keyword(parser, keyword)) return b_parse_next(parser);
  b_parse_unexpected(parser, b_keywords[keyword]);
  return false;
}

bool b_parse_want(BParser *parser, BRawNode node, bool predicate)
{
  if (node == 0) return false;
  const BRawInfo *info = b_raw_info(parser->raw, node);
  if (info->predicate == predicate) return true;
  if (info->op == B_NONE && predicate) return true; /* $1 is what the operand is: types tell */
  error_set_at(parser->error, STATUS_SORT, info->offset,
               predicate ? "this is an expression, where a predicate is expected"
                         : "this is a predicate, where an expression is expected");
  return false;
}

/* IF and LET are what their branch or body is. */
static bool is_predicate(const BParser *parser, BOperator op, const BRawNode *args, uint32_t count)
{
  if (op == B_IF_EXPRESSION) return b_raw_info(parser->raw, args[1])->predicate;
  if (op == B_LET_EXPRESSION) return b_raw_info(parser->raw, args[count - 1])->predicate;
  return op != B_NONE && parser->bank->signatures[op].alternatives[0].result == B_PREDICATE;
}

static bool wants_predicate(const BParser *parser, BOperator op, uint32_t operand,
                            const BRawNode *args, uint32_t count)
{
  if (op == B_IF_EXPRESSION && operand > 0) return is_predicate(parser, op, args, count);
  if (op == B_LET_EXPRESSION) return operand > 0 && is_predicate(parser, op, args, count);
  const BSignature *signature = &parser->bank->signatures[op];
  if (signature->operand_count == 0) return false; /* records */
  uint32_t last = signature->operand_count - 1u;
  return signature->alternatives[0].operands[operand < last ? operand : last] == B_PREDICATE;
}

BRawNode b_parse_add(BParser *parser, BOperator op, uint32_t offset, uint32_t data,
                     const BRawNode *args, uint32_t count)
{
  assert(op < B_OPERATOR_COUNT && (args || count == 0));
  uint32_t variables = op != B_NONE && b_operator_binds(op) ? data : 0;
  for (uint32_t i = variables; i < count; i++)
    if (!b_parse_want(parser, args[i], wants_predicate(parser, op, i - variables, args, count)))
      return 0;
  BRawInfo info = {.op = (uint16_t)op,
                   .predicate = is_predicate(parser, op, args, count),
                   .offset = offset,
                   .data = data};
  return b_raw_add(parser->raw, info, args, count, parser->error);
}

uint32_t b_parse_declare(BParser *parser, Symbol name, uint32_t offset)
{
  while (parser->globals.count <= name) VEC_PUSH(&parser->globals, 0);
  uint32_t *global = &parser->globals.items[name];
  if (*global == 0) {
    BDeclaration declaration = {.name = name, .offset = offset};
    VEC_PUSH(&parser->raw->declarations, declaration);
    *global = (uint32_t)parser->raw->declarations.count;
  }
  return *global - 1;
}

static BRawNode parse_identifier(BParser *parser)
{
  BToken token = parser->token;
  if (!b_parse_next(parser)) return 0;
  for (size_t i = parser->scope.count; i-- > 0;) {
    uint32_t declaration = parser->scope.items[i];
    if (parser->raw->declarations.items[declaration].name == token.symbol)
      return b_parse_add(parser, B_IDENTIFIER, token.offset, declaration, NULL, 0);
  }
  uint32_t declaration = b_parse_declare(parser, token.symbol, token.offset);
  return b_parse_add(parser, B_IDENTIFIER, token.offset, declaration, NULL, 0);
}

static BRawNode parse_literal(BParser *parser)
{
  BToken token = parser->token;
  BOperator op = token.kind == B_TOKEN_INTEGER  ? B_INTEGER
                 : token.kind == B_TOKEN_REAL   ? B_REAL
                 : token.kind == B_TOKEN_STRING ? B_STRING
                                                : B_NONE; /* a parameter */
  return b_parse_next(parser) ? b_parse_add(parser, op, token.offset, token.symbol, NULL, 0) : 0;
}

/* Expressions with commas between them, up to the closing token, which is read. False if one is wrong. */
static bool parse_list(BParser *parser, U32Vec *list, uint32_t priority)
{
  do {
    BRawNode node = b_parse_from(parser, priority);
    if (node == 0) return false;
    VEC_PUSH(list, node);
    if (!b_parse_is(parser, B_TOKEN_COMMA)) return true;
  } while (b_parse_next(parser));
  return false;
}

/* (P), (E), (E, F): the comma makes pairs. */
static BRawNode parse_parentheses(BParser *parser)
{
  uint32_t offset = parser->token.offset;
  if (!b_parse_next(parser)) return 0;
  U32Vec list = {0};
  BRawNode node = 0;
  if (parse_list(parser, &list, B_PRIORITY_LOWEST) &&
      b_parse_expect(parser, B_TOKEN_RIGHT, "')'")) {
    node = list.items[0];
    for (size_t i = 1; i < list.count && node; i++) {
      BRawNode pair[] = {node, list.items[i]};
      node = b_parse_add(parser, B_COUPLE, offset, 0, pair, 2);
    }
  }
  VEC_FREE(&list);
  return node;
}

/* card(S), not(P), bin(E) and bin(l, E, r). */
static BRawNode parse_call(BParser *parser)
{
  BToken token = parser->token;
  BOperator op = token.op;
  U32Vec args = {0};
  BRawNode node = 0;
  if (b_parse_next(parser) && b_parse_expect(parser, B_TOKEN_LEFT, "'('") &&
      parse_list(parser, &args, B_PRIORITY_LOWEST) &&
      b_parse_expect(parser, B_TOKEN_RIGHT, "')'")) {
    if (op == B_BIN_LEAF && args.count > 1) op = B_BIN;
    const BSignature *signature = &parser->bank->signatures[op];
    uint32_t wanted = signature->operand_count;
    if (args.count < wanted || (args.count > wanted && !signature->more))
      error_set_at(parser->error, STATUS_SORT, token.offset,
                   "'%.*s' takes %u operand%s, and %zu are given", (int)token.length,
                   parser->lexer.text + token.offset, wanted, wanted == 1 ? "" : "s", args.count);
    else
      node = b_parse_add(parser, op, token.offset, 0, args.items, (uint32_t)args.count);
  }
  VEC_FREE(&args);
  return node;
}

static BRawNode parse_prefix(BParser *parser)
{
  uint32_t offset = parser->token.offset;
  if (!b_parse_next(parser)) return 0;
  BRawNode operand = b_parse_from(parser, b_operator(B_NEGATE)->priority);
  return operand ? b_parse_add(parser, B_NEGATE, offset, 0, &operand, 1) : 0;
}

static BRawNode parse_word(BParser *parser)
{
  BToken token = parser->token;
  return b_parse_next(parser) ? b_parse_add(parser, token.op, token.offset, 0, NULL, 0) : 0;
}

static BRawNode parse_operator(BParser *parser)
{
  BOperator op = parser->token.op;
  if (op == B_NEGATE || op == B_SUBTRACT) return parse_prefix(parser);
  switch (b_operator(op)->form) {
  case B_FORM_WORD:
  case B_FORM_EXTENSION: return parse_word(parser);
  case B_FORM_CALL: return parse_call(parser);
  case B_FORM_QUANTIFIER: return b_parse_quantifier(parser);
  case B_FORM_BINDER: return b_parse_binder(parser);
  default: return b_parse_unexpected(parser, "a predicate or an expression");
  }
}

static BRawNode parse_primary(BParser *parser)
{
  switch (parser->token.kind) {
  case B_TOKEN_IDENTIFIER: return parse_identifier(parser);
  case B_TOKEN_INTEGER:
  case B_TOKEN_REAL:
  case B_TOKEN_STRING:
  case B_TOKEN_PARAMETER: return parse_literal(parser);
  case B_TOKEN_LEFT: return parse_parentheses(parser);
  case B_TOKEN_LEFT_BRACE: return b_parse_brace(parser);
  case B_TOKEN_LEFT_BRACKET: return b_parse_sequence(parser);
  case B_TOKEN_OPERATOR: return parse_operator(parser);
  default: break;
  }
  if (b_parse_is_keyword(parser, B_KEYWORD_IF)) return b_parse_if(parser);
  if (b_parse_is_keyword(parser, B_KEYWORD_LET)) return b_parse_let(parser);
  if (b_parse_is_keyword(parser, B_KEYWORD_rec) || b_parse_is_keyword(parser, B_KEYWORD_struct))
    return b_parse_record(parser);
  return b_parse_unexpected(parser, "a predicate or an expression");
}

/* f(E, F) is f((E, F)). */
static BRawNode parse_application(BParser *parser, BRawNode function)
{
  uint32_t offset = b_raw_info(parser->raw, function)->offset;
  BRawNode argument = parse_parentheses(parser);
  BRawNode args[] = {function, argument};
  return argument ? b_parse_add(parser, B_FUNCTION, offset, 0, args, 2) : 0;
}

static BRawNode parse_image(BParser *parser, BRawNode relation)
{
  uint32_t offset = b_raw_info(parser->raw, relation)->offset;
  if (!b_parse_next(parser)) return 0;
  BRawNode set = b_parse_from(parser, B_PRIORITY_FORMULA);
  if (set == 0 || !b_parse_expect(parser, B_TOKEN_RIGHT_BRACKET, "']'")) return 0;
  BRawNode args[] = {relation, set};
  return b_parse_add(parser, B_IMAGE, offset, 0, args, 2);
}

static BRawNode parse_field(BParser *parser, BRawNode record)
{
  uint32_t offset = b_raw_info(parser->raw, record)->offset;
  if (!b_parse_next(parser)) return 0;
  Symbol name = parser->token.symbol;
  if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "the name of a field")) return 0;
  return b_parse_add(parser, B_FIELD, offset, name, &record, 1);
}

static BRawNode parse_reverse(BParser *parser, BRawNode relation)
{
  uint32_t offset = parser->token.offset;
  return b_parse_next(parser) ? b_parse_add(parser, B_REVERSE, offset, 0, &relation, 1) : 0;
}

static BRawNode parse_postfix(BParser *parser)
{
  BRawNode node = parse_primary(parser);
  while (node && !b_raw_info(parser->raw, node)->predicate) {
    if (b_parse_is(parser, B_TOKEN_LEFT))
      node = parse_application(parser, node);
    else if (b_parse_is(parser, B_TOKEN_LEFT_BRACKET))
      node = parse_image(parser, node);
    else if (b_parse_is(parser, B_TOKEN_QUOTE))
      node = parse_field(parser, node);
    else if (b_parse_is(parser, B_TOKEN_OPERATOR) && parser->token.op == B_REVERSE)
      node = parse_reverse(parser, node);
    else
      break;
  }
  return node;
}

/* A row of operands with the same connective, made into one node. */
static BRawNode parse_row(BParser *parser, BRawNode first, BOperator op, uint32_t priority)
{
  uint32_t offset = b_raw_info(parser->raw, first)->offset;
  U32Vec row = {0};
  VEC_PUSH(&row, first);
  BRawNode node = first;
  while (node && b_parse_is(parser, B_TOKEN_OPERATOR) && parser->token.op == op) {
    node = b_parse_next(parser) ? b_parse_from(parser, priority + 1) : 0;
    if (node) VEC_PUSH(&row, node);
  }
  if (node) node = b_parse_add(parser, op, offset, 0, row.items, (uint32_t)row.count);
  VEC_FREE(&row);
  return node;
}

static BRawNode parse_binary(BParser *parser, BRawNode left, BOperator op, uint32_t priority)
{
  uint32_t offset = parser->token.offset;
  if (!b_parse_next(parser)) return 0;
  BRawNode right = b_parse_from(parser, op == B_POWER ? priority : priority + 1);
  BRawNode args[] = {left, right};
  return right ? b_parse_add(parser, op, offset, 0, args, 2) : 0;
}

static BRawNode parse_infix(BParser *parser, uint32_t lowest)
{
  BRawNode left = parse_postfix(parser);
  while (left && b_parse_is(parser, B_TOKEN_OPERATOR)) {
    BOperator op = parser->token.op == B_NEGATE ? B_SUBTRACT : parser->token.op;
    const BOperatorInfo *info = b_operator(op);
    if (info->form != B_FORM_INFIX || info->priority < lowest) break;
    bool row = op == B_AND || op == B_OR;
    left = row ? parse_row(parser, left, op, info->priority)
               : parse_binary(parser, left, op, info->priority);
  }
  return left;
}

BRawNode b_parse_from(BParser *parser, uint32_t priority)
{
  assert(priority >= B_PRIORITY_LOWEST);
  if (parser->depth >= B_DEPTH_MAX) {
    error_set_at(parser->error, STATUS_LIMIT, parser->token.offset,
                 "nested more than %d levels deep", B_DEPTH_MAX);
    return 0;
  }
  parser->depth++;
  BRawNode node = parse_infix(parser, priority);
  parser->depth--;
  return node;
}

BRawNode b_parse_formula(BParser *parser)
{
  return b_parse_from(parser, B_PRIORITY_FORMULA);
}

BRawNode b_parse_predicate(BParser *parser)
{
  BRawNode node = b_parse_formula(parser);
  return b_parse_want(parser, node, true) ? node : 0;
}
