#include "b/encode/prolog.h"

#include <assert.h>
#include <ctype.h>

typedef struct {
  const BBank *bank;
  StrBuf *out;
} PrologPrinter;

static void add_term(PrologPrinter *printer, BTerm term);

static bool is_plain_atom(const char *text, size_t length)
{
  if (length == 0 || !islower((unsigned char)text[0])) return false;
  for (size_t i = 0; i < length; i++)
    if (!isalnum((unsigned char)text[i]) && text[i] != '_') return false;
  return true;
}

static void add_atom(PrologPrinter *printer, Symbol symbol)
{
  const char *text = symbols_text(&printer->bank->symbols, symbol);
  size_t length = symbols_length(&printer->bank->symbols, symbol);
  if (is_plain_atom(text, length)) {
    strbuf_add(printer->out, text, length);
    return;
  }
  strbuf_add_char(printer->out, '\'');
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\n') {
      strbuf_add_text(printer->out, "\\n");
      continue;
    }
    if (text[i] == '\'' || text[i] == '\\') strbuf_add_char(printer->out, '\\');
    strbuf_add_char(printer->out, text[i]);
  }
  strbuf_add_char(printer->out, '\'');
}

static void add_identifier(PrologPrinter *printer, Symbol symbol)
{
  strbuf_add_text(printer->out, "identifier(none,");
  add_atom(printer, symbol);
  strbuf_add_char(printer->out, ')');
}

/* Operands from one on, with commas between and around as a list. */
static void add_list(PrologPrinter *printer, BTerm term, uint32_t first, uint32_t end)
{
  strbuf_add_char(printer->out, '[');
  for (uint32_t i = first; i < end; i++) {
    if (i > first) strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(printer->bank, term, i));
  }
  strbuf_add_char(printer->out, ']');
}

static void add_operands(PrologPrinter *printer, BTerm term, uint32_t first)
{
  for (uint32_t i = first; i < b_arg_count(printer->bank, term); i++) {
    strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(printer->bank, term, i));
  }
}

/* Disjunctions are nested to the left. */
static void add_disjunction(PrologPrinter *printer, BTerm term)
{
  uint32_t count = b_arg_count(printer->bank, term);
  for (uint32_t i = 1; i < count; i++) strbuf_add_text(printer->out, "disjunct(none,");
  add_term(printer, b_arg(printer->bank, term, 0));
  for (uint32_t i = 1; i < count; i++) {
    strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(printer->bank, term, i));
    strbuf_add_char(printer->out, ')');
  }
}

static void add_fields(PrologPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  BType type = b_type(bank, term);
  if (b_op(bank, term) == B_STRUCT) type = b_type_member(&bank->types, type);
  uint32_t count;
  const BField *fields = b_type_fields(&bank->types, type, &count);
  strbuf_add_text(printer->out, ",[");
  for (uint32_t i = 0; i < count; i++) {
    strbuf_add_text(printer->out, i ? ",rec_entry(none," : "rec_entry(none,");
    add_identifier(printer, fields[i].name);
    strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(bank, term, i));
    strbuf_add_char(printer->out, ')');
  }
  strbuf_add_char(printer->out, ']');
}

static void add_binder(PrologPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  uint32_t variables = b_variable_count(bank, term);
  BOperator op = b_op(bank, term);
  strbuf_add_char(printer->out, ',');
  add_list(printer, term, 0, variables);
  if (op == B_FORALL) {
    strbuf_add_text(printer->out, ",implication(none");
    add_operands(printer, term, variables);
    strbuf_add_char(printer->out, ')');
  } else if (op == B_LET_EXPRESSION || op == B_LET_PREDICATE) {
    strbuf_add_text(printer->out, ",equal(none,");
    add_term(printer, b_arg(bank, term, 0));
    strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(bank, term, 1));
    strbuf_add_text(printer->out, "),");
    add_term(printer, b_arg(bank, term, 2));
  } else if (op == B_EVENT_B_COMPREHENSION) { /* the expression comes before the predicate */
    strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(bank, term, variables + 1));
    strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(bank, term, variables));
  } else {
    add_operands(printer, term, variables);
  }
}

static void add_inside(PrologPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  uint32_t count = b_arg_count(bank, term);
  switch (b_op(bank, term)) {
  case B_INTEGER:
  case B_STRING:
  case B_REAL:
    strbuf_add_char(printer->out, ',');
    if (b_op(bank, term) == B_INTEGER)
      strbuf_add(printer->out, symbols_text(&bank->symbols, b_node(bank, term)->data),
                 symbols_length(&bank->symbols, b_node(bank, term)->data));
    else
      add_atom(printer, b_node(bank, term)->data);
    break;
  case B_AND:
  case B_COUPLE:
  case B_SET_EXTENSION:
  case B_SEQUENCE_EXTENSION:
    strbuf_add_char(printer->out, ',');
    add_list(printer, term, 0, count);
    break;
  case B_FUNCTION:
  case B_PARTITION:
    strbuf_add_char(printer->out, ',');
    add_term(printer, b_arg(bank, term, 0));
    strbuf_add_char(printer->out, ',');
    add_list(printer, term, 1, count);
    break;
  case B_RECORD:
  case B_STRUCT: add_fields(printer, term); break;
  case B_FIELD:
    add_operands(printer, term, 0);
    strbuf_add_char(printer->out, ',');
    add_identifier(printer, b_node(bank, term)->data);
    break;
  default:
    if (b_operator_binds(b_op(bank, term)))
      add_binder(printer, term);
    else
      add_operands(printer, term, 0);
  }
}

/* Terms are at most B_DEPTH_MAX deep. */
static void add_term(PrologPrinter *printer, BTerm term)
{
  BOperator op = b_op(printer->bank, term);
  switch (op) {
  case B_IDENTIFIER:
  case B_ELEMENT:
  case B_GIVEN_SET: add_identifier(printer, b_node(printer->bank, term)->data); return;
  case B_OR: add_disjunction(printer, term); return;
  default: break;
  }
  strbuf_printf(printer->out, "%s(none", op == B_BIN_LEAF ? "bin" : b_operator(op)->node);
  add_inside(printer, term);
  strbuf_add_char(printer->out, ')');
}

void b_print_prolog(const BBank *bank, BTerm term, StrBuf *out)
{
  assert(bank && term && out);
  PrologPrinter printer = {bank, out};
  add_term(&printer, term);
}
