#include "language/smt/derive.h"

#include <assert.h>

#include "smt/text/print.h"

/* --- names --- */

/* The annotation on top of a term, and what it annotates. */
static const OperatorInfo *annotation_of(const Bank *bank, Term term, Term *inner)
{
  assert(bank_has_term(bank, term));
  const OperatorInfo *info = bank_operator(bank, bank_node(bank, term)->op);
  if (info->kind != OPERATOR_ANNOTATION) return NULL;
  *inner = bank_args(bank, term)[0];
  return info;
}

/* The text of the attribute has the bars of a quoted symbol, a symbol has not. */
static Symbol unquoted(Bank *bank, Symbol name)
{
  const char *text = symbols_text(&bank->symbols, name);
  size_t length = symbols_length(&bank->symbols, name);
  if (length < 2 || text[0] != '|') return name;
  char *copy = mem_copy_string(text + 1, length - 2);
  Symbol symbol = symbols_intern(&bank->symbols, copy, length - 2);
  free(copy);
  return symbol;
}

Symbol smtlib_derive_name_of(Bank *bank, const Command *command)
{
  if (command->kind != CMD_ASSERT) return 0;
  Term term = command->a;
  for (const OperatorInfo *info; (info = annotation_of(bank, term, &term));)
    if (symbols_equal(&bank->symbols, info->fun, ":named")) return unquoted(bank, info->first);
  return 0;
}

/* --- commands --- */

typedef struct {
  Bank *bank;
  const Script *script;
  const U32Vec *names;
  bool gives_names;
  uint32_t given;
  Printer *printer;
  StrBuf *out;
} Derivation;

static bool has(const U32Vec *set, uint32_t item)
{
  for (size_t i = 0; i < set->count; i++)
    if (set->items[i] == item) return true;
  return false;
}

static void add_assertion(Derivation *d, Term term)
{
  strbuf_add_text(d->out, "(assert ");
  printer_term(d->printer, d->out, term);
  strbuf_add_text(d->out, ")\n");
}

/* An assertion that is left out still says what its names mean. */
static void define_names(Derivation *d, Term term)
{
  for (const OperatorInfo *info; (info = annotation_of(d->bank, term, &term));) {
    if (!symbols_equal(&d->bank->symbols, info->fun, ":named")) continue;
    strbuf_add_text(d->out, "(define-fun ");
    print_symbol(d->out, d->bank, unquoted(d->bank, info->first));
    strbuf_add_text(d->out, " () Bool ");
    printer_term(d->printer, d->out, term);
    strbuf_add_text(d->out, ")\n");
  }
}

static void add_assert(Derivation *d, const Command *command)
{
  Symbol name = smtlib_derive_name_of(d->bank, command);
  if (name && d->names && !has(d->names, name)) {
    define_names(d, command->a);
  } else if (name || !d->gives_names) {
    add_assertion(d, command->a);
  } else {
    strbuf_add_text(d->out, "(assert (! ");
    printer_term(d->printer, d->out, command->a);
    strbuf_printf(d->out, " :named assay!%u))\n", ++d->given);
  }
}

static bool is_about_cores(const Bank *bank, Symbol option)
{
  return symbols_equal(&bank->symbols, option, ":produce-unsat-cores") ||
         symbols_equal(&bank->symbols, option, ":produce-unsat-assumptions") ||
         symbols_equal(&bank->symbols, option, ":produce-proofs");
}

static void add_command(Derivation *d, const Command *command)
{
  switch (command->kind) {
  case CMD_ASSERT: add_assert(d, command); break;
  case CMD_SET_OPTION:
    if (!is_about_cores(d->bank, command->a))
      printer_command(d->printer, d->out, d->script, command);
    break;
  case CMD_SET_INFO:
  case CMD_CHECK_SAT:
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_GET_MODEL:
  case CMD_GET_VALUE:
  case CMD_GET_ASSIGNMENT:
  case CMD_GET_UNSAT_CORE:
  case CMD_GET_UNSAT_ASSUMPTIONS:
  case CMD_GET_PROOF:
  case CMD_GET_ASSERTIONS:
  case CMD_GET_INFO:
  case CMD_GET_OPTION:
  case CMD_ECHO: break;
  default: printer_command(d->printer, d->out, d->script, command); break;
  }
}

static void add_commands(Derivation *d, size_t count)
{
  PrintOptions options = {.share = SHARE_LET};
  d->printer = printer_create(d->bank, &options);
  for (size_t i = 0; i < count; i++) add_command(d, &d->script->commands.items[i]);
}

void smtlib_derive_core(Bank *bank, const Script *script, size_t query, const U32Vec *names,
                        const U32Vec *assumed, StrBuf *out)
{
  assert(query < script->commands.count && assumed);
  Derivation d = {.bank = bank, .script = script, .names = names, .out = out};
  add_commands(&d, query);
  for (size_t i = 0; i < assumed->count; i++) add_assertion(&d, assumed->items[i]);
  strbuf_add_text(out, "(check-sat)\n");
  printer_destroy(d.printer);
}

void smtlib_derive_question(Bank *bank, const Script *script, size_t query, StrBuf *out)
{
  assert(query < script->commands.count);
  const Command *command = &script->commands.items[query];
  bool assuming = command->kind == CMD_CHECK_SAT_ASSUMING;
  Derivation d = {.bank = bank, .script = script, .gives_names = !assuming, .out = out};
  strbuf_printf(out, "(set-option :produce-unsat-%s true)\n", assuming ? "assumptions" : "cores");
  add_commands(&d, query);
  printer_command(d.printer, out, script, command);
  strbuf_printf(out, "(get-unsat-%s)\n", assuming ? "assumptions" : "core");
  printer_destroy(d.printer);
}
