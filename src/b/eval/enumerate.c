/* The values of types: all of them, or those within the scope. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"
#include "base/bug.h"

typedef VEC(BValue) Values;

static const BGivenSet *given_set(const BEval *eval, BType type)
{
  if (!eval->module) return NULL;
  for (size_t i = 0; i < eval->module->sets.count; i++)
    if (eval->module->sets.items[i].type == type) return &eval->module->sets.items[i];
  return NULL;
}

static BValue elements_of(BEval *eval, BType type)
{
  const BGivenSet *set = given_set(eval, type);
  Values items = {0};
  bool enumerated = set && set->count;
  for (uint32_t i = 0; i < (enumerated ? set->count : eval->deferred); i++) {
    int64_t number = i;
    if (enumerated) {
      BTerm element = eval->module->elements.items[set->first + i];
      number = b_element_number(b_node(eval->bank, element)->data);
    }
    BValue item = b_element(&eval->heap, type, number);
    VEC_PUSH(&items, item);
  }
  BValue all = b_set(&eval->heap, items.items, items.count);
  VEC_FREE(&items);
  return all;
}

static BValue record_values(BEval *eval, BType type)
{
  assert(b_type_kind(&eval->bank->types, type) == B_TYPE_RECORD);
  uint32_t count;
  b_type_fields(&eval->bank->types, type, &count);
  BValue *sets = mem_alloc(count, sizeof *sets);
  for (uint32_t i = 0; i < count; i++)
    sets[i] = b_type_values(eval, b_type_fields(&eval->bank->types, type, &count)[i].type);
  BValue all = b_lazy(&eval->heap, B_STRUCT, 0, sets, count);
  free(sets);
  return all;
}

BValue b_type_values(BEval *eval, BType type)
{
  BHeap *heap = &eval->heap;
  BTypeNode node = *b_type_node(&eval->bank->types, type);
  BValue truths[] = {B_VALUE_FALSE, B_VALUE_TRUE};
  switch (node.kind) {
  case B_TYPE_INTEGER: return b_interval(heap, B_VALUE_NONE, B_VALUE_NONE);
  case B_TYPE_REAL: return b_lazy(heap, B_REAL_SET, 0, NULL, 0);
  case B_TYPE_STRING: return b_lazy(heap, B_STRING_SET, 0, NULL, 0);
  case B_TYPE_BOOL: return b_set_sorted(heap, truths, 2);
  case B_TYPE_GIVEN: return elements_of(eval, type);
  case B_TYPE_RECORD: return record_values(eval, type);
  case B_TYPE_SET: {
    BValue of = b_type_values(eval, node.first);
    return b_lazy(heap, B_POW, 0, &of, 1);
  }
  case B_TYPE_PAIR: {
    BValue parts[] = {b_type_values(eval, node.first), b_type_values(eval, node.second)};
    BValue product = b_compute_set(eval, B_TERM_NONE, B_CARTESIAN, parts, 2);
    return b_is_value(product) ? product : b_lazy(heap, B_CARTESIAN, 0, parts, 2);
  }
  default: BUG("no values of type kind %d", (int)node.kind);
  }
}

uint64_t b_type_count(BEval *eval, BType type)
{
  BValue all = b_type_values(eval, type);
  int64_t count;
  char first = eval->reason[0];
  bool finite = b_is_finite(eval, all) == B_VALUE_TRUE;
  BValue card = finite ? b_card(eval, all) : (BValue)B_VALUE_NONE;
  eval->reason[0] = first;
  if (!b_is_value(card) || !b_number_is_small(&eval->heap, card, &count)) return UINT64_MAX;
  return (uint64_t)count;
}

/* How many values of parts of a type are tried, so that there are not too many of the whole. */
enum { TRIED_MAX = 3000, SUBSET_OF = 8 };

static BValue first_of(BEval *eval, BValue set, uint32_t most)
{
  Values items = {0};
  for (uint32_t i = 0; i < b_count(eval, set) && i < most; i++)
    VEC_PUSH(&items, b_part(&eval->heap, set, i));
  BValue result = b_set(&eval->heap, items.items, items.count);
  VEC_FREE(&items);
  return result;
}

/* Integers near 0 first: the list is sorted, so that a short one is the middle. */
static BValue middle_of(BEval *eval, BValue set, uint32_t most)
{
  assert(most > 0);
  uint32_t count = b_count(eval, set);
  if (count <= most) return set;
  Values items = {0};
  for (uint32_t i = (count - most) / 2; items.count < most; i++)
    VEC_PUSH(&items, b_part(&eval->heap, set, i));
  BValue result = b_set(&eval->heap, items.items, items.count);
  VEC_FREE(&items);
  return result;
}

