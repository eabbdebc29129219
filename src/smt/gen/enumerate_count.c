/* Counting terms by goal, size and constants. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "smt/gen/enumerate_internal.h"
#include "smt/gen/grammar_internal.h"

enum { ENTRIES_MAX = 1 << 24, LITERALS = 2 };

/* --- tallies ------------------------------------------------------------------------------ */

#define PAIR(slot, count) ((uint32_t)(slot) << 8 | (count))

static uint32_t hash_pairs(const uint32_t *pairs, uint32_t count)
{
  return count ? hash_bytes(pairs, count * sizeof *pairs) : 0;
}

static int64_t find_tally(const Enumeration *space, const uint32_t *pairs, uint32_t count)
{
  if (count == 0) return 0;
  IndexProbe probe = index_probe(&space->tally_index, hash_pairs(pairs, count));
  for (uint32_t id; index_next(&probe, &id);) {
    TallySpan span = space->tallies.items[id];
    if (span.count == count &&
        memcmp(space->pairs.items + span.first, pairs, count * sizeof *pairs) == 0)
      return id;
  }
  return TALLY_NONE;
}

static Tally make_tally(Enumeration *space, const uint32_t *pairs, uint32_t count)
{
  int64_t known = find_tally(space, pairs, count);
  if (known != TALLY_NONE) return (Tally)known;
  Tally tally = (Tally)space->tallies.count;
  VEC_PUSH(&space->tallies, ((TallySpan){(uint32_t)space->pairs.count, count}));
  VEC_APPEND(&space->pairs, pairs, count);
  index_insert(&space->tally_index, hash_pairs(pairs, count), tally);
  return tally;
}

/* Merges two sorted lists; `sign` is what becomes of the second. False: a number would be negative. */
static bool merge(const Enumeration *space, Tally a, Tally b, int sign, uint32_t *pairs,
                  uint32_t *count)
{
  assert(a < space->tallies.count && b < space->tallies.count && (sign == 1 || sign == -1));
  const TallySpan left = space->tallies.items[a], right = space->tallies.items[b];
  uint32_t i = 0, k = 0;
  *count = 0;
  while (i < left.count || k < right.count) {
    uint32_t x = i < left.count ? space->pairs.items[left.first + i] : UINT32_MAX;
    uint32_t y = k < right.count ? space->pairs.items[right.first + k] : UINT32_MAX;
    uint32_t slot = (x < y ? x : y) >> 8;
    int sum = 0;
    if (x >> 8 == slot && i++ < left.count) sum += (int)(x & 0xFF);
    if (y >> 8 == slot && k++ < right.count) sum += sign * (int)(y & 0xFF);
    if (sum < 0) return false;
    if (sum > 0) pairs[(*count)++] = PAIR(slot, (uint32_t)sum);
  }
  return true;
}

/* At most one slot a node. */
enum { PAIRS_MAX = 2 * ENUMERATION_SIZE_MAX };

static Tally tally_plus(Enumeration *space, Tally a, Tally b)
{
  uint32_t pairs[PAIRS_MAX], count;
  if (a == 0 || b == 0) return a + b;
  merge(space, a, b, 1, pairs, &count);
  return make_tally(space, pairs, count);
}

int64_t enumeration_minus(const Enumeration *space, Tally a, Tally b)
{
  uint32_t pairs[PAIRS_MAX], count;
  if (b == 0) return a;
  return merge(space, a, b, -1, pairs, &count) ? find_tally(space, pairs, count) : TALLY_NONE;
}

uint64_t enumeration_namings(const Enumeration *space, Tally tally)
{
  assert(tally < space->tallies.count);
  TallySpan span = space->tallies.items[tally];
  uint64_t product = 1;
  for (uint32_t i = 0; i < span.count; i++)
    product =
        saturating_multiply(product, space->words[space->pairs.items[span.first + i] & 0xFF][0]);
  return product;
}

