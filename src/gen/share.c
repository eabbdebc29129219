#include "gen/share.h"

#include "term/replace.h"
#include "term/traverse.h"

/* Subterms that are worth a name. */
static void collect(const Bank *bank, const Term *terms, size_t count, U32Vec *found)
{
  Walk walk = {0};
  walk_start(&walk, bank);
  for (size_t i = 0; i < count; i++) walk_add_root(&walk, terms[i]);
  for (Term term; (term = walk_next(&walk));) {
    const TermNode *node = bank_node(bank, term);
    if (node->count < 2 || bank_open(bank, term) || !bank_fun(bank, term)) continue;
    VEC_PUSH(found, term);
  }
  walk_deinit(&walk);
}

/* Never inside itself: a term does not occur in one that is older than it. */
static Term draw_partner(const Bank *bank, Choice *choice, const U32Vec *found, Term term)
{
  uint32_t start = choose(choice, (uint32_t)found->count);
  for (size_t i = 0; i < found->count; i++) {
    Term partner = found->items[(start + i) % found->count];
    if (partner < term && bank_sort(bank, partner) == bank_sort(bank, term)) return partner;
  }
  return 0;
}

void share_subterms(Bank *bank, Choice *choice, Term *terms, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    U32Vec found = {0};
    collect(bank, terms, count, &found);
    if (found.count > 1) {
      Term term = found.items[choose(choice, (uint32_t)found.count)];
      Term partner = draw_partner(bank, choice, &found, term);
      if (partner && partner != terms[i] && term != terms[i])
        terms[i] = replace_term(bank, terms[i], term, partner);
    }
    VEC_FREE(&found);
  }
}
