#include "smt/term/traverse.h"

#include <assert.h>

void walk_start(Walk *walk, const Bank *bank)
{
  walk->bank = bank;
  walk->stack.count = 0;
  walk->roots.count = 0;
  marks_clear(&walk->marks, bank->terms.count);
}

void walk_add_root(Walk *walk, Term root)
{
  assert(walk->bank && root && bank_has_term(walk->bank, root));
  marks_fit(&walk->marks, walk->bank->terms.count);
  VEC_PUSH(&walk->roots, root);
}

void walk_deinit(Walk *walk)
{
  marks_deinit(&walk->marks);
  VEC_FREE(&walk->stack);
  VEC_FREE(&walk->roots);
}

Term walk_next(Walk *walk)
{
  for (;;) {
    if (walk->stack.count == 0) {
      if (walk->roots.count == 0) return 0;
      Term root = walk->roots.items[--walk->roots.count];
      if (marks_add(&walk->marks, root)) VEC_PUSH(&walk->stack, (uint64_t)root << 32);
      continue;
    }
    uint64_t *top = &walk->stack.items[walk->stack.count - 1];
    Term term = (Term)(*top >> 32);
    uint32_t next = (uint32_t)*top;
    const TermNode *node = bank_node(walk->bank, term);
    if (next == node->count) {
      walk->stack.count--;
      return term;
    }
    ++*top;
    Term child = walk->bank->args.items[node->first + next];
    if (marks_add(&walk->marks, child)) VEC_PUSH(&walk->stack, (uint64_t)child << 32);
  }
}

static uint64_t add_saturated(uint64_t a, uint64_t b)
{
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? TREE_SIZE_MAX : sum;
}

TermSize traverse_size(const Bank *bank, const Term *roots, size_t count)
{
  TermSize size = {0};
  Walk walk = {0};
  walk_start(&walk, bank);
  /* Tree size and depth of every node visited, by term handle. */
  uint64_t *tree = mem_alloc_zero(bank->terms.count, sizeof *tree);
  uint32_t *depth = mem_alloc_zero(bank->terms.count, sizeof *depth);
  for (size_t i = 0; i < count; i++) walk_add_root(&walk, roots[i]);
  for (Term term; (term = walk_next(&walk));) {
    const Term *args = bank_args(bank, term);
    uint64_t nodes = 1;
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < bank_node(bank, term)->count; i++) {
      nodes = add_saturated(nodes, tree[args[i]]);
      if (depth[args[i]] > deepest) deepest = depth[args[i]];
    }
    tree[term] = nodes;
    depth[term] = deepest + 1;
    size.dag_size++;
  }
  for (size_t i = 0; i < count; i++) {
    size.tree_size = add_saturated(size.tree_size, tree[roots[i]]);
    if (depth[roots[i]] > size.depth) size.depth = depth[roots[i]];
  }
  free(tree);
  free(depth);
  walk_deinit(&walk);
  return size;
}

/* Free variables of open binders are kept with them, so that looking for those of an outer binder
 * never goes into an inner one again. */
static const FreeList *find_free_list(const Bank *bank, Term binder)
{
  assert(bank_has_term(bank, binder));
  IndexProbe probe = index_probe(&bank->free_index, hash_finish(binder));
  for (uint32_t id; index_next(&probe, &id);)
    if (bank->free_lists.items[id - 1].binder == binder) return &bank->free_lists.items[id - 1];
  return NULL;
}

/* Adds a variable to the list being built at the end of the pool, unless `binder` binds it. */
static void add_free(Bank *bank, Term binder, FreeList *list, Term variable)
{
  assert(bank_has_term(bank, binder) && bank_has_term(bank, variable));
  const Term *args = bank_args(bank, binder);
  uint32_t bound = bank_bound_count(bank, binder);
  for (uint32_t i = 0; i < bound; i++)
    if (args[i] == variable) return;
  for (uint32_t i = 0; i < list->count; i++)
    if (bank->free_pool.items[list->first + i] == variable) return;
  if (list->least == 0 || variable < list->least) list->least = variable;
  if (list->count == FREE_LIST_MAX) {
    list->overflow = true;
    return;
  }
  VEC_PUSH(&bank->free_pool, variable);
  list->count++;
}

static void add_inner(Bank *bank, Term binder, FreeList *list, const FreeList *inner)
{
  assert(bank_has_term(bank, binder));
  uint32_t first = inner->first, count = inner->count;
  list->overflow |= inner->overflow;
  if (inner->overflow) add_free(bank, binder, list, inner->least);
  for (uint32_t i = 0; i < count; i++)
    add_free(bank, binder, list, bank->free_pool.items[first + i]);
}

Term traverse_least_free(Bank *bank, Term binder)
{
  assert(bank_has_term(bank, binder));
  FreeList list = {.binder = binder, .first = (uint32_t)bank->free_pool.count};
  uint32_t bound = bank_bound_count(bank, binder);
  U32Vec stack = {0};
  marks_clear(&bank->scratch, bank->terms.count);
  VEC_APPEND(&stack, bank_args(bank, binder) + bound, bank_node(bank, binder)->count - bound);
  while (stack.count) {
    Term term = stack.items[--stack.count];
    if (!bank_open(bank, term) || !marks_add(&bank->scratch, term)) continue;
    const FreeList *inner = bank_bound_count(bank, term) ? find_free_list(bank, term) : NULL;
    if (inner) {
      const FreeList known = *inner;
      add_inner(bank, binder, &list, &known);
    } else if (bank_node(bank, term)->op == OP_VARIABLE) {
      add_free(bank, binder, &list, term);
    } else {
      VEC_APPEND(&stack, bank_args(bank, term), bank_node(bank, term)->count);
    }
  }
  VEC_FREE(&stack);
  /* With more variables than are kept, one of those that this binder binds may be the only other:
   * the term then counts as open, which is safe. */
  if (list.least == 0 && list.overflow) list.least = bank_args(bank, binder)[0];
  if (list.least == 0) return 0;
  VEC_PUSH(&bank->free_lists, list);
  index_insert(&bank->free_index, hash_finish(binder), (uint32_t)bank->free_lists.count);
  return list.least;
}
