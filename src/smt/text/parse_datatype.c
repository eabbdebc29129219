/* Declarations of datatypes, in the form of SMT-LIB 2.6 and in the older one of z3 and cvc4.
 *
 * Equal declarations give equal sorts and functions, so that a script read twice has the same
 * handles. A name that is declared anew with other contents, after a pop, gets another version: the
 * declaration is read again until a version fits. */
#include <assert.h>

#include "smt/term/signature.h"
#include "smt/text/parse.h"
#include "smt/text/sexpr.h"

typedef struct {
  SortCtor ctor;
  uint32_t parameter_count;
  U32Vec constructors, selectors;
} Declaration;

typedef struct {
  VEC(Declaration) items;
  bool codatatypes;
} Group;

static void group_clear(Group *group)
{
  for (size_t i = 0; i < group->items.count; i++) {
    VEC_FREE(&group->items.items[i].constructors);
    VEC_FREE(&group->items.items[i].selectors);
  }
  group->items.count = 0;
}

static Status add_datatype(Parser *parser, Group *group, Symbol name, uint32_t arity,
                           uint32_t version)
{
  if (arity > SORT_SLOTS)
    return parse_fail(parser, STATUS_LIMIT, lexer_token_offset(&parser->lexer),
                      "a datatype can have at most %d parameters", SORT_SLOTS);
  Status status = parse_check_new_sort(parser, name);
  if (status) return status;
  SortCtorInfo info = {.name = name, .arity = arity, .class = SORT_DATATYPE, .version = version};
  SortCtor ctor = sorts_ctor(&parser->bank->sorts, &info);
  parser->bank->symbols.declared.items[name] = 1;
  scope_add_sort(&parser->scope, name, SCOPED_CTOR, ctor, 0);
  VEC_PUSH(&group->items, ((Declaration){.ctor = ctor, .parameter_count = arity}));
  return STATUS_OK;
}

/* The sort being declared, applied to its own parameters. */
static Sort own_sort(Parser *parser, const Declaration *declaration, const Symbol *parameters)
{
  assert(declaration->parameter_count <= SORT_SLOTS);
  Sort args[SORT_SLOTS];
  for (uint32_t i = 0; i < declaration->parameter_count; i++)
    args[i] = sorts_parameter(&parser->bank->sorts, i, parameters[i]);
  return sorts_make(&parser->bank->sorts, declaration->ctor, NULL, args,
                    declaration->parameter_count);
}

static void add_constructor(Parser *parser, Declaration *declaration, Symbol name, U32Vec *sorts,
                            const U32Vec *selector_names, Sort own)
{
  assert(own && sorts->count == selector_names->count);
  Bank *bank = parser->bank;
  uint32_t arity = (uint32_t)sorts->count;
  VEC_PUSH(sorts, own);
  FunInfo info = {.name = name, .arity = arity, .origin = FUN_CONSTRUCTOR};
  info.needs_as = signature_needs_as(bank, sorts->items, arity);
  Fun constructor = bank_script_fun(bank, &info, sorts->items);
  VEC_PUSH(&declaration->constructors, constructor);
  for (uint32_t i = 0; i < arity; i++) {
    Sort rank[2] = {own, sorts->items[i]};
    FunInfo selector = {.name = selector_names->items[i],
                        .arity = 1,
                        .origin = FUN_SELECTOR,
                        .related = constructor,
                        .version = i};
    VEC_PUSH(&declaration->selectors, bank_script_fun(bank, &selector, rank));
  }
}

/* (cons (head T) (tail (List T))) or just nil; the current token is its first. */
static Status read_constructor(Parser *parser, Declaration *declaration, Sort own)
{
  U32Vec sorts = {0}, selectors = {0};
  bool plain = parser->lexer.kind == TOKEN_SYMBOL;
  if (!plain) {
    if (parser->lexer.kind != TOKEN_OPEN) return parse_expected(parser, "a constructor");
    lexer_next(&parser->lexer);
  }
  Symbol name = 0;
  Status status = parse_name(parser, &name);
  while (status == STATUS_OK && !plain && lexer_next(&parser->lexer) == TOKEN_OPEN) {
    Symbol selector = 0;
    Sort sort = 0;
    lexer_next(&parser->lexer);
    status = parse_name(parser, &selector);
    if (status) break;
    lexer_next(&parser->lexer);
    status = parse_sort(parser, &sort);
    VEC_PUSH(&selectors, selector);
    VEC_PUSH(&sorts, sort);
    if (status == STATUS_OK) status = parse_next(parser, TOKEN_CLOSE, "')'");
  }
  if (status == STATUS_OK && !plain && parser->lexer.kind != TOKEN_CLOSE)
    status = parse_expected(parser, "(selector SORT) or ')'");
  if (status == STATUS_OK) add_constructor(parser, declaration, name, &sorts, &selectors, own);
  VEC_FREE(&sorts);
  VEC_FREE(&selectors);
  return status;
}

