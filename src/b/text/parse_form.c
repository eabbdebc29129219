/* The forms that bind variables or are bracketed by words. */
#include "b/text/parse.h"

/* Declares a variable that is bound from now on, and adds its node to the list. */
static bool bind(BParser *parser, const BToken *token, U32Vec *list)
{
  BRaw *raw = parser->raw;
  for (size_t i = 0; i < list->count; i++)
    if (raw->declarations.items[b_raw_info(raw, list->items[i])->data].name == token->symbol) {
      error_set_at(parser->error, STATUS_SCOPE, token->offset, "variable '%.*s' is bound twice",
                   (int)token->length, parser->lexer.text + token->offset);
      return false;
    }
  BDeclaration declaration = {.name = token->symbol, .offset = token->offset, .bound = true};
  uint32_t number = (uint32_t)raw->declarations.count;
  VEC_PUSH(&raw->declarations, declaration);
  BRawNode node = b_parse_add(parser, B_IDENTIFIER, token->offset, number, NULL, 0);
  if (node == 0) return false;
  VEC_PUSH(list, node);
  return true;
}

static void enter(BParser *parser, const U32Vec *variables)
{
  for (size_t i = 0; i < variables->count; i++)
    VEC_PUSH(&parser->scope, b_raw_info(parser->raw, variables->items[i])->data);
}

static void leave(BParser *parser, size_t count)
{
  parser->scope.count -= count;
}

/* x, y, z */
static bool parse_names(BParser *parser, U32Vec *list)
{
  for (;;) {
    BToken token = parser->token;
    if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "the name of a variable") ||
        !bind(parser, &token, list))
      return false;
    if (!b_parse_is(parser, B_TOKEN_COMMA)) return true;
    if (!b_parse_next(parser)) return false;
  }
}

/* x or (x, y), and the dot after them. */
static bool parse_variables(BParser *parser, U32Vec *list)
{
  if (!b_parse_is(parser, B_TOKEN_LEFT)) {
    BToken token = parser->token;
    if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "the name of a variable") ||
        !bind(parser, &token, list))
      return false;
  } else if (!b_parse_next(parser) || !parse_names(parser, list) ||
             !b_parse_expect(parser, B_TOKEN_RIGHT, "')'")) {
    return false;
  }
  return b_parse_expect(parser, B_TOKEN_DOT, "'.'");
}

/* Makes the node of variables and bodies, and closes their scope. */
static BRawNode finish(BParser *parser, BOperator op, uint32_t offset, U32Vec *variables,
                       const BRawNode *bodies, uint32_t count)
{
  uint32_t bound = (uint32_t)variables->count;
  VEC_APPEND(variables, bodies, count);
  return b_parse_add(parser, op, offset, bound, variables->items, (uint32_t)variables->count);
}

/* A body in parentheses. */
static BRawNode parse_body(BParser *parser)
{
  if (!b_parse_expect(parser, B_TOKEN_LEFT, "'('")) return 0;
  BRawNode body = b_parse_formula(parser);
  return body && b_parse_expect(parser, B_TOKEN_RIGHT, "')'") ? body : 0;
}

static BRawNode finish_quantifier(BParser *parser, const BToken *token, U32Vec *variables,
                                  BRawNode body)
{
  if (token->op == B_EXISTS) return finish(parser, B_EXISTS, token->offset, variables, &body, 1);
  if (b_raw_info(parser->raw, body)->op != B_IMPLIES) {
    error_set_at(parser->error, STATUS_SYNTAX, b_raw_info(parser->raw, body)->offset,
                 "the body of a universal quantification must be an implication");
    return 0;
  }
  BRawNode bodies[] = {b_raw_arg(parser->raw, body, 0), b_raw_arg(parser->raw, body, 1)};
  return finish(parser, B_FORALL, token->offset, variables, bodies, 2);
}

BRawNode b_parse_quantifier(BParser *parser)
{
  BToken token = parser->token;
  U32Vec variables = {0};
  BRawNode node = 0;
  if (b_parse_next(parser) && parse_variables(parser, &variables)) {
    size_t bound = variables.count;
    enter(parser, &variables);
    BRawNode body = parse_body(parser);
    if (body) node = finish_quantifier(parser, &token, &variables, body);
    leave(parser, bound);
  }
  VEC_FREE(&variables);
  return node;
}

/* P | E */
static bool parse_bodies(BParser *parser, BRawNode bodies[2])
{
  bodies[0] = b_parse_formula(parser);
  if (bodies[0] == 0 || !b_parse_expect(parser, B_TOKEN_BAR, "'|'")) return false;
  bodies[1] = b_parse_formula(parser);
  return bodies[1] != 0;
}

