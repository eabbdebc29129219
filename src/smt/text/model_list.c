/* Models as lists of definitions. Values refer to functions that are defined further down, so the
 * heads of all definitions are read first and the bodies after them. */
#include "smt/text/model_internal.h"

#include "smt/text/print.h"
#include "smt/text/scan.h"
#include "smt/text/solver_value.h"
#include <assert.h>

typedef struct {
  Prototype prototype;
  uint64_t body; /* offset */
} Entry;

typedef VEC(Entry) Entries;

/* --- whose definition it is --- */

static void describe_rank(StrBuf *out, const Bank *bank, const Sort *rank, uint32_t arity)
{
  strbuf_add_char(out, '(');
  for (uint32_t i = 0; i < arity; i++) {
    if (i) strbuf_add_char(out, ' ');
    print_sort(out, bank, rank[i]);
  }
  strbuf_add_text(out, ") ");
  print_sort(out, bank, rank[arity]);
}

static Status wrong_rank(Parser *parser, const Prototype *prototype, Fun declared)
{
  assert(prototype->rank.count == prototype->parameters.count + 1);
  const Bank *bank = parser->bank;
  StrBuf *out = &parser->text;
  strbuf_clear(out);
  strbuf_add_char(out, '\'');
  print_symbol(out, bank, prototype->name);
  strbuf_add_text(out, "' is declared as ");
  describe_rank(out, bank, funs_rank(&bank->funs, declared),
                funs_info(&bank->funs, declared)->arity);
  strbuf_add_text(out, ", but the model defines it as ");
  describe_rank(out, bank, prototype->rank.items, (uint32_t)prototype->rank.count - 1);
  return parse_fail(parser, STATUS_SORT, prototype->offset, "%s", strbuf_text(out));
}

static bool ranks_equal(const Bank *bank, Fun fun, const Prototype *prototype)
{
  assert(bank_has_fun(bank, fun));
  uint32_t arity = funs_info(&bank->funs, fun)->arity;
  if (arity != prototype->parameters.count) return false;
  for (uint32_t i = 0; i <= arity; i++)
    if (funs_rank(&bank->funs, fun)[i] != prototype->rank.items[i]) return false;
  return true;
}

/* A constant that is a function or an array can be defined by what it does with its argument. */
static bool is_pointwise(const Bank *bank, Fun fun, const Prototype *prototype)
{
  assert(bank_has_fun(bank, fun));
  const SortTable *sorts = &bank->sorts;
  Sort sort = funs_result(&bank->funs, fun);
  SortClass class = sorts_class(sorts, sort);
  if (funs_info(&bank->funs, fun)->arity || (class != SORT_FUNCTION && class != SORT_ARRAY))
    return false;
  const U32Vec *rank = &prototype->rank;
  if (sorts_node(sorts, sort)->arg_count != rank->count) return false;
  for (uint32_t i = 0; i < rank->count; i++)
    if (sorts_arg(sorts, sort, i) != rank->items[i]) return false;
  return true;
}

static bool is_of_script(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  FunOrigin origin = (FunOrigin)funs_info(&bank->funs, fun)->origin;
  return (origin == FUN_DECLARED || origin == FUN_DEFINED || origin == FUN_RECURSIVE) &&
         !solver_value_is_own(bank, fun);
}

/* The function of the script that is defined, or a new auxiliary one. */
static Status find_defined(Parser *parser, const Prototype *prototype, Definition *definition)
{
  assert(prototype->rank.count == prototype->parameters.count + 1);
  const Bank *bank = parser->bank;
  Fun other = 0;
  uint32_t position = scope_binding(&parser->scope, prototype->name)->fun;
  while (position) {
    const ScopedFun *scoped = &parser->scope.funs.items[position - 1];
    Fun fun = scoped->fun;
    position = scoped->outer;
    if (!is_of_script(bank, fun)) continue;
    if (ranks_equal(bank, fun, prototype) || is_pointwise(bank, fun, prototype)) {
      bool declared = funs_info(&bank->funs, fun)->origin == FUN_DECLARED;
      definition->fun = fun;
      definition->kind = declared ? DEFINITION_DECLARED : DEFINITION_DEFINED;
      return STATUS_OK;
    }
    other = fun;
  }
  if (other) return wrong_rank(parser, prototype, other);
  definition->kind = DEFINITION_AUXILIARY;
  definition->fun = model_auxiliary(parser, prototype->name, prototype->rank.items,
                                    (uint32_t)prototype->parameters.count);
  return STATUS_OK;
}

/* --- heads --- */

static Status read_head(Parser *parser, bool has_parameters, Entries *entries, Model *model)
{
  VEC_PUSH(entries, (Entry){0});
  Entry *entry = &entries->items[entries->count - 1];
  Status status = parse_prototype(parser, &entry->prototype, has_parameters);
  entry->body = lexer_position(&parser->lexer);
  if (status) return status;
  Definition definition = {.offset = entry->prototype.offset};
  status = find_defined(parser, &entry->prototype, &definition);
  VEC_PUSH(&model->definitions, definition);
  return status;
}

