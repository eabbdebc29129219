/* Definitions of functions: define-fun, define-const, and recursive ones, whose bodies are read after all heads. */
#include <assert.h>

#include "smt/text/parse.h"

void prototype_free(Prototype *prototype)
{
  VEC_FREE(&prototype->parameters);
  VEC_FREE(&prototype->rank);
}

Status parse_prototype(Parser *parser, Prototype *prototype, bool has_parameters)
{
  Status status = parse_new_name(parser, &prototype->name, &prototype->offset);
  if (status == STATUS_OK && has_parameters)
    status = parse_sorted_names(parser, &prototype->parameters, &prototype->rank);
  return status ? status : parse_result_sort(parser, &prototype->rank);
}

Status parse_body(Parser *parser, const Prototype *prototype, Term *definition)
{
  assert(prototype->rank.count == prototype->parameters.count + 1);
  Bank *bank = parser->bank;
  uint32_t count = (uint32_t)prototype->parameters.count;
  U32Vec variables = {0};
  for (uint32_t i = 0; i < count; i++)
    VEC_PUSH(&variables,
             parse_bind_variable(parser, prototype->parameters.items[i], prototype->rank.items[i]));
  uint64_t begin = lexer_position(&parser->lexer);
  Status status = parse_term(parser, definition);
  scope_drop_locals(&parser->scope, 0);
  if (status == STATUS_OK && bank_sort(bank, *definition) != prototype->rank.items[count])
    status = resolve_coerce(parser, prototype->rank.items[count],
                            parse_offset_behind(parser, begin), "the body", definition);
  if (status == STATUS_OK && count) {
    Sort sort = sorts_function(&bank->sorts, prototype->rank.items, count + 1);
    *definition = bank_binder(bank, OP_LAMBDA, sort, variables.items, count, definition);
  }
  VEC_FREE(&variables);
  return status;
}

static Status define_function(Parser *parser, const Prototype *prototype, Command *command)
{
  uint32_t arity = (uint32_t)prototype->parameters.count;
  FunInfo info = {.name = prototype->name, .arity = arity, .origin = FUN_DEFINED};
  Status status =
      parse_check_new_fun(parser, info.name, prototype->rank.items, arity, prototype->offset);
  if (status == STATUS_OK) status = parse_body(parser, prototype, &info.definition);
  if (status) return status;
  command->a = bank_script_fun(parser->bank, &info, prototype->rank.items);
  scope_add_fun(&parser->scope, parser->bank, info.name, command->a);
  return parse_command_end(parser);
}

Status parse_define(Parser *parser, Command *command)
{
  Prototype prototype = {0};
  Status status = parse_prototype(parser, &prototype, command->kind != CMD_DEFINE_CONST);
  if (status == STATUS_OK) status = define_function(parser, &prototype, command);
  prototype_free(&prototype);
  return status;
}

typedef VEC(Prototype) Prototypes;

/* Declares the functions of a recursive definition under a version, reads their bodies, and says
 * whether these are what the bank knows under that version (or the first). */
static Status try_recursive(Parser *parser, const Prototypes *prototypes, uint32_t version,
                            U32Vec *funs, bool *fits)
{
  assert(prototypes->count > 0);
  Bank *bank = parser->bank;
  funs->count = 0;
  for (size_t i = 0; i < prototypes->count; i++) {
    const Prototype *prototype = &prototypes->items[i];
    FunInfo info = {.name = prototype->name,
                    .arity = (uint32_t)prototype->parameters.count,
                    .origin = FUN_RECURSIVE,
                    .version = version};
    Fun fun = bank_script_fun(bank, &info, prototype->rank.items);
    VEC_PUSH(funs, fun);
    scope_add_fun(&parser->scope, bank, info.name, fun);
  }
  *fits = true;
  for (size_t i = 0; i < prototypes->count; i++) {
    Term body;
    Status status = parse_body(parser, &prototypes->items[i], &body);
    if (status) return status;
    FunInfo *info = &bank->funs.items.items[funs->items[i]];
    if (!info->definition) info->definition = body;
    *fits &= info->definition == body;
  }
  return STATUS_OK;
}

static Status define_recursive(Parser *parser, const Prototypes *prototypes, Command *command)
{
  assert(prototypes->count > 0);
  for (size_t i = 0; i < prototypes->count; i++) {
    const Prototype *p = &prototypes->items[i];
    Status status = parse_check_new_fun(parser, p->name, p->rank.items,
                                        (uint32_t)p->parameters.count, p->offset);
    if (status) return status;
  }
  U32Vec funs = {0};
  Lexer begin = parser->lexer;
  Status status = STATUS_OK;
  bool fits = false;
  uint32_t version = scope_next_version(&parser->scope, prototypes->items[0].name);
  for (; status == STATUS_OK && !fits; version++) {
    parser->lexer = begin;
    size_t outside = parser->scope.funs.count;
    status = try_recursive(parser, prototypes, version, &funs, &fits);
    if (status == STATUS_OK && !fits) scope_drop_funs(&parser->scope, outside);
    typecache_clear(&parser->cache);
  }
  command->first = (uint32_t)parser->script->pool.count;
  command->count = (uint32_t)funs.count;
  VEC_APPEND(&parser->script->pool, funs.items, funs.count);
  if (funs.count) command->a = funs.items[0];
  VEC_FREE(&funs);
  return status;
}

Status parse_define_rec(Parser *parser, Command *command)
{
  Prototypes one = {0};
  VEC_PUSH(&one, (Prototype){0});
  Status status = parse_prototype(parser, &one.items[0], true);
  if (status == STATUS_OK) status = define_recursive(parser, &one, command);
  prototype_free(&one.items[0]);
  VEC_FREE(&one);
  return status ? status : parse_command_end(parser);
}

Status parse_define_recs(Parser *parser, Command *command)
{
  Prototypes all = {0};
  Status status = parse_next(parser, TOKEN_OPEN, "the functions");
  while (status == STATUS_OK && lexer_next(&parser->lexer) == TOKEN_OPEN) {
    VEC_PUSH(&all, (Prototype){0});
    status = parse_prototype(parser, &all.items[all.count - 1], true);
    if (status == STATUS_OK) status = parse_next(parser, TOKEN_CLOSE, "')'");
  }
  if (status == STATUS_OK && (parser->lexer.kind != TOKEN_CLOSE || all.count == 0))
    status = parse_expected(parser, "a function declaration");
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_OPEN, "the bodies");
  if (status == STATUS_OK) status = define_recursive(parser, &all, command);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_CLOSE, "')' after the bodies");
  for (size_t i = 0; i < all.count; i++) prototype_free(&all.items[i]);
  VEC_FREE(&all);
  return status ? status : parse_command_end(parser);
}