/* Constructors up to the closing parenthesis. */
static Status read_constructors(Parser *parser, Declaration *declaration, Sort own)
{
  while (parser->lexer.kind != TOKEN_CLOSE) {
    Status status = read_constructor(parser, declaration, own);
    if (status) return status;
    lexer_next(&parser->lexer);
  }
  if (declaration->constructors.count == 0)
    return parse_expected(parser, "at least one constructor");
  return STATUS_OK;
}

/* The names of sort parameters after "(", up to the closing parenthesis. */
static Status read_parameters(Parser *parser, Symbol *names, uint32_t *count)
{
  for (*count = 0; parser->lexer.kind != TOKEN_CLOSE; lexer_next(&parser->lexer)) {
    if (*count == SORT_SLOTS) return parse_expected(parser, "fewer sort parameters");
    Status status = parse_name(parser, &names[*count]);
    if (status) return status;
    Sort sort = sorts_parameter(&parser->bank->sorts, *count, names[*count]);
    scope_add_sort(&parser->scope, names[*count], SCOPED_MACRO, sort, 0);
    ++*count;
  }
  return STATUS_OK;
}

/* (par (T) (constructor ...)) or (constructor ...); the current token is the parenthesis. */
static Status read_body(Parser *parser, Declaration *declaration)
{
  Symbol names[SORT_SLOTS];
  size_t sorts_outside = parser->scope.sorts.count;
  uint32_t parameters = 0;
  if (parser->lexer.kind != TOKEN_OPEN) return parse_expected(parser, "the constructors");
  lexer_next(&parser->lexer);
  bool par = parser->lexer.kind == TOKEN_SYMBOL &&
             scope_word(&parser->scope, parser->lexer.symbol) == WORD_PAR;
  Status status = STATUS_OK;
  if (par) {
    status = parse_next(parser, TOKEN_OPEN, "the sort parameters");
    if (status == STATUS_OK) {
      lexer_next(&parser->lexer);
      status = read_parameters(parser, names, &parameters);
    }
    if (status == STATUS_OK) status = parse_next(parser, TOKEN_OPEN, "the constructors");
    if (status) return status;
    lexer_next(&parser->lexer);
  }
  if (parameters != declaration->parameter_count)
    return parse_expected(parser, "as many sort parameters as declared");
  status = read_constructors(parser, declaration, own_sort(parser, declaration, names));
  if (status == STATUS_OK && par) status = parse_next(parser, TOKEN_CLOSE, "')'");
  scope_drop_sorts(&parser->scope, sorts_outside);
  return status;
}

/* ((List 1) (Tree 0)) (body body), the current token being the first parenthesis. */
static Status read_group(Parser *parser, Group *group, uint32_t version)
{
  Status status = STATUS_OK;
  while (status == STATUS_OK && lexer_next(&parser->lexer) == TOKEN_OPEN) {
    Symbol name = 0;
    uint32_t arity = 0;
    lexer_next(&parser->lexer);
    status = parse_name(parser, &name);
    if (status == STATUS_OK) status = parse_next(parser, TOKEN_NUMERAL, "the number of parameters");
    if (status == STATUS_OK) status = parse_number(parser, &arity);
    if (status == STATUS_OK) status = add_datatype(parser, group, name, arity, version);
    if (status == STATUS_OK) status = parse_next(parser, TOKEN_CLOSE, "')'");
  }
  if (status == STATUS_OK && parser->lexer.kind != TOKEN_CLOSE)
    status = parse_expected(parser, "(NAME ARITY) or ')'");
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_OPEN, "the bodies of the datatypes");
  for (size_t i = 0; i < group->items.count && status == STATUS_OK; i++) {
    lexer_next(&parser->lexer);
    status = read_body(parser, &group->items.items[i]);
  }
  return status ? status : parse_next(parser, TOKEN_CLOSE, "')'");
}

/* Older form: (T) ((List nil (cons (head T) (tail List)))). The names of all datatypes are needed
 * before their bodies, so the text is read twice. */
static Status read_old_names(Parser *parser, Group *group, uint32_t arity, uint32_t version)
{
  StrBuf nothing;
  strbuf_init(&nothing, 1);
  Status status = parse_next(parser, TOKEN_OPEN, "the datatypes");
  while (status == STATUS_OK && lexer_next(&parser->lexer) == TOKEN_OPEN) {
    Symbol name = 0;
    lexer_next(&parser->lexer);
    status = parse_name(parser, &name);
    if (status == STATUS_OK) status = add_datatype(parser, group, name, arity, version);
    lexer_next(&parser->lexer);
    if (status == STATUS_OK) status = sexpr_copy_rest(&parser->lexer, &nothing);
  }
  strbuf_deinit(&nothing);
  return status;
}

