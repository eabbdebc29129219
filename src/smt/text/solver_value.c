#include "smt/text/solver_value.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "smt/text/literal.h"
#include "smt/text/scan.h"

/* --- text of solvers --- */

static void forget_context(Parser *parser)
{
  parser->expected = 0;
  parser->instances.count = 0;
  parser->sort_frames.count = parser->sort_values.count = 0;
  typecache_clear(&parser->cache);
}

Status answer_text_enter(Parser *parser, const char *text, uint64_t length, Error *error,
                         SolverText *outer)
{
  *outer = (SolverText){NULL, parser->lexer, parser->error, parser->options, parser->script};
  parser->error = error;
  parser->script = NULL;
  parser->options.solver_values = true;
  scope_push(&parser->scope, 1);
  forget_context(parser);
  bool too_long = length >= UINT32_MAX;
  outer->text = mem_copy_string(text, too_long ? 0 : (size_t)length);
  lexer_init(&parser->lexer, &parser->bank->symbols, outer->text, too_long ? 0 : length, error);
  return too_long ? error_set_at(error, STATUS_LIMIT, 0, "the text is longer than 4 GiB")
                  : STATUS_OK;
}

Status answer_text_leave(Parser *parser, SolverText *outer, Status status)
{
  if (status) error_locate(parser->error, parser->lexer.text, parser->lexer.length);
  scope_pop(&parser->scope, 1, false);
  forget_context(parser);
  free(outer->text);
  parser->lexer = outer->lexer;
  parser->error = outer->error;
  parser->options = outer->options;
  parser->script = outer->script;
  return status;
}

/* --- the sort that a value leaves out --- */

#define SEVERAL_INSTANCES UINT32_MAX

static void note_instances(Parser *parser, Sort root, U32Vec *seen, U32Vec *stack)
{
  assert(root && root < seen->count);
  const SortTable *sorts = &parser->bank->sorts;
  VEC_PUSH(stack, root);
  while (stack->count) {
    Sort sort = stack->items[--stack->count];
    const SortNode *node = sorts_node(sorts, sort);
    if (node->open || seen->items[sort]) continue;
    seen->items[sort] = 1;
    Sort *instance = &parser->instances.items[node->ctor];
    *instance = *instance ? SEVERAL_INSTANCES : sort;
    for (uint32_t i = 0; i < node->arg_count; i++) VEC_PUSH(stack, sorts_arg(sorts, sort, i));
  }
}

static void fill_zero(U32Vec *vec, size_t count)
{
  assert(vec->count <= count);
  VEC_RESERVE(vec, count - vec->count);
  memset(vec->items, 0, count * sizeof *vec->items);
  vec->count = count;
}

/* Which sort of each constructor the declarations in scope use. */
static void find_instances(Parser *parser)
{
  const Bank *bank = parser->bank;
  U32Vec seen = {0}, stack = {0};
  fill_zero(&seen, bank->sorts.nodes.count);
  fill_zero(&parser->instances, bank->sorts.ctors.count);
  for (size_t i = 0; i < parser->scope.funs.count; i++) {
    Fun fun = parser->scope.funs.items[i].fun;
    for (uint32_t k = 0; k <= funs_info(&bank->funs, fun)->arity; k++)
      note_instances(parser, funs_rank(&bank->funs, fun)[k], &seen, &stack);
  }
  VEC_FREE(&seen);
  VEC_FREE(&stack);
}

/* The only sort of this constructor: the one wanted here, or the one that the script uses. */
static Sort only_instance(Parser *parser, SortCtor ctor)
{
  if (parser->expected && sorts_node(&parser->bank->sorts, parser->expected)->ctor == ctor)
    return parser->expected;
  if (parser->instances.count == 0) find_instances(parser);
  if (ctor >= parser->instances.count) return 0;
  Sort sort = parser->instances.items[ctor];
  return sort == SEVERAL_INSTANCES ? 0 : sort;
}

/* --- abstract values --- */

static bool is_number(const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (text[i] < '0' || text[i] > '9') return false;
  return length > 0;
}

static bool begins_with(const char *text, size_t length, const char *prefix)
{
  size_t size = strlen(prefix);
  return length >= size && memcmp(text, prefix, size) == 0;
}

/* NAME!val!7, @uc_NAME_7, cbv_NAME_7, @NAME_7: finds NAME, which is a sort as the solver shows it.
 * @a7 has none. */
