#include "smt/text/theory.h"

#include <assert.h>
#include <stdio.h>

#include "base/bug.h"
#include "smt/term/signature.h"
#include "smt/text/embedded.h"
#include "smt/text/sexpr.h"

enum { MAX_NESTING = 32 };

/* Sorts are read in a first pass over all files, functions in a second, so that the order of the
 * files does not matter. */
typedef enum { PASS_SORTS, PASS_FUNCTIONS } Pass;

typedef struct {
  Bank *bank;
  Lexer lexer;
  Pass pass;
  uint32_t theory;
  /* parameters of the entry being read */
  Symbol sort_names[SORT_SLOTS];
  Symbol numeral_names[NUMERAL_SLOTS];
  uint32_t sort_count, numeral_count;
  Error *error;
} Reader;

static Status fail(Reader *reader, const char *message)
{
  if (reader->lexer.kind == TOKEN_BAD) return reader->error->status;
  return error_set_at(reader->error, STATUS_SYNTAX, lexer_token_offset(&reader->lexer), "%s",
                      message);
}

static bool is_word(const Reader *reader, const char *word)
{
  const Lexer *lexer = &reader->lexer;
  return (lexer->kind == TOKEN_SYMBOL || lexer->kind == TOKEN_KEYWORD) &&
         symbols_equal(lexer->symbols, lexer->symbol, word);
}

static bool skip_open(Reader *reader)
{
  return lexer_next(&reader->lexer) == TOKEN_OPEN;
}

/* Skips the S-expression at the current token. */
static Status skip_sexpr(Reader *reader)
{
  StrBuf nothing;
  strbuf_init(&nothing, 1);
  Status status = sexpr_copy(&reader->lexer, &nothing);
  strbuf_deinit(&nothing);
  return status;
}

static Status read_text(Reader *reader, Symbol *text)
{
  StrBuf buf;
  strbuf_init(&buf, 1 << 16);
  lexer_next(&reader->lexer);
  Status status = sexpr_copy(&reader->lexer, &buf);
  if (status == STATUS_OK) *text = symbols_intern(&reader->bank->symbols, buf.bytes, buf.length);
  strbuf_deinit(&buf);
  return status;
}

static Status read_string(Reader *reader, Symbol *text)
{
  Lexer *lexer = &reader->lexer;
  if (lexer_next(lexer) != TOKEN_STRING) return fail(reader, "expected a string");
  *text = symbols_intern(lexer->symbols, lexer->text + lexer->start,
                         (size_t)(lexer->end - lexer->start));
  return STATUS_OK;
}

static Status read_small_number(Reader *reader, uint32_t *number)
{
  Lexer *lexer = &reader->lexer;
  if (lexer_next(lexer) != TOKEN_NUMERAL || lexer->end - lexer->start > 2)
    return fail(reader, "expected a number below 100");
  *number = (uint32_t)strtoul(lexer->text + lexer->start, NULL, 10);
  return STATUS_OK;
}

/* --- numeral expressions and conditions --- */

static Expr numeral_parameter(Reader *reader, Symbol name)
{
  assert(reader->numeral_count <= NUMERAL_SLOTS);
  uint32_t slot = 0;
  while (slot < reader->numeral_count && reader->numeral_names[slot] != name) slot++;
  if (slot == NUMERAL_SLOTS) return 0;
  if (slot == reader->numeral_count) reader->numeral_names[reader->numeral_count++] = name;
  return exprs_make(&reader->bank->exprs, EXPR_PARAMETER, slot, name);
}

/* The indices of what is declared: different names up to a parenthesis. */
static Status read_index_names(Reader *reader, uint32_t *count)
{
  Lexer *lexer = &reader->lexer;
  for (*count = 0; lexer_next(lexer) == TOKEN_SYMBOL; ++*count) {
    if (!numeral_parameter(reader, lexer->symbol)) return fail(reader, "too many indices");
    if (reader->numeral_count == *count) return fail(reader, "two indices have the same name");
  }
  return lexer->kind == TOKEN_CLOSE ? STATUS_OK : fail(reader, "expected ')'");
}

