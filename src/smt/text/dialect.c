#include "smt/text/dialect.h"

#include <assert.h>
#include <string.h>

static Symbol intern(Parser *parser, const char *text)
{
  return symbols_intern(&parser->bank->symbols, text, strlen(text));
}

static bool is_named(const Parser *parser, Symbol name, const char *text)
{
  return symbols_equal(&parser->bank->symbols, name, text);
}

void dialect_note(Parser *parser, uint64_t offset, const char *what)
{
  assert(offset <= UINT32_MAX);
  Script *script = parser->script; /* there is none while a term is read alone */
  if (script && script->dialects.count < SCRIPT_DIALECTS_MAX)
    VEC_PUSH(&script->dialects, ((ScriptDialect){(uint32_t)offset, what}));
}

/* --- arrays with several indices --- */

static Sort array_of(Bank *bank, Sort index, Sort element)
{
  assert(index && element);
  Sort parts[] = {index, element};
  return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_ARRAY], NULL, parts, 2);
}

bool dialect_array_sort(Parser *parser, SortCtor ctor, const Sort *args, uint32_t count,
                        uint64_t offset, Sort *sort)
{
  Bank *bank = parser->bank;
  if (ctor != bank->sorts.class_ctor[SORT_ARRAY] || count < 3) return false;
  *sort = args[count - 1];
  for (uint32_t i = count - 1; i > 0; i--) *sort = array_of(bank, args[i - 1], *sort);
  parser->wide_arrays = true;
  dialect_note(parser, offset, "an array with several indices");
  return true;
}

static Status apply(Parser *parser, const char *name, const Term *args, uint32_t count,
                    uint32_t offset, Term *term)
{
  return resolve_application(parser, intern(parser, name), args, count, offset, term);
}

/* (select a i j) as (select (select a i) j). */
static bool select_more(Parser *parser, const Term *args, uint32_t count, uint32_t offset,
                        Term *term)
{
  assert(count > 1);
  *term = args[0];
  for (uint32_t i = 1; i < count; i++) {
    Term pair[] = {*term, args[i]};
    if (apply(parser, "select", pair, 2, offset, term) != STATUS_OK) return false;
  }
  return true;
}

/* (store a i j v) as (store a i (store (select a i) j v)). */
static bool store_more(Parser *parser, const Term *args, uint32_t count, uint32_t offset,
                       Term *term)
{
  assert(count > 3);
  U32Vec rows = {0}; /* a, (select a i) ... */
  VEC_PUSH(&rows, args[0]);
  bool fits = true;
  for (uint32_t i = 1; fits && i + 2 < count; i++) {
    Term pair[] = {rows.items[i - 1], args[i]}, row = 0;
    fits = apply(parser, "select", pair, 2, offset, &row) == STATUS_OK;
    VEC_PUSH(&rows, row);
  }
  *term = args[count - 1];
  for (uint32_t i = count - 2; fits && i > 0; i--) {
    Term triple[] = {rows.items[i - 1], args[i], *term};
    fits = apply(parser, "store", triple, 3, offset, term) == STATUS_OK;
  }
  VEC_FREE(&rows);
  return fits;
}

/* ((as const (Array I J V)) v): a constant array of constant arrays. */
static bool constant_array(Parser *parser, const Head *head, Term value, uint32_t offset,
                           Term *term)
{
  assert(head->as && value);
  const Bank *bank = parser->bank;
  U32Vec sorts = {0};
  Sort sort = head->as;
  for (; sorts_class(&bank->sorts, sort) == SORT_ARRAY && sort != bank_sort(bank, value);
       sort = sorts_arg(&bank->sorts, sort, 1))
    VEC_PUSH(&sorts, sort);
  bool fits = sorts.count > 1 && sort == bank_sort(bank, value);
  *term = value;
  for (size_t i = sorts.count; fits && i > 0; i--) {
    Head inner = {.name = head->name, .first = head->first, .as = sorts.items[i - 1]};
    Term argument = *term;
    fits = resolve_qualified(parser, &inner, &argument, 1, offset, term) == STATUS_OK;
  }
  VEC_FREE(&sorts);
  return fits;
}

static bool resolve_wide_array(Parser *parser, const Head *head, const Term *args, uint32_t count,
                               uint32_t offset, Term *term)
{
  if (!parser->wide_arrays || head->index_count) return false;
  bool fits = false;
  if (head->as)
    fits = count == 1 && is_named(parser, head->name, "const") &&
           constant_array(parser, head, args[0], offset, term);
  else if (count > 2 && is_named(parser, head->name, "select"))
    fits = select_more(parser, args, count, offset, term);
  else if (count > 3 && is_named(parser, head->name, "store"))
    fits = store_more(parser, args, count, offset, term);
  if (fits) dialect_note(parser, offset, "an array with several indices");
  return fits;
}

/* --- lambda as an array --- */

static bool is_lambda(const Bank *bank, Term term)
{
  return bank_node(bank, term)->op == OP_LAMBDA &&
         sorts_class(&bank->sorts, bank_sort(bank, term)) == SORT_FUNCTION;
}