BRawNode b_parse_binder(BParser *parser)
{
  BToken token = parser->token;
  U32Vec variables = {0};
  BRawNode node = 0, bodies[2];
  if (b_parse_next(parser) && parse_variables(parser, &variables)) {
    size_t bound = variables.count;
    enter(parser, &variables);
    if (b_parse_expect(parser, B_TOKEN_LEFT, "'('") && parse_bodies(parser, bodies) &&
        b_parse_expect(parser, B_TOKEN_RIGHT, "')'"))
      node = finish(parser, token.op, token.offset, &variables, bodies, 2);
    leave(parser, bound);
  }
  VEC_FREE(&variables);
  return node;
}

/* Is it { names | or { names . ? Looks ahead. */
static bool is_comprehension(const BParser *parser)
{
  BLexer lexer = parser->lexer;
  BToken token;
  Error ignored;
  for (;;) {
    if (b_lexer_next(&lexer, &token, &ignored) != STATUS_OK || token.kind != B_TOKEN_IDENTIFIER)
      return false;
    if (b_lexer_next(&lexer, &token, &ignored) != STATUS_OK) return false;
    if (token.kind == B_TOKEN_BAR || token.kind == B_TOKEN_DOT) return true;
    if (token.kind != B_TOKEN_COMMA) return false;
  }
}

static BRawNode parse_comprehension(BParser *parser, uint32_t offset)
{
  U32Vec variables = {0};
  BRawNode node = 0, bodies[2];
  if (parse_names(parser, &variables)) {
    size_t bound = variables.count;
    enter(parser, &variables);
    if (b_parse_is(parser, B_TOKEN_DOT)) {
      if (b_parse_next(parser) && parse_bodies(parser, bodies) &&
          b_parse_expect(parser, B_TOKEN_RIGHT_BRACE, "'}'"))
        node = finish(parser, B_EVENT_B_COMPREHENSION, offset, &variables, bodies, 2);
    } else if (b_parse_expect(parser, B_TOKEN_BAR, "'|'")) {
      bodies[0] = b_parse_formula(parser);
      if (bodies[0] && b_parse_expect(parser, B_TOKEN_RIGHT_BRACE, "'}'"))
        node = finish(parser, B_COMPREHENSION, offset, &variables, bodies, 1);
    }
    leave(parser, bound);
  }
  VEC_FREE(&variables);
  return node;
}

/* What stands between the brackets of a set or sequence: E, F, G. */
static BRawNode parse_extension(BParser *parser, BOperator op, uint32_t offset, BTokenKind close,
                                const char *text)
{
  U32Vec items = {0};
  BRawNode node = 0;
  for (;;) {
    BRawNode item = b_parse_formula(parser);
    if (item == 0) break;
    VEC_PUSH(&items, item);
    if (b_parse_is(parser, B_TOKEN_COMMA) ? !b_parse_next(parser) : true) {
      if (!b_parse_is(parser, close)) {
        b_parse_unexpected(parser, text);
      } else if (b_parse_next(parser)) {
        node = b_parse_add(parser, op, offset, 0, items.items, (uint32_t)items.count);
      }
      break;
    }
  }
  VEC_FREE(&items);
  return node;
}

BRawNode b_parse_brace(BParser *parser)
{
  uint32_t offset = parser->token.offset;
  bool comprehension = is_comprehension(parser);
  if (!b_parse_next(parser)) return 0;
  if (comprehension) return parse_comprehension(parser, offset);
  if (b_parse_is(parser, B_TOKEN_RIGHT_BRACE))
    return b_parse_next(parser) ? b_parse_add(parser, B_EMPTY_SET, offset, 0, NULL, 0) : 0;
  return parse_extension(parser, B_SET_EXTENSION, offset, B_TOKEN_RIGHT_BRACE, "'}' or ','");
}

BRawNode b_parse_sequence(BParser *parser)
{
  uint32_t offset = parser->token.offset;
  if (!b_parse_next(parser)) return 0;
  if (b_parse_is(parser, B_TOKEN_RIGHT_BRACKET))
    return b_parse_next(parser) ? b_parse_add(parser, B_EMPTY_SEQUENCE, offset, 0, NULL, 0) : 0;
  return parse_extension(parser, B_SEQUENCE_EXTENSION, offset, B_TOKEN_RIGHT_BRACKET, "']' or ','");
}

/* At IF or ELSIF; the chain of several conditions is made from its end. */
BRawNode b_parse_if(BParser *parser)
{
  U32Vec parts = {0}; /* condition, branch, condition, branch ... */
  U32Vec offsets = {0};
  BRawNode node = 0;
  bool good = true;
  do {
    VEC_PUSH(&offsets, parser->token.offset);
    BRawNode condition = 0, branch = 0;
    good = b_parse_next(parser) && (condition = b_parse_formula(parser)) != 0 &&
           b_parse_expect_keyword(parser, B_KEYWORD_THEN) &&
           (branch = b_parse_formula(parser)) != 0;
    if (!good) break;
    VEC_PUSH(&parts, condition);
    VEC_PUSH(&parts, branch);
  } while (b_parse_is_keyword(parser, B_KEYWORD_ELSIF));
  if (good && b_parse_expect_keyword(parser, B_KEYWORD_ELSE)) node = b_parse_formula(parser);
  if (node && !b_parse_expect_keyword(parser, B_KEYWORD_END)) node = 0;
  for (size_t i = offsets.count; i-- > 0 && node;) {
    BRawNode args[] = {parts.items[2 * i], parts.items[2 * i + 1], node};
    node = b_parse_add(parser, B_IF_EXPRESSION, offsets.items[i], 0, args, 3);
  }
  VEC_FREE(&parts);
  VEC_FREE(&offsets);
  return node;
}

