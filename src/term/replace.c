#include "term/replace.h"

#include "term/traverse.h"

/* What terms that changed have become; the others stay what they are. */
typedef struct {
  Index index; /* by old term; ids are positions in the lists, plus 1 */
  U32Vec olds, news;
} Changes;

static void changes_add(Changes *changes, Term old, Term new)
{
  VEC_PUSH(&changes->olds, old);
  VEC_PUSH(&changes->news, new);
  index_insert(&changes->index, hash_finish(hash_mix(0, old)), (uint32_t)changes->olds.count);
}

static Term changes_find(const Changes *changes, Term term)
{
  IndexProbe probe = index_probe(&changes->index, hash_finish(hash_mix(0, term)));
  for (uint32_t id; index_next(&probe, &id);)
    if (changes->olds.items[id - 1] == term) return changes->news.items[id - 1];
  return term;
}

Term replace_term(Bank *bank, Term term, Term from, Term to)
{
  Changes changes = {0};
  U32Vec args = {0};
  Walk walk = {0};
  changes_add(&changes, from, to);
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term next; (next = walk_next(&walk));) {
    const TermNode node = *bank_node(bank, next);
    bool changed = false;
    if (next == from) continue;
    args.count = 0;
    for (uint32_t i = 0; i < node.count; i++) {
      Term old = bank->args.items[node.first + i], new = changes_find(&changes, old);
      changed |= new != old;
      VEC_PUSH(&args, new);
    }
    if (changed)
      changes_add(&changes, next, bank_term(bank, node.op, node.sort, args.items, node.count));
  }
  Term result = changes_find(&changes, term);
  walk_deinit(&walk);
  VEC_FREE(&args);
  VEC_FREE(&changes.olds);
  VEC_FREE(&changes.news);
  index_free(&changes.index);
  return result;
}