static Status read_old_group(Parser *parser, Group *group, uint32_t version)
{
  Symbol names[SORT_SLOTS];
  uint32_t arity = 0;
  size_t sorts_outside = parser->scope.sorts.count;
  lexer_next(&parser->lexer);
  Status status = read_parameters(parser, names, &arity);
  if (status) return status;
  scope_drop_sorts(&parser->scope, sorts_outside);
  Lexer bodies = parser->lexer;
  status = read_old_names(parser, group, arity, version);
  if (status) return status;
  parser->lexer = bodies;
  size_t sorts_inside = parser->scope.sorts.count;
  for (uint32_t i = 0; i < arity; i++)
    scope_add_sort(&parser->scope, names[i], SCOPED_MACRO,
                   sorts_parameter(&parser->bank->sorts, i, names[i]), 0);
  for (size_t i = 0; i < group->items.count; i++) {
    Declaration *declaration = &group->items.items[i];
    Sort own = own_sort(parser, declaration, names);
    /* A bare name inside stands for the datatype over the same parameters. */
    if (arity)
      scope_add_sort(&parser->scope, parser->bank->sorts.ctors.items[declaration->ctor].name,
                     SCOPED_MACRO, own, 0);
  }
  status = parse_next(parser, TOKEN_OPEN, "the datatypes");
  for (size_t i = 0; i < group->items.count && status == STATUS_OK; i++) {
    status = parse_next(parser, TOKEN_OPEN, "a datatype");
    if (status == STATUS_OK) status = parse_next(parser, TOKEN_SYMBOL, "its name");
    lexer_next(&parser->lexer);
    if (status == STATUS_OK)
      status = read_constructors(parser, &group->items.items[i],
                                 own_sort(parser, &group->items.items[i], names));
  }
  scope_drop_sorts(&parser->scope, sorts_inside);
  return status ? status : parse_next(parser, TOKEN_CLOSE, "')'");
}

/* Name and body of a single datatype; the arity comes from `par`. */
static Status read_single(Parser *parser, Group *group, uint32_t version)
{
  assert(group->items.count == 0);
  Symbol name;
  Status status = parse_name(parser, &name);
  if (status) return status;
  Lexer body = parser->lexer;
  uint32_t arity = 0;
  lexer_next(&parser->lexer);
  if (lexer_next(&parser->lexer) == TOKEN_SYMBOL &&
      scope_word(&parser->scope, parser->lexer.symbol) == WORD_PAR &&
      lexer_next(&parser->lexer) == TOKEN_OPEN)
    while (lexer_next(&parser->lexer) == TOKEN_SYMBOL) arity++;
  parser->lexer = body;
  status = add_datatype(parser, group, name, arity, version);
  if (status) return status;
  lexer_next(&parser->lexer);
  return read_body(parser, &group->items.items[0]);
}

static bool lists_equal(const U32Vec *a, const U32Vec *b)
{
  if (a->count != b->count) return false;
  for (size_t i = 0; i < a->count; i++)
    if (a->items[i] != b->items[i]) return false;
  return true;
}

/* Is what the bank knows under these sorts the same declaration (or nothing yet)? */
static bool fits_known(const Bank *bank, const Group *group)
{
  for (size_t i = 0; i < group->items.count; i++) {
    const Declaration *declaration = &group->items.items[i];
    uint32_t known = bank->sorts.ctors.items[declaration->ctor].datatype;
    if (!known) continue;
    assert(known < bank->datatypes.count);
    const Datatype *datatype = &bank->datatypes.items[known];
    if (datatype->codatatype != group->codatatypes ||
        !lists_equal(&datatype->constructors, &declaration->constructors) ||
        !lists_equal(&datatype->selectors, &declaration->selectors))
      return false;
  }
  return true;
}

static uint32_t register_datatype(Bank *bank, const Group *group, const Declaration *declaration)
{
  assert(declaration->ctor < bank->sorts.ctors.count && declaration->constructors.count > 0);
  SortCtorInfo *ctor = &bank->sorts.ctors.items[declaration->ctor];
  if (ctor->datatype) return ctor->datatype;
  Datatype datatype = {.ctor = declaration->ctor,
                       .parameter_count = declaration->parameter_count,
                       .codatatype = group->codatatypes};
  VEC_APPEND(&datatype.constructors, declaration->constructors.items,
             declaration->constructors.count);
  VEC_APPEND(&datatype.selectors, declaration->selectors.items, declaration->selectors.count);
  ctor->datatype = (uint32_t)bank->datatypes.count;
  VEC_PUSH(&bank->datatypes, datatype);
  return ctor->datatype;
}

