/* Smaller numbers and shorter strings. */
#include <assert.h>
#include <string.h>

#include "language/smt/reduce/move.h"
#include "language/smt/reduce/outline.h"
#include "smt/text/literal.h"

static void add_text(Work *work, Term from, const char *text, size_t length, Edits *edits)
{
  assert(bank_node(work->bank, from)->count == 0);
  Bank *bank = work->bank;
  const TermNode node = *bank_node(bank, from);
  if (length >= symbols_length(&bank->symbols, node.first)) return;
  Symbol symbol = symbols_intern(&bank->symbols, text, length);
  MOVE_PUSH(edits, EDIT_TERM, from, bank_literal(bank, node.op, node.sort, symbol));
}

/* One digit, or the leading half of them. */
static void add_integers(Work *work, Term term, const char *digits, size_t length, Edits *edits)
{
  static const char *const small[] = {"0", "1", "2"};
  for (size_t i = 0; i < sizeof small / sizeof *small; i++)
    add_text(work, term, small[i], 1, edits);
  if (length > 3) add_text(work, term, digits, length / 2, edits);
  if (length > 2) add_text(work, term, digits, length - 1, edits);
}

static void add_reals(Work *work, Term term, const char *digits, size_t length, Edits *edits)
{
  static const char *const small[] = {"0.0", "1.0", "2.0", "0.5"};
  for (size_t i = 0; i < sizeof small / sizeof *small; i++)
    add_text(work, term, small[i], 3, edits);
  const char *point = memchr(digits, '.', length);
  if (!point) return;
  StrBuf whole;
  strbuf_init(&whole, 0);
  strbuf_add(&whole, digits, (size_t)(point - digits));
  strbuf_add_text(&whole, ".0");
  add_text(work, term, strbuf_text(&whole), whole.length, edits);
  strbuf_deinit(&whole);
}

/* The empty string, halves, and the string without its first or last character. */
static void add_strings(Work *work, Term term, const char *text, size_t length, Edits *edits)
{
  VEC(size_t) starts = {0};
  uint32_t code;
  for (size_t at = 0; at < length;) {
    VEC_PUSH(&starts, at);
    if (!literal_string_next(text, length, &at, &code)) break;
  }
  size_t count = starts.count;
  add_text(work, term, "", 0, edits);
  if (count > 1) {
    size_t half = starts.items[count / 2], second = starts.items[1], last = starts.items[count - 1];
    add_text(work, term, text, half, edits);
    add_text(work, term, text + half, length - half, edits);
    add_text(work, term, text + second, length - second, edits);
    add_text(work, term, text, last, edits);
  }
  if (length > 1) add_text(work, term, "a", 1, edits);
  VEC_FREE(&starts);
}

static void add_literal(Work *work, Term term, Edits *edits)
{
  Bank *bank = work->bank;
  const TermNode node = *bank_node(bank, term);
  if (node.op < OP_INTEGER || node.op > OP_FIELD || node.op == OP_BITVEC) return;
  size_t length = symbols_length(&bank->symbols, node.first);
  char *text = mem_copy_string(symbols_text(&bank->symbols, node.first), length);
  if (node.op == OP_REAL)
    add_reals(work, term, text, length, edits);
  else if (node.op == OP_STRING)
    add_strings(work, term, text, length, edits);
  else
    add_integers(work, term, text, length, edits);
  free(text);
}

void move_literals(Work *work, Edits *edits)
{
  Outline outline;
  outline_init(&outline, work->bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++)
    add_literal(work, outline.nodes.items[i].term, edits);
  outline_deinit(&outline);
}
