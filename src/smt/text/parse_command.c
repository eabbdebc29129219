/* Commands: each kind has a function that reads what follows its name, closing parenthesis included. */
#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "smt/text/dialect.h"
#include "smt/text/logic.h"
#include "smt/text/parse.h"
#include "smt/text/sexpr.h"

Status parse_command_end(Parser *parser)
{
  return parse_next(parser, TOKEN_CLOSE, "')'");
}

/* --- options, infos, logic --- */

static Status read_set_logic(Parser *parser, Command *command)
{
  Status status = parse_next(parser, TOKEN_SYMBOL, "the name of a logic");
  if (status) return status;
  command->a = parser->script->logic = parser->lexer.symbol;
  const SymbolTable *symbols = &parser->bank->symbols;
  Logic logic;
  if (logic_parse(symbols_text(symbols, command->a), symbols_length(symbols, command->a), &logic)) {
    parser->numerals_are_real = logic_numerals_are_real(&logic);
    scope_forget_literals(&parser->scope, symbols_count(&parser->bank->symbols));
    parser->higher_order = (logic.parts & LOGIC_HIGHER_ORDER) != 0;
  }
  return parse_command_end(parser);
}

static Status read_attribute(Parser *parser, Command *command)
{
  Status status = parse_next(parser, TOKEN_KEYWORD, "a keyword");
  if (status) return status;
  command->a = parser->lexer.symbol;
  status = parse_rest_text(parser, &command->b);
  const SymbolTable *symbols = &parser->bank->symbols;
  if (status == STATUS_OK && command->kind == CMD_SET_OPTION &&
      symbols_equal(symbols, command->a, ":global-declarations"))
    parser->global_declarations = command->b && symbols_equal(symbols, command->b, "true");
  return status;
}

static Status read_keyword(Parser *parser, Command *command)
{
  Status status = parse_next(parser, TOKEN_KEYWORD, "a keyword");
  command->a = parser->lexer.symbol;
  return status ? status : parse_command_end(parser);
}

static Status read_echo(Parser *parser, Command *command)
{
  Status status = parse_next(parser, TOKEN_STRING, "a string");
  if (status) return status;
  const Lexer *lexer = &parser->lexer;
  command->a = symbols_intern(lexer->symbols, lexer->text + lexer->start,
                              (size_t)(lexer->end - lexer->start));
  return parse_command_end(parser);
}

static Status read_nothing(Parser *parser, Command *command)
{
  if (command->kind == CMD_EXIT) parser->exited = true;
  return parse_command_end(parser);
}

static Status read_text(Parser *parser, Command *command)
{
  return parse_rest_text(parser, &command->b);
}

/* --- levels --- */

static Status read_levels(Parser *parser, Command *command)
{
  command->a = 1;
  if (lexer_next(&parser->lexer) == TOKEN_NUMERAL) {
    Status status = parse_number(parser, &command->a);
    if (status) return status;
    lexer_next(&parser->lexer);
  }
  if (parser->lexer.kind != TOKEN_CLOSE) return parse_expected(parser, "a numeral or ')'");
  Scope *scope = &parser->scope;
  if (command->kind == CMD_PUSH) {
    scope_push(scope, command->a);
    return STATUS_OK;
  }
  if (command->a > scope->depth)
    return parse_fail(parser, STATUS_SCOPE, command->offset, "%u level%s to pop, but %llu pushed",
                      command->a, command->a == 1 ? "" : "s", (unsigned long long)scope->depth);
  scope_pop(scope, command->a, parser->global_declarations);
  typecache_clear(&parser->cache);
  return STATUS_OK;
}

static Status read_reset(Parser *parser, Command *command)
{
  if (command->kind == CMD_RESET || !parser->global_declarations) scope_reset(&parser->scope);
  scope_pop(&parser->scope, parser->scope.depth, true);
  if (command->kind == CMD_RESET) {
    parser->numerals_are_real = parser->higher_order = parser->global_declarations = false;
    scope_forget_literals(&parser->scope, symbols_count(&parser->bank->symbols));
    parser->sort_parameter_count = 0;
  }
  typecache_clear(&parser->cache);
  return parse_command_end(parser);
}