/* The array of one or several indices that a lambda, and one within it, stands for. */
static Term array_of_lambda(Bank *bank, Term lambda)
{
  assert(is_lambda(bank, lambda));
  U32Vec variables = {0};
  Term body = lambda;
  while (is_lambda(bank, body)) {
    uint32_t count = bank_node(bank, body)->count - 1;
    VEC_APPEND(&variables, bank_args(bank, body), count);
    body = bank_args(bank, body)[count];
  }
  for (size_t i = variables.count; i > 0; i--) {
    Term variable = variables.items[i - 1];
    Sort sort = array_of(bank, bank_sort(bank, variable), bank_sort(bank, body));
    body = bank_binder(bank, OP_LAMBDA, sort, &variable, 1, (Term[]){body});
  }
  VEC_FREE(&variables);
  return body;
}

bool dialect_lambda(Parser *parser, Sort wanted, uint64_t offset, Term *term)
{
  assert(wanted && *term);
  Bank *bank = parser->bank;
  if (!is_lambda(bank, *term) || sorts_class(&bank->sorts, wanted) != SORT_ARRAY) return false;
  Term array = array_of_lambda(bank, *term);
  if (bank_sort(bank, array) != wanted) return false;
  *term = array;
  dialect_note(parser, offset, "a lambda as an array");
  return true;
}

/* The same application with arrays for its lambdas. */
static bool resolve_lambdas(Parser *parser, const Head *head, const Term *args, uint32_t count,
                            uint32_t offset, Term *term)
{
  Bank *bank = parser->bank;
  U32Vec arrays = {0};
  bool found = false;
  for (uint32_t i = 0; i < count; i++) {
    bool lambda = is_lambda(bank, args[i]);
    VEC_PUSH(&arrays, lambda ? array_of_lambda(bank, args[i]) : args[i]);
    found |= lambda;
  }
  bool plain = head->index_count == 0 && !head->as;
  bool fits =
      found &&
      (plain ? resolve_application(parser, head->name, arrays.items, count, offset, term)
             : resolve_qualified(parser, head, arrays.items, count, offset, term)) == STATUS_OK;
  VEC_FREE(&arrays);
  if (fits) dialect_note(parser, offset, "a lambda as an array");
  return fits;
}

/* --- names and numbers of arguments --- */

/* An operator of one argument, which it leaves as it is. */
static bool resolve_single(Parser *parser, const Head *head, Term arg, uint32_t offset, Term *term)
{
  static const char *const operators[] = {"+",     "*",    "xor",   "bvadd", "bvmul",
                                          "bvand", "bvor", "bvxor", "concat"};
  bool distinct = is_named(parser, head->name, "distinct"), known = distinct;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    known |= is_named(parser, head->name, operators[i]);
  Term pair[] = {arg, arg};
  if (!known || resolve_application(parser, head->name, pair, 2, offset, term) != STATUS_OK)
    return false;
  *term = arg;
  if (distinct && apply(parser, "true", NULL, 0, offset, term) != STATUS_OK) return false;
  dialect_note(parser, offset, "an operator of one argument");
  return true;
}

/* z3's names for division, which does the same where the divisor is 0. */
static bool resolve_division(Parser *parser, const Head *head, const Term *args, uint32_t count,
                             uint32_t offset, Term *term)
{
  static const char *const names[][2] = {{"bvudiv_i", "bvudiv"},
                                         {"bvurem_i", "bvurem"},
                                         {"bvsdiv_i", "bvsdiv"},
                                         {"bvsrem_i", "bvsrem"},
                                         {"bvsmod_i", "bvsmod"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!is_named(parser, head->name, names[i][0])) continue;
    if (apply(parser, names[i][1], args, count, offset, term) != STATUS_OK) return false;
    dialect_note(parser, offset, "an internal operator of z3");
    return true;
  }
  return false;
}

bool dialect_resolve(Parser *parser, const Head *head, const Term *args, uint32_t count,
                     uint32_t offset, Term *term)
{
  assert(bank_has_terms(parser->bank, args, count));
  bool ours = scope_binding(&parser->scope, head->name)->fun != 0; /* declared by the script */
  bool plain = head->index_count == 0 && !head->as;
  if (count == 0) return false;
  if (!ours && resolve_wide_array(parser, head, args, count, offset, term)) return true;
  if (!ours && plain && count == 1 && resolve_single(parser, head, args[0], offset, term))
    return true;
  if (!ours && plain && resolve_division(parser, head, args, count, offset, term)) return true;
  return resolve_lambdas(parser, head, args, count, offset, term);
}

/* --- List --- */

static const char list_text[] = "((List 1)) ((par (T) ((nil) (insert (head T) (tail (List T)))))))";

bool dialect_declare_list(Parser *parser)
{
  if (!parser->lacks_list) return false;
  parser->lacks_list = false;
  assert(parser->script && parser->frames.count == 0);
  Lexer outside = parser->lexer;
  Error *error = parser->error, ignored;
  parser->error = &ignored;
  lexer_init(&parser->lexer, &parser->bank->symbols, list_text, sizeof list_text - 1, &ignored);
  Command command = {.kind = CMD_DECLARE_DATATYPES, .offset = (uint32_t)outside.start};
  bool declared = parse_datatypes(parser, command.kind, &command) == STATUS_OK;
  parser->lexer = outside;
  parser->error = error;
  if (declared) VEC_PUSH(&parser->script->commands, command);
  return declared;
}
