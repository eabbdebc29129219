/* The printer: its memory, the names it gives, and whole terms. */
#include <assert.h>
#include <stdio.h>

#include "smt/text/print_internal.h"

Printer *printer_create(const Bank *bank, const PrintOptions *options)
{
  assert(bank);
  Printer *printer = mem_alloc_zero(1, sizeof *printer);
  printer->bank = bank;
  if (options) printer->options = *options;
  if (!printer->options.width) printer->options.width = 100;
  if (!printer->options.min_share_size) printer->options.min_share_size = 4;
  Fun apply = bank_theory_fun(bank, symbols_find(&bank->symbols, "@", 1));
  printer->apply = apply ? funs_info(&bank->funs, apply)->op : 0;
  printer->texts.bank = bank;
  printer->texts.brief_sorts = printer->options.brief_sorts;
  printer->plan.bank = bank;
  printer->plan.texts = &printer->texts;
  printer->plan.share = printer->options.share;
  strbuf_init(&printer->pieces, 0);
  printer->plan.min_size = printer->options.min_share_size;
  if (printer->options.share == SHARE_DEFINE) printer->plan.defined = &printer->defined;
  return printer;
}

void printer_destroy(Printer *printer)
{
  if (!printer) return;
  texts_deinit(&printer->texts);
  plan_deinit(&printer->plan);
  VEC_FREE(&printer->frames);
  strbuf_deinit(&printer->scratch);
  strbuf_deinit(&printer->pieces);
  VEC_FREE(&printer->piece_of);
  VEC_FREE(&printer->leaves);
  marks_deinit(&printer->seen);
  VEC_FREE(&printer->straight);
  VEC_FREE(&printer->shared);
  VEC_FREE(&printer->named);
  VEC_FREE(&printer->numbers);
  VEC_FREE(&printer->defined);
  VEC_FREE(&printer->definitions);
  VEC_FREE(&printer->to_define);
  VEC_FREE(&printer->levels);
  free(printer);
}

uint32_t term_fresh_number(const Printer *printer, char prefix, uint32_t last)
{
  const SymbolTable *symbols = &printer->bank->symbols;
  if (!printer->texts.has_number) return last + 1;
  for (uint32_t number = last + 1;; number++) {
    char name[16];
    int length = snprintf(name, sizeof name, "%c%u", prefix, number);
    Symbol symbol = symbols_find(symbols, name, (size_t)length);
    if (!symbol || !symbols->declared.items[symbol]) return number;
  }
}

static void number_names(Printer *printer)
{
  Plan *plan = &printer->plan;
  char prefix = printer->options.share == SHARE_DEFINE ? '?' : '$';
  uint32_t last = 0;
  for (size_t i = 1; i < plan->scopes.count; i++)
    for (uint32_t id = plan->scopes.items[i].first; id; id = plan->nodes.items[id].next)
      last = plan->nodes.items[id].name = term_fresh_number(printer, prefix, last);
}

void term_prepare(Printer *printer, Term term, bool parameters)
{
  assert(term);
  texts_update(&printer->texts);
  plan_build(&printer->plan, term, parameters);
  number_names(printer);
  if (printer->options.pretty) pretty_measure(printer);
}

void printer_term(Printer *printer, StrBuf *out, Term term)
{
  assert(term && out);
  printer->line_start = out->length;
  term_prepare(printer, term, false);
  term_print(printer, out, term, false, 0);
}