/* --- sorts --- */

/* A new name for a sort; names of theories other than Bool may be hidden. */
static Status read_sort_name(Parser *parser, Symbol *name)
{
  lexer_next(&parser->lexer);
  Status status = parse_name(parser, name);
  if (status) return status;
  parser->bank->symbols.declared.items[*name] = 1;
  return parse_check_new_sort(parser, *name);
}

Status parse_check_new_sort(Parser *parser, Symbol name)
{
  uint32_t position = scope_sort(&parser->scope, name);
  if (!position) return STATUS_OK;
  bool of_theory = position <= parser->scope.theories.sorts;
  SortCtor boolean = parser->bank->sorts.class_ctor[SORT_BOOL];
  if (of_theory && parser->scope.sorts.items[position - 1].value != boolean) return STATUS_OK;
  return parse_fail(parser, STATUS_SCOPE, lexer_token_offset(&parser->lexer),
                    "the sort '%s' is already declared", parse_shown_name(parser, name));
}

static Status read_declare_sort(Parser *parser, Command *command)
{
  SortCtorInfo info = {.class = SORT_UNINTERPRETED};
  Status status = read_sort_name(parser, &info.name);
  if (status) return status;
  if (lexer_next(&parser->lexer) == TOKEN_NUMERAL) {
    status = parse_number(parser, &info.arity);
    if (status) return status;
    lexer_next(&parser->lexer);
  }
  if (parser->lexer.kind != TOKEN_CLOSE)
    return parse_expected(parser, "the arity of the sort or ')'");
  command->a = sorts_ctor(&parser->bank->sorts, &info);
  scope_add_sort(&parser->scope, info.name, SCOPED_CTOR, command->a, 0);
  return STATUS_OK;
}

static Status read_define_sort(Parser *parser, Command *command)
{
  Script *script = parser->script;
  Status status = read_sort_name(parser, &command->a);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_OPEN, "the sort parameters");
  if (status) return status;
  size_t outside = parser->scope.sorts.count;
  command->first = (uint32_t)script->pool.count;
  while (lexer_next(&parser->lexer) != TOKEN_CLOSE) {
    Symbol name;
    status = parse_name(parser, &name);
    if (status == STATUS_OK && command->count == SORT_SLOTS)
      status = parse_fail(parser, STATUS_LIMIT, parser->lexer.start,
                          "a sort can have at most %d parameters", SORT_SLOTS);
    if (status) return status;
    Sort parameter = sorts_parameter(&parser->bank->sorts, command->count++, name);
    VEC_PUSH(&script->pool, parameter);
    scope_add_sort(&parser->scope, name, SCOPED_MACRO, parameter, 0);
  }
  lexer_next(&parser->lexer);
  status = parse_sort(parser, &command->b);
  if (status) return status;
  scope_drop_sorts(&parser->scope, outside);
  scope_add_sort(&parser->scope, command->a, SCOPED_MACRO, command->b, command->count);
  return parse_command_end(parser);
}

static Status read_sort_parameter(Parser *parser, Command *command)
{
  Symbol name;
  Status status = read_sort_name(parser, &name);
  if (status) return status;
  if (parser->sort_parameter_count == SORT_SLOTS)
    return parse_fail(parser, STATUS_LIMIT, parser->lexer.start,
                      "more than %d sort parameters are declared", SORT_SLOTS);
  command->a = sorts_parameter(&parser->bank->sorts, parser->sort_parameter_count++, name);
  scope_add_sort(&parser->scope, name, SCOPED_MACRO, command->a, 0);
  return parse_command_end(parser);
}

static Status read_datatypes(Parser *parser, Command *command)
{
  Status status = parse_datatypes(parser, command->kind, command);
  return status ? status : parse_command_end(parser);
}

/* --- functions --- */

