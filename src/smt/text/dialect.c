#include "smt/text/dialect.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "smt/text/literal.h"

enum { NEGATIVE_MAX = 512 }; /* digits of a number such as -12 */

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

static bool is_one_of(const Parser *parser, Symbol name, const char *const *names)
{
  for (; *names; names++)
    if (is_named(parser, name, *names)) return true;
  return false;
}

/* An operator of one argument: one that makes terms leaves it as it is, and a relation is true. */
static bool resolve_single(Parser *parser, const Head *head, Term arg, uint32_t offset, Term *term)
{
  static const char *const makers[] = {"+",      "*",     "xor",      "bvadd",    "bvmul",
                                       "bvand",  "bvor",  "bvxor",    "concat",   "str.++",
                                       "seq.++", "re.++", "re.union", "re.inter", NULL};
  static const char *const relations[] = {"distinct", "<", "<=", ">", ">=", NULL};
  bool relation = is_one_of(parser, head->name, relations);
  Term pair[] = {arg, arg};
  if (!relation && !is_one_of(parser, head->name, makers)) return false;
  if (resolve_application(parser, head->name, pair, 2, offset, term) != STATUS_OK) return false;
  *term = arg;
  if (relation && apply(parser, "true", NULL, 0, offset, term) != STATUS_OK) return false;
  dialect_note(parser, offset, "an operator of one argument");
  return true;
}

/* z3's names for division, which does the same where the divisor is 0, and operators of sequences for strings. */
static bool resolve_renamed(Parser *parser, const Head *head, const Term *args, uint32_t count,
                            uint32_t offset, Term *term)
{
  static const char *const names[][2] = {
      {"bvudiv_i", "bvudiv"},           {"bvurem_i", "bvurem"},
      {"bvsdiv_i", "bvsdiv"},           {"bvsrem_i", "bvsrem"},
      {"bvsmod_i", "bvsmod"},           {"seq.++", "str.++"},
      {"seq.len", "str.len"},           {"seq.at", "str.at"},
      {"seq.extract", "str.substr"},    {"seq.contains", "str.contains"},
      {"seq.prefixof", "str.prefixof"}, {"seq.suffixof", "str.suffixof"},
      {"seq.indexof", "str.indexof"},   {"seq.replace", "str.replace"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!is_named(parser, head->name, names[i][0])) continue;
    if (apply(parser, names[i][1], args, count, offset, term) != STATUS_OK) return false;
    dialect_note(parser, offset,
                 names[i][0][0] == 'b' ? "an internal operator of z3"
                                       : "an operator of sequences for strings");
    return true;
  }
  return false;
}

/* -1 and -2.5, which z3 reads as numbers. */
static bool resolve_negative(Parser *parser, const Head *head, uint32_t offset, Term *term)
{
  Bank *bank = parser->bank;
  const char *text = symbols_text(&bank->symbols, head->name);
  size_t length = symbols_length(&bank->symbols, head->name), digits = 1, after = 0;
  if (length < 2 || length > NEGATIVE_MAX || text[0] != '-') return false;
  while (digits < length && text[digits] >= '0' && text[digits] <= '9') digits++;
  if (digits < length && text[digits] == '.')
    for (after = 1;
         digits + after < length && text[digits + after] >= '0' && text[digits + after] <= '9';)
      after++;
  if (digits < 2 || digits + after != length || after == 1) return false;
  char number[NEGATIVE_MAX + 1] = "";
  size_t zeros = strspn(text + 1, "0"), first = zeros == digits - 1 ? zeros : zeros + 1;
  memcpy(number, text + first, length - first);
  Symbol name = after ? literal_decimal(&bank->symbols, number, length - first)
                      : symbols_intern(&bank->symbols, number, length - first);
  Term value = after ? bank_literal(bank, OP_REAL, bank->real_sort, name)
                     : bank_literal(bank, OP_INTEGER, bank->int_sort, name);
  if (!after && parser->numerals_are_real) value = bank_coerce_to_real(bank, value);
  if (apply(parser, "-", &value, 1, offset, term) != STATUS_OK) return false;
  dialect_note(parser, offset, "a negative number without '-' as an operator");
  return true;
}

/* --- arrays of functions --- */

/* The name of the function in (_ map f) and (_ map (f (S) S)), (_ as-array f), (_ is (f (S) S)). */
static Symbol name_in_index(Parser *parser, Numeral index)
{
  if (!numeral_is_symbol(index)) return SYMBOL_NONE;
  SymbolTable *symbols = &parser->bank->symbols;
  Symbol symbol = numeral_symbol(index);
  const char *text = symbols_text(symbols, symbol);
  size_t length = symbols_length(symbols, symbol), end = 1;
  if (length == 0 || text[0] != '(') return symbol;
  while (end < length && !strchr(" ()\t\n", text[end])) end++;
  return end > 1 ? symbols_find(symbols, text + 1, end - 1) : SYMBOL_NONE;
}

Symbol dialect_constructor(Parser *parser, Numeral index)
{
  return name_in_index(parser, index);
}

