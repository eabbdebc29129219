#include "b/text/print.h"

#include <assert.h>

#include "b/text/print_form.h"
#include "base/bug.h"

static void add(BPrinter *printer, const char *text)
{
  strbuf_add_text(printer->out, text);
}

void b_printer_name(BPrinter *printer, Symbol name)
{
  const SymbolTable *symbols = &printer->bank->symbols;
  strbuf_add(printer->out, symbols_text(symbols, name), symbols_length(symbols, name));
}

static void add_token(BPrinter *printer, BOperator op)
{
  const char *token;
  size_t length = b_operator_token(op, &token);
  strbuf_add(printer->out, token, length);
}

void b_print_string(const char *text, size_t length, StrBuf *out)
{
  strbuf_add_char(out, '"');
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (c == '"' || c == '\\') strbuf_add_char(out, '\\');
    if (c == '\n')
      strbuf_add_text(out, "\\n");
    else if (c == '\t')
      strbuf_add_text(out, "\\t");
    else
      strbuf_add_char(out, c);
  }
  strbuf_add_char(out, '"');
}

static bool is_infix(const BBank *bank, BTerm term)
{
  BForm form = b_operator(b_op(bank, term))->form;
  return form == B_FORM_INFIX || form == B_FORM_PREFIX;
}

void b_printer_operand(BPrinter *printer, BTerm term, uint32_t priority)
{
  BOperator op = b_op(printer->bank, term);
  bool sequential = op == B_COMPOSITION || op == B_PARALLEL_PRODUCT; /* bring their own */
  bool bracketed =
      is_infix(printer->bank, term) && !sequential && b_operator(op)->priority < priority;
  if (bracketed) add(printer, "(");
  b_printer_term(printer, term);
  if (bracketed) add(printer, ")");
}

void b_printer_list(BPrinter *printer, BTerm term, uint32_t first, uint32_t count)
{
  for (uint32_t i = first; i < first + count; i++) {
    if (i > first) add(printer, ", ");
    b_printer_operand(printer, b_arg(printer->bank, term, i), B_PRINT_ITEM);
  }
}

/* Operands of comparisons: Atelier B gives some of these the priority of the set operators. */
static uint32_t operand_priority(BOperator op)
{
  switch (op) {
  case B_AND:
  case B_OR: return 61; /* comparisons without, other connectives with parentheses */
  case B_IMPLIES: return 40;
  case B_EQUAL:
  case B_MEMBER:
  case B_SUBSET:
  case B_NOT_SUBSET:
  case B_SUBSET_STRICT:
  case B_NOT_SUBSET_STRICT: return B_PRINT_ITEM;
  case B_NOT_EQUAL:
  case B_NOT_MEMBER:
  case B_LESS:
  case B_LESS_EQUAL:
  case B_GREATER:
  case B_GREATER_EQUAL: return B_PRINT_ARITHMETIC;
  default: return B_PRINT_TIGHT;
  }
}

static void print_infix(BPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  BOperator op = b_op(bank, term);
  bool sequential = op == B_COMPOSITION || op == B_PARALLEL_PRODUCT;
  uint32_t priority = operand_priority(op);
  if (sequential) add(printer, "(");
  for (uint32_t i = 0; i < b_arg_count(bank, term); i++) {
    if (i) {
      add(printer, " ");
      add_token(printer, op);
      add(printer, " ");
    }
    b_printer_operand(printer, b_arg(bank, term, i), priority);
  }
  if (sequential) add(printer, ")");
}

/* Operands of postfix forms are in parentheses, unless they are words or end with a parenthesis or
 * bracket already. */
static void print_base(BPrinter *printer, BTerm term)
{
  switch (b_operator(b_op(printer->bank, term))->form) {
  case B_FORM_IDENTIFIER:
  case B_FORM_WORD:
  case B_FORM_CALL:
  case B_FORM_IMAGE:
  case B_FORM_APPLICATION:
  case B_FORM_POSTFIX:
  case B_FORM_FIELD:
  case B_FORM_IF:
  case B_FORM_LET: b_printer_term(printer, term); return;
  default: break;
  }
  BOperator op = b_op(printer->bank, term);
  bool bracketed = op != B_COMPOSITION && op != B_PARALLEL_PRODUCT;
  if (bracketed) add(printer, "(");
  b_printer_term(printer, term);
  if (bracketed) add(printer, ")");
}

static void print_extension(BPrinter *printer, BTerm term)
{
  BOperator op = b_op(printer->bank, term);
  bool set = op == B_EMPTY_SET || op == B_SET_EXTENSION;
  add(printer, set ? "{" : "[");
  b_printer_list(printer, term, 0, b_arg_count(printer->bank, term));
  add(printer, set ? "}" : "]");
}

