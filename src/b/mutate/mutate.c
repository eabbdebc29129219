#include "b/mutate/mutate.h"

#include <assert.h>

#include "b/mutate/place.h"

/* The variables that are bound at a place. */
static void enter_scope(BGenerator *generator, const BPlaces *places, uint32_t at)
{
  assert(at < places->count);
  const BBank *bank = generator->bank;
  generator->scope.count = 0;
  while (places->items[at].parent != UINT32_MAX) {
    uint32_t argument = places->items[at].argument;
    at = places->items[at].parent;
    BTerm term = places->items[at].term;
    BOperator op = b_op(bank, term);
    bool value_of_let = (op == B_LET_EXPRESSION || op == B_LET_PREDICATE) && argument == 1;
    for (uint32_t i = 0; i < b_variable_count(bank, term) && !value_of_let; i++)
      VEC_PUSH(&generator->scope, b_arg(bank, term, i));
  }
}

static bool has_operator(const BBank *bank, BTerm root, BOperator op)
{
  bool found = false;
  uint8_t *seen = mem_alloc_zero((size_t)root + 1, 1);
  seen[root] = 1;
  for (BTerm at = root; at > B_TERM_NONE && !found; at--) {
    if (!seen[at]) continue;
    found = b_op(bank, at) == op;
    for (uint32_t i = 0; i < b_arg_count(bank, at); i++) seen[b_arg(bank, at, i)] = 1;
  }
  free(seen);
  return found;
}

/* Tries to make the operator at a place from the operands that are there. */
static BTerm try_at(BGenerator *generator, const BPlaces *places, uint32_t at, BOperator op)
{
  const BBank *bank = generator->bank;
  BTerm old = places->items[at].term;
  if (b_op(bank, old) == op) return B_TERM_NONE; /* would be there already */
  enter_scope(generator, places, at);
  U32Vec operands = {0};
  if (b_variable_count(bank, old) == 0)
    for (uint32_t i = 0; i < b_arg_count(bank, old); i++) VEC_PUSH(&operands, b_arg(bank, old, i));
  BTerm made =
      b_generate_root(generator, op, b_type(bank, old), generator->settings.depth, &operands);
  VEC_FREE(&operands);
  BTerm result = made ? b_places_replace(generator->bank, places, at, made) : B_TERM_NONE;
  return result && has_operator(bank, result, op) ? result : B_TERM_NONE;
}

/* A new conjunct with the operator below its root. */
static BTerm fresh_conjunct(BGenerator *generator, BOperator op)
{
  assert(op > B_NONE && op < B_OPERATOR_COUNT && generator->scope.count == 0);
  BBank *bank = generator->bank;
  BType type = b_generate_result(generator, op);
  uint32_t depth = generator->settings.depth;
  BTerm term = b_generate_root(generator, op, type, depth > 2 ? depth - 1 : 2, NULL);
  if (!term || type == B_PREDICATE) return term;
  BTerm other = b_generate_term(generator, type, depth > 1 ? depth - 1 : 1);
  if (!other || b_term_is_empty(bank, other)) return B_TERM_NONE;
  BOperator root = random_below(&generator->random, 2) ? B_EQUAL : B_NOT_EQUAL;
  return b_make_predicate(bank, root, term, other);
}

static BTerm replace_conjunct(BGenerator *generator, BTerm predicate, BTerm conjunct)
{
  assert(b_type(generator->bank, conjunct) == B_PREDICATE);
  BBank *bank = generator->bank;
  if (b_op(bank, predicate) != B_AND) return b_make_and(bank, (BTerm[]){predicate, conjunct}, 2);
  U32Vec parts = {0};
  uint32_t count = b_arg_count(bank, predicate);
  uint64_t chosen = random_below(&generator->random, count);
  for (uint32_t i = 0; i < count; i++)
    VEC_PUSH(&parts, i == chosen ? conjunct : b_arg(bank, predicate, i));
  BTerm result = b_make_and(bank, parts.items, count);
  VEC_FREE(&parts);
  return result;
}

BTerm b_mutate(BGenerator *generator, BTerm predicate, BOperator op, uint64_t number)
{
  const BBank *bank = generator->bank;
  assert(b_type(bank, predicate) == B_PREDICATE);
  enum { STREAM = 0xB0, TRIES = 20, FRESH = 20 };
  generator->random = random_stream(generator->settings.seed, STREAM, number);
  generator->next_variable = (uint32_t)(number % 100000) * 10 + 1000;
  generator->hint = B_NONE;
  BPlaces places = {0};
  b_places_collect(bank, predicate, &places);
  BTerm result = B_TERM_NONE;
  for (int i = 0; i < TRIES && !result && !b_operator_is_empty(op); i++) {
    uint32_t at = (uint32_t)random_below(&generator->random, places.count);
    result = try_at(generator, &places, at, op);
  }
  VEC_FREE(&places);
  generator->scope.count = 0;
  for (int i = 0; i < FRESH && !result; i++) {
    BTerm conjunct = fresh_conjunct(generator, op);
    if (conjunct && has_operator(bank, conjunct, op))
      result = replace_conjunct(generator, predicate, conjunct);
  }
  return result;
}