static Status declare_all(Parser *parser, const U32Vec *funs, uint64_t offset)
{
  for (size_t i = 0; i < funs->count; i++) {
    const FunInfo info = *funs_info(&parser->bank->funs, funs->items[i]);
    Status status = parse_check_new_fun(
        parser, info.name, funs_rank(&parser->bank->funs, funs->items[i]), info.arity, offset);
    if (status) return status;
    scope_add_fun(&parser->scope, parser->bank, info.name, funs->items[i]);
  }
  return STATUS_OK;
}

static Status declare_group(Parser *parser, const Group *group, Command *command)
{
  command->first = (uint32_t)parser->script->pool.count;
  for (size_t i = 0; i < group->items.count; i++) {
    const Declaration *declaration = &group->items.items[i];
    VEC_PUSH(&parser->script->pool, register_datatype(parser->bank, group, declaration));
    Status status = declare_all(parser, &declaration->constructors, command->offset);
    if (status == STATUS_OK) status = declare_all(parser, &declaration->selectors, command->offset);
    if (status) return status;
  }
  command->count = (uint32_t)group->items.count;
  typecache_clear(&parser->cache);
  return STATUS_OK;
}

/* --- well-foundedness --- */

/* Do all arguments of a constructor have values, as far as is known? Sorts that hold a datatype of
 * the group inside another sort (an array of it, say) are taken to have some. */
static bool has_values(const Parser *parser, const Group *group, const bool *inhabited,
                       Fun constructor)
{
  assert(constructor && bank_has_fun(parser->bank, constructor));
  const Bank *bank = parser->bank;
  const FunInfo *info = funs_info(&bank->funs, constructor);
  const Sort *rank = funs_rank(&bank->funs, constructor);
  for (uint32_t i = 0; i < info->arity; i++)
    for (size_t d = 0; d < group->items.count; d++)
      if (!inhabited[d] && sorts_node(&bank->sorts, rank[i])->ctor == group->items.items[d].ctor)
        return false;
  return true;
}

/* Every datatype needs a value that can be built in finitely many steps. */
static Status check_well_founded(Parser *parser, const Group *group, const Command *command)
{
  size_t count = group->items.count;
  bool *inhabited = mem_alloc_zero(count, sizeof *inhabited);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t d = 0; d < count; d++) {
      const U32Vec *constructors = &group->items.items[d].constructors;
      for (size_t c = 0; c < constructors->count && !inhabited[d]; c++) {
        inhabited[d] = has_values(parser, group, inhabited, constructors->items[c]);
        changed |= inhabited[d];
      }
    }
  }
  Status status = STATUS_OK;
  for (size_t d = 0; d < count && status == STATUS_OK; d++) {
    if (inhabited[d]) continue;
    Symbol name = parser->bank->sorts.ctors.items[group->items.items[d].ctor].name;
    status = parse_fail(
        parser, STATUS_SORT, command->offset,
        "the datatype '%s' has no finite value: each constructor needs one of its own kind",
        parse_shown_name(parser, name));
  }
  free(inhabited);
  return status;
}

/* The name of the first datatype, if it is easily found: versions are counted by it. */
static Symbol first_name(Lexer begin, bool single)
{
  TokenKind kind = begin.kind;
  for (int i = 0; i < 2 && !single; i++) kind = lexer_next(&begin);
  return kind == TOKEN_SYMBOL ? begin.symbol : SYMBOL_NONE;
}

Status parse_datatypes(Parser *parser, CommandKind kind, Command *command)
{
  assert(parser->script && (command_kind_flags(kind) & COMMAND_DECLARES));
  Group group = {.codatatypes = kind == CMD_DECLARE_CODATATYPE || kind == CMD_DECLARE_CODATATYPES};
  bool single = kind == CMD_DECLARE_DATATYPE || kind == CMD_DECLARE_CODATATYPE;
  lexer_next(&parser->lexer);
  Lexer begin = parser->lexer;
  if (!single && begin.kind != TOKEN_OPEN) return parse_expected(parser, "the datatypes");
  bool old_style = !single && lexer_next(&parser->lexer) != TOKEN_OPEN;
  size_t sorts_outside = parser->scope.sorts.count;
  Status status = STATUS_OK;
  Symbol key = first_name(begin, single);
  for (uint32_t version = scope_next_version(&parser->scope, key);; version++) {
    parser->lexer = begin;
    group_clear(&group);
    scope_drop_sorts(&parser->scope, sorts_outside);
    status = single      ? read_single(parser, &group, version)
             : old_style ? read_old_group(parser, &group, version)
                         : read_group(parser, &group, version);
    if (status || fits_known(parser->bank, &group)) break;
  }
  if (status == STATUS_OK && !group.codatatypes)
    status = check_well_founded(parser, &group, command);
  if (status == STATUS_OK) status = declare_group(parser, &group, command);
  group_clear(&group);
  VEC_FREE(&group.items);
  return status;
}
