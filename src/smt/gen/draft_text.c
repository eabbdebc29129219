#include <assert.h>

#include "smt/gen/draft_text.h"

void draft_text_init(DraftText *text, const Bank *bank)
{
  PrintOptions options = {.share = SHARE_TREE};
  *text = (DraftText){.bank = bank, .printer = printer_create(bank, &options)};
  strbuf_init(&text->bytes, 0);
}

void draft_text_deinit(DraftText *text)
{
  printer_destroy(text->printer);
  strbuf_deinit(&text->bytes);
  VEC_FREE(&text->heads);
  VEC_FREE(&text->leaves);
  VEC_FREE(&text->variables);
  VEC_FREE(&text->declarations);
  VEC_FREE(&text->open);
}

/* Ends a piece; room after it lets short ones be copied without a call. */
static PieceSpan end_piece(DraftText *text, size_t start)
{
  PieceSpan span = {(uint32_t)start, (uint32_t)(text->bytes.length - start)};
  strbuf_reserve(&text->bytes, STRBUF_PIECE);
  return span;
}

static PieceSpan make_head(DraftText *text, Op op)
{
  assert(op < text->heads.count);
  size_t start = text->bytes.length;
  strbuf_add_text(&text->bytes, " (");
  print_operator(&text->bytes, text->bank, op);
  return text->heads.items[op] = end_piece(text, start);
}

static PieceSpan make_leaf(DraftText *text, Term term)
{
  assert(term && term < text->leaves.count);
  size_t start = text->bytes.length;
  strbuf_add_char(&text->bytes, ' ');
  printer_term(text->printer, &text->bytes, term);
  return text->leaves.items[term] = end_piece(text, start);
}

static inline void add_piece(const DraftText *text, StrBuf *out, PieceSpan span)
{
  assert(span.start + (size_t)span.length <= text->bytes.length);
  strbuf_add_piece(out, text->bytes.bytes + span.start, span.length);
}

static void add_leaf(DraftText *text, StrBuf *out, Term term)
{
  while (text->leaves.count <= term) VEC_PUSH(&text->leaves, (PieceSpan){0});
  PieceSpan span = text->leaves.items[term];
  add_piece(text, out, span.length ? span : make_leaf(text, term));
}

static void add_head(DraftText *text, StrBuf *out, Op op)
{
  while (text->heads.count <= op) VEC_PUSH(&text->heads, (PieceSpan){0});
  PieceSpan span = text->heads.items[op];
  add_piece(text, out, span.length ? span : make_head(text, op));
}

static PieceSpan make_variable(DraftText *text, Term variable)
{
  assert(bank_node(text->bank, variable)->op == OP_VARIABLE);
  size_t start = text->bytes.length;
  strbuf_add_char(&text->bytes, '(');
  print_symbol(&text->bytes, text->bank, bank_variable_info(text->bank, variable)->name);
  strbuf_add_char(&text->bytes, ' ');
  print_sort(&text->bytes, text->bank, bank_sort(text->bank, variable));
  strbuf_add_char(&text->bytes, ')');
  return text->variables.items[variable] = end_piece(text, start);
}

static void add_variable(DraftText *text, StrBuf *out, Term variable)
{
  while (text->variables.count <= variable) VEC_PUSH(&text->variables, (PieceSpan){0});
  PieceSpan span = text->variables.items[variable];
  add_piece(text, out, span.length ? span : make_variable(text, variable));
}

/* " (forall ((q0 Int) (q1 Bool))" */
static void open_binder(DraftText *text, StrBuf *out, Op op, const uint32_t *variables,
                        uint32_t count)
{
  strbuf_add_text(out, op == OP_FORALL ? " (forall (" : " (exists (");
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_add_char(out, ' ');
    add_variable(text, out, variables[i] & ~DRAFT_LEAF);
  }
  strbuf_add_char(out, ')');
}

/* A constructor always has as many variables. */
static PieceSpan make_case(DraftText *text, Op op, uint32_t count)
{
  assert(op < text->heads.count && bank_operator(text->bank, op)->fun);
  size_t start = text->bytes.length;
  Fun constructor = bank_operator(text->bank, op)->fun;
  strbuf_add_text(&text->bytes, count ? " ((" : " (");
  print_symbol(&text->bytes, text->bank, funs_info(&text->bank->funs, constructor)->name);
  return text->heads.items[op] = end_piece(text, start);
}