/* (declare-fun U!val!0 () U): an element of a universe, or something to go without a value. */
static Status read_declaration(Parser *parser, bool has_parameters, Model *model)
{
  Bank *bank = parser->bank;
  Symbol name;
  Sort sort;
  U32Vec rank = {0};
  lexer_next(&parser->lexer);
  Status status = parse_name(parser, &name);
  if (status == STATUS_OK && has_parameters)
    status = parse_next(parser, TOKEN_OPEN, "the sorts of the arguments");
  while (status == STATUS_OK && has_parameters && lexer_next(&parser->lexer) != TOKEN_CLOSE) {
    status = parse_sort(parser, &sort);
    if (status == STATUS_OK) VEC_PUSH(&rank, sort);
  }
  if (status == STATUS_OK) {
    lexer_next(&parser->lexer);
    status = parse_sort(parser, &sort);
  }
  if (status == STATUS_OK) {
    VEC_PUSH(&rank, sort);
    bool known = scope_binding(&parser->scope, name)->fun;
    if (!known && rank.count == 1 && answer_value_may_name(bank, sort) &&
        answer_value_is_name(&bank->symbols, name)) {
      Fun fun = answer_value_fun(bank, name, sort);
      scope_add_fun(&parser->scope, bank, name, fun);
      VEC_PUSH(&model->elements, scope_binding(&parser->scope, name)->term);
    } else if (!known) {
      model_auxiliary(parser, name, rank.items, (uint32_t)rank.count - 1);
    }
  }
  VEC_FREE(&rank);
  return status;
}

/* After the parenthesis of an entry. Bodies, and entries that say nothing new, are not looked at. */
static Status read_entry(Parser *parser, Entries *entries, Model *model)
{
  Lexer *lexer = &parser->lexer;
  uint64_t offset = lexer->start, end;
  if (!scan_list_end(lexer->text, lexer->length, offset, &end))
    return parse_fail(parser, STATUS_SYNTAX, offset, "unclosed parenthesis");
  Status status = parse_next(parser, TOKEN_SYMBOL, "a definition");
  if (status) return status;
  uint32_t known = scope_command(&parser->scope, lexer->symbol);
  bool cardinality = scope_word(&parser->scope, lexer->symbol) == WORD_FORALL;
  CommandKind kind = known ? (CommandKind)(known - 1) : CMD_COUNT;
  switch (cardinality ? CMD_DECLARE_SORT : kind) {
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC: status = read_head(parser, true, entries, model); break;
  case CMD_DEFINE_CONST: status = read_head(parser, false, entries, model); break;
  case CMD_DECLARE_FUN: status = read_declaration(parser, true, model); break;
  case CMD_DECLARE_CONST: status = read_declaration(parser, false, model); break;
  case CMD_DECLARE_SORT:
  case CMD_DEFINE_SORT:
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES: break;
  default: return parse_expected(parser, "a definition");
  }
  lexer_seek(lexer, end);
  return status;
}

static Status read_heads(Parser *parser, Entries *entries, Model *model)
{
  Lexer *lexer = &parser->lexer;
  Status status = parse_next(parser, TOKEN_OPEN, "a model");
  if (status) return status;
  uint64_t begin = lexer->start;
  lexer_next(lexer);
  if (lexer->kind == TOKEN_SYMBOL && symbols_equal(lexer->symbols, lexer->symbol, "model"))
    lexer_next(lexer);
  for (; lexer->kind == TOKEN_OPEN; lexer_next(lexer)) {
    status = read_entry(parser, entries, model);
    if (status) return status;
  }
  if (lexer->kind == TOKEN_END)
    return parse_fail(parser, STATUS_SYNTAX, begin,
                      "the model is not complete: unclosed parenthesis");
  if (lexer->kind != TOKEN_CLOSE) return parse_expected(parser, "a definition or ')'");
  return parse_next(parser, TOKEN_END, "the end of the model");
}

/* --- bodies --- */

static Status read_definition(Parser *parser, const Entry *entry, Definition *definition)
{
  assert(bank_has_fun(parser->bank, definition->fun) && definition->fun);
  Bank *bank = parser->bank;
  lexer_seek(&parser->lexer, entry->body);
  parser->expected = entry->prototype.rank.items[entry->prototype.parameters.count];
  Status status = parse_body(parser, &entry->prototype, &definition->definition);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_CLOSE, "')' after the definition");
  if (status) return status;
  Sort sort = funs_result(&bank->funs, definition->fun);
  if (entry->prototype.parameters.count == 1 && sorts_class(&bank->sorts, sort) == SORT_ARRAY &&
      funs_info(&bank->funs, definition->fun)->arity == 0) {
    Term variable = bank_args(bank, definition->definition)[0];
    Term body = bank_args(bank, definition->definition)[1];
    definition->definition = bank_binder(bank, OP_LAMBDA, sort, &variable, 1, &body);
  }
  return STATUS_OK;
}

Status model_read_list(Parser *parser, Model *model)
{
  assert(model->definitions.count == 0);
  Entries entries = {0};
  Status status = read_heads(parser, &entries, model);
  if (status == STATUS_OK) status = model_index(parser, model);
  assert(status != STATUS_OK || entries.count == model->definitions.count);
  for (size_t i = 0; i < entries.count && status == STATUS_OK; i++)
    status = read_definition(parser, &entries.items[i], &model->definitions.items[i]);
  for (size_t i = 0; i < entries.count; i++) prototype_free(&entries.items[i].prototype);
  VEC_FREE(&entries);
  return status;
}
