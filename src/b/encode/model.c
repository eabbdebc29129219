#include "b/encode/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "b/text/print.h"
#include "base/file.h"
#include "smt/eval/check.h"
#include "smt/text/theory.h"

typedef struct {
  BBank *b;
  const BModule *module;
  Bank *smt;
  U32Vec strangers; /* abstract values of SMT-LIB, in the order of their numbers */
  StrBuf *out;
} ModelReader;

/* --- terms of SMT-LIB --- */

static bool is_text(const ModelReader *reader, Symbol symbol, const char *text)
{
  const SymbolTable *symbols = &reader->smt->symbols;
  return symbols_length(symbols, symbol) == strlen(text) &&
         memcmp(symbols_text(symbols, symbol), text, strlen(text)) == 0;
}

static bool applies(const ModelReader *reader, Term term, const char *name, uint32_t count)
{
  Fun fun = bank_fun(reader->smt, term);
  return fun && bank_node(reader->smt, term)->count == count &&
         is_text(reader, funs_info(&reader->smt->funs, fun)->name, name);
}

static Term part(const ModelReader *reader, Term term, uint32_t i)
{
  assert(i < bank_node(reader->smt, term)->count);
  return bank_args(reader->smt, term)[i];
}

static void add_symbol(const ModelReader *reader, Symbol symbol)
{
  const SymbolTable *symbols = &reader->smt->symbols;
  strbuf_add(reader->out, symbols_text(symbols, symbol), symbols_length(symbols, symbol));
}

/* --- values --- */

static bool add_value(ModelReader *reader, Term term, BType type);

static bool add_number(ModelReader *reader, Term term, Op literal)
{
  if (bank_node(reader->smt, term)->op == literal) {
    add_symbol(reader, bank_node(reader->smt, term)->first);
    return true;
  }
  if (applies(reader, term, "-", 1)) {
    strbuf_add_text(reader->out, "(-");
    if (!add_number(reader, part(reader, term, 0), literal)) return false;
  } else if (literal == OP_REAL && applies(reader, term, "/", 2)) {
    strbuf_add_text(reader->out, "(");
    if (!add_number(reader, part(reader, term, 0), literal)) return false;
    strbuf_add_text(reader->out, " / ");
    if (!add_number(reader, part(reader, term, 1), literal)) return false;
  } else {
    return false;
  }
  strbuf_add_text(reader->out, ")");
  return true;
}

/* Characters that both languages write as they are. */
static bool add_string(ModelReader *reader, Term term)
{
  if (bank_node(reader->smt, term)->op != OP_STRING) return false;
  Symbol symbol = bank_node(reader->smt, term)->first;
  const char *text = symbols_text(&reader->smt->symbols, symbol);
  size_t length = symbols_length(&reader->smt->symbols, symbol);
  for (size_t i = 0; i < length; i++)
    if (text[i] < ' ' || text[i] > '~' || text[i] == '"' || text[i] == '\\') return false;
  b_print_string(text, length, reader->out);
  return true;
}

static bool add_element(ModelReader *reader, Term term, BType type)
{
  Fun fun = bank_fun(reader->smt, term);
  Symbol set = b_type_node(&reader->b->types, type)->first;
  if (!fun) return false;
  if (!model_is_abstract(reader->smt, term)) {
    Symbol name = funs_info(&reader->smt->funs, fun)->name;
    const char *text = symbols_text(&reader->smt->symbols, name);
    size_t length = symbols_length(&reader->smt->symbols, name);
    if (length < 3 || memcmp(text, "e.", 2) != 0) return false;
    strbuf_add(reader->out, text + 2, length - 2);
    return true;
  }
  size_t number = 0;
  Sort sort = bank_sort(reader->smt, term);
  for (size_t i = 0; i < reader->strangers.count && reader->strangers.items[i] != term; i++)
    number += bank_sort(reader->smt, reader->strangers.items[i]) == sort;
  bool known = false;
  for (size_t i = 0; i < reader->strangers.count; i++) known |= reader->strangers.items[i] == term;
  if (!known) VEC_PUSH(&reader->strangers, term);
  strbuf_add(reader->out, symbols_text(&reader->b->symbols, set),
             symbols_length(&reader->b->symbols, set));
  strbuf_add_u64(reader->out, number + 1);
  return true;
}

