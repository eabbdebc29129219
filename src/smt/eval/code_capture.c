/* What the body of a binder refers to outside of it. */
#include "smt/eval/code.h"

static bool is_literal(const Bank *bank, Term term)
{
  Op op = bank_node(bank, term)->op;
  return op >= OP_INTEGER && op <= OP_FIELD;
}

/* Marks the variables that a term binds and puts off its other arguments. */
static void enter(const CodeCompiler *compiler, TermMarks *seen, Term term, U32Vec *todo)
{
  const Bank *bank = compiler->bank;
  const Term *args = bank_args(bank, term);
  uint32_t bound = bank_bound_count(bank, term);
  for (uint32_t i = 0; i < bound; i++) marks_add(seen, args[i]);
  for (uint32_t i = bank_node(bank, term)->count; i-- > bound;)
    if (marks_add(seen, args[i])) VEC_PUSH(todo, args[i]);
}

void code_find_captures(CodeCompiler *compiler, Term binder, U32Vec *captures)
{
  const Bank *bank = compiler->bank;
  U32Vec todo = {0};
  marks_clear(&compiler->seen, bank->terms.count);
  enter(compiler, &compiler->seen, binder, &todo);
  while (todo.count > 0) {
    Term term = todo.items[--todo.count];
    bool closed = bank_open(bank, term) == 0;
    if (closed && is_literal(bank, term)) continue;
    if (closed || bank_node(bank, term)->op == OP_VARIABLE)
      VEC_PUSH(captures, term);
    else
      enter(compiler, &compiler->seen, term, &todo);
  }
  VEC_FREE(&todo);
}
