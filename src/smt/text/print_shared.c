/* The fast way for terms that share subterms but have no binders and annotations: everything can be
 * named at the top, so that uses, sizes and levels are all there is to plan. The names are those that
 * a plan would give. */
#include <assert.h>

#include "smt/text/print_internal.h"

static bool is_plain(const Printer *printer, Op op)
{
  return op >= OP_FIRST_APPLICATION && op != printer->apply &&
         bank_operator(printer->bank, op)->kind == OPERATOR_APPLY;
}

/* Takes the arguments of the topmost term up to one that is met for the first time, which becomes
 * topmost; without one the term is a node. False if there is something that is not plain. */
static bool visit(Printer *printer)
{
  assert(printer->straight.count > 0);
  const Bank *bank = printer->bank;
  uint32_t *node_of = printer->plan.node_of.items;
  uint64_t *top = &printer->straight.items[printer->straight.count - 1];
  Term term = (Term)(*top >> 32);
  const TermNode *node = bank_node(bank, term);
  const Term *args = bank->args.items + node->first;
  for (uint32_t next = (uint32_t)*top; next < node->count; next++) {
    Term arg = args[next];
    if (node_of[arg]) {
      printer->shared.items[node_of[arg]].uses++;
      continue;
    }
    const TermNode *child = bank_node(bank, arg);
    if (child->count == 0) continue;
    *top += next + 1 - (uint32_t)*top;
    VEC_PUSH(&printer->straight, (uint64_t)arg << 32);
    return is_plain(printer, child->op);
  }
  node_of[term] = (uint32_t)printer->shared.count;
  VEC_PUSH(&printer->shared, ((SharedNode){.term = term, .uses = 1}));
  printer->straight.count--;
  return true;
}

/* All nodes, arguments before what uses them. */
static bool collect(Printer *printer, Term term)
{
  FIT_ZERO(&printer->plan.node_of, printer->bank->terms.count);
  printer->shared.count = 0;
  VEC_PUSH(&printer->shared, (SharedNode){.size = 1});
  printer->straight.count = 0;
  VEC_PUSH(&printer->straight, (uint64_t)term << 32);
  bool good = is_plain(printer, bank_node(printer->bank, term)->op);
  while (good && printer->straight.count) good = visit(printer);
  return good;
}

/* Measures a node; true if it gets a name. Leaves are node 0. */
static bool measure(const Printer *printer, SharedNode *node, bool is_root)
{
  const TermNode *term = bank_node(printer->bank, node->term);
  const Term *args = printer->bank->args.items + term->first;
  const uint32_t *node_of = printer->plan.node_of.items;
  uint64_t size = 1;
  uint32_t level = 0;
  for (uint32_t i = 0; i < term->count; i++) {
    const SharedNode *arg = &printer->shared.items[node_of[args[i]]];
    size += arg->size;
    if (arg->level > level) level = arg->level;
  }
  bool named = node->uses > 1 && size >= printer->options.min_share_size && !is_root;
  if (size > UINT32_MAX) size = UINT32_MAX;
  node->size = named ? 1 : (uint32_t)size;
  node->level = level + named;
  return named;
}

/* Chooses the names; their nodes by level, those of one level in the order of their text. */
static void choose(Printer *printer)
{
  assert(printer->shared.count > 1);
  U32Vec *counts = &printer->plan.counts, *chosen = &printer->plan.order;
  uint32_t last = (uint32_t)printer->shared.count - 1;
  chosen->count = counts->count = 0;
  FIT_ZERO(counts, 2);
  for (uint32_t id = 1; id <= last; id++) {
    SharedNode *node = &printer->shared.items[id];
    if (!measure(printer, node, id == last)) continue;
    VEC_PUSH(chosen, id);
    FIT_ZERO(counts, (size_t)node->level + 1);
    counts->items[node->level]++;
  }
  for (size_t level = 1; level < counts->count; level++)
    counts->items[level] += counts->items[level - 1];
  printer->named.count = 0;
  FIT_ZERO(&printer->named, chosen->count);
  for (size_t i = 0; i < chosen->count; i++) {
    uint32_t level = printer->shared.items[chosen->items[i]].level;
    printer->named.items[counts->items[level - 1]++] = chosen->items[i];
  }
}

static LeafText number_text(Printer *printer, uint32_t number)
{
  FIT_ZERO(&printer->numbers, (size_t)number + 1);
  LeafText *text = &printer->numbers.items[number];
  if (text->length) return *text;
  StrBuf *scratch = &printer->scratch;
  strbuf_clear(scratch);
  strbuf_add_text(scratch, " $");
  strbuf_add_u64(scratch, number);
  assert(scratch->length <= sizeof text->bytes);
  memcpy(text->bytes, scratch->bytes, scratch->length);
  text->length = (uint8_t)scratch->length;
  return *text;
}

/* From here on the named terms are leaves for print_straight.c. */
static void give_names(Printer *printer)
{
  uint32_t number = 0;
  for (size_t i = 0; i < printer->named.count; i++) {
    number = term_fresh_number(printer, '$', number);
    Term term = printer->shared.items[printer->named.items[i]].term;
    printer->leaves.items[term] = number_text(printer, number);
  }
}

static void forget(Printer *printer)
{
  for (size_t i = 0; i < printer->named.count; i++)
    printer->leaves.items[printer->shared.items[printer->named.items[i]].term].length = 0;
  printer->named.count = 0;
  for (size_t id = 1; id < printer->shared.count; id++)
    printer->plan.node_of.items[printer->shared.items[id].term] = 0;
}

/* One let for each level, then the term. */
static bool write_lets(Printer *printer, StrBuf *out, Term term)
{
  uint32_t level = 0;
  bool good = true;
  for (size_t i = 0; i < printer->named.count && good; i++) {
    const SharedNode *node = &printer->shared.items[printer->named.items[i]];
    const LeafText *name = &printer->leaves.items[node->term];
    if (node->level == level)
      strbuf_add_text(out, " (");
    else
      strbuf_add_text(out, level ? ") (let ((" : " (let ((");
    level = node->level;
    strbuf_add(out, name->bytes + 1, name->length - 1u);
    good = straight_write(printer, out, node->term);
    strbuf_add_char(out, ')');
  }
  if (level) strbuf_add_char(out, ')');
  good = good && straight_write(printer, out, term);
  for (; level; level--) strbuf_add_char(out, ')');
  return good;
}

bool shared_write(Printer *printer, StrBuf *out, Term term)
{
  assert(term && bank_has_term(printer->bank, term));
  bool good = collect(printer, term);
  if (good) {
    choose(printer);
    give_names(printer);
    printer->may_repeat = true;
    good = write_lets(printer, out, term);
  }
  forget(printer);
  return good;
}
