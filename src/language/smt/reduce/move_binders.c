/* Moves on binders and annotations, and new constants. */
#include "language/smt/reduce/move.h"

#include "language/smt/reduce/names.h"
#include "language/smt/reduce/outline.h"
#include "language/smt/reduce/plain.h"
#include "smt/term/substitute.h"
#include <assert.h>

/* The binder without its i-th variable, which becomes `value`. */
static Term without_variable(Bank *bank, Term binder, uint32_t i, Term value)
{
  assert(i < bank_bound_count(bank, binder));
  assert(bank_has_term(bank, binder) && bank_has_term(bank, value));
  const TermNode node = *bank_node(bank, binder);
  uint32_t bound = bank_bound_count(bank, binder);
  U32Vec args = {0};
  VEC_APPEND(&args, bank_args(bank, binder), node.count);
  Term variable = args.items[i], result;
  for (uint32_t b = bound; b < node.count; b++)
    args.items[b] = substitute_terms(bank, args.items[b], &variable, &value, 1);
  for (uint32_t k = i; k + 1 < node.count; k++) args.items[k] = args.items[k + 1];
  if (bound == 1)
    result = args.items[0];
  else
    result = bank_term(bank, node.op, node.sort, args.items, node.count - 1);
  VEC_FREE(&args);
  return result;
}

static void add_binder(Work *work, Namer *names, const Outline *outline, Term term, Edits *edits)
{
  Bank *bank = work->bank;
  uint32_t bound = bank_bound_count(bank, term);
  for (uint32_t i = 0; i < bound; i++) {
    Term variable = bank_args(bank, term)[i];
    Sort sort = bank_sort(bank, variable);
    Term value = plain_value(bank, sort);
    Term constant = outline_constant(outline, sort);
    if (value) MOVE_PUSH(edits, EDIT_TERM, term, without_variable(bank, term, i, value));
    if (constant) MOVE_PUSH(edits, EDIT_TERM, term, without_variable(bank, term, i, constant));
    if (constant || work->reread) continue;
    Term fresh = namer_constant(names, sort);
    MOVE_PUSH(edits, EDIT_TERM, term, without_variable(bank, term, i, fresh));
  }
}

void move_binders(Work *work, Edits *edits)
{
  Outline outline;
  Bank *bank = work->bank;
  Namer names;
  outline_init(&outline, bank, &work->script);
  namer_init(&names, bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    Op op = bank_node(bank, term)->op;
    if (op == OP_FORALL || op == OP_EXISTS) add_binder(work, &names, &outline, term, edits);
    if (bank_operator(bank, op)->kind == OPERATOR_ANNOTATION)
      MOVE_PUSH(edits, EDIT_TERM, term, bank_args(bank, term)[0]);
  }
  namer_deinit(&names);
  outline_deinit(&outline);
}

/* Where a value hides the behaviour, something unknown may not. */
void move_fresh(Work *work, Edits *edits)
{
  if (work->reread) return;
  Outline outline;
  Bank *bank = work->bank;
  Namer names;
  outline_init(&outline, bank, &work->script);
  namer_init(&names, bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    if (bank_node(bank, term)->count == 0 || bank_open(bank, term)) continue;
    Term fresh = namer_constant(&names, bank_sort(bank, term));
    MOVE_PUSH(edits, EDIT_TERM, term, fresh);
  }
  namer_deinit(&names);
  outline_deinit(&outline);
}
