/* Commands. */
#include <assert.h>

#include "smt/text/print_internal.h"

/* --- parts --- */

static void put(StrBuf *out, const char *text)
{
  strbuf_add_text(out, text);
}

static void put_symbol(Printer *printer, StrBuf *out, Symbol symbol)
{
  strbuf_add_char(out, ' ');
  texts_print_symbol(&printer->texts, out, symbol);
}

/* Text that is printed as it was read. */
static void put_text(const Printer *printer, StrBuf *out, Symbol text)
{
  if (!text) return;
  const SymbolTable *symbols = &printer->bank->symbols;
  strbuf_add_char(out, ' ');
  strbuf_add(out, symbols_text(symbols, text), symbols_length(symbols, text));
}

static void put_sort(const Printer *printer, StrBuf *out, Sort sort)
{
  strbuf_add_char(out, ' ');
  print_sort_styled(out, printer->bank, sort, printer->options.brief_sorts);
}

/* " (S T)" */
static void put_sorts(const Printer *printer, StrBuf *out, const Sort *sorts, uint32_t count)
{
  put(out, " (");
  for (uint32_t i = 0; i < count && !out->overflow; i++) {
    if (i > 0) strbuf_add_char(out, ' ');
    print_sort_styled(out, printer->bank, sorts[i], printer->options.brief_sorts);
  }
  strbuf_add_char(out, ')');
}

/* Begins a new line if what has been prepared does not fit on this one, else leaves a blank. */
static void put_gap(Printer *printer, StrBuf *out, uint32_t width, uint32_t tail, uint32_t indent)
{
  if (!printer->options.pretty || pretty_fits(printer, out, width + 1, tail))
    strbuf_add_char(out, ' ');
  else
    pretty_newline(printer, out, indent);
}

static void put_term(Printer *printer, StrBuf *out, Term term, uint32_t tail)
{
  if (term_print_straight(printer, out, term)) return;
  term_prepare(printer, term, false);
  if (printer->options.pretty) {
    uint32_t width = pretty_width(printer, term, printer->plan.root, 1);
    put_gap(printer, out, width, tail, 2);
  } else {
    strbuf_add_char(out, ' ');
  }
  term_print(printer, out, term, false, tail);
}

static void put_terms(Printer *printer, StrBuf *out, const Term *terms, uint32_t count)
{
  put(out, " (");
  for (uint32_t i = 0; i < count && !out->overflow; i++) {
    term_prepare(printer, terms[i], false);
    if (i > 0) {
      uint32_t width =
          printer->options.pretty ? pretty_width(printer, terms[i], printer->plan.root, 1) : 0;
      put_gap(printer, out, width, i + 1 == count ? 2 : 0, 2);
    }
    term_print(printer, out, terms[i], false, i + 1 == count ? 2 : 0);
  }
  strbuf_add_char(out, ')');
}

/* The body of a definition: with parameters the lambda that it is stays unwritten. */
static void prepare_body(Printer *printer, const FunInfo *info)
{
  term_prepare(printer, info->definition, info->arity > 0);
}

static void print_body(Printer *printer, StrBuf *out, const FunInfo *info, uint32_t tail)
{
  term_print(printer, out, info->definition, info->arity > 0, tail);
}

/* --- functions --- */

static void put_declaration(Printer *printer, StrBuf *out, const Command *command)
{
  assert(command->a && bank_has_fun(printer->bank, command->a));
  const Bank *bank = printer->bank;
  const FunInfo *info = funs_info(&bank->funs, command->a);
  const Sort *rank = funs_rank(&bank->funs, command->a);
  put_symbol(printer, out, info->name);
  bool oracle = command->kind == CMD_DECLARE_ORACLE_FUN;
  if (oracle && !command->count) put_symbol(printer, out, command->b);
  if (command->kind != CMD_DECLARE_CONST) put_sorts(printer, out, rank, info->arity);
  put_sort(printer, out, rank[info->arity]);
  if (oracle && command->count) put_symbol(printer, out, command->b);
}

/* "f ((x S)) T", or "f T" for a constant. */
static void put_prototype(Printer *printer, StrBuf *out, Fun fun, bool has_parameters)
{
  assert(fun && bank_has_fun(printer->bank, fun));
  const Bank *bank = printer->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  texts_print_symbol(&printer->texts, out, info->name);
  assert(info->arity == 0 || (has_parameters && info->definition));
  if (has_parameters) {
    strbuf_add_char(out, ' ');
    const Term *variables = info->arity ? bank_args(bank, info->definition) : NULL;
    term_print_variables(printer, out, variables, info->arity);
  }
  put_sort(printer, out, funs_result(&bank->funs, fun));
}

