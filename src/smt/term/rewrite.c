#include "smt/term/rewrite.h"

#include <assert.h>

#include "smt/term/changes.h"
#include "smt/term/traverse.h"

static Term rebuild(Bank *bank, Term old, const Term *args)
{
  assert(bank_has_term(bank, old));
  const TermNode node = *bank_node(bank, old);
  bool same = true;
  for (uint32_t i = 0; i < node.count && same; i++) same = args[i] == bank_args(bank, old)[i];
  return same ? old : bank_term(bank, node.op, node.sort, args, node.count);
}

Term rewrite_term(Bank *bank, Term term, RewriteNode *rewrite, void *context)
{
  assert(bank_has_term(bank, term));
  Changes changes = {0};
  U32Vec args = {0};
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term next; (next = walk_next(&walk));) {
    const TermNode node = *bank_node(bank, next);
    args.count = 0;
    for (uint32_t i = 0; i < node.count; i++)
      VEC_PUSH(&args, changes_find(&changes, bank->args.items[node.first + i]));
    Term new = rewrite(context, next, args.items);
    if (!new) new = rebuild(bank, next, args.items);
    if (new != next) changes_add(&changes, next, new);
  }
  Term result = changes_find(&changes, term);
  walk_deinit(&walk);
  VEC_FREE(&args);
  changes_deinit(&changes);
  return result;
}