static ExprKind kind_of_operator(const Reader *reader, bool *swap)
{
  static const struct {
    const char *name;
    ExprKind kind;
    bool swap;
  } operators[] = {{"+", EXPR_ADD, false}, {"-", EXPR_SUB, false},  {"*", EXPR_MUL, false},
                   {"=", EXPR_EQ, false},  {"<", EXPR_LT, false},   {"<=", EXPR_LE, false},
                   {">", EXPR_LT, true},   {">=", EXPR_LE, true},   {"and", EXPR_AND, false},
                   {"or", EXPR_OR, false}, {"not", EXPR_NOT, false}};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (!is_word(reader, operators[i].name)) continue;
    *swap = operators[i].swap;
    return operators[i].kind;
  }
  return EXPR_CONSTANT;
}

static Status read_expr(Reader *reader, uint32_t depth, Expr *expr);

static Status read_operation(Reader *reader, uint32_t depth, Expr *expr)
{
  bool swap = false;
  lexer_next(&reader->lexer);
  ExprKind kind = kind_of_operator(reader, &swap);
  if (kind == EXPR_CONSTANT) return fail(reader, "expected an operator on numerals");
  Expr all = 0;
  for (;;) {
    lexer_next(&reader->lexer);
    if (reader->lexer.kind == TOKEN_CLOSE) break;
    Expr next;
    Status status = read_expr(reader, depth + 1, &next);
    if (status) return status;
    if (all)
      next = swap ? exprs_make(&reader->bank->exprs, kind, next, all)
                  : exprs_make(&reader->bank->exprs, kind, all, next);
    all = next;
  }
  if (kind == EXPR_NOT && all) all = exprs_make(&reader->bank->exprs, kind, all, 0);
  if (!all) return fail(reader, "an operator needs operands");
  *expr = all;
  return STATUS_OK;
}

/* Reads the expression that begins with the current token. */
static Status read_expr(Reader *reader, uint32_t depth, Expr *expr)
{
  Lexer *lexer = &reader->lexer;
  if (depth > MAX_NESTING) return fail(reader, "nested too deeply");
  if (lexer->kind == TOKEN_OPEN) return read_operation(reader, depth, expr);
  if (lexer->kind == TOKEN_NUMERAL) {
    unsigned long value = strtoul(lexer->text + lexer->start, NULL, 10);
    if (value > NUMERAL_MAX) return fail(reader, "numeral too large");
    *expr = exprs_make(&reader->bank->exprs, EXPR_CONSTANT, (uint32_t)value, 0);
    return STATUS_OK;
  }
  if (lexer->kind != TOKEN_SYMBOL) return fail(reader, "expected a numeral or a name for one");
  *expr = numeral_parameter(reader, lexer->symbol);
  return *expr ? STATUS_OK : fail(reader, "too many numeral parameters");
}

/* --- sorts --- */

/* Finds a theory's sort constructor by name, and its abbreviations. */
static SortCtor find_ctor(const Bank *bank, Symbol name)
{
  for (SortCtor c = 1; c < bank->sorts.ctors.count; c++) {
    const SortCtorInfo *info = &bank->sorts.ctors.items[c];
    if (info->name == name && (info->theory || info->class == SORT_FUNCTION)) return c;
  }
  return 0;
}

static Sort find_named_sort(Reader *reader, Symbol name)
{
  Bank *bank = reader->bank;
  for (uint32_t i = 0; i < reader->sort_count; i++)
    if (reader->sort_names[i] == name) return sorts_parameter(&bank->sorts, i, name);
  for (size_t i = 0; i < bank->abbreviations.count; i++)
    if (bank->abbreviations.items[i].name == name) return bank->abbreviations.items[i].sort;
  SortCtor ctor = find_ctor(bank, name);
  if (!ctor) return 0;
  const SortCtorInfo *info = &bank->sorts.ctors.items[ctor];
  if (info->index_count || (info->arity && info->arity != ARITY_ANY)) return 0;
  return sorts_make(&bank->sorts, ctor, NULL, NULL, 0);
}