/* May the name be declared with these parameter sorts? */
Status parse_check_new_fun(Parser *parser, Symbol name, const Sort *rank, uint32_t arity,
                           uint64_t offset)
{
  assert(name && rank);
  const Bank *bank = parser->bank;
  uint32_t position = scope_binding(&parser->scope, name)->fun;
  if (position || bank_theory_fun(bank, name)) typecache_clear(&parser->cache);
  for (; position; position = parser->scope.funs.items[position - 1].outer) {
    Fun fun = parser->scope.funs.items[position - 1].fun;
    const FunInfo *info = funs_info(&bank->funs, fun);
    /* Constructors of different datatypes can be told apart by `as`. */
    uint32_t compared = info->origin == FUN_CONSTRUCTOR ? arity + 1 : arity;
    if (info->arity != arity ||
        (compared && memcmp(funs_rank(&bank->funs, fun), rank, compared * sizeof *rank) != 0))
      continue;
    return parse_fail(parser, STATUS_SCOPE, offset, "'%s' is already declared",
                      parse_shown_name(parser, name));
  }
  Fun theory = bank_theory_fun(bank, name);
  const Sort core = bank->bool_sort;
  if (!theory || !core) return STATUS_OK;
  uint32_t core_theory = bank->sorts.ctors.items[sorts_node(&bank->sorts, core)->ctor].theory;
  if (funs_info(&bank->funs, theory)->theory != core_theory ||
      funs_info(&bank->funs, theory)->name != name)
    return STATUS_OK;
  return parse_fail(parser, STATUS_SCOPE, offset, "'%s' is a symbol of the core theory",
                    parse_shown_name(parser, name));
}

Status parse_new_name(Parser *parser, Symbol *name, uint64_t *offset)
{
  lexer_next(&parser->lexer);
  *offset = lexer_token_offset(&parser->lexer);
  return parse_name(parser, name);
}

Status parse_result_sort(Parser *parser, U32Vec *sorts)
{
  Sort sort;
  lexer_next(&parser->lexer);
  Status status = parse_sort(parser, &sort);
  if (status == STATUS_OK) VEC_PUSH(sorts, sort);
  return status;
}

static Status declare_function(Parser *parser, Symbol name, U32Vec *rank, uint64_t offset,
                               Command *command)
{
  assert(rank->count > 0);
  uint32_t arity = (uint32_t)rank->count - 1;
  Status status = parse_check_new_fun(parser, name, rank->items, arity, offset);
  if (status) return status;
  /* (declare-fun f () (-> A B)) is a constant; functions are applied through their own rank. */
  FunInfo info = {.name = name, .arity = arity, .origin = FUN_DECLARED};
  command->a = bank_script_fun(parser->bank, &info, rank->items);
  scope_add_fun(&parser->scope, parser->bank, name, command->a);
  return parse_command_end(parser);
}

/* The sorts of the arguments, after their opening parenthesis. */
static Status read_argument_sorts(Parser *parser, U32Vec *rank)
{
  Status status = STATUS_OK;
  while (status == STATUS_OK && lexer_next(&parser->lexer) != TOKEN_CLOSE) {
    Sort sort;
    status = parse_sort(parser, &sort);
    VEC_PUSH(rank, status ? 0 : sort);
  }
  return status;
}

static Status read_declare(Parser *parser, Command *command)
{
  Symbol name;
  uint64_t offset;
  U32Vec *rank = &parser->rank;
  rank->count = 0;
  Status status = parse_new_name(parser, &name, &offset);
  if (status == STATUS_OK && command->kind == CMD_DECLARE_FUN) {
    status = parse_next(parser, TOKEN_OPEN, "the sorts of the arguments");
    if (status == STATUS_OK) status = read_argument_sorts(parser, rank);
  }
  if (status == STATUS_OK) status = parse_result_sort(parser, rank);
  if (status == STATUS_OK) status = declare_function(parser, name, rank, offset, command);
  return status;
}

