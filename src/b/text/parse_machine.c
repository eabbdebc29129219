#include "b/text/parse_machine.h"

void b_raw_machine_deinit(BRawMachine *machine)
{
  VEC_FREE(&machine->constants);
  VEC_FREE(&machine->variables);
  VEC_FREE(&machine->assertions);
}

static bool is_sign(const BParser *parser, BOperator op)
{
  return b_parse_is(parser, B_TOKEN_OPERATOR) && parser->token.op == op;
}

static bool twice(BParser *parser, const BToken *token)
{
  error_set_at(parser->error, STATUS_SCOPE, token->offset, "'%.*s' is declared twice",
               (int)token->length, parser->lexer.text + token->offset);
  return false;
}

/* Declares a name that stands for a term. */
static bool define(BParser *parser, const BToken *token, BTerm term)
{
  uint32_t number = b_parse_declare(parser, token->symbol, token->offset);
  BDeclaration *declaration = &parser->raw->declarations.items[number];
  if (declaration->known) return twice(parser, token);
  declaration->known = term;
  return true;
}

static bool parse_element(BParser *parser, BModule *module, BType type)
{
  BToken token = parser->token;
  if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "the name of an element")) return false;
  BTerm element = b_make_name(parser->bank, B_ELEMENT, type, token.symbol);
  VEC_PUSH(&module->elements, element);
  return define(parser, &token, element);
}

/* = {a, b} */
static bool parse_elements(BParser *parser, BModule *module, BType type)
{
  if (!b_parse_next(parser) || !b_parse_expect(parser, B_TOKEN_LEFT_BRACE, "'{'")) return false;
  while (parse_element(parser, module, type)) {
    if (!b_parse_is(parser, B_TOKEN_COMMA))
      return b_parse_expect(parser, B_TOKEN_RIGHT_BRACE, "'}' or ','");
    if (!b_parse_next(parser)) return false;
  }
  return false;
}

static bool parse_set(BParser *parser, BModule *module)
{
  BToken token = parser->token;
  if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "the name of a set")) return false;
  BTypes *types = &parser->bank->types;
  BType type = b_type_given(types, token.symbol);
  BGivenSet set = {token.symbol, type, (uint32_t)module->elements.count, 0};
  BTerm term = b_make_name(parser->bank, B_GIVEN_SET, b_type_set(types, type), token.symbol);
  if (!define(parser, &token, term)) return false;
  if (is_sign(parser, B_EQUAL) && !parse_elements(parser, module, type)) return false;
  set.count = (uint32_t)module->elements.count - set.first;
  VEC_PUSH(&module->sets, set);
  return true;
}

static bool parse_sets(BParser *parser, BModule *module)
{
  while (parse_set(parser, module)) {
    if (!is_sign(parser, B_COMPOSITION)) return true;
    if (!b_parse_next(parser)) return false;
  }
  return false;
}

static bool is_declared(const BRawMachine *machine, uint32_t declaration)
{
  for (size_t i = 0; i < machine->constants.count; i++)
    if (machine->constants.items[i] == declaration) return true;
  for (size_t i = 0; i < machine->variables.count; i++)
    if (machine->variables.items[i] == declaration) return true;
  return false;
}

static bool parse_names(BParser *parser, const BRawMachine *machine, U32Vec *list)
{
  for (;;) {
    BToken token = parser->token;
    if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "a name")) return false;
    uint32_t declaration = b_parse_declare(parser, token.symbol, token.offset);
    if (parser->raw->declarations.items[declaration].known || is_declared(machine, declaration))
      return twice(parser, &token);
    VEC_PUSH(list, declaration);
    if (!b_parse_is(parser, B_TOKEN_COMMA)) return true;
    if (!b_parse_next(parser)) return false;
  }
}

static bool parse_predicate_clause(BParser *parser, BRawNode *node)
{
  if (*node) {
    error_set_at(parser->error, STATUS_SYNTAX, parser->token.offset, "the clause is there twice");
    return false;
  }
  *node = b_parse_predicate(parser);
  return *node != 0;
}

static bool parse_assertions(BParser *parser, BRawMachine *machine)
{
  for (;;) {
    BRawNode node = b_parse_predicate(parser);
    if (node == 0) return false;
    VEC_PUSH(&machine->assertions, node);
    if (!is_sign(parser, B_COMPOSITION)) return true;
    if (!b_parse_next(parser)) return false;
  }
}

/* Is the token the END after which there is nothing? */
static bool is_last_end(const BParser *parser)
{
  if (!b_parse_is_keyword(parser, B_KEYWORD_END)) return false;
  BLexer lexer = parser->lexer;
  BToken token;
  Error ignored;
  return b_lexer_next(&lexer, &token, &ignored) == STATUS_OK && token.kind == B_TOKEN_END;
}

static bool begins_clause(const BParser *parser)
{
  return b_parse_is(parser, B_TOKEN_KEYWORD) && parser->token.keyword >= B_KEYWORD_SETS;
}

/* Substitutions are not read: up to the next clause or to the last END. Their signs need not be ours. */
static bool skip_clause(BParser *parser)
{
  for (;;) {
    Error ignored;
    while (b_lexer_next(&parser->lexer, &parser->token, &ignored) != STATUS_OK)
      if (++parser->lexer.at >= parser->lexer.length) {
        parser->lexer.at = parser->lexer.length;
        b_parse_unexpected(parser, "END");
        return false;
      }
    if (b_parse_is(parser, B_TOKEN_END)) {
      b_parse_unexpected(parser, "END");
      return false;
    }
    if (begins_clause(parser) || is_last_end(parser)) return true;
  }
}

static bool parse_clause(BParser *parser, BModule *module, BRawMachine *machine)
{
  BToken token = parser->token;
  if (!begins_clause(parser)) {
    b_parse_unexpected(parser, "SETS, CONSTANTS, PROPERTIES, VARIABLES, INVARIANT, ASSERTIONS, "
                               "INITIALISATION, OPERATIONS or END");
    return false;
  }
  if (token.keyword >= B_KEYWORD_INITIALISATION) {
    module->skipped = true;
    return skip_clause(parser);
  }
  if (!b_parse_next(parser)) return false;
  switch (token.keyword) {
  case B_KEYWORD_SETS: return parse_sets(parser, module);
  case B_KEYWORD_CONSTANTS:
  case B_KEYWORD_ABSTRACT_CONSTANTS:
  case B_KEYWORD_CONCRETE_CONSTANTS: return parse_names(parser, machine, &machine->constants);
  case B_KEYWORD_VARIABLES:
  case B_KEYWORD_ABSTRACT_VARIABLES:
  case B_KEYWORD_CONCRETE_VARIABLES: return parse_names(parser, machine, &machine->variables);
  case B_KEYWORD_PROPERTIES: return parse_predicate_clause(parser, &machine->properties);
  case B_KEYWORD_INVARIANT: return parse_predicate_clause(parser, &machine->invariant);
  default: return parse_assertions(parser, machine);
  }
}

bool b_parse_machine(BParser *parser, BModule *module, BRawMachine *machine)
{
  if (!b_parse_next(parser)) return false;
  module->name = parser->token.symbol;
  if (!b_parse_expect(parser, B_TOKEN_IDENTIFIER, "the name of the machine")) return false;
  while (!b_parse_is_keyword(parser, B_KEYWORD_END))
    if (!parse_clause(parser, module, machine)) return false;
  if (!b_parse_next(parser)) return false;
  if (b_parse_is(parser, B_TOKEN_END)) return true;
  b_parse_unexpected(parser, "nothing after the END of the machine");
  return false;
}