static bool split_name(const char *text, size_t length, size_t *start, size_t *end)
{
  size_t digits = length;
  while (digits > 0 && is_number(text + digits - 1, 1)) digits--;
  *start = *end = 0;
  if (digits == length) return false;
  if (digits > 5 && memcmp(text + digits - 5, "!val!", 5) == 0) {
    *end = digits - 5;
    return true;
  }
  *start =
      begins_with(text, digits, "@uc_") || begins_with(text, digits, "cbv_") ? 4 : text[0] == '@';
  if (*start == 0) return false;
  *end = digits > *start + 1 && text[digits - 1] == '_' ? digits - 1 : *start;
  return true;
}

bool answer_value_is_name(const SymbolTable *symbols, Symbol name)
{
  size_t start, end;
  return split_name(symbols_text(symbols, name), symbols_length(symbols, name), &start, &end);
}

bool answer_value_may_name(const Bank *bank, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  SortClass class = sorts_class(&bank->sorts, sort);
  return class == SORT_UNINTERPRETED || class == SORT_DATATYPE;
}

Fun answer_value_fun(Bank *bank, Symbol name, Sort sort)
{
  assert(sort == bank->real_sort || answer_value_may_name(bank, sort));
  FunInfo info = {.name = name, .origin = FUN_DECLARED, .version = SOLVER_VERSION_VALUE};
  return bank_script_fun(bank, &info, &sort);
}

static Term constant_of(Bank *bank, Symbol name, Sort sort)
{
  assert(name && sort);
  return bank_term(bank, funs_info(&bank->funs, answer_value_fun(bank, name, sort))->op, sort, NULL,
                   0);
}

/* The text as a sort, or 0. */
static Sort read_sort_text(Parser *parser, const char *text, size_t length)
{
  Lexer outer = parser->lexer;
  size_t frames = parser->sort_frames.count, values = parser->sort_values.count;
  Sort sort = 0;
  lexer_init(&parser->lexer, &parser->bank->symbols, text, length, parser->error);
  lexer_next(&parser->lexer);
  bool good = parse_sort(parser, &sort) == STATUS_OK && lexer_next(&parser->lexer) == TOKEN_END;
  parser->sort_frames.count = frames;
  parser->sort_values.count = values;
  parser->lexer = outer;
  return good ? sort : 0;
}

/* The sort named by an abstract value: a name, or the text of a compound sort. */
static Sort sort_of_name(Parser *parser, Symbol value)
{
  const SymbolTable *symbols = &parser->bank->symbols;
  size_t start, end;
  if (!split_name(symbols_text(symbols, value), symbols_length(symbols, value), &start, &end))
    return 0;
  if (start == end) return parser->expected;
  Symbol name = symbols_find(symbols, symbols_text(symbols, value) + start, end - start);
  uint32_t position = name ? scope_sort(&parser->scope, name) : 0;
  if (position) {
    const ScopedSort *scoped = &parser->scope.sorts.items[position - 1];
    if (scoped->kind == SCOPED_MACRO && scoped->parameter_count == 0) return scoped->value;
    return scoped->kind == SCOPED_CTOR ? only_instance(parser, scoped->value) : 0;
  }
  char *text = mem_copy_string(symbols_text(symbols, value) + start, end - start);
  Sort sort = read_sort_text(parser, text, end - start);
  free(text);
  return sort;
}

bool answer_value_resolve(Parser *parser, const Head *head, const Application *application,
                          const Term *args, Term *term)
{
  Bank *bank = parser->bank;
  if (head->index_count) return false;
  Fun fun = resolve_constructor(parser, head->name);
  if (fun && funs_info(&bank->funs, fun)->needs_as && !head->as) {
    Application full = *application;
    full.as = only_instance(parser, sorts_node(&bank->sorts, funs_result(&bank->funs, fun))->ctor);
    if (!full.as || !signature_apply(bank, fun, &full, NULL)) return false;
    Op op = bank_apply_operator(bank, fun, NULL, 0, full.as);
    *term = bank_term(bank, op, full.as, args, application->arg_count);
    return true;
  }
  if (application->arg_count || scope_binding(&parser->scope, head->name)->fun) return false;
  bool ascribed = head->as && symbols_text(&bank->symbols, head->name)[0] == '@';
  if (!ascribed && !answer_value_is_name(&bank->symbols, head->name)) return false;
  Sort sort = head->as ? head->as : sort_of_name(parser, head->name);
  if (!sort) return false;
  if (!answer_value_may_name(bank, sort)) return false;
  *term = constant_of(bank, head->name, sort);
  return true;
}

