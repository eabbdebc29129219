#include "b/mutate/place.h"

#include <assert.h>

enum { PLACES_MAX = 4000 };

void b_places_collect(const BBank *bank, BTerm root, BPlaces *places)
{
  assert(root != B_TERM_NONE && places->count == 0);
  BPlace first = {UINT32_MAX, 0, root};
  VEC_PUSH(places, first);
  for (size_t at = 0; at < places->count && places->count < PLACES_MAX; at++) {
    BTerm term = places->items[at].term;
    for (uint32_t i = b_variable_count(bank, term); i < b_arg_count(bank, term); i++) {
      BPlace place = {(uint32_t)at, i, b_arg(bank, term, i)};
      VEC_PUSH(places, place);
    }
  }
}

BTerm b_places_replace(BBank *bank, const BPlaces *places, uint32_t at, BTerm term)
{
  assert(at < places->count);
  while (term && places->items[at].parent != UINT32_MAX) {
    BPlace place = places->items[at];
    at = place.parent;
    BNode parent = *b_node(bank, places->items[at].term);
    U32Vec args = {0};
    for (uint32_t i = 0; i < parent.count; i++)
      VEC_PUSH(&args, i == place.argument ? term : bank->args.items[parent.first + i]);
    term = parent.op == B_AND ? b_make_and(bank, args.items, parent.count)
                              : b_make(bank, (BOperator)parent.op, parent.type, parent.data,
                                       args.items, parent.count);
    VEC_FREE(&args);
  }
  return term;
}
