/* SHARE_DEFINE: definitions for closed shared subterms, before the command that uses them. */
#include <assert.h>

#include "smt/text/print_internal.h"

/* Definitions go with the push level they were made in. */
static void forget(Printer *printer, size_t count)
{
  while (printer->definitions.count > count)
    printer->defined.items[printer->definitions.items[--printer->definitions.count]] = 0;
}

static void pop_levels(Printer *printer, uint32_t count)
{
  while (count && printer->levels.count) {
    DefinitionLevel *top = &printer->levels.items[printer->levels.count - 1];
    uint32_t taken = count < top->count ? count : top->count;
    count -= taken;
    top->count -= taken;
    forget(printer, top->definitions);
    if (top->count == 0) printer->levels.count--;
  }
}

static void change_level(Printer *printer, const Command *command)
{
  switch (command->kind) {
  case CMD_PUSH:
    if (command->a)
      VEC_PUSH(&printer->levels,
               ((DefinitionLevel){(uint32_t)printer->definitions.count, command->a}));
    break;
  case CMD_POP: pop_levels(printer, command->a); break;
  case CMD_RESET:
  case CMD_RESET_ASSERTIONS:
    forget(printer, 0);
    printer->levels.count = 0;
    break;
  default: break;
  }
}

static void define_term(Printer *printer, StrBuf *out, Term term)
{
  assert(term < printer->defined.count);
  const Bank *bank = printer->bank;
  uint32_t number = term_fresh_number(printer, '$', printer->last_definition);
  printer->line_start = out->length;
  strbuf_printf(out, "(define-fun $%u () ", number);
  print_sort_styled(out, bank, bank_sort(bank, term), printer->options.brief_sorts);
  term_prepare(printer, term, false);
  if (!printer->options.pretty ||
      pretty_fits(printer, out, pretty_width(printer, term, printer->plan.root, 1) + 1, 1))
    strbuf_add_char(out, ' ');
  else
    pretty_newline(printer, out, 2);
  term_print(printer, out, term, false, 1);
  strbuf_add_text(out, ")\n");
  printer->defined.items[term] = number;
  VEC_PUSH(&printer->definitions, term);
  printer->last_definition = number;
}

/* Defines what a plan of the term would bind for all of it. */
static void define_subterms(Printer *printer, StrBuf *out, Term term)
{
  const Plan *plan = &printer->plan;
  term_prepare(printer, term, false);
  assert(plan->scopes.count > 1);
  FIT_ZERO(&printer->defined, printer->bank->terms.count);
  printer->to_define.count = 0;
  /* The order is that of the levels: what a definition uses has been defined. */
  for (uint32_t id = plan->scopes.items[1].first; id; id = plan->nodes.items[id].next) {
    const PlanNode *node = &plan->nodes.items[id];
    /* A constant is only named where a binder hides it: a let does that. */
    bool is_leaf = bank_node(printer->bank, node->term)->count == 0;
    if (!is_leaf && !(node->flags & PLAN_LOCAL)) VEC_PUSH(&printer->to_define, node->term);
  }
  for (size_t i = 0; i < printer->to_define.count && !out->overflow; i++)
    define_term(printer, out, printer->to_define.items[i]);
}

void print_define_shared(Printer *printer, StrBuf *out, const Script *script,
                         const Command *command)
{
  switch (command->kind) {
  case CMD_ASSERT:
  case CMD_ASSERT_SOFT:
  case CMD_MINIMIZE:
  case CMD_MAXIMIZE: define_subterms(printer, out, command->a); break;
  case CMD_CHECK_SAT_ASSUMING:
  case CMD_GET_VALUE:
    for (uint32_t i = 0; i < command->count; i++)
      define_subterms(printer, out, script_list(script, command)[i]);
    break;
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
    define_subterms(printer, out, funs_info(&printer->bank->funs, command->a)->definition);
    break;
  default: change_level(printer, command); break;
  }
}