static void put_definition(Printer *printer, StrBuf *out, const Command *command)
{
  strbuf_add_char(out, ' ');
  put_prototype(printer, out, command->a, command->kind != CMD_DEFINE_CONST);
  const FunInfo *info = funs_info(&printer->bank->funs, command->a);
  prepare_body(printer, info);
  uint32_t width = 0;
  if (printer->options.pretty && info->arity == 0)
    width = pretty_width(printer, info->definition, printer->plan.root, 1);
  else if (printer->options.pretty)
    width = pretty_node_width(printer, printer->plan.root, 0);
  put_gap(printer, out, width, 1, 2);
  print_body(printer, out, info, 1);
}

/* " (", and lines of their own for the parts inside. */
static void open_list(Printer *printer, StrBuf *out)
{
  if (printer->options.pretty)
    pretty_newline(printer, out, 2);
  else
    strbuf_add_char(out, ' ');
  strbuf_add_char(out, '(');
}

static void separate(Printer *printer, StrBuf *out, uint32_t i)
{
  if (i > 0 && printer->options.pretty)
    pretty_newline(printer, out, 3);
  else if (i > 0)
    strbuf_add_char(out, ' ');
}

static void put_definitions(Printer *printer, StrBuf *out, const Fun *funs, uint32_t count)
{
  open_list(printer, out);
  for (uint32_t i = 0; i < count && !out->overflow; i++) {
    separate(printer, out, i);
    strbuf_add_char(out, '(');
    put_prototype(printer, out, funs[i], true);
    strbuf_add_char(out, ')');
  }
  strbuf_add_char(out, ')');
  open_list(printer, out);
  for (uint32_t i = 0; i < count && !out->overflow; i++) {
    const FunInfo *info = funs_info(&printer->bank->funs, funs[i]);
    separate(printer, out, i);
    prepare_body(printer, info);
    print_body(printer, out, info, i + 1 == count ? 2 : 0);
  }
  strbuf_add_char(out, ')');
}

/* --- datatypes --- */

static void put_constructor(Printer *printer, StrBuf *out, Fun constructor)
{
  const Bank *bank = printer->bank;
  const FunInfo *info = funs_info(&bank->funs, constructor);
  strbuf_add_char(out, '(');
  texts_print_symbol(&printer->texts, out, info->name);
  for (uint32_t i = 0; i < info->arity && !out->overflow; i++) {
    put(out, " (");
    Fun selector = bank_selector(bank, constructor, i);
    texts_print_symbol(&printer->texts, out, funs_info(&bank->funs, selector)->name);
    put_sort(printer, out, funs_rank(&bank->funs, constructor)[i]);
    strbuf_add_char(out, ')');
  }
  strbuf_add_char(out, ')');
}

static uint32_t column(const Printer *printer, const StrBuf *out)
{
  size_t length = out->length - printer->line_start;
  return length < INDENT_MAX ? (uint32_t)length : INDENT_MAX;
}

/* "((nil) (cons ...))", with `lines` each constructor on a line of its own. */
static void put_constructors(Printer *printer, StrBuf *out, const Datatype *datatype, bool lines)
{
  assert(datatype->constructors.count > 0 && datatype->parameter_count <= SORT_SLOTS);
  const Bank *bank = printer->bank;
  uint32_t begin = column(printer, out);
  if (datatype->parameter_count) {
    Sort own = funs_result(&bank->funs, datatype->constructors.items[0]);
    Sort parameters[SORT_SLOTS];
    for (uint32_t i = 0; i < datatype->parameter_count; i++)
      parameters[i] = sorts_arg(&bank->sorts, own, i);
    put(out, "(par");
    put_sorts(printer, out, parameters, datatype->parameter_count);
    if (lines)
      pretty_newline(printer, out, begin + 2);
    else
      strbuf_add_char(out, ' ');
  }
  strbuf_add_char(out, '(');
  uint32_t indent = column(printer, out);
  for (size_t i = 0; i < datatype->constructors.count && !out->overflow; i++) {
    if (i > 0 && lines)
      pretty_newline(printer, out, indent);
    else if (i > 0)
      strbuf_add_char(out, ' ');
    put_constructor(printer, out, datatype->constructors.items[i]);
  }
  put(out, datatype->parameter_count ? "))" : ")");
}

static void put_datatype(Printer *printer, StrBuf *out, const Datatype *datatype, bool lines)
{
  put_symbol(printer, out, printer->bank->sorts.ctors.items[datatype->ctor].name);
  if (lines)
    pretty_newline(printer, out, 2);
  else
    strbuf_add_char(out, ' ');
  put_constructors(printer, out, datatype, lines);
}

static void put_datatypes(Printer *printer, StrBuf *out, const uint32_t *list, uint32_t count,
                          bool lines)
{
  const Bank *bank = printer->bank;
  put(out, " (");
  for (uint32_t i = 0; i < count; i++) {
    assert(list[i] > 0 && list[i] < bank->datatypes.count);
    const Datatype *datatype = &bank->datatypes.items[list[i]];
    put(out, i ? " (" : "(");
    texts_print_symbol(&printer->texts, out, bank->sorts.ctors.items[datatype->ctor].name);
    strbuf_printf(out, " %u)", datatype->parameter_count);
  }
  strbuf_add_char(out, ')');
  if (lines)
    pretty_newline(printer, out, 2);
  else
    strbuf_add_char(out, ' ');
  strbuf_add_char(out, '(');
  for (uint32_t i = 0; i < count && !out->overflow; i++) {
    if (i > 0 && lines)
      pretty_newline(printer, out, 3);
    else if (i > 0)
      strbuf_add_char(out, ' ');
    put_constructors(printer, out, &bank->datatypes.items[list[i]], lines);
  }
  strbuf_add_char(out, ')');
}