static BValue reals_within(BEval *eval)
{
  Values items = {0};
  mpq_t number;
  mpq_init(number);
  long scope = (long)eval->settings.scope;
  for (long i = -2 * scope; i <= 2 * scope; i++) {
    mpq_set_si(number, i, 2);
    mpq_canonicalize(number);
    BValue value = b_real(&eval->heap, number);
    VEC_PUSH(&items, value);
  }
  mpq_clear(number);
  BValue result = b_set(&eval->heap, items.items, items.count);
  VEC_FREE(&items);
  return result;
}

static BValue strings_within(BEval *eval)
{
  Values items = {0};
  for (uint32_t i = 0; i <= eval->settings.scope && i <= 26; i++) {
    char text[] = {(char)('a' + (i ? i - 1 : 0))};
    Symbol symbol = symbols_intern(&eval->bank->symbols, text, i > 0);
    BValue value = b_string(&eval->heap, symbol);
    VEC_PUSH(&items, value);
  }
  BValue result = b_set(&eval->heap, items.items, items.count);
  VEC_FREE(&items);
  return result;
}

/* The elements of a set, which may be no value. Where they cannot be listed, as when no steps are left, there are none, and not all. */
static BValue list_within(BEval *eval, BValue set, bool *all)
{
  BValue listed = b_is_value(set) ? b_expand(eval, set) : set;
  if (b_is_value(listed)) return listed;
  *all = false;
  return B_VALUE_EMPTY;
}

static BValue pairs_within(BEval *eval, BType first, BType second, bool *all)
{
  bool all_first, all_second;
  BValue a = b_scope_values(eval, first, &all_first);
  BValue b = b_scope_values(eval, second, &all_second);
  uint64_t product = (uint64_t)b_count(eval, a) * b_count(eval, b);
  *all = all_first && all_second && product <= TRIED_MAX;
  while ((uint64_t)b_count(eval, a) * b_count(eval, b) > TRIED_MAX) {
    a = middle_of(eval, a, b_count(eval, a) / 2 + 1);
    if (b_count(eval, b) > 1) b = middle_of(eval, b, b_count(eval, b) / 2 + 1);
  }
  BValue pairs = b_compute_set(eval, B_TERM_NONE, B_CARTESIAN, (BValue[]){a, b}, 2);
  return list_within(eval, pairs, all);
}

static BValue records_within(BEval *eval, BType type, bool *all)
{
  uint32_t count;
  b_type_fields(&eval->bank->types, type, &count);
  BValue *sets = mem_alloc(count, sizeof *sets);
  uint32_t most = count > 4 ? 2 : count > 2 ? 6 : 40;
  *all = true;
  for (uint32_t i = 0; i < count; i++) {
    bool every;
    sets[i] = b_scope_values(eval, b_type_fields(&eval->bank->types, type, &count)[i].type, &every);
    *all &= every && b_count(eval, sets[i]) <= most;
    sets[i] = middle_of(eval, sets[i], most);
  }
  BValue lazy = b_lazy(&eval->heap, B_STRUCT, 0, sets, count);
  free(sets);
  return list_within(eval, lazy, all);
}

static BValue sets_within(BEval *eval, BType of, bool *all)
{
  BValue items = b_scope_values(eval, of, all);
  *all &= b_count(eval, items) <= SUBSET_OF;
  bool numbers = of == B_INT || of == B_REALS;
  BValue some = numbers ? middle_of(eval, items, SUBSET_OF) : first_of(eval, items, SUBSET_OF);
  return list_within(eval, b_lazy(&eval->heap, B_POW, 0, &some, 1), all);
}

BValue b_scope_values(BEval *eval, BType type, bool *all)
{
  assert(all);
  BHeap *heap = &eval->heap;
  BTypeNode node = *b_type_node(&eval->bank->types, type);
  *all = false;
  switch (node.kind) {
  case B_TYPE_INTEGER:
    return b_interval_list(heap, b_int(heap, -(int64_t)eval->settings.scope),
                           2 * eval->settings.scope + 1);
  case B_TYPE_REAL: return reals_within(eval);
  case B_TYPE_STRING: return strings_within(eval);
  case B_TYPE_PAIR: return pairs_within(eval, node.first, node.second, all);
  case B_TYPE_RECORD: return records_within(eval, type, all);
  case B_TYPE_SET: return sets_within(eval, node.first, all);
  default: *all = true; return list_within(eval, b_type_values(eval, type), all);
  }
}