static void print_literal(BPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  Symbol text = b_node(bank, term)->data;
  if (b_op(bank, term) == B_STRING)
    b_print_string(symbols_text(&bank->symbols, text), symbols_length(&bank->symbols, text),
                   printer->out);
  else
    b_printer_name(printer, text);
}

static void print_postfix(BPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  BForm form = b_operator(b_op(bank, term))->form;
  print_base(printer, b_arg(bank, term, 0));
  switch (form) {
  case B_FORM_POSTFIX: add_token(printer, b_op(bank, term)); return;
  case B_FORM_FIELD:
    add(printer, "'");
    b_printer_name(printer, b_node(bank, term)->data);
    return;
  default:
    add(printer, form == B_FORM_IMAGE ? "[" : "(");
    b_printer_operand(printer, b_arg(bank, term, 1), B_PRINT_ITEM);
    add(printer, form == B_FORM_IMAGE ? "]" : ")");
  }
}

static void print_call(BPrinter *printer, BTerm term)
{
  add_token(printer, b_op(printer->bank, term));
  add(printer, "(");
  if (b_arg_count(printer->bank, term) == 1)
    b_printer_operand(printer, b_arg(printer->bank, term, 0), 0);
  else
    b_printer_list(printer, term, 0, b_arg_count(printer->bank, term));
  add(printer, ")");
}

void b_printer_term(BPrinter *printer, BTerm term)
{
  if (printer->out->overflow) return;
  if (printer->classical && b_printer_classical(printer, term)) return;
  const BBank *bank = printer->bank;
  BOperator op = b_op(bank, term);
  switch (b_operator(op)->form) {
  case B_FORM_WORD: add_token(printer, op); return;
  case B_FORM_CALL: print_call(printer, term); return;
  case B_FORM_INFIX: print_infix(printer, term); return;
  case B_FORM_PREFIX:
    add_token(printer, op);
    b_printer_operand(printer, b_arg(bank, term, 0), B_PRINT_TIGHT);
    return;
  case B_FORM_POSTFIX:
  case B_FORM_FIELD:
  case B_FORM_IMAGE:
  case B_FORM_APPLICATION: print_postfix(printer, term); return;
  case B_FORM_EXTENSION: print_extension(printer, term); return;
  case B_FORM_LITERAL: print_literal(printer, term); return;
  case B_FORM_IDENTIFIER: b_printer_name(printer, b_node(bank, term)->data); return;
  default: b_printer_form(printer, term); return;
  }
}

void b_print(const BBank *bank, BTerm term, const BPrintOptions *options, StrBuf *out)
{
  BPrinter printer = {bank, out, options && options->classical};
  b_printer_term(&printer, term);
}

static BTerm record_expression(BBank *bank, BType type)
{
  uint32_t count;
  b_type_fields(&bank->types, type, &count);
  BTerm *sets = mem_alloc(count, sizeof *sets);
  for (uint32_t i = 0; i < count; i++)
    sets[i] = b_type_expression(bank, b_type_fields(&bank->types, type, &count)[i].type);
  BTerm term = b_make(bank, B_STRUCT, b_type_set(&bank->types, type), 0, sets, count);
  free(sets);
  return term;
}

BTerm b_type_expression(BBank *bank, BType type)
{
  BTypeNode node = *b_type_node(&bank->types, type);
  switch (node.kind) {
  case B_TYPE_INTEGER: return b_make_constant(bank, B_INTEGER_SET);
  case B_TYPE_REAL: return b_make_constant(bank, B_REAL_SET);
  case B_TYPE_BOOL: return b_make_constant(bank, B_BOOL_SET);
  case B_TYPE_STRING: return b_make_constant(bank, B_STRING_SET);
  case B_TYPE_GIVEN:
    return b_make_name(bank, B_GIVEN_SET, b_type_set(&bank->types, type), node.first);
  case B_TYPE_SET: {
    BTerm of = b_type_expression(bank, node.first);
    return b_make(bank, B_POW, b_type_set(&bank->types, type), 0, &of, 1);
  }
  case B_TYPE_PAIR: {
    BTerm parts[] = {b_type_expression(bank, node.first), b_type_expression(bank, node.second)};
    return b_make(bank, B_CARTESIAN, b_type_set(&bank->types, type), 0, parts, 2);
  }
  case B_TYPE_RECORD: return record_expression(bank, type);
  default: BUG("no values of type kind %d", (int)node.kind);
  }
}