static bool add_pair(ModelReader *reader, Term term, const BTypeNode *pair)
{
  if (!applies(reader, term, "pair", 2) && !applies(reader, term, "tuple", 2)) return false;
  strbuf_add_text(reader->out, "(");
  if (!add_value(reader, part(reader, term, 0), pair->first)) return false;
  strbuf_add_text(reader->out, " |-> ");
  if (!add_value(reader, part(reader, term, 1), pair->second)) return false;
  strbuf_add_text(reader->out, ")");
  return true;
}

static bool add_record(ModelReader *reader, Term term, BType type)
{
  uint32_t count;
  b_type_fields(&reader->b->types, type, &count);
  if (!bank_fun(reader->smt, term) || bank_node(reader->smt, term)->count != count) return false;
  strbuf_add_text(reader->out, "rec(");
  for (uint32_t i = 0; i < count; i++) {
    BField field = b_type_fields(&reader->b->types, type, &count)[i];
    if (i) strbuf_add_text(reader->out, ", ");
    strbuf_add(reader->out, symbols_text(&reader->b->symbols, field.name),
               symbols_length(&reader->b->symbols, field.name));
    strbuf_add_text(reader->out, " : ");
    if (!add_value(reader, part(reader, term, i), field.type)) return false;
  }
  strbuf_add_text(reader->out, ")");
  return true;
}

static bool add_elements(ModelReader *reader, const U32Vec *elements, BType type)
{
  strbuf_add_text(reader->out, "{");
  for (size_t i = 0; i < elements->count; i++) {
    if (i) strbuf_add_text(reader->out, ", ");
    if (!add_value(reader, elements->items[i], type)) return false;
  }
  strbuf_add_text(reader->out, "}");
  return true;
}

static bool is_truth(const ModelReader *reader, Term term)
{
  return applies(reader, term, "true", 0) || applies(reader, term, "false", 0);
}

static bool has_item(const U32Vec *items, uint32_t item)
{
  for (size_t i = 0; i < items->count; i++)
    if (items->items[i] == item) return true;
  return false;
}

/* Changes of a constant array, of which the outermost of each index counts: the elements, or those that are not in it. */
static bool add_array(ModelReader *reader, Term term, BType type)
{
  U32Vec listed = {0}, seen = {0};
  Term base = term;
  while (applies(reader, base, "store", 3)) base = part(reader, base, 0);
  bool fine = applies(reader, base, "const", 1) && is_truth(reader, part(reader, base, 0));
  bool others = fine && applies(reader, part(reader, base, 0), "true", 0);
  for (; fine && term != base; term = part(reader, term, 0)) {
    Term index = part(reader, term, 1);
    bool inside = applies(reader, part(reader, term, 2), "true", 0);
    fine = is_truth(reader, part(reader, term, 2));
    if (has_item(&seen, index)) continue;
    VEC_PUSH(&seen, index);
    if (inside != others) VEC_PUSH(&listed, index);
  }
  if (fine && others) {
    strbuf_add_text(reader->out, "(");
    b_print(reader->b, b_type_expression(reader->b, type), NULL, reader->out);
    strbuf_add_text(reader->out, " - ");
  }
  fine = fine && add_elements(reader, &listed, type);
  if (fine && others) strbuf_add_text(reader->out, ")");
  VEC_FREE(&listed);
  VEC_FREE(&seen);
  return fine;
}

static bool add_set(ModelReader *reader, Term term, BType type)
{
  U32Vec listed = {0};
  bool fine = true;
  while (applies(reader, term, "set.union", 2)) {
    Term last = part(reader, term, 1);
    fine = fine && applies(reader, last, "set.singleton", 1);
    if (fine) VEC_PUSH(&listed, part(reader, last, 0));
    term = part(reader, term, 0);
  }
  if (applies(reader, term, "set.singleton", 1))
    VEC_PUSH(&listed, part(reader, term, 0));
  else
    fine = fine && applies(reader, term, "set.empty", 0);
  fine = fine && add_elements(reader, &listed, type);
  VEC_FREE(&listed);
  return fine;
}

