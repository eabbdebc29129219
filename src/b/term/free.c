#include "b/term/free.h"

#include <assert.h>
#include <string.h>

void b_free_init(BFree *cache, const BBank *bank)
{
  *cache = (BFree){.bank = bank};
  VEC_PUSH(&cache->pool, 0);
}

void b_free_deinit(BFree *cache)
{
  VEC_FREE(&cache->sets);
  VEC_FREE(&cache->seen);
  VEC_FREE(&cache->pool);
}

static void add_all(BFree *cache, BTerm term, BFreeSet from)
{
  for (uint32_t i = 0; i < from.count; i++) {
    BTerm identifier = cache->pool.items[from.first + i];
    if (cache->seen.items[identifier] == term) continue;
    cache->seen.items[identifier] = term;
    VEC_PUSH(&cache->pool, identifier);
  }
}

/* Marks the variables of a binder, unless the value of a LET has an outer one of the same name. */
static void mark_variables(BFree *cache, BTerm term, uint32_t variables, size_t first)
{
  size_t before = cache->pool.count;
  for (uint32_t i = 0; i < variables; i++) {
    BTerm variable = b_arg(cache->bank, term, i);
    bool outside = false;
    for (size_t k = first; k < before; k++) outside |= cache->pool.items[k] == variable;
    if (!outside) cache->seen.items[variable] = term;
  }
}

/* Terms are not deeper than B_DEPTH_MAX. */
static void find(BFree *cache, BTerm term)
{
  const BBank *bank = cache->bank;
  if (cache->sets.items[term].first) return;
  for (uint32_t i = 0; i < b_arg_count(bank, term); i++) find(cache, b_arg(bank, term, i));
  size_t first = cache->pool.count;
  BOperator op = b_op(bank, term);
  uint32_t variables = b_variable_count(bank, term);
  bool is_let = op == B_LET_EXPRESSION || op == B_LET_PREDICATE;
  if (op == B_IDENTIFIER) VEC_PUSH(&cache->pool, term);
  if (is_let) add_all(cache, term, cache->sets.items[b_arg(bank, term, 1)]);
  mark_variables(cache, term, variables, first);
  for (uint32_t i = variables + is_let; i < b_arg_count(bank, term); i++)
    add_all(cache, term, cache->sets.items[b_arg(bank, term, i)]);
  cache->sets.items[term] = (BFreeSet){(uint32_t)first, (uint32_t)(cache->pool.count - first)};
}

/* Makes the tables reach as far as the term: what is new in them is empty. */
static void cover(BFree *cache, BTerm term)
{
  size_t count = cache->sets.count;
  assert(cache->seen.count == count);
  if (term < count) return;
  size_t extra = term + 1 - count;
  VEC_RESERVE(&cache->sets, extra);
  VEC_RESERVE(&cache->seen, extra);
  memset(cache->sets.items + count, 0, extra * sizeof *cache->sets.items);
  memset(cache->seen.items + count, 0, extra * sizeof *cache->seen.items);
  cache->sets.count = cache->seen.count = term + 1;
}

const BTerm *b_free_of(BFree *cache, BTerm term, uint32_t *count)
{
  assert(term != B_TERM_NONE && term < cache->bank->nodes.count);
  cover(cache, term);
  find(cache, term);
  BFreeSet set = cache->sets.items[term];
  *count = set.count;
  return cache->pool.items + set.first;
}

/* A walk of the tree, for terms that are small: tables would reach over all terms of the bank. */
typedef struct {
  const BBank *bank;
  U32Vec bound;
  U32Vec *out;
  size_t first; /* where our names begin in `out` */
  uint32_t steps;
} Walk;

static bool is_in(const U32Vec *names, size_t first, BTerm name)
{
  for (size_t i = first; i < names->count; i++)
    if (names->items[i] == name) return true;
  return false;
}

/* False: it takes too many steps. */
static bool walk(Walk *state, BTerm term)
{
  const BBank *bank = state->bank;
  if (state->steps == 0) return false;
  state->steps--;
  BOperator op = b_op(bank, term);
  if (op == B_IDENTIFIER) {
    if (!is_in(&state->bound, 0, term) && !is_in(state->out, state->first, term))
      VEC_PUSH(state->out, term);
    return true;
  }
  uint32_t variables = b_variable_count(bank, term);
  bool is_let = op == B_LET_EXPRESSION || op == B_LET_PREDICATE;
  if (is_let && !walk(state, b_arg(bank, term, 1))) return false;
  size_t mark = state->bound.count;
  for (uint32_t i = 0; i < variables; i++) VEC_PUSH(&state->bound, b_arg(bank, term, i));
  for (uint32_t i = variables + is_let; i < b_arg_count(bank, term); i++)
    if (!walk(state, b_arg(bank, term, i))) return false;
  state->bound.count = mark;
  return true;
}

void b_free_identifiers(const BBank *bank, BTerm term, U32Vec *out)
{
  enum { STEPS = 200 };
  Walk small = {.bank = bank, .out = out, .first = out->count, .steps = STEPS};
  bool done = walk(&small, term);
  VEC_FREE(&small.bound);
  if (done) return;
  out->count = small.first;
  BFree cache;
  b_free_init(&cache, bank);
  uint32_t count;
  const BTerm *list = b_free_of(&cache, term, &count);
  VEC_APPEND(out, list, count);
  b_free_deinit(&cache);
}