/* The program of an oracle: a symbol, or the inside of a string. */
static Status read_program(Parser *parser, Command *command)
{
  const Lexer *lexer = &parser->lexer;
  if (lexer->kind != TOKEN_SYMBOL && lexer->kind != TOKEN_STRING)
    return parse_expected(parser, "the program of the function");
  command->b = lexer->symbol;
  return STATUS_OK;
}

/* (declare-cb f (S...) S); (declare-oracle-fun f PROGRAM (S...) S), where the program may also be last. */
static Status read_declare_box(Parser *parser, Command *command)
{
  Symbol name;
  uint64_t offset;
  U32Vec *rank = &parser->rank;
  rank->count = 0;
  bool oracle = command->kind == CMD_DECLARE_ORACLE_FUN;
  Status status = parse_new_name(parser, &name, &offset);
  if (status) return status;
  lexer_next(&parser->lexer);
  if (oracle && parser->lexer.kind == TOKEN_OPEN) { /* the program is written last */
    command->first = (uint32_t)parser->script->pool.count;
    command->count = 1;
    VEC_PUSH(&parser->script->pool, 0);
  } else if (oracle) {
    status = read_program(parser, command);
    if (status) return status;
    lexer_next(&parser->lexer);
  }
  if (parser->lexer.kind != TOKEN_OPEN) return parse_expected(parser, "the sorts of the arguments");
  status = read_argument_sorts(parser, rank);
  if (status == STATUS_OK) status = parse_result_sort(parser, rank);
  if (status == STATUS_OK && command->count) {
    lexer_next(&parser->lexer);
    status = read_program(parser, command);
  }
  return status ? status : declare_function(parser, name, rank, offset, command);
}

/* --- terms --- */

static Status read_formula(Parser *parser, Term *term)
{
  uint64_t begin = lexer_position(&parser->lexer);
  Status status = parse_term(parser, term);
  if (status || bank_sort(parser->bank, *term) == parser->bank->bool_sort) return status;
  return resolve_coerce(parser, parser->bank->bool_sort, parse_offset_behind(parser, begin),
                        "the formula", term);
}

static Status read_assert(Parser *parser, Command *command)
{
  Status status = read_formula(parser, &command->a);
  return status ? status : parse_command_end(parser);
}

static Status read_objective(Parser *parser, Command *command)
{
  Status status = command->kind == CMD_ASSERT_SOFT ? read_formula(parser, &command->a)
                                                   : parse_term(parser, &command->a);
  return status ? status : parse_rest_text(parser, &command->b);
}

static Status read_terms(Parser *parser, Command *command)
{
  bool higher_order = parser->higher_order;
  parser->higher_order |= command->kind == CMD_GET_VALUE; /* (get-value (f)) asks for a function */
  Status status = parse_next(parser, TOKEN_OPEN, "a list of terms");
  command->first = (uint32_t)parser->script->pool.count;
  while (status == STATUS_OK) {
    Lexer before = parser->lexer;
    if (lexer_next(&parser->lexer) == TOKEN_CLOSE) break;
    parser->lexer = before;
    Term term;
    status = command->kind == CMD_CHECK_SAT_ASSUMING ? read_formula(parser, &term)
                                                     : parse_term(parser, &term);
    if (status) break;
    VEC_PUSH(&parser->script->pool, term);
    command->count++;
  }
  parser->higher_order = higher_order;
  return status ? status : parse_command_end(parser);
}

/* --- dispatch --- */

typedef Status (*CommandReader)(Parser *parser, Command *command);

