/* The fast way for most terms: written in one pass, flat, without a plan. It gives up, leaving no
 * trace, as soon as it meets something that needs one: a subterm that is shared and large enough to
 * be named (print_shared.c is tried next), a binder, an annotation. */
#include <assert.h>

#include "smt/text/print_internal.h"

/* Would a plan repeat this subterm rather than name it? Only the simplest case is looked at. */
static bool is_small(const Printer *printer, const TermNode *node)
{
  if (node->count + 1 >= printer->options.min_share_size) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (bank_node(printer->bank, printer->bank->args.items[node->first + i])->count) return false;
  return true;
}

/* The text of an operator as it follows another argument: " x" if it stands alone, " (f" before
 * arguments; made once. Nothing if the operator needs a plan or is too long to be kept. */
static TextSpan make_piece(Printer *printer, Op op, bool alone)
{
  assert(2 * (size_t)op + alone < printer->piece_of.count);
  const OperatorInfo *info = bank_operator(printer->bank, op);
  TextSpan piece = {(uint32_t)printer->pieces.length, 0};
  if (op < OP_FIRST_APPLICATION || op == printer->apply || info->kind != OPERATOR_APPLY)
    return piece;
  TextSpan text = texts_operator(&printer->texts, op);
  if (text.length == 0 || printer->pieces.length > UINT32_MAX / 2) return piece;
  strbuf_add_text(&printer->pieces, alone ? " " : " (");
  strbuf_add(&printer->pieces, printer->texts.bytes.bytes + text.start, text.length);
  piece.length = (uint32_t)printer->pieces.length - piece.start;
  strbuf_reserve(&printer->pieces, STRBUF_PIECE); /* so that its end can be read as a piece */
  printer->piece_of.items[2 * (size_t)op + alone] = piece;
  return piece;
}

static inline bool add_operator(Printer *printer, StrBuf *out, Op op, bool alone)
{
  TextSpan piece = printer->piece_of.items[2 * (size_t)op + alone];
  if (piece.length == 0) piece = make_piece(printer, op, alone);
  if (piece.length == 0) return false;
  strbuf_add_piece(out, printer->pieces.bytes + piece.start, piece.length);
  return true;
}

/* A leaf, with a blank before it; false if it needs a plan. */
static bool write_leaf(Printer *printer, StrBuf *out, Term leaf)
{
  const SymbolTable *symbols = &printer->bank->symbols;
  const TermNode *node = bank_node(printer->bank, leaf);
  if (node->op >= OP_FIRST_APPLICATION) return add_operator(printer, out, node->op, true);
  strbuf_add_char(out, ' ');
  if (node->op == OP_INTEGER || node->op == OP_REAL || node->op == OP_BITVEC)
    strbuf_add_piece(out, symbols_text(symbols, node->first), symbols_length(symbols, node->first));
  else
    term_print_leaf(printer, out, leaf);
  return true;
}

/* The same, and keeps the text if it is short: the next time it is all that is looked at. */
static bool add_leaf(Printer *printer, StrBuf *out, Term leaf)
{
  size_t before = out->length;
  if (!write_leaf(printer, out, leaf)) return false;
  LeafText *text = &printer->leaves.items[leaf];
  size_t length = out->length - before;
  if (length > sizeof text->bytes || out->overflow) return true;
  memcpy(text->bytes, out->bytes + before, length);
  text->length = (uint8_t)length;
  return true;
}

/* Begins a term with arguments; false if it needs a plan. */
static bool begin(Printer *printer, StrBuf *out, const TermNode *node, Term term)
{
  if (!printer->may_repeat && !marks_add(&printer->seen, term) && !is_small(printer, node))
    return false;
  if (!add_operator(printer, out, node->op, false)) return false;
  VEC_PUSH(&printer->straight, (uint64_t)term << 32);
  return true;
}

/* Writes arguments until one has arguments itself, or the term is finished. */
static bool advance(Printer *printer, StrBuf *out)
{
  assert(printer->straight.count > 0);
  const Bank *bank = printer->bank;
  uint64_t *top = &printer->straight.items[printer->straight.count - 1];
  const TermNode *node = bank_node(bank, (Term)(*top >> 32));
  const Term *args = bank->args.items + node->first;
  for (uint32_t next = (uint32_t)*top; next < node->count; next++) {
    const LeafText *leaf = &printer->leaves.items[args[next]];
    if (leaf->length) {
      strbuf_add_piece(out, (const char *)leaf, leaf->length);
      continue;
    }
    const TermNode *arg = bank_node(bank, args[next]);
    if (arg->count) {
      *top += next + 1 - (uint32_t)*top;
      return begin(printer, out, arg, args[next]);
    }
    if (!add_leaf(printer, out, args[next])) return false;
  }
  strbuf_add_char(out, ')');
  printer->straight.count--;
  return true;
}

bool straight_write(Printer *printer, StrBuf *out, Term term)
{
  assert(term && term < printer->leaves.count);
  printer->straight.count = 0;
  const TermNode *node = bank_node(printer->bank, term);
  bool good = node->count ? begin(printer, out, node, term) : add_leaf(printer, out, term);
  while (good && printer->straight.count && !out->overflow) good = advance(printer, out);
  return good || out->overflow;
}

bool term_print_straight(Printer *printer, StrBuf *out, Term term)
{
  if (printer->options.pretty || printer->options.share == SHARE_DEFINE) return false;
  size_t before = out->length;
  texts_update(&printer->texts);
  FIT_ZERO(&printer->piece_of, 2 * printer->bank->operators.count);
  FIT_ZERO(&printer->leaves, printer->bank->terms.count);
  marks_clear(&printer->seen, printer->bank->terms.count);
  printer->may_repeat = printer->options.share == SHARE_TREE;
  if (straight_write(printer, out, term)) return true;
  out->length = before;
  if (!printer->may_repeat && shared_write(printer, out, term)) return true;
  out->length = before;
  return false;
}