static Status read_sort(Reader *reader, uint32_t depth, Sort *sort);

static Status read_indexed_sort(Reader *reader, Sort *sort)
{
  if (lexer_next(&reader->lexer) != TOKEN_SYMBOL) return fail(reader, "expected a sort name");
  SortCtor ctor = find_ctor(reader->bank, reader->lexer.symbol);
  if (!ctor) return fail(reader, "unknown sort");
  Numeral indices[NUMERAL_SLOTS];
  uint32_t count = 0;
  while (lexer_next(&reader->lexer) != TOKEN_CLOSE) {
    Expr expr;
    if (count == NUMERAL_SLOTS) return fail(reader, "too many indices");
    Status status = read_expr(reader, 0, &expr);
    if (status) return status;
    indices[count++] = numeral_of_expr(&reader->bank->exprs, expr);
  }
  const SortCtorInfo *info = &reader->bank->sorts.ctors.items[ctor];
  if (info->index_count != count || info->arity) return fail(reader, "wrong number of indices");
  *sort = sorts_make(&reader->bank->sorts, ctor, indices, NULL, 0);
  return STATUS_OK;
}

static Status read_applied_sort(Reader *reader, uint32_t depth, Sort *sort)
{
  SortCtor ctor = find_ctor(reader->bank, reader->lexer.symbol);
  if (!ctor) return fail(reader, "unknown sort");
  U32Vec args = {0};
  Status status = STATUS_OK;
  while (status == STATUS_OK && lexer_next(&reader->lexer) != TOKEN_CLOSE) {
    Sort arg = 0;
    status = read_sort(reader, depth + 1, &arg);
    VEC_PUSH(&args, arg);
  }
  const SortCtorInfo *info = &reader->bank->sorts.ctors.items[ctor];
  if (status == STATUS_OK &&
      (info->index_count || (info->arity != ARITY_ANY && info->arity != args.count)))
    status = fail(reader, "wrong number of sort arguments");
  if (status == STATUS_OK)
    *sort = sorts_make(&reader->bank->sorts, ctor, NULL, args.items, (uint32_t)args.count);
  VEC_FREE(&args);
  return status;
}

/* Reads the sort that begins with the current token. */
static Status read_sort(Reader *reader, uint32_t depth, Sort *sort)
{
  Lexer *lexer = &reader->lexer;
  if (depth > MAX_NESTING) return fail(reader, "nested too deeply");
  if (lexer->kind == TOKEN_SYMBOL) {
    *sort = find_named_sort(reader, lexer->symbol);
    return *sort ? STATUS_OK : fail(reader, "unknown sort");
  }
  if (lexer->kind != TOKEN_OPEN || lexer_next(lexer) != TOKEN_SYMBOL)
    return fail(reader, "expected a sort");
  if (is_word(reader, "_")) return read_indexed_sort(reader, sort);
  return read_applied_sort(reader, depth, sort);
}

/* The attributes of a sort entry, up to its closing parenthesis. */
static Status read_sort_attributes(Reader *reader, SortCtorInfo *info)
{
  Bank *bank = reader->bank;
  SortAbbreviation abbreviation = {.name = info->name};
  for (; reader->lexer.kind != TOKEN_CLOSE; lexer_next(&reader->lexer)) {
    Status status = STATUS_OK;
    if (is_word(reader, ":variadic")) {
      info->arity = ARITY_ANY;
    } else if (is_word(reader, ":where")) {
      lexer_next(&reader->lexer);
      status = read_expr(reader, 0, &info->where);
    } else if (is_word(reader, ":is")) {
      lexer_next(&reader->lexer);
      status = read_sort(reader, 0, &abbreviation.sort);
    } else if (is_word(reader, ":tuples-in")) {
      lexer_next(&reader->lexer);
      abbreviation.tuples_in = find_ctor(bank, reader->lexer.symbol);
      if (!abbreviation.tuples_in) status = fail(reader, "unknown sort");
    } else {
      status = fail(reader, "unknown attribute of a sort");
    }
    if (status) return status;
  }
  if (abbreviation.sort || abbreviation.tuples_in) {
    VEC_PUSH(&bank->abbreviations, abbreviation);
    return STATUS_OK;
  }
  if (find_ctor(bank, info->name)) return fail(reader, "this sort has been declared before");
  sorts_ctor(&bank->sorts, info);
  return STATUS_OK;
}