static const CommandReader readers[CMD_EXTENSION] = {
    [CMD_SET_LOGIC] = read_set_logic,
    [CMD_SET_OPTION] = read_attribute,
    [CMD_SET_INFO] = read_attribute,
    [CMD_DECLARE_SORT] = read_declare_sort,
    [CMD_DEFINE_SORT] = read_define_sort,
    [CMD_DECLARE_SORT_PARAMETER] = read_sort_parameter,
    [CMD_DECLARE_CONST] = read_declare,
    [CMD_DECLARE_FUN] = read_declare,
    [CMD_DECLARE_CB] = read_declare_box,
    [CMD_DECLARE_ORACLE_FUN] = read_declare_box,
    [CMD_DEFINE_CONST] = parse_define,
    [CMD_DEFINE_FUN] = parse_define,
    [CMD_DEFINE_FUN_REC] = parse_define_rec,
    [CMD_DEFINE_FUNS_REC] = parse_define_recs,
    [CMD_DECLARE_DATATYPE] = read_datatypes,
    [CMD_DECLARE_DATATYPES] = read_datatypes,
    [CMD_DECLARE_CODATATYPE] = read_datatypes,
    [CMD_DECLARE_CODATATYPES] = read_datatypes,
    [CMD_ASSERT] = read_assert,
    [CMD_ASSERT_SOFT] = read_objective,
    [CMD_MINIMIZE] = read_objective,
    [CMD_MAXIMIZE] = read_objective,
    [CMD_PUSH] = read_levels,
    [CMD_POP] = read_levels,
    [CMD_CHECK_SAT] = read_text,
    [CMD_CHECK_SAT_ASSUMING] = read_terms,
    [CMD_GET_MODEL] = read_nothing,
    [CMD_GET_VALUE] = read_terms,
    [CMD_GET_ASSIGNMENT] = read_nothing,
    [CMD_GET_UNSAT_CORE] = read_nothing,
    [CMD_GET_UNSAT_ASSUMPTIONS] = read_nothing,
    [CMD_GET_PROOF] = read_text,
    [CMD_GET_ASSERTIONS] = read_nothing,
    [CMD_GET_INFO] = read_keyword,
    [CMD_GET_OPTION] = read_keyword,
    [CMD_ECHO] = read_echo,
    [CMD_RESET] = read_reset,
    [CMD_RESET_ASSERTIONS] = read_reset,
    [CMD_EXIT] = read_nothing,
};

static bool names_extension(const SymbolTable *symbols, Symbol name)
{
  return command_flags(symbols_text(symbols, name), symbols_length(symbols, name)) &
         COMMAND_EXTENSION;
}

static Status unknown_command(Parser *parser)
{
  const char *names[CMD_EXTENSION];
  for (CommandKind kind = 0; kind < CMD_EXTENSION; kind++) names[kind] = command_name(kind);
  const char *shown = parse_shown_name(parser, parser->lexer.symbol);
  const char *near = suggest_name(shown, names, CMD_EXTENSION);
  return parse_fail(parser, STATUS_SYNTAX, lexer_token_offset(&parser->lexer),
                    "unknown command '%s'%s%s%s", shown, near ? "; did you mean '" : "",
                    near ? near : "", near ? "'?" : "");
}

Status parse_command(Parser *parser)
{
  assert(parser->script && parser->lexer.kind == TOKEN_OPEN);
  Command command = {.offset = (uint32_t)parser->lexer.start};
  Status status = parse_next(parser, TOKEN_SYMBOL, "a command");
  if (status) return status;
  uint32_t known = scope_command(&parser->scope, parser->lexer.symbol);
  if (known) {
    command.kind = (CommandKind)(known - 1);
    assert(command.kind < CMD_EXTENSION && readers[command.kind]);
    status = readers[command.kind](parser, &command);
  } else if (names_extension(&parser->bank->symbols, parser->lexer.symbol)) {
    command.kind = CMD_EXTENSION;
    command.a = parser->lexer.symbol;
    dialect_note(parser, command.offset, "a command of some solvers, kept as text");
    status = read_text(parser, &command);
  } else {
    return unknown_command(parser);
  }
  if (status == STATUS_OK)
    VEC_PUSH(&parser->script->commands, command);
  else if (parser->lexer.kind == TOKEN_END && parser->error->offset >= parser->lexer.length)
    return error_set_at(parser->error, STATUS_SYNTAX, command.offset, "unclosed parenthesis");
  return status;
}