/* On one line if that is possible. */
static void put_datatype_command(Printer *printer, StrBuf *out, const Script *script,
                                 const Command *command)
{
  const uint32_t *list = script_list(script, command);
  bool single = command->kind == CMD_DECLARE_DATATYPE || command->kind == CMD_DECLARE_CODATATYPE;
  assert(!single || command->count > 0);
  size_t begin = out->length;
  for (int lines = 0; lines < 2; lines++) {
    out->length = begin;
    if (single)
      put_datatype(printer, out, &printer->bank->datatypes.items[list[0]], lines);
    else
      put_datatypes(printer, out, list, command->count, lines);
    if (!printer->options.pretty || out->overflow || pretty_fits(printer, out, 1, 0)) return;
  }
}

/* --- the rest --- */

static void put_define_sort(Printer *printer, StrBuf *out, const Script *script,
                            const Command *command)
{
  put_symbol(printer, out, command->a);
  if (command->count)
    put_sorts(printer, out, script_list(script, command), command->count);
  else
    put(out, " ()");
  put_sort(printer, out, command->b);
}

static void put_declare_sort(Printer *printer, StrBuf *out, const Command *command)
{
  assert(command->a < printer->bank->sorts.ctors.count);
  const SortCtorInfo *info = &printer->bank->sorts.ctors.items[command->a];
  put_symbol(printer, out, info->name);
  strbuf_printf(out, " %u", info->arity);
}

static void put_echo(Printer *printer, StrBuf *out, const Command *command)
{
  const SymbolTable *symbols = &printer->bank->symbols;
  put(out, " \"");
  strbuf_add(out, symbols_text(symbols, command->a), symbols_length(symbols, command->a));
  strbuf_add_char(out, '"');
}

static void put_arguments(Printer *printer, StrBuf *out, const Script *script,
                          const Command *command)
{
  switch (command->kind) {
  case CMD_SET_LOGIC: put_symbol(printer, out, command->a); break;
  case CMD_SET_OPTION:
  case CMD_SET_INFO:
    put_text(printer, out, command->a);
    put_text(printer, out, command->b);
    break;
  case CMD_GET_INFO:
  case CMD_GET_OPTION: put_text(printer, out, command->a); break;
  case CMD_DECLARE_SORT: put_declare_sort(printer, out, command); break;
  case CMD_DEFINE_SORT: put_define_sort(printer, out, script, command); break;
  case CMD_DECLARE_SORT_PARAMETER: put_sort(printer, out, command->a); break;
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DECLARE_CB:
  case CMD_DECLARE_ORACLE_FUN: put_declaration(printer, out, command); break;
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC: put_definition(printer, out, command); break;
  case CMD_DEFINE_FUNS_REC:
    put_definitions(printer, out, script_list(script, command), command->count);
    break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES: put_datatype_command(printer, out, script, command); break;
  case CMD_ASSERT: put_term(printer, out, command->a, 1); break;
  case CMD_ASSERT_SOFT:
  case CMD_MINIMIZE:
  case CMD_MAXIMIZE:
    put_term(printer, out, command->a, 1);
    put_text(printer, out, command->b);
    break;
  case CMD_PUSH:
  case CMD_POP: strbuf_printf(out, " %u", command->a); break;
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_GET_VALUE:
    put_terms(printer, out, command->count ? script_list(script, command) : NULL, command->count);
    break;
  case CMD_ECHO: put_echo(printer, out, command); break;
  case CMD_CHECK_SAT:
  case CMD_GET_PROOF:
  case CMD_EXTENSION: put_text(printer, out, command->b); break;
  default: break;
  }
}

void printer_command(Printer *printer, StrBuf *out, const Script *script, const Command *command)
{
  assert(command->kind < CMD_COUNT);
  texts_update(&printer->texts);
  if (printer->options.share == SHARE_DEFINE) print_define_shared(printer, out, script, command);
  printer->line_start = out->length;
  strbuf_add_char(out, '(');
  if (command->kind == CMD_EXTENSION) {
    const SymbolTable *symbols = &printer->bank->symbols;
    strbuf_add(out, symbols_text(symbols, command->a), symbols_length(symbols, command->a));
  } else {
    put(out, command_name(command->kind));
  }
  put_arguments(printer, out, script, command);
  put(out, ")\n");
}

void printer_script(Printer *printer, StrBuf *out, const Script *script)
{
  for (size_t i = 0; i < script->commands.count && !out->overflow; i++)
    printer_command(printer, out, script, &script->commands.items[i]);
}