/* --- goals -------------------------------------------------------------------------------- */

static int slot_of(Enumeration *space, Goal goal, Sort sort)
{
  for (size_t i = 0; i < space->slot_sorts.count; i++)
    if (space->slot_sorts.items[i] == sort) return (int)i;
  VEC_PUSH(&space->slot_sorts, sort);
  VEC_PUSH(&space->slot_goals, goal);
  return (int)space->slot_sorts.count - 1;
}

static void add_leaf(Sprouting *goal, Term term)
{
  for (size_t i = 0; i < goal->leaves.count; i++)
    if (goal->leaves.items[i] == term) return;
  VEC_PUSH(&goal->leaves, term);
}

/* 0 and 1 of what has numbers, or 1 and 2; otherwise what the grammar has drawn, unless that is made of
 * other terms: these come up by themselves. */
static void add_leaves(const Enumeration *space, const GoalInfo *info, Sprouting *goal)
{
  uint32_t least = info->position == POSITION_NONZERO;
  for (uint32_t i = 0; i < LITERALS && info->literals.count; i++) {
    Term number = grammar_number(space->bank, info->sort, least + i);
    if (number) add_leaf(goal, number);
  }
  for (size_t i = 0; i < info->literals.count && goal->leaves.count < LITERALS; i++)
    if (bank_node(space->bank, info->literals.items[i])->count == 0)
      add_leaf(goal, info->literals.items[i]);
  goal->literal_count = (uint32_t)goal->leaves.count;
  for (size_t i = 0; i < info->nullary.count; i++) add_leaf(goal, info->nullary.items[i]);
}

static bool same_head(const Production *a, const Production *b)
{
  return a->op == b->op && a->sort == b->sort && a->bound == b->bound && a->count == b->count;
}

static bool same_parts(const Grammar *grammar, const Production *a, const Production *b)
{
  return memcmp(grammar->pool.items + a->first, grammar->pool.items + b->first,
                (a->bound + a->count) * sizeof(uint32_t)) == 0;
}

/* Where another production for the operator has a literal, the later one has none. */
static uint32_t find_restrictions(const Grammar *grammar, const Production *earlier,
                                  const Production *later)
{
  uint32_t bits = 0;
  for (uint32_t i = 0; i < later->count && i < 32; i++) {
    const GoalInfo *a = &grammar->goals.items[grammar_arguments(grammar, earlier)[i]];
    const GoalInfo *b = &grammar->goals.items[grammar_arguments(grammar, later)[i]];
    if (a->position == POSITION_LITERAL && b->position == POSITION_ANY) bits |= UINT32_C(1) << i;
  }
  return bits;
}

static void add_production(Enumeration *space, Sprouting *goal, uint32_t number)
{
  const Grammar *grammar = space->grammar;
  const Production *added = &grammar->productions.items[number];
  uint32_t bits = 0;
  for (size_t i = 0; i < goal->productions.count; i++) {
    const Production *known = &grammar->productions.items[goal->productions.items[i]];
    if (!same_head(known, added)) continue;
    if (same_parts(grammar, known, added)) return;
    bits |= find_restrictions(grammar, known, added);
  }
  VEC_PUSH(&goal->productions, number);
  while (space->restricted.count <= number) VEC_PUSH(&space->restricted, 0);
  space->restricted.items[number] = bits;
}

uint32_t enumeration_argument(const Enumeration *space, uint32_t number, uint32_t place)
{
  assert(number < space->restricted.count);
  const Production *production = &space->grammar->productions.items[number];
  assert(place < production->count);
  Goal goal = grammar_arguments(space->grammar, production)[place];
  bool restricted = place < 32 && space->restricted.items[number] >> place & 1;
  return restricted ? goal | NO_LITERALS : goal;
}

