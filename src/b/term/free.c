/* Free identifiers: computed for every different part of a term once, from the leaves up. */
#include <assert.h>

#include "b/term/bank.h"

typedef struct {
  uint32_t first, count; /* in the pool */
} FreeSet;

typedef struct {
  const BBank *bank;
  FreeSet *sets;  /* by term */
  uint32_t *seen; /* by term: the last term for whose set it was counted, or that binds it */
  U32Vec pool;
} Finder;

static void add_all(Finder *finder, BTerm term, FreeSet from)
{
  for (uint32_t i = 0; i < from.count; i++) {
    BTerm identifier = finder->pool.items[from.first + i];
    if (finder->seen[identifier] == term) continue;
    finder->seen[identifier] = term;
    VEC_PUSH(&finder->pool, identifier);
  }
}

/* Names bind whatever type they have. */
static void mark_bound(Finder *finder, BTerm term, BTerm variable)
{
  finder->seen[variable] = term;
}

static void find(Finder *finder, BTerm term)
{
  const BBank *bank = finder->bank;
  uint32_t first = (uint32_t)finder->pool.count;
  BOperator op = b_op(bank, term);
  uint32_t variables = b_variable_count(bank, term);
  bool is_let = op == B_LET_EXPRESSION || op == B_LET_PREDICATE;
  if (op == B_IDENTIFIER) VEC_PUSH(&finder->pool, term);
  if (is_let) add_all(finder, term, finder->sets[b_arg(bank, term, 1)]);
  uint32_t before = (uint32_t)finder->pool.count;
  for (uint32_t i = 0; i < variables; i++) {
    BTerm variable = b_arg(bank, term, i);
    bool outside = false; /* the value of a LET may have an outer variable of the same name */
    for (uint32_t k = first; k < before; k++) outside |= finder->pool.items[k] == variable;
    if (!outside) mark_bound(finder, term, variable);
  }
  for (uint32_t i = variables + is_let; i < b_arg_count(bank, term); i++)
    add_all(finder, term, finder->sets[b_arg(bank, term, i)]);
  finder->sets[term] = (FreeSet){first, (uint32_t)finder->pool.count - first};
}

void b_free_identifiers(const BBank *bank, BTerm term, U32Vec *out)
{
  assert(term != B_TERM_NONE);
  Finder finder = {.bank = bank,
                   .sets = mem_alloc_zero((size_t)term + 1, sizeof *finder.sets),
                   .seen = mem_alloc_zero((size_t)term + 1, sizeof *finder.seen)};
  uint8_t *below = mem_alloc_zero((size_t)term + 1, 1);
  below[term] = 1;
  for (BTerm at = term; at > B_TERM_NONE; at--)
    if (below[at])
      for (uint32_t i = 0; i < b_arg_count(bank, at); i++) below[b_arg(bank, at, i)] = 1;
  for (BTerm at = 1; at <= term; at++)
    if (below[at]) find(&finder, at);
  VEC_APPEND(out, finder.pool.items + finder.sets[term].first, finder.sets[term].count);
  free(below);
  free(finder.sets);
  free(finder.seen);
  VEC_FREE(&finder.pool);
}