/* A variable of this sort, of a name that the script has not. */
static Term fresh_variable(Parser *parser, Sort sort)
{
  char name[32];
  Symbol symbol;
  do {
    snprintf(name, sizeof name, "index!%u", parser->index_number++);
    symbol = intern(parser, name);
  } while (parser->bank->symbols.declared.items[symbol]);
  return bank_variable(parser->bank, symbol, sort, 0);
}

/* (lambda ((i I)) (f (select a i) (select b i))) */
static bool map_arrays(Parser *parser, Symbol name, const Term *args, uint32_t count,
                       uint32_t offset, Term *term)
{
  Bank *bank = parser->bank;
  if (sorts_class(&bank->sorts, bank_sort(bank, args[0])) != SORT_ARRAY) return false;
  Term variable = fresh_variable(parser, sorts_arg(&bank->sorts, bank_sort(bank, args[0]), 0));
  U32Vec elements = {0};
  bool fits = true;
  for (uint32_t i = 0; i < count && fits; i++) {
    Term pair[] = {args[i], variable}, element = 0;
    fits = apply(parser, "select", pair, 2, offset, &element) == STATUS_OK;
    VEC_PUSH(&elements, element);
  }
  fits =
      fits && resolve_application(parser, name, elements.items, count, offset, term) == STATUS_OK;
  VEC_FREE(&elements);
  if (!fits) return false;
  Sort sort = array_of(bank, bank_sort(bank, variable), bank_sort(bank, *term));
  *term = bank_binder(bank, OP_LAMBDA, sort, &variable, 1, (Term[]){*term});
  return true;
}

/* (lambda ((i I)) (f i)) of a function that the script declares. */
static bool function_as_array(Parser *parser, Symbol name, uint32_t offset, Term *term)
{
  Bank *bank = parser->bank;
  uint32_t position = scope_binding(&parser->scope, name)->fun;
  Fun fun = position ? parser->scope.funs.items[position - 1].fun : 0;
  if (!fun || funs_info(&bank->funs, fun)->arity != 1 || funs_info(&bank->funs, fun)->open)
    return false;
  Term variable = fresh_variable(parser, funs_rank(&bank->funs, fun)[0]);
  if (resolve_application(parser, name, &variable, 1, offset, term) != STATUS_OK) return false;
  Sort sort = array_of(bank, bank_sort(bank, variable), bank_sort(bank, *term));
  *term = bank_binder(bank, OP_LAMBDA, sort, &variable, 1, (Term[]){*term});
  return true;
}

static bool resolve_function_array(Parser *parser, const Head *head, const Term *args,
                                   uint32_t count, uint32_t offset, Term *term)
{
  if (head->index_count != 1 || head->as) return false;
  bool map = is_named(parser, head->name, "map") && count > 0;
  if (!map && (count > 0 || !is_named(parser, head->name, "as-array"))) return false;
  Symbol name = name_in_index(parser, parser->head_indices.items[head->first]);
  if (!name) return false;
  bool fits = map ? map_arrays(parser, name, args, count, offset, term)
                  : function_as_array(parser, name, offset, term);
  if (fits) dialect_note(parser, offset, "a function as an array");
  return fits;
}

/* --- constants without their sort --- */

/* The only sort of this datatype that there is so far; 0: there is none, or several. */
static Sort only_sort(const Bank *bank, SortCtor ctor)
{
  Sort found = 0;
  for (Sort sort = 1; sort < bank->sorts.nodes.count; sort++) {
    const SortNode *node = sorts_node(&bank->sorts, sort);
    if (node->ctor != ctor || node->open) continue;
    if (found) return 0;
    found = sort;
  }
  return found;
}

/* A constructor such as nil, if its datatype has been used with one kind of elements only. */
static bool resolve_bare_constructor(Parser *parser, const Head *head, uint32_t offset, Term *term)
{
  const Bank *bank = parser->bank;
  Fun fun = resolve_constructor(parser, head->name);
  if (!fun || funs_info(&bank->funs, fun)->arity > 0 || !funs_info(&bank->funs, fun)->needs_as)
    return false;
  Head whole = {.name = head->name, .first = head->first};
  whole.as = only_sort(bank, sorts_node(&bank->sorts, funs_result(&bank->funs, fun))->ctor);
  if (!whole.as || resolve_qualified(parser, &whole, NULL, 0, offset, term) != STATUS_OK)
    return false;
  dialect_note(parser, offset, "a constructor without its sort");
  return true;
}

bool dialect_resolve(Parser *parser, const Head *head, const Term *args, uint32_t count,
                     uint32_t offset, Term *term)
{
  assert(bank_has_terms(parser->bank, args, count));
  bool ours = scope_binding(&parser->scope, head->name)->fun != 0; /* declared by the script */
  bool plain = head->index_count == 0 && !head->as;
  if (!ours && resolve_function_array(parser, head, args, count, offset, term)) return true;
  if (count == 0)
    return plain && ((!ours && resolve_negative(parser, head, offset, term)) ||
                     resolve_bare_constructor(parser, head, offset, term));
  if (!ours && resolve_wide_array(parser, head, args, count, offset, term)) return true;
  if (!ours && plain && count == 1 && resolve_single(parser, head, args[0], offset, term))
    return true;
  if (!ours && plain && resolve_renamed(parser, head, args, count, offset, term)) return true;
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
