#include "smt/term/changes.h"

#include <assert.h>

void changes_add(Changes *changes, Term old, Term new)
{
  VEC_PUSH(&changes->olds, old);
  VEC_PUSH(&changes->news, new);
  index_insert(&changes->index, hash_finish(hash_mix(0, old)), (uint32_t)changes->olds.count);
}

Term changes_find(const Changes *changes, Term term)
{
  IndexProbe probe = index_probe(&changes->index, hash_finish(hash_mix(0, term)));
  for (uint32_t id; index_next(&probe, &id);)
    if (changes->olds.items[id - 1] == term) return changes->news.items[id - 1];
  return term;
}

Term changes_apply(const Changes *changes, Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode node = *bank_node(bank, term);
  U32Vec args = {0};
  bool changed = false;
  for (uint32_t i = 0; i < node.count; i++) {
    Term old = bank->args.items[node.first + i], new = changes_find(changes, old);
    changed |= new != old;
    VEC_PUSH(&args, new);
  }
  Term result = changed ? bank_term(bank, node.op, node.sort, args.items, node.count) : term;
  VEC_FREE(&args);
  return result;
}

void changes_deinit(Changes *changes)
{
  VEC_FREE(&changes->olds);
  VEC_FREE(&changes->news);
  index_free(&changes->index);
}