/* Types bound how deep this goes. */
static bool add_value(ModelReader *reader, Term term, BType type)
{
  const BTypeNode node = *b_type_node(&reader->b->types, type);
  switch (node.kind) {
  case B_TYPE_INTEGER: return add_number(reader, term, OP_INTEGER);
  case B_TYPE_REAL: return add_number(reader, term, OP_REAL);
  case B_TYPE_BOOL:
    strbuf_add_text(reader->out, applies(reader, term, "true", 0) ? "TRUE" : "FALSE");
    return applies(reader, term, "true", 0) || applies(reader, term, "false", 0);
  case B_TYPE_STRING: return add_string(reader, term);
  case B_TYPE_GIVEN: return add_element(reader, term, type);
  case B_TYPE_PAIR: return add_pair(reader, term, &node);
  case B_TYPE_RECORD: return add_record(reader, term, type);
  case B_TYPE_SET:
    return applies(reader, term, "store", 3) || applies(reader, term, "const", 1)
               ? add_array(reader, term, node.first)
               : add_set(reader, term, node.first);
  default: return false;
  }
}

/* --- the model --- */

/* What a script declares: nothing has to be evaluated to read values. */
static void copy_declarations(const StrBuf *script, StrBuf *out)
{
  static const char assertion[] = "(assert ";
  for (size_t at = 0; at < script->length;) {
    const char *line = script->bytes + at, *end = memchr(line, '\n', script->length - at);
    size_t length = end ? (size_t)(end - line) + 1 : script->length - at;
    if (length < sizeof assertion - 1 || memcmp(line, assertion, sizeof assertion - 1) != 0)
      strbuf_add(out, line, length);
    at += length;
  }
  strbuf_text(out);
  strbuf_reserve(out, FILE_PADDING);
  memset(out->bytes + out->length, 0, FILE_PADDING);
}

static bool add_equations(ModelReader *reader, const Check *check)
{
  const U32Vec *names = &reader->module->identifiers;
  size_t first = reader->out->length;
  for (size_t i = 0; i < check->values.count && i < names->count; i++) {
    size_t before = reader->out->length, strangers = reader->strangers.count;
    Term value = check->values.items[i].value;
    if (before > first) strbuf_add_text(reader->out, " & ");
    b_print(reader->b, names->items[i], NULL, reader->out);
    strbuf_add_text(reader->out, " = ");
    if (value && add_value(reader, value, b_type(reader->b, names->items[i]))) continue;
    reader->out->length = before;
    reader->strangers.count = strangers;
  }
  return reader->out->length > first;
}

typedef VEC(char *) NameVec;

static void free_names(NameVec *texts)
{
  for (size_t i = 0; i < texts->count; i++) free(texts->items[i]);
  VEC_FREE(texts);
}

bool b_encode_model(BBank *bank, const BModule *module, const StrBuf *script, const char *output,
                    size_t length, StrBuf *out)
{
  assert(bank && module && script && output && out);
  if (module->identifiers.count == 0) return false;
  ModelReader reader = {.b = bank, .module = module, .smt = theory_create_bank(), .out = out};
  StrBuf text, printed;
  strbuf_init(&text, 0);
  strbuf_init(&printed, 0);
  copy_declarations(script, &text);
  NameVec terms = {0};
  for (size_t i = 0; i < module->identifiers.count; i++) {
    strbuf_clear(&printed);
    strbuf_add_text(&printed, "b.");
    b_print(bank, module->identifiers.items[i], NULL, &printed);
    VEC_PUSH(&terms, mem_copy_string(strbuf_text(&printed), printed.length));
  }
  CheckRequest request = {.bank = reader.smt,
                          .script = text.bytes,
                          .script_length = text.length,
                          .output = output,
                          .output_length = length,
                          .terms = (const char *const *)terms.items,
                          .term_count = (uint32_t)terms.count};
  Checks checks = {0};
  Error error;
  bool found = check_output(&request, &checks, &error) == STATUS_OK && checks.count == 1 &&
               checks.items[0].status == STATUS_OK && add_equations(&reader, &checks.items[0]);
  checks_deinit(&checks);
  free_names(&terms);
  strbuf_deinit(&text);
  strbuf_deinit(&printed);
  VEC_FREE(&reader.strangers);
  bank_destroy(reader.smt);
  return found;
}