/* --- forms of their own --- */

/* The piece of the text after the current token. */
static Scan piece_behind(const Parser *parser, ScanKind *kind)
{
  const Lexer *lexer = &parser->lexer;
  Scan scan = {.text = lexer->text, .length = lexer->length, .at = lexer_position(lexer)};
  *kind = scan_next(&scan);
  return scan;
}

/* (as @(U Int)_0 (U Int)) and (as @|a b|_0 |a b|): the name is not a symbol. */
static bool is_compound_name(const Scan *scan)
{
  return scan_is(scan, "@") && scan->at < scan->length &&
         (scan->text[scan->at] == '(' || scan->text[scan->at] == '|');
}

/* z3's strings in functions of models are sequences of characters: (seq.unit (_ Char 97)). After
 * seq.unit, the rest of that form; `*end` is after it. */
static bool is_char_unit(const Parser *parser, uint32_t *code, uint64_t *end)
{
  ScanKind kind;
  Scan scan = piece_behind(parser, &kind);
  if (kind != SCAN_OPEN || scan_next(&scan) != SCAN_ATOM || !scan_is(&scan, "_")) return false;
  if (scan_next(&scan) != SCAN_ATOM || !scan_is(&scan, "Char")) return false;
  if (scan_next(&scan) != SCAN_ATOM) return false;
  uint64_t value = 0;
  for (uint64_t i = scan.start; i < scan.at; i++) {
    if (scan.text[i] < '0' || scan.text[i] > '9' || value > LITERAL_CHAR_MAX) return false;
    value = value * 10 + (uint64_t)(scan.text[i] - '0');
  }
  if (value > LITERAL_CHAR_MAX || scan_next(&scan) != SCAN_CLOSE || scan_next(&scan) != SCAN_CLOSE)
    return false;
  *code = (uint32_t)value;
  *end = scan.at;
  return true;
}

bool answer_value_opens(const Parser *parser)
{
  uint32_t code;
  uint64_t end;
  if (symbols_equal(&parser->bank->symbols, parser->lexer.symbol, "seq.unit"))
    return is_char_unit(parser, &code, &end);
  if (symbols_equal(&parser->bank->symbols, parser->lexer.symbol, "root-obj")) return true;
  Word word = scope_word(&parser->scope, parser->lexer.symbol);
  if (word != WORD_INDEXED && word != WORD_AS) return false;
  ScanKind kind;
  Scan scan = piece_behind(parser, &kind);
  if (word == WORD_AS) return is_compound_name(&scan);
  return scan_is(&scan, "real_algebraic_number") || scan_is(&scan, "as-array");
}

/* Makes text[start .. end) a name: one blank for each run of blanks, no bars. */
static Status name_piece(Parser *parser, uint64_t start, uint64_t end, Symbol *name)
{
  assert(start < end && end <= parser->lexer.length);
  const char *text = parser->lexer.text;
  StrBuf *out = &parser->text;
  strbuf_clear(out);
  for (uint64_t i = start; i < end;) {
    bool blank = scan_is_blank(text[i]);
    uint32_t code;
    size_t bytes = blank ? 1 : utf8_decode(text + i, (size_t)(end - i), &code);
    if (bytes == 0 || (!blank && (code < 0x20 || code == 0x7f || code == '\\')))
      return parse_fail(parser, STATUS_SYNTAX, i, "unexpected byte in the name of a value");
    if (!blank && code != '|')
      strbuf_add(out, text + i, bytes);
    else if (blank && !scan_is_blank(text[i - 1]))
      strbuf_add_char(out, ' ');
    i += bytes;
  }
  *name = symbols_intern(&parser->bank->symbols, out->bytes, out->length);
  return STATUS_OK;
}

static Status read_algebraic(Parser *parser, uint64_t offset, Term *term)
{
  Lexer *lexer = &parser->lexer;
  uint64_t end;
  if (!scan_list_end(lexer->text, lexer->length, offset, &end))
    return parse_fail(parser, STATUS_SYNTAX, offset, "unclosed parenthesis");
  Symbol name;
  Status status = name_piece(parser, offset, end, &name);
  if (status) return status;
  *term = constant_of(parser->bank, name, parser->bank->real_sort);
  lexer_seek(lexer, end);
  return STATUS_OK;
}