/* Marks identifiers with a conjunct that only says of what type they are. */
static bool *stated_types(BBank *bank, BTerm predicate)
{
  bool *stated = mem_alloc_zero(bank->nodes.count, sizeof *stated);
  bool row = b_op(bank, predicate) == B_AND;
  for (uint32_t i = 0; predicate && i < (row ? b_arg_count(bank, predicate) : 1); i++) {
    BTerm part = row ? b_arg(bank, predicate, i) : predicate;
    if (b_op(bank, part) != B_MEMBER) continue;
    BTerm name = b_arg(bank, part, 0), set = b_arg(bank, part, 1);
    if (b_op(bank, name) == B_IDENTIFIER && set == b_type_expression(bank, b_type(bank, name)))
      stated[name] = true;
  }
  return stated;
}

/* The predicate after the types of the identifiers from `first` on. */
static BTerm with_types(BBank *bank, const BModule *module, BTerm predicate, uint32_t first,
                        uint32_t end)
{
  U32Vec parts = {0};
  bool *stated = stated_types(bank, predicate);
  for (uint32_t i = first; i < end; i++) {
    BTerm identifier = module->identifiers.items[i];
    if (stated[identifier]) continue;
    BTerm expression = b_type_expression(bank, b_type(bank, identifier));
    VEC_PUSH(&parts, b_make_predicate(bank, B_MEMBER, identifier, expression));
  }
  if (predicate) VEC_PUSH(&parts, predicate);
  BTerm result = parts.count ? b_make_and(bank, parts.items, (uint32_t)parts.count) : B_TERM_NONE;
  VEC_FREE(&parts);
  free(stated);
  return result;
}

static void print_predicate(BPrinter *printer, BTerm predicate, const char *indent, bool lines)
{
  const BBank *bank = printer->bank;
  bool row = lines && b_op(bank, predicate) == B_AND;
  for (uint32_t i = 0; i < (row ? b_arg_count(bank, predicate) : 1); i++) {
    if (i) add(printer, " &\n");
    add(printer, indent);
    if (row)
      b_printer_operand(printer, b_arg(bank, predicate, i), operand_priority(B_AND));
    else
      b_printer_term(printer, predicate);
  }
  add(printer, "\n");
}

static void print_sets(BPrinter *printer, const BModule *module)
{
  if (module->sets.count) add(printer, "SETS\n");
  for (size_t i = 0; i < module->sets.count; i++) {
    const BGivenSet *set = &module->sets.items[i];
    add(printer, "  ");
    b_printer_name(printer, set->name);
    for (uint32_t k = 0; k < set->count; k++) {
      add(printer, k ? ", " : " = {");
      b_printer_term(printer, module->elements.items[set->first + k]);
    }
    add(printer, set->count ? "}" : "");
    add(printer, i + 1 < module->sets.count ? ";\n" : "\n");
  }
}

static void print_names(BPrinter *printer, const char *clause, const BModule *module,
                        uint32_t first, uint32_t end)
{
  for (uint32_t i = first; i < end; i++) {
    if (i == first) add(printer, clause);
    add(printer, i == first ? "\n  " : ", ");
    b_printer_term(printer, module->identifiers.items[i]);
  }
  if (first < end) add(printer, "\n");
}

static void print_clause(BPrinter *printer, const char *clause, BTerm predicate, bool lines)
{
  if (predicate == B_TERM_NONE) return;
  add(printer, clause);
  add(printer, "\n");
  print_predicate(printer, predicate, "  ", lines);
}

/* A predicate with given sets needs a machine around it. */
void b_print_module(BBank *bank, const BModule *module, const BPrintOptions *options, StrBuf *out)
{
  BPrinter printer = {bank, out, options->classical};
  uint32_t constants = module->constant_count, all = (uint32_t)module->identifiers.count;
  assert(constants <= all);
  BTerm properties = module->properties, invariant = module->invariant;
  if (options->typing) {
    properties = with_types(bank, module, properties, 0, constants);
    invariant = with_types(bank, module, invariant, constants, all);
  }
  if (module->name == SYMBOL_NONE && module->sets.count == 0) {
    print_predicate(&printer, properties, "", options->lines);
    return;
  }
  add(&printer, "MACHINE ");
  if (module->name) b_printer_name(&printer, module->name);
  add(&printer, module->name ? "\n" : "Generated\n");
  print_sets(&printer, module);
  print_names(&printer, "CONSTANTS", module, 0, constants);
  print_clause(&printer, "PROPERTIES", properties, options->lines);
  print_names(&printer, "VARIABLES", module, constants, all);
  print_clause(&printer, "INVARIANT", invariant, options->lines);
  for (size_t i = 0; i < module->assertions.count; i++) {
    add(&printer, i ? ";\n  " : "ASSERTIONS\n  ");
    b_printer_term(&printer, module->assertions.items[i]);
  }
  add(&printer, module->assertions.count ? "\nEND\n" : "END\n");
}
