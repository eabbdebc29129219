/* What other moves leave behind: connectives with arguments that change nothing, binders of variables that
 * are not used. Most of it goes in one step. */
#include "language/smt/reduce/move.h"

#include "language/smt/reduce/outline.h"
#include "language/smt/reduce/plain.h"
#include "smt/term/build.h"
#include <assert.h>

static bool is_named(const Bank *bank, Term term, const char *name)
{
  assert(bank_has_term(bank, term));
  Fun fun = bank_fun(bank, term);
  return fun && funs_info(&bank->funs, fun)->origin == FUN_THEORY &&
         symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, name);
}

/* and, or, xor, =>: without neutral arguments. */
static void add_connective(Bank *bank, Term term, Edits *edits)
{
  assert(bank_has_term(bank, term));
  uint32_t count = bank_node(bank, term)->count, kept = 0;
  Term last = 0;
  for (uint32_t i = 0; i < count; i++) {
    Term neutral = plain_neutral(bank, term, i);
    if (!neutral) return;
    if (bank_args(bank, term)[i] == neutral) continue;
    last = bank_args(bank, term)[i];
    kept++;
  }
  if (kept == count) return;
  if (kept <= 1) {
    /* A premise without a conclusion is refuted. */
    bool lost = kept && is_named(bank, term, "=>") && last != bank_args(bank, term)[count - 1];
    if (!last) last = plain_neutral(bank, term, count - 1);
    if (lost) last = build(bank, "not", 0, &last, 1);
    MOVE_PUSH(edits, EDIT_TERM, term, last);
    return;
  }
  for (uint32_t i = 0; i < count; i++)
    if (bank_args(bank, term)[i] == plain_neutral(bank, term, i) &&
        !(is_named(bank, term, "=>") && i + 1 == count))
      MOVE_PUSH(edits, EDIT_DROP_ARGUMENT, term, i);
}

static void add_choice(Bank *bank, Term term, Edits *edits)
{
  assert(bank_has_term(bank, term));
  Term yes = plain_bool(bank, true), no = plain_bool(bank, false);
  const Term *args = bank_args(bank, term);
  if (is_named(bank, term, "not") && args[0] == yes) MOVE_PUSH(edits, EDIT_TERM, term, no);
  if (is_named(bank, term, "not") && args[0] == no) MOVE_PUSH(edits, EDIT_TERM, term, yes);
  if (is_named(bank, term, "ite") && args[0] == yes) MOVE_PUSH(edits, EDIT_TERM, term, args[1]);
  if (is_named(bank, term, "ite") && args[0] == no) MOVE_PUSH(edits, EDIT_TERM, term, args[2]);
}

/* Does the variable occur free? */
static bool occurs(const Bank *bank, Term variable, Term body, TermMarks *marks)
{
  assert(bank_has_term(bank, variable) && bank_has_term(bank, body));
  bool found = false;
  U32Vec stack = {0};
  marks_clear(marks, bank->terms.count);
  VEC_PUSH(&stack, body);
  while (stack.count && !found) {
    Term term = stack.items[--stack.count];
    if (!bank_open(bank, term) || !marks_add(marks, term)) continue;
    found = term == variable;
    bool hidden = false;
    for (uint32_t i = 0; i < bank_bound_count(bank, term); i++)
      hidden |= bank_args(bank, term)[i] == variable;
    if (!hidden) VEC_APPEND(&stack, bank_args(bank, term), bank_node(bank, term)->count);
  }
  VEC_FREE(&stack);
  return found;
}

/* A quantifier without variables that are not used, and one with that below it. */
static void add_quantifier(Bank *bank, Term term, TermMarks *marks, Edits *edits)
{
  assert(bank_has_term(bank, term));
  const TermNode node = *bank_node(bank, term);
  Term body = bank_args(bank, term)[node.count - 1];
  U32Vec args = {0};
  for (uint32_t i = 0; i + 1 < node.count; i++)
    if (occurs(bank, bank_args(bank, term)[i], body, marks))
      VEC_PUSH(&args, bank_args(bank, term)[i]);
  if (args.count == 0) {
    MOVE_PUSH(edits, EDIT_TERM, term, body);
  } else if (args.count + 1 < node.count) {
    VEC_PUSH(&args, body);
    MOVE_PUSH(edits, EDIT_TERM, term,
              bank_term(bank, node.op, node.sort, args.items, (uint32_t)args.count));
  } else if (bank_node(bank, body)->op == node.op) {
    bool same_name = false;
    uint32_t inner = bank_node(bank, body)->count;
    for (uint32_t i = 0; i + 1 < inner; i++)
      for (size_t k = 0; k < args.count; k++)
        same_name |= bank_variable_info(bank, args.items[k])->name ==
                     bank_variable_info(bank, bank_args(bank, body)[i])->name;
    VEC_APPEND(&args, bank_args(bank, body), inner);
    if (!same_name)
      MOVE_PUSH(edits, EDIT_TERM, term,
                bank_term(bank, node.op, node.sort, args.items, (uint32_t)args.count));
  }
  VEC_FREE(&args);
}

void move_simplify(Work *work, Edits *edits)
{
  Outline outline;
  TermMarks marks = {0};
  Bank *bank = work->bank;
  outline_init(&outline, bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    Op op = bank_node(bank, term)->op;
    if (op == OP_FORALL || op == OP_EXISTS)
      add_quantifier(bank, term, &marks, edits);
    else if (bank_fun(bank, term) && bank_node(bank, term)->count) {
      add_connective(bank, term, edits);
      add_choice(bank, term, edits);
    }
  }
  marks_deinit(&marks);
  outline_deinit(&outline);
}
