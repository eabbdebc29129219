/* The fast way for most terms: written in one pass, flat, without a plan. It gives up, leaving no
 * trace, as soon as it meets something that needs one: a subterm that is shared and large enough to
 * be named, a binder, an annotation. */
#include "smtlib/print_internal.h"

static bool is_leaf(const Bank *bank, Term term)
{
  return bank_node(bank, term)->count == 0;
}

/* Would a plan repeat this subterm rather than name it? Only the simplest case is looked at. */
static bool is_small(const Printer *printer, const TermNode *node)
{
  if (node->count + 1 >= printer->options.min_share_size) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_leaf(printer->bank, printer->bank->args.items[node->first + i])) return false;
  return true;
}

/* Begins a term with arguments; false if it needs a plan. */
static bool begin(Printer *printer, StrBuf *out, Term term)
{
  const Bank *bank = printer->bank;
  const TermNode *node = bank_node(bank, term);
  if (node->op < OP_FIRST_APPLICATION || node->op == printer->apply) return false;
  if (bank_operator(bank, node->op)->kind != OPERATOR_APPLY) return false;
  bool repeats = !marks_add(&printer->seen, term);
  if (repeats && printer->options.share != SHARE_TREE && !is_small(printer, node)) return false;
  for (uint32_t i = 0; i < node->count && i < 8; i++)
    __builtin_prefetch(&bank->terms.items[bank->args.items[node->first + i]]);
  strbuf_add_char(out, '(');
  texts_print_operator(&printer->texts, out, node->op);
  VEC_PUSH(&printer->straight, (uint64_t)term << 32);
  return true;
}

/* Writes arguments until one has arguments itself, or the term is finished. */
static bool advance(Printer *printer, StrBuf *out)
{
  const Bank *bank = printer->bank;
  uint64_t *top = &printer->straight.items[printer->straight.count - 1];
  const TermNode *node = bank_node(bank, (Term)(*top >> 32));
  for (uint32_t next = (uint32_t)*top; next < node->count; next++) {
    Term arg = bank->args.items[node->first + next];
    strbuf_add_char(out, ' ');
    if (is_leaf(bank, arg)) {
      term_print_leaf(printer, out, arg);
      continue;
    }
    *top = (*top >> 32 << 32) | (next + 1);
    return begin(printer, out, arg);
  }
  strbuf_add_char(out, ')');
  printer->straight.count--;
  return true;
}

bool term_print_straight(Printer *printer, StrBuf *out, Term term)
{
  if (printer->options.pretty || printer->options.share == SHARE_DEFINE) return false;
  size_t before = out->length;
  texts_update(&printer->texts);
  if (is_leaf(printer->bank, term)) {
    term_print_leaf(printer, out, term);
    return true;
  }
  marks_clear(&printer->seen, printer->bank->terms.count);
  printer->straight.count = 0;
  bool good = begin(printer, out, term);
  while (good && printer->straight.count && !out->overflow) good = advance(printer, out);
  if (!good && !out->overflow) out->length = before;
  return good || out->overflow;
}