/* " ((cons q0 q1)" or " (nil"; without the blank in the first case */
static void open_case(DraftText *text, StrBuf *out, Op op, const uint32_t *variables,
                      uint32_t count)
{
  while (text->heads.count <= op) VEC_PUSH(&text->heads, (PieceSpan){0});
  PieceSpan span = text->heads.items[op];
  if (!span.length) span = make_case(text, op, count);
  bool first = out->length && out->bytes[out->length - 1] == '(';
  add_piece(text, out, (PieceSpan){span.start + first, span.length - first});
  for (uint32_t i = 0; i < count; i++) add_leaf(text, out, variables[i] & ~DRAFT_LEAF);
  if (count) strbuf_add_char(out, ')');
}

/* The parentheses that end with the last argument of a term, and with those that it ends. A match has
 * one more around its cases. */
#define MATCH_BIT   UINT32_C(0x80000000)
#define MATCH_FIRST UINT32_C(0x40000000)

static void close_terms(DraftText *text, StrBuf *out)
{
  while (text->open.count) {
    uint32_t *top = &text->open.items[text->open.count - 1];
    if (*top & MATCH_FIRST) {
      strbuf_add_text(out, " (");
      *top &= ~MATCH_FIRST;
    }
    if (--*top & ~MATCH_BIT) return;
    strbuf_add_text(out, *top & MATCH_BIT ? "))" : ")");
    text->open.count--;
  }
}

/* A production and the variables that it binds; where its last variable stands. */
static size_t open_term(DraftText *text, StrBuf *out, const Grower *grower, size_t at)
{
  assert(at < grower->draft.count && grower->draft.items[at] < grower->grammar->productions.count);
  const uint32_t *words = grower->draft.items;
  const Production *production = &grower->grammar->productions.items[words[at]];
  uint32_t count = production->count;
  switch ((ProductionKind)production->kind) {
  case PRODUCTION_APPLY: add_head(text, out, production->op); break;
  case PRODUCTION_MATCH:
    strbuf_add_text(out, " (match");
    count |= MATCH_BIT | MATCH_FIRST;
    break;
  case PRODUCTION_BINDER:
    open_binder(text, out, production->op, words + at + 1, production->bound);
    break;
  case PRODUCTION_CASE:
    open_case(text, out, production->op, words + at + 1, production->bound);
    break;
  }
  VEC_PUSH(&text->open, count);
  return at + production->bound;
}

/* Where `shared` is given, its places are printed as the name. */
static void print_range(DraftText *text, StrBuf *out, const Grower *grower, size_t from,
                        size_t until, const SharedPlaces *shared)
{
  assert(from < until && until <= grower->draft.count);
  const uint32_t *words = grower->draft.items;
  text->open.count = 0;
  for (size_t i = from; i < until; i++) {
    bool named = shared && (i == shared->from[0] || i == shared->from[1]);
    if (named) {
      i = (i == shared->from[0] ? shared->until[0] : shared->until[1]) - 1;
      strbuf_add_text(out, " l0");
    } else if (words[i] & DRAFT_LEAF) {
      add_leaf(text, out, words[i] & ~DRAFT_LEAF);
    } else {
      i = open_term(text, out, grower, i);
      continue;
    }
    close_terms(text, out);
  }
}

void draft_print(DraftText *text, StrBuf *out, const Grower *grower, size_t from, size_t until,
                 const SharedPlaces *shared)
{
  if (shared->until[0] == 0) {
    print_range(text, out, grower, from, until, NULL);
    return;
  }
  strbuf_add_text(out, " (let ((l0");
  print_range(text, out, grower, shared->from[0], shared->until[0], NULL);
  strbuf_add_text(out, "))");
  print_range(text, out, grower, from, until, shared);
  strbuf_add_char(out, ')');
}

/* --- declarations ------------------------------------------------------------------------- */

static PieceSpan make_declaration(DraftText *text, Fun fun)
{
  assert(fun && fun < text->declarations.count);
  size_t start = text->bytes.length;
  bool constant = funs_info(&text->bank->funs, fun)->arity == 0 && !text->declare_fun;
  Command command = {.kind = constant ? CMD_DECLARE_CONST : CMD_DECLARE_FUN, .a = fun};
  Script script = {0};
  printer_command(text->printer, &text->bytes, &script, &command);
  return text->declarations.items[fun] = end_piece(text, start);
}

void draft_print_declaration(DraftText *text, StrBuf *out, Fun fun)
{
  while (text->declarations.count <= fun) VEC_PUSH(&text->declarations, (PieceSpan){0});
  PieceSpan span = text->declarations.items[fun];
  add_piece(text, out, span.length ? span : make_declaration(text, fun));
}