static Sprouting *enumeration_goal(Enumeration *space, Goal goal)
{
  while (space->goals.count <= goal) VEC_PUSH(&space->goals, (Sprouting){0});
  Sprouting *made = &space->goals.items[goal];
  if (made->made) return made;
  const GoalInfo info = *grammar_info(space->grammar, goal);
  made->made = true;
  made->slot = info.constants.count ? slot_of(space, goal, info.sort) : SLOT_NONE;
  add_leaves(space, &info, made);
  for (uint32_t i = 0; i < info.count; i++) {
    const Alternative alternative = space->grammar->alternatives.items[info.first + i];
    for (uint32_t k = 0; k < alternative.count; k++)
      add_production(space, made, alternative.first + k);
  }
  return made;
}

/* --- scopes ------------------------------------------------------------------------------- */

static uint32_t bind(Enumeration *space, uint32_t around, Sort sort)
{
  assert(around < space->scopes.count);
  char name[16];
  uint32_t depth = space->scopes.items[around].depth;
  int length = snprintf(name, sizeof name, "q%u", depth);
  Symbol symbol = symbols_intern(&space->bank->symbols, name, (size_t)length);
  Term variable = bank_variable(space->bank, symbol, sort, 0);
  for (size_t i = around + 1; i < space->scopes.count; i++)
    if (space->scopes.items[i].around == around && space->scopes.items[i].variable == variable)
      return (uint32_t)i;
  VEC_PUSH(&space->scopes, ((EnumerateScope){around, depth + 1, variable}));
  return (uint32_t)space->scopes.count - 1;
}

uint32_t enumeration_scope(Enumeration *space, uint32_t scope, uint32_t number)
{
  assert(number < space->grammar->productions.count);
  const Production production = space->grammar->productions.items[number];
  for (uint32_t i = 0; i < production.bound; i++)
    scope = bind(space, scope, space->grammar->pool.items[production.first + i]);
  return scope;
}

/* How many bound variables a leaf of the goal can be. */
static uint32_t enumeration_bound(const Enumeration *space, Goal goal, uint32_t scope)
{
  const GoalInfo *info = &space->grammar->goals.items[goal];
  uint32_t count = 0;
  if (info->position != POSITION_ANY && info->position != POSITION_SYMBOL) return 0;
  for (; scope; scope = space->scopes.items[scope].around)
    count += bank_sort(space->bank, space->scopes.items[scope].variable) == info->sort;
  return count;
}

/* --- cells -------------------------------------------------------------------------------- */

typedef VEC(TallyCount) TallyCounts;

static void add_count(Enumeration *space, TallyCounts *counts, Tally tally, uint64_t count)
{
  while (space->place_of.count <= tally) VEC_PUSH(&space->place_of, 0);
  uint32_t *place = &space->place_of.items[tally];
  if (*place) {
    TallyCount *known = &counts->items[*place - 1];
    known->count = saturating_add(known->count, count);
  } else {
    VEC_PUSH(counts, ((TallyCount){tally, count}));
    *place = (uint32_t)counts->count;
  }
}

static void count_leaves(Enumeration *space, const Cell *cell, TallyCounts *counts)
{
  Goal what = cell->what & ~NO_LITERALS;
  const Sprouting *goal = enumeration_goal(space, what);
  uint64_t plain = goal->leaves.count + enumeration_bound(space, what, cell->scope);
  if (cell->what & NO_LITERALS) plain -= goal->literal_count;
  int slot = goal->slot;
  if (plain) add_count(space, counts, 0, plain);
  if (slot == SLOT_NONE) return;
  uint32_t pair = PAIR(slot, 1);
  add_count(space, counts, make_tally(space, &pair, 1), 1);
}

/* All operators with arguments that have one node less in all. The cells of these are made first:
 * place_of is for one cell at a time. */
