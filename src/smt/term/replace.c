#include "smt/term/replace.h"

#include <assert.h>

#include "smt/term/changes.h"
#include "smt/term/traverse.h"

Term replace_term(Bank *bank, Term term, Term from, Term to)
{
  assert(bank_has_term(bank, term) && bank_has_term(bank, from) && bank_has_term(bank, to));
  assert(from && to && bank_sort(bank, from) == bank_sort(bank, to));
  Changes changes = {0};
  Walk walk = {0};
  changes_add(&changes, from, to);
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term next; (next = walk_next(&walk));) {
    if (next == from) continue;
    Term changed = changes_apply(&changes, bank, next);
    if (changed != next) changes_add(&changes, next, changed);
  }
  Term result = changes_find(&changes, term);
  walk_deinit(&walk);
  changes_deinit(&changes);
  return result;
}