/* One entry of :sorts. The current token is its opening parenthesis. */
static Status read_sort_entry(Reader *reader)
{
  Lexer *lexer = &reader->lexer;
  SortCtorInfo info = {.theory = reader->theory};
  reader->sort_count = reader->numeral_count = 0;
  if (lexer_next(lexer) == TOKEN_OPEN) {
    if (lexer_next(lexer), !is_word(reader, "_")) return fail(reader, "expected '_'");
    if (lexer_next(lexer) != TOKEN_SYMBOL) return fail(reader, "expected a sort name");
    info.name = lexer->symbol;
    Status status = read_index_names(reader, &info.index_count);
    if (status) return status;
    lexer_next(lexer);
  } else if (lexer->kind == TOKEN_SYMBOL) {
    info.name = lexer->symbol;
    if (lexer_next(lexer) == TOKEN_NUMERAL) {
      info.arity = (uint32_t)strtoul(lexer->text + lexer->start, NULL, 10);
      lexer_next(lexer);
    }
  } else {
    return fail(reader, "expected a sort name");
  }
  info.class = sorts_class_of_name(lexer->symbols, info.name);
  return read_sort_attributes(reader, &info);
}

/* --- functions --- */

typedef struct {
  FunInfo info;
  TheoryNote note;
  U32Vec rank;
  U32Vec aliases;
} Entry;

static Status read_identifier(Reader *reader, Entry *entry)
{
  Lexer *lexer = &reader->lexer;
  if (lexer->kind == TOKEN_SYMBOL) {
    entry->info.name = lexer->symbol;
    return STATUS_OK;
  }
  if (lexer->kind != TOKEN_OPEN || (lexer_next(lexer), !is_word(reader, "_")) ||
      lexer_next(lexer) != TOKEN_SYMBOL)
    return fail(reader, "expected a function name or (_ name index ...)");
  entry->info.name = lexer->symbol;
  uint32_t count = 0;
  Status status = read_index_names(reader, &count);
  entry->info.index_count = count;
  return status;
}

static Status read_alias(Reader *reader, Entry *entry)
{
  if (lexer_next(&reader->lexer) != TOKEN_SYMBOL) return fail(reader, "expected a name");
  VEC_PUSH(&entry->aliases, reader->lexer.symbol);
  return STATUS_OK;
}

static Status read_rule(Reader *reader, Entry *entry)
{
  Lexer *lexer = &reader->lexer;
  lexer_next(lexer);
  entry->info.rule = (uint8_t)signature_rule_of_name(lexer->text + lexer->start,
                                                     (size_t)(lexer->end - lexer->start));
  return entry->info.rule ? STATUS_OK : fail(reader, "unknown rule");
}

/* One attribute; the current token is its keyword. */
static Status read_attribute(Reader *reader, Entry *entry)
{
  static const struct {
    const char *name;
    Assoc assoc;
  } assocs[] = {{":left-assoc", ASSOC_LEFT},
                {":right-assoc", ASSOC_RIGHT},
                {":chainable", ASSOC_CHAIN},
                {":pairwise", ASSOC_PAIRWISE}};
  for (size_t i = 0; i < sizeof assocs / sizeof *assocs; i++) {
    if (!is_word(reader, assocs[i].name)) continue;
    if (entry->rank.count != 3)
      return fail(reader, "only functions of two arguments can have this");
    entry->info.assoc = (uint8_t)assocs[i].assoc;
    return STATUS_OK;
  }
  if (is_word(reader, ":where")) {
    lexer_next(&reader->lexer);
    return read_expr(reader, 0, &entry->info.where);
  }
  if (is_word(reader, ":least")) {
    uint32_t least = 0;
    Status status = read_small_number(reader, &least);
    entry->info.least = (uint8_t)least;
    return status;
  }
  if (is_word(reader, ":usual")) {
    uint32_t usual = 0;
    Status status = read_small_number(reader, &usual);
    entry->info.usual = (uint8_t)usual;
    return status;
  }
  if (is_word(reader, ":guard")) return read_text(reader, &entry->note.guard);
  if (is_word(reader, ":alias")) return read_alias(reader, entry);
  if (is_word(reader, ":since")) return read_string(reader, &entry->note.since);
  if (is_word(reader, ":extension")) return read_string(reader, &entry->note.extension);
  if (is_word(reader, ":rule")) return read_rule(reader, entry);
  return fail(reader, "unknown attribute of a function");
}