/* x = E & y = F: the values of the variables, in their order. */
static bool parse_definitions(BParser *parser, const U32Vec *variables, U32Vec *values)
{
  BRaw *raw = parser->raw;
  for (size_t i = 0; i < variables->count; i++) {
    if (i > 0) {
      if (!b_parse_is(parser, B_TOKEN_OPERATOR) || parser->token.op != B_AND) {
        b_parse_unexpected(parser, "'&' and the value of the next variable");
        return false;
      }
      if (!b_parse_next(parser)) return false;
    }
    uint32_t declaration = b_raw_info(raw, variables->items[i])->data;
    if (!b_parse_is(parser, B_TOKEN_IDENTIFIER) ||
        parser->token.symbol != raw->declarations.items[declaration].name) {
      b_parse_unexpected(parser, "the next variable of the LET and its value");
      return false;
    }
    if (!b_parse_next(parser)) return false;
    if (!b_parse_is(parser, B_TOKEN_OPERATOR) || parser->token.op != B_EQUAL) {
      b_parse_unexpected(parser, "'='");
      return false;
    }
    if (!b_parse_next(parser)) return false;
    BRawNode value = b_parse_from(parser, B_PRIORITY_OPERAND);
    if (value == 0) return false;
    VEC_PUSH(values, value);
    VEC_PUSH(&parser->scope, declaration);
  }
  return true;
}

/* Several variables are LETs in each other: a value may use the variables before it. */
BRawNode b_parse_let(BParser *parser)
{
  uint32_t offset = parser->token.offset;
  U32Vec variables = {0}, values = {0};
  BRawNode node = 0;
  size_t outer = parser->scope.count;
  if (b_parse_next(parser) && parse_names(parser, &variables) &&
      b_parse_expect_keyword(parser, B_KEYWORD_BE) &&
      parse_definitions(parser, &variables, &values) &&
      b_parse_expect_keyword(parser, B_KEYWORD_IN)) {
    node = b_parse_formula(parser);
    if (node && !b_parse_expect_keyword(parser, B_KEYWORD_END)) node = 0;
  }
  leave(parser, parser->scope.count - outer);
  for (size_t i = variables.count; i-- > 0 && node;) {
    BRawNode args[] = {variables.items[i], values.items[i], node};
    node = b_parse_add(parser, B_LET_EXPRESSION, offset, 1, args, 3);
  }
  VEC_FREE(&variables);
  VEC_FREE(&values);
  return node;
}

static bool parse_record_field(BParser *parser, U32Vec *names, U32Vec *values)
{
  BToken token = parser->token;
  if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "the name of a field")) return false;
  for (size_t i = 0; i < names->count; i++)
    if (names->items[i] == token.symbol) {
      error_set_at(parser->error, STATUS_SCOPE, token.offset, "field '%.*s' is given twice",
                   (int)token.length, parser->lexer.text + token.offset);
      return false;
    }
  VEC_PUSH(names, token.symbol);
  if (!b_parse_is(parser, B_TOKEN_OPERATOR) || parser->token.op != B_MEMBER) {
    b_parse_unexpected(parser, "':'");
    return false;
  }
  BRawNode value = b_parse_next(parser) ? b_parse_from(parser, B_PRIORITY_OPERAND) : 0;
  if (value) VEC_PUSH(values, value);
  return value != 0;
}

/* rec(a : E, b : F), struct(a : S, b : T). The names are kept beside the operands. */
BRawNode b_parse_record(BParser *parser)
{
  BOperator op = b_parse_is_keyword(parser, B_KEYWORD_rec) ? B_RECORD : B_STRUCT;
  uint32_t offset = parser->token.offset;
  U32Vec names = {0}, values = {0};
  BRawNode node = 0;
  bool good = b_parse_next(parser) && b_parse_expect(parser, B_TOKEN_LEFT, "'('");
  while (good && (good = parse_record_field(parser, &names, &values)) &&
         b_parse_is(parser, B_TOKEN_COMMA))
    good = b_parse_next(parser);
  if (good && b_parse_expect(parser, B_TOKEN_RIGHT, "')' or ','")) {
    node = b_parse_add(parser, op, offset, (uint32_t)parser->raw->fields.count, values.items,
                       (uint32_t)values.count);
    VEC_APPEND(&parser->raw->fields, names.items, names.count);
  }
  VEC_FREE(&names);
  VEC_FREE(&values);
  return node;
}
