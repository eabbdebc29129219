/* How the printer writes what binds variables or is bracketed by words. */
#include "b/text/print_form.h"

#include <assert.h>

#include "base/bug.h"

static void add(BPrinter *printer, const char *text)
{
  strbuf_add_text(printer->out, text);
}

static void print_body(BPrinter *printer, BTerm body)
{
  b_printer_operand(printer, body, 0);
}

/* !(x, y).( */
static void print_head(BPrinter *printer, BTerm term)
{
  const char *token;
  size_t length = b_operator_token(b_op(printer->bank, term), &token);
  strbuf_add(printer->out, token, length);
  add(printer, "(");
  b_printer_list(printer, term, 0, b_variable_count(printer->bank, term));
  add(printer, ").(");
}

static void print_quantifier(BPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  uint32_t count = b_variable_count(bank, term);
  print_head(printer, term);
  if (b_op(bank, term) == B_FORALL) {
    b_printer_operand(printer, b_arg(bank, term, count), 31);
    add(printer, " => ");
    b_printer_operand(printer, b_arg(bank, term, count + 1), 31);
  } else {
    print_body(printer, b_arg(bank, term, count));
  }
  add(printer, ")");
}

static void print_binder(BPrinter *printer, BTerm term)
{
  uint32_t count = b_variable_count(printer->bank, term);
  print_head(printer, term);
  print_body(printer, b_arg(printer->bank, term, count));
  add(printer, " | ");
  b_printer_operand(printer, b_arg(printer->bank, term, count + 1), B_PRINT_ITEM);
  add(printer, ")");
}

static void print_comprehension(BPrinter *printer, BTerm term)
{
  uint32_t count = b_variable_count(printer->bank, term);
  bool image = b_op(printer->bank, term) == B_EVENT_B_COMPREHENSION;
  add(printer, "{");
  b_printer_list(printer, term, 0, count);
  add(printer, image ? " . " : " | ");
  print_body(printer, b_arg(printer->bank, term, count));
  if (image) {
    add(printer, " | ");
    b_printer_operand(printer, b_arg(printer->bank, term, count + 1), B_PRINT_ITEM);
  }
  add(printer, "}");
}

static void print_if(BPrinter *printer, BTerm term)
{
  assert(b_arg_count(printer->bank, term) == 3);
  add(printer, "(IF ");
  print_body(printer, b_arg(printer->bank, term, 0));
  add(printer, " THEN ");
  print_body(printer, b_arg(printer->bank, term, 1));
  add(printer, " ELSE ");
  print_body(printer, b_arg(printer->bank, term, 2));
  add(printer, " END)");
}

static void print_let(BPrinter *printer, BTerm term)
{
  assert(b_variable_count(printer->bank, term) == 1);
  BTerm variable = b_arg(printer->bank, term, 0);
  add(printer, "(LET ");
  b_printer_term(printer, variable);
  add(printer, " BE ");
  b_printer_term(printer, variable);
  add(printer, " = ");
  b_printer_operand(printer, b_arg(printer->bank, term, 1), B_PRINT_ITEM);
  add(printer, " IN ");
  print_body(printer, b_arg(printer->bank, term, 2));
  add(printer, " END)");
}

static void print_record(BPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  BType type = b_type(bank, term);
  if (b_op(bank, term) == B_STRUCT) type = b_type_member(&bank->types, type);
  uint32_t count;
  const BField *fields = b_type_fields(&bank->types, type, &count);
  add(printer, b_op(bank, term) == B_STRUCT ? "struct(" : "rec(");
  for (uint32_t i = 0; i < count; i++) {
    if (i) add(printer, ", ");
    b_printer_name(printer, fields[i].name);
    add(printer, " : ");
    b_printer_operand(printer, b_arg(bank, term, i), B_PRINT_ITEM);
  }
  add(printer, ")");
}

void b_printer_form(BPrinter *printer, BTerm term)
{
  switch (b_operator(b_op(printer->bank, term))->form) {
  case B_FORM_QUANTIFIER: print_quantifier(printer, term); return;
  case B_FORM_BINDER: print_binder(printer, term); return;
  case B_FORM_COMPREHENSION: print_comprehension(printer, term); return;
  case B_FORM_IF: print_if(printer, term); return;
  case B_FORM_LET: print_let(printer, term); return;
  case B_FORM_RECORD: print_record(printer, term); return;
  default: BUG("no form of its own for operator %d", (int)b_op(printer->bank, term));
  }
}

static bool has_empty_set(const BBank *bank, BTerm term)
{
  bool found = b_term_is_empty(bank, term);
  for (uint32_t i = 0; i < b_arg_count(bank, term) && !found; i++)
    found = has_empty_set(bank, b_arg(bank, term, i));
  return found;
}

/* A /\ B = {}. Where the type of neither may be known by itself, the set of all values of the type is a part, too. */
static void print_disjoint(BPrinter *printer, BTerm left, BTerm right)
{
  const BBank *bank = printer->bank;
  bool open = has_empty_set(bank, left) && has_empty_set(bank, right);
  add(printer, open ? "(" : "");
  b_printer_operand(printer, left, B_PRINT_TIGHT);
  add(printer, " /\\ ");
  b_printer_operand(printer, right, B_PRINT_TIGHT);
  if (open) {
    add(printer, ") /\\ (");
    b_type_print(&bank->types, &bank->symbols, b_type_member(&bank->types, b_type(bank, left)),
                 printer->out);
    add(printer, ")");
  }
  add(printer, " = {}");
}

/* S = A \/ B & A /\ B = {} ... */
static void print_partition(BPrinter *printer, BTerm term)
{
  assert(b_arg_count(printer->bank, term) >= 2);
  const BBank *bank = printer->bank;
  uint32_t count = b_arg_count(bank, term);
  add(printer, "(");
  b_printer_operand(printer, b_arg(bank, term, 0), B_PRINT_TIGHT);
  add(printer, " = ");
  for (uint32_t i = 1; i < count; i++) {
    if (i > 1) add(printer, " \\/ ");
    b_printer_operand(printer, b_arg(bank, term, i), B_PRINT_TIGHT);
  }
  for (uint32_t i = 1; i < count; i++)
    for (uint32_t k = i + 1; k < count; k++) {
      add(printer, " & ");
      print_disjoint(printer, b_arg(bank, term, i), b_arg(bank, term, k));
    }
  add(printer, ")");
}

/* {x . P | E} is the range of the function from x to E. */
static void print_image(BPrinter *printer, BTerm term)
{
  uint32_t count = b_variable_count(printer->bank, term);
  add(printer, "ran(%(");
  b_printer_list(printer, term, 0, count);
  add(printer, ").(");
  print_body(printer, b_arg(printer->bank, term, count));
  add(printer, " | ");
  b_printer_operand(printer, b_arg(printer->bank, term, count + 1), B_PRINT_ITEM);
  add(printer, "))");
}

bool b_printer_classical(BPrinter *printer, BTerm term)
{
  const BBank *bank = printer->bank;
  switch (b_op(bank, term)) {
  case B_BTRUE: add(printer, "(0 = 0)"); return true;
  case B_BFALSE: add(printer, "(0 = 1)"); return true;
  case B_FINITE:
    add(printer, "(");
    b_printer_operand(printer, b_arg(bank, term, 0), B_PRINT_TIGHT);
    add(printer, " : FIN(");
    print_body(printer, b_arg(bank, term, 0));
    add(printer, "))");
    return true;
  case B_PARTITION: print_partition(printer, term); return true;
  case B_EVENT_B_COMPREHENSION: print_image(printer, term); return true;
  default: return false;
  }
}