static Status add_entry(Reader *reader, Entry *entry)
{
  assert(entry->rank.count > 0 && entry->info.index_count <= NUMERAL_SLOTS);
  Bank *bank = reader->bank;
  assert(reader->theory > 0 && reader->theory < bank->theories.count);
  entry->info.origin = FUN_THEORY;
  entry->info.arity = (uint32_t)entry->rank.count - 1;
  entry->info.theory = (uint16_t)reader->theory;
  entry->info.related = (uint32_t)bank->notes.count;
  entry->info.needs_as =
      !entry->info.rule && signature_needs_as(bank, entry->rank.items, entry->info.arity);
  VEC_PUSH(&bank->notes, entry->note);
  Fun fun = bank_add_theory_fun(bank, &entry->info, entry->rank.items);
  for (size_t i = 0; i < entry->aliases.count; i++)
    if (!bank_add_theory_alias(bank, entry->aliases.items[i], fun))
      return fail(reader, "an alias of this function is the name of another");
  return STATUS_OK;
}

/* IDENT SORT ... ATTRIBUTE ... up to the closing parenthesis. The current token is the first. */
static Status read_function(Reader *reader, Entry *entry)
{
  Status status = read_identifier(reader, entry);
  if (status) return status;
  while (lexer_next(&reader->lexer) != TOKEN_CLOSE) {
    if (reader->lexer.kind == TOKEN_KEYWORD) {
      status = read_attribute(reader, entry);
    } else {
      Sort sort = 0;
      status = read_sort(reader, 0, &sort);
      VEC_PUSH(&entry->rank, sort);
    }
    if (status) return status;
  }
  if (entry->rank.count == 0) return fail(reader, "a function needs a result sort");
  return add_entry(reader, entry);
}

static Status read_parametric(Reader *reader, Entry *entry)
{
  if (!skip_open(reader)) return fail(reader, "expected the list of sort parameters");
  while (lexer_next(&reader->lexer) == TOKEN_SYMBOL) {
    if (reader->sort_count == SORT_SLOTS) return fail(reader, "too many sort parameters");
    reader->sort_names[reader->sort_count++] = reader->lexer.symbol;
  }
  if (reader->lexer.kind != TOKEN_CLOSE || !skip_open(reader))
    return fail(reader, "expected ') (' and a function");
  lexer_next(&reader->lexer);
  Status status = read_function(reader, entry);
  if (status) return status;
  return lexer_next(&reader->lexer) == TOKEN_CLOSE ? STATUS_OK : fail(reader, "expected ')'");
}

/* One entry of :funs. The current token is its opening parenthesis. */
static Status read_function_entry(Reader *reader)
{
  Entry entry = {0};
  reader->sort_count = reader->numeral_count = 0;
  lexer_next(&reader->lexer);
  Status status =
      is_word(reader, "par") ? read_parametric(reader, &entry) : read_function(reader, &entry);
  VEC_FREE(&entry.rank);
  VEC_FREE(&entry.aliases);
  return status;
}

/* --- theories --- */

static Status read_entries(Reader *reader, Pass pass, Status (*read)(Reader *))
{
  if (!skip_open(reader)) return fail(reader, "expected a list");
  if (reader->pass != pass) return skip_sexpr(reader);
  while (lexer_next(&reader->lexer) == TOKEN_OPEN) {
    Status status = read(reader);
    if (status) return status;
  }
  return reader->lexer.kind == TOKEN_CLOSE ? STATUS_OK : fail(reader, "expected an entry or ')'");
}