static Status read_char_unit(Parser *parser, Term *term)
{
  Bank *bank = parser->bank;
  uint32_t code = 0;
  uint64_t end = 0;
  is_char_unit(parser, &code, &end);
  assert(end > 0);
  *term = bank_literal(bank, OP_STRING, bank->string_sort, literal_char(&bank->symbols, code));
  lexer_seek(&parser->lexer, end);
  return STATUS_OK;
}

/* After "as", before "@". */
static Status read_compound_name(Parser *parser, uint64_t offset, Term *term)
{
  Lexer *lexer = &parser->lexer;
  lexer_next(lexer);
  uint64_t start = lexer->start;
  ScanKind kind;
  Scan scan = piece_behind(parser, &kind);
  if (kind == SCAN_OPEN && !scan_list_end(lexer->text, lexer->length, scan.start, &scan.at))
    return parse_fail(parser, STATUS_SYNTAX, offset, "unclosed parenthesis");
  while (scan.at < lexer->length && !scan_is_blank(lexer->text[scan.at]) &&
         lexer->text[scan.at] != ')')
    scan.at++;
  Symbol name;
  Sort sort;
  Status status = name_piece(parser, start, scan.at, &name);
  if (status) return status;
  lexer_seek(lexer, scan.at);
  lexer_next(lexer);
  status = parse_sort(parser, &sort);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_CLOSE, "')'");
  if (status) return status;
  if (!answer_value_may_name(parser->bank, sort))
    return parse_fail(parser, STATUS_SORT, offset, "values of this sort have no names");
  *term = constant_of(parser->bank, name, sort);
  return STATUS_OK;
}

/* After "(_". */
static Status read_as_array(Parser *parser, Term *term)
{
  Bank *bank = parser->bank;
  lexer_next(&parser->lexer);
  Status status = parse_next(parser, TOKEN_SYMBOL, "the name of a function");
  if (status) return status;
  Symbol name = parser->lexer.symbol;
  uint64_t offset = lexer_token_offset(&parser->lexer);
  status = parse_next(parser, TOKEN_CLOSE, "')'");
  if (status) return status;
  uint32_t position = scope_binding(&parser->scope, name)->fun;
  while (position) {
    const ScopedFun *scoped = &parser->scope.funs.items[position - 1];
    const FunInfo *info = funs_info(&bank->funs, scoped->fun);
    if (info->arity == 1 && !info->open) break;
    position = scoped->outer;
  }
  if (!position)
    return parse_fail(parser, STATUS_SCOPE, offset,
                      "as-array needs a known function of one argument");
  Fun fun = parser->scope.funs.items[position - 1].fun;
  Sort rank[2] = {funs_rank(&bank->funs, fun)[0], funs_result(&bank->funs, fun)};
  Sort array = sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_ARRAY], NULL, rank, 2);
  Term variable = bank_variable(bank, symbols_intern(&bank->symbols, "x!0", 3), rank[0], 0);
  Term body = bank_term(bank, funs_info(&bank->funs, fun)->op, rank[1], &variable, 1);
  *term = bank_binder(bank, OP_LAMBDA, array, &variable, 1, &body);
  return STATUS_OK;
}

Status answer_value_read(Parser *parser, uint64_t offset, Term *term)
{
  Word word = scope_word(&parser->scope, parser->lexer.symbol);
  if (word == WORD_AS) return read_compound_name(parser, offset, term);
  if (symbols_equal(&parser->bank->symbols, parser->lexer.symbol, "seq.unit"))
    return read_char_unit(parser, term);
  ScanKind kind;
  Scan scan = piece_behind(parser, &kind);
  if (word == WORD_INDEXED && scan_is(&scan, "as-array")) return read_as_array(parser, term);
  return read_algebraic(parser, offset, term);
}

Sort answer_value_lambda_sort(Parser *parser, Sort from, Sort to)
{
  assert(from && to);
  SortTable *sorts = &parser->bank->sorts;
  if (parser->higher_order) return 0;
  if (parser->expected && sorts_class(sorts, parser->expected) == SORT_FUNCTION) return 0;
  Sort rank[2] = {from, to};
  return sorts_make(sorts, sorts->class_ctor[SORT_ARRAY], NULL, rank, 2);
}