static void count_operators(Enumeration *space, const Cell *cell, TallyCounts *counts)
{
  Goal goal = cell->what & ~NO_LITERALS;
  size_t total = enumeration_goal(space, goal)->productions.count;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < total && !space->overflow; i++) {
      uint32_t number = space->goals.items[goal].productions.items[i];
      uint32_t scope = enumeration_scope(space, cell->scope, number);
      uint32_t id = enumeration_cell(space, number, 1, scope, cell->size - 1);
      const Cell args = space->cells.items[id];
      for (uint32_t k = 0; pass == 1 && k < args.count; k++) {
        TallyCount entry = space->entries.items[args.first + k];
        add_count(space, counts, entry.tally, entry.count);
      }
    }
}

/* An argument and those after it. */
static void count_sequence(Enumeration *space, const Cell *cell, TallyCounts *counts)
{
  assert(cell->place > 0);
  const Production production = space->grammar->productions.items[cell->what];
  assert(cell->place <= production.count);
  uint32_t place = cell->place - 1, behind = production.count - place - 1u;
  if (cell->size < behind + 1) return;
  uint32_t what = enumeration_argument(space, cell->what, place);
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t size = behind ? 1 : cell->size; size + behind <= cell->size; size++) {
      if (space->overflow) return;
      uint32_t first = enumeration_cell(space, what, 0, cell->scope, size);
      uint32_t rest = behind ? enumeration_cell(space, cell->what, cell->place + 1, cell->scope,
                                                cell->size - size)
                             : 0;
      const Cell a = space->cells.items[first], b = space->cells.items[rest];
      for (uint32_t i = 0; pass == 1 && i < a.count; i++) {
        TallyCount x = space->entries.items[a.first + i];
        if (!behind) add_count(space, counts, x.tally, x.count);
        for (uint32_t k = 0; behind && k < b.count; k++) {
          TallyCount y = space->entries.items[b.first + k];
          add_count(space, counts, tally_plus(space, x.tally, y.tally),
                    saturating_multiply(x.count, y.count));
        }
      }
    }
}

static void make_entries(Enumeration *space, Cell *cell)
{
  TallyCounts counts = {0};
  if (cell->place)
    count_sequence(space, cell, &counts);
  else if (cell->size == 1)
    count_leaves(space, cell, &counts);
  else
    count_operators(space, cell, &counts);
  for (size_t i = 0; i < counts.count; i++) space->place_of.items[counts.items[i].tally] = 0;
  cell->first = (uint32_t)space->entries.count;
  cell->count = (uint32_t)counts.count;
  VEC_APPEND(&space->entries, counts.items, counts.count);
  VEC_FREE(&counts);
  space->overflow |= space->entries.count > ENTRIES_MAX || space->cells.count > ENTRIES_MAX;
}

/* The recursion is as deep as the largest formula, which is at most ENUMERATION_SIZE_MAX. */
uint32_t enumeration_cell(Enumeration *space, uint32_t what, uint32_t place, uint32_t scope,
                          uint32_t size)
{
  assert(size > 0 && scope < space->scopes.count);
  uint32_t hash = hash_finish(hash_mix(hash_mix(hash_mix(what, place), scope), size));
  IndexProbe probe = index_probe(&space->cell_index, hash);
  for (uint32_t id; index_next(&probe, &id);) {
    const Cell *cell = &space->cells.items[id];
    if (cell->what == what && cell->place == place && cell->scope == scope && cell->size == size)
      return id;
  }
  Cell cell = {.what = what, .place = place, .scope = scope, .size = size};
  make_entries(space, &cell);
  VEC_PUSH(&space->cells, cell);
  uint32_t id = (uint32_t)space->cells.count - 1;
  index_insert(&space->cell_index, hash, id);
  return id;
}

uint64_t enumeration_find(const Enumeration *space, uint32_t id, Tally tally)
{
  assert(id < space->cells.count);
  const Cell *cell = &space->cells.items[id];
  for (uint32_t i = 0; i < cell->count; i++)
    if (space->entries.items[cell->first + i].tally == tally)
      return space->entries.items[cell->first + i].count;
  return 0;
}