/* Numbers the theory: a new one in the first pass, the one of that name in the second. */
static Status start_theory(Reader *reader)
{
  Bank *bank = reader->bank;
  Symbol name = reader->lexer.symbol;
  for (reader->theory = 1; reader->theory < bank->theories.count; reader->theory++)
    if (bank->theories.items[reader->theory].name == name) break;
  if (reader->pass == PASS_FUNCTIONS) return STATUS_OK;
  if (reader->theory < bank->theories.count)
    return fail(reader, "there is a theory of this name already");
  VEC_PUSH(&bank->theories, (Theory){.name = name});
  return STATUS_OK;
}

static Status read_theory(Reader *reader)
{
  Lexer *lexer = &reader->lexer;
  if (lexer_next(lexer), !is_word(reader, "theory")) return fail(reader, "expected '(theory'");
  if (lexer_next(lexer) != TOKEN_SYMBOL) return fail(reader, "expected the theory's name");
  Status status = start_theory(reader);
  while (status == STATUS_OK && lexer_next(lexer) != TOKEN_CLOSE) {
    Theory *theory = &reader->bank->theories.items[reader->theory];
    if (is_word(reader, ":standard"))
      status = read_string(reader, &theory->standard);
    else if (is_word(reader, ":extension"))
      status = read_string(reader, &theory->extension);
    else if (is_word(reader, ":description"))
      status = read_string(reader, &theory->description);
    else if (is_word(reader, ":sorts"))
      status = read_entries(reader, PASS_SORTS, read_sort_entry);
    else if (is_word(reader, ":funs"))
      status = read_entries(reader, PASS_FUNCTIONS, read_function_entry);
    else
      status = fail(reader, "expected :standard, :extension, :description, :sorts or :funs");
  }
  return status;
}

/* What the rest of the program needs to know by handle. */
static void note_well_known(Bank *bank)
{
  bank->bool_sort = sorts_plain(&bank->sorts, SORT_BOOL);
  bank->int_sort = sorts_plain(&bank->sorts, SORT_INT);
  bank->real_sort = sorts_plain(&bank->sorts, SORT_REAL);
  bank->string_sort = sorts_plain(&bank->sorts, SORT_STRING);
  bank->to_real = bank_theory_fun(bank, symbols_intern(&bank->symbols, "to_real", 7));
}

static Status read_pass(Bank *bank, Pass pass, const char *text, uint64_t length, Error *error)
{
  Reader reader = {.bank = bank, .pass = pass, .error = error};
  lexer_init(&reader.lexer, &bank->symbols, text, length, error);
  Status status = STATUS_OK;
  while (status == STATUS_OK && lexer_next(&reader.lexer) != TOKEN_END)
    status = reader.lexer.kind == TOKEN_OPEN ? read_theory(&reader)
                                             : fail(&reader, "expected '(theory'");
  if (status) error_locate(error, text, length);
  note_well_known(bank);
  return status;
}

Status theory_read(Bank *bank, const char *text, uint64_t length, Error *error)
{
  size_t before = bank->theories.count;
  Status status = read_pass(bank, PASS_SORTS, text, length, error);
  if (!status && bank->theories.count == before) {
    status = error_set_at(error, STATUS_SYNTAX, 0, "there is no theory here: expected '(theory'");
    error_locate(error, text, length);
  }
  return status ? status : read_pass(bank, PASS_FUNCTIONS, text, length, error);
}

Bank *theory_create_bank(void)
{
  Bank *bank = bank_create();
  Error error;
  for (Pass pass = PASS_SORTS; pass <= PASS_FUNCTIONS; pass++) {
    for (size_t i = 0; i < embedded_theories_count; i++) {
      const EmbeddedFile *file = &embedded_theories[i];
      if (read_pass(bank, pass, file->text, file->length, &error) == STATUS_OK) continue;
      BUG("built-in theory '%s', line %u: %s", file->name, error.line, error.message);
    }
  }
  return bank;
}
