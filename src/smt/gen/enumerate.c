#include "smt/gen/enumerate.h"

#include <assert.h>
#include <string.h>

#include "base/bug.h"
#include "smt/gen/enumerate_internal.h"

void enumeration_settings(GenSettings *settings)
{
  settings->every_instance = true;
  /* Their bodies are random: there is no such thing as all of them. */
  if (!settings->only) gen_settings_leave_out(settings, "define-fun");
}

static void count_words(Enumeration *space, uint32_t names)
{
  for (uint32_t n = 0; n <= ENUMERATION_SIZE_MAX; n++)
    for (uint32_t m = 0; m + n <= ENUMERATION_SIZE_MAX; m++)
      space->words[n][m] = n == 0 ? 1
                                  : saturating_add(saturating_multiply(m, space->words[n - 1][m]),
                                                   m < names ? space->words[n - 1][m + 1] : 0);
}

Status enumeration_create(Generator *generator, uint32_t max_size, Enumeration **made, Error *error)
{
  *made = NULL;
  if (max_size == 0 || max_size > ENUMERATION_SIZE_MAX)
    return error_set(error, STATUS_USAGE, "the largest size has to be from 1 to %d",
                     ENUMERATION_SIZE_MAX);
  if (generator->settings->division == DIVISION_GUARDED)
    return error_set(error, STATUS_USAGE,
                     "guarded divisors have no size; with all formulas, division is free or none");
  Enumeration *space = mem_alloc_zero(1, sizeof *space);
  World *world = generator_world(generator, 0);
  space->generator = generator;
  space->grammar = &world->grammar;
  space->bank = generator->bank;
  space->max_size = max_size;
  space->root = grammar_goal(space->grammar, space->bank->bool_sort, POSITION_ANY);
  VEC_PUSH(&space->scopes, (EnumerateScope){0});
  VEC_PUSH(&space->tallies, (TallySpan){0});
  VEC_PUSH(&space->cells, (Cell){0});
  count_words(space, generator->settings->vars);
  for (uint32_t size = 1; size <= max_size; size++)
    enumeration_cell(space, space->root, 0, 0, size);
  if (!space->overflow) {
    *made = space;
    return STATUS_OK;
  }
  enumeration_destroy(space);
  return error_set(error, STATUS_LIMIT,
                   "there is too much to count up to size %u; use a smaller size, or fewer "
                   "constructs",
                   max_size);
}

void enumeration_destroy(Enumeration *space)
{
  if (!space) return;
  for (size_t i = 0; i < space->goals.count; i++) {
    VEC_FREE(&space->goals.items[i].leaves);
    VEC_FREE(&space->goals.items[i].productions);
  }
  VEC_FREE(&space->goals);
  VEC_FREE(&space->restricted);
  VEC_FREE(&space->scopes);
  VEC_FREE(&space->tallies);
  VEC_FREE(&space->pairs);
  index_free(&space->tally_index);
  VEC_FREE(&space->cells);
  VEC_FREE(&space->entries);
  index_free(&space->cell_index);
  VEC_FREE(&space->place_of);
  VEC_FREE(&space->slot_sorts);
  VEC_FREE(&space->slot_goals);
  free(space);
}

/* --- counts ------------------------------------------------------------------------------- */

/* The cell of all formulas of a size. It has been made, in the order of the sizes. */
static const Cell *formulas(const Enumeration *space, uint32_t size)
{
  IndexProbe probe = index_probe(
      &space->cell_index, hash_finish(hash_mix(hash_mix(hash_mix(space->root, 0), 0), size)));
  for (uint32_t id; index_next(&probe, &id);) {
    const Cell *cell = &space->cells.items[id];
    if (cell->what == space->root && !cell->place && !cell->scope && cell->size == size)
      return cell;
  }
  return &space->cells.items[0];
}

static uint64_t named_count(const Enumeration *space, const TallyCount *entry)
{
  return saturating_multiply(entry->count, enumeration_namings(space, entry->tally));
}

uint64_t enumeration_count_of_size(const Enumeration *space, uint32_t size)
{
  if (size == 0 || size > space->max_size) return 0;
  const Cell *cell = formulas(space, size);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < cell->count; i++)
    sum = saturating_add(sum, named_count(space, &space->entries.items[cell->first + i]));
  return sum;
}

uint64_t enumeration_count(const Enumeration *space)
{
  uint64_t sum = 0;
  for (uint32_t size = 1; size <= space->max_size; size++)
    sum = saturating_add(sum, enumeration_count_of_size(space, size));
  return sum;
}

/* --- from a number to its formula --------------------------------------------------------- */

/* A part that is still to be written: term number `index` of those with this tally in a cell. */
typedef struct {
  uint32_t what; /* Goal, perhaps with NO_LITERALS */
  uint32_t scope, size;
  Tally tally;
  uint64_t index;
} Part;

/* Constants get their names at last: where they are. */
typedef struct {
  uint32_t at; /* in the draft */
  uint32_t slot;
} Gap;

typedef struct {
  Enumeration *space;
  Grower *grower;
  VEC(Part) parts;
  VEC(Gap) gaps;
} Writer;

static void write_leaf(Writer *writer, const Part *part)
{
  const Enumeration *space = writer->space;
  const Sprouting *goal = &space->goals.items[part->what & ~NO_LITERALS];
  Grower *grower = writer->grower;
  if (part->tally) {
    VEC_PUSH(&writer->gaps, ((Gap){(uint32_t)grower->draft.count, (uint32_t)goal->slot}));
    VEC_PUSH(&grower->draft, DRAFT_LEAF);
    return;
  }
  uint64_t rank = part->index + (part->what & NO_LITERALS ? goal->literal_count : 0);
  if (rank < goal->leaves.count) {
    VEC_PUSH(&grower->draft, goal->leaves.items[rank] | DRAFT_LEAF);
    return;
  }
  rank -= goal->leaves.count;
  Sort sort = space->grammar->goals.items[part->what & ~NO_LITERALS].sort;
  for (uint32_t scope = part->scope; scope; scope = space->scopes.items[scope].around) {
    Term variable = space->scopes.items[scope].variable;
    if (bank_sort(space->bank, variable) != sort || rank-- > 0) continue;
    VEC_PUSH(&grower->draft, variable | DRAFT_LEAF);
    return;
  }
  BUG("there is no leaf of this number");
}

/* How a sequence of arguments is divided into its first and the rest. */
typedef struct {
  uint32_t size;
  Tally tally;
  uint64_t first, rest; /* their numbers */
  Tally rest_tally;
} Split;

static bool find_split(const Enumeration *space, uint32_t first_cell, uint32_t rest_cell,
                       Tally tally, uint64_t *index, Split *split)
{
  const Cell *cell = &space->cells.items[first_cell];
  for (uint32_t i = 0; i < cell->count; i++) {
    TallyCount entry = space->entries.items[cell->first + i];
    int64_t left = enumeration_minus(space, tally, entry.tally);
    if (left == TALLY_NONE) continue;
    uint64_t rest = enumeration_find(space, rest_cell, (Tally)left);
    uint64_t count = saturating_multiply(entry.count, rest);
    if (*index >= count) {
      *index -= count;
      continue;
    }
    *split = (Split){cell->size, entry.tally, *index / rest, *index % rest, (Tally)left};
    return true;
  }
  return false;
}

/* Adds the parts that are the arguments; the first one is to be written first. */
static void divide(Writer *writer, uint32_t number, const Part *args)
{
  Enumeration *space = writer->space;
  const Production production = space->grammar->productions.items[number];
  size_t base = writer->parts.count;
  Part left = *args;
  for (uint32_t i = 0; i < production.count; i++) {
    uint32_t what = enumeration_argument(space, number, i);
    uint32_t behind = production.count - i - 1u;
    Split split = {left.size, left.tally, left.index, 0, 0};
    bool found = behind == 0;
    for (uint32_t size = 1; !found && size + behind <= left.size; size++) {
      uint32_t first = enumeration_cell(space, what, 0, left.scope, size);
      uint32_t rest = enumeration_cell(space, number, i + 2, left.scope, left.size - size);
      found = find_split(space, first, rest, left.tally, &left.index, &split);
    }
    assert(found);
    VEC_PUSH(&writer->parts, ((Part){what, left.scope, split.size, split.tally, split.first}));
    left.size -= split.size;
    left.tally = split.rest_tally;
    left.index = split.rest;
  }
  for (size_t a = base, b = writer->parts.count; a + 1 < b; a++) {
    Part swapped = writer->parts.items[a];
    writer->parts.items[a] = writer->parts.items[--b];
    writer->parts.items[b] = swapped;
  }
}

static void write_head(Writer *writer, uint32_t number, uint32_t scope)
{
  assert(number < writer->space->grammar->productions.count && scope < writer->space->scopes.count);
  const Enumeration *space = writer->space;
  Grammar *grammar = space->grammar;
  Grower *grower = writer->grower;
  const Production production = grammar->productions.items[number];
  const Alternative *alternative = &grammar->alternatives.items[production.alternative];
  grower->needs |= alternative->needs;
  if (alternative->fun) grower_use(grower, alternative->fun);
  VEC_PUSH(&grower->draft, number);
  size_t start = grower->draft.count;
  for (uint32_t i = 0; i < production.bound; i++) VEC_PUSH(&grower->draft, 0);
  for (uint32_t i = production.bound; i-- > 0; scope = space->scopes.items[scope].around) {
    Term variable = space->scopes.items[scope].variable;
    grower->needs |=
        universe_needs(grammar->universe, space->bank, bank_sort(space->bank, variable));
    grower->draft.items[start + i] = variable | DRAFT_LEAF;
  }
}

static void write_part(Writer *writer, const Part *part)
{
  Enumeration *space = writer->space;
  Goal goal = part->what & ~NO_LITERALS;
  writer->grower->needs |= space->grammar->goals.items[goal].needs;
  if (part->size == 1) {
    write_leaf(writer, part);
    return;
  }
  uint64_t index = part->index;
  for (size_t i = 0; i < space->goals.items[goal].productions.count; i++) {
    uint32_t number = space->goals.items[goal].productions.items[i];
    uint32_t scope = enumeration_scope(space, part->scope, number);
    uint32_t cell = enumeration_cell(space, number, 1, scope, part->size - 1);
    uint64_t count = enumeration_find(space, cell, part->tally);
    if (index < count) {
      Part args = {0, scope, part->size - 1, part->tally, index};
      write_head(writer, number, scope);
      divide(writer, number, &args);
      return;
    }
    index -= count;
  }
  BUG("there is no part of this number");
}

/* Writes the constants of one slot; `index` is the number of the word that they are. */
static void name_constants(const Writer *writer, uint32_t slot, uint32_t length, uint64_t index)
{
  assert(slot < writer->space->slot_goals.count);
  const Enumeration *space = writer->space;
  const GoalInfo *info = grammar_info(space->grammar, space->slot_goals.items[slot]);
  uint32_t used = 0;
  for (size_t i = 0; i < writer->gaps.count; i++) {
    if (writer->gaps.items[i].slot != slot) continue;
    uint64_t each = space->words[--length][used];
    uint64_t letter = index / each < used ? index / each : used;
    index -= letter * each;
    used += letter == used;
    assert(letter < info->constants.count);
    Term constant = info->constants.items[letter];
    writer->grower->draft.items[writer->gaps.items[i].at] = constant | DRAFT_LEAF;
    grower_use(writer->grower, bank_fun(space->bank, constant));
  }
}

static void name_all(const Writer *writer, Tally tally, uint64_t index)
{
  assert(tally < writer->space->tallies.count);
  const Enumeration *space = writer->space;
  TallySpan span = space->tallies.items[tally];
  for (uint32_t i = 0; i < span.count; i++) {
    uint32_t pair = space->pairs.items[span.first + i];
    uint64_t words = space->words[pair & 0xFF][0];
    name_constants(writer, pair >> 8, pair & 0xFF, index % words);
    index /= words;
  }
}

/* The formula of a number: its size, constants, and number among these. */
static Part find_formula(const Enumeration *space, uint64_t index, uint64_t *naming)
{
  uint32_t size = 1;
  for (uint64_t count; index >= (count = enumeration_count_of_size(space, size)); size++)
    index -= count;
  const Cell *cell = formulas(space, size);
  uint32_t i = 0;
  for (uint64_t count;
       index >= (count = named_count(space, &space->entries.items[cell->first + i])); i++)
    index -= count;
  Tally tally = space->entries.items[cell->first + i].tally;
  uint64_t namings = enumeration_namings(space, tally);
  *naming = index % namings;
  return (Part){space->root, 0, size, tally, index / namings};
}

void enumeration_draw(Enumeration *space, uint64_t index)
{
  assert(index < enumeration_count(space));
  Writer writer = {.space = space, .grower = generator_begin(space->generator, 0)};
  uint64_t naming;
  Part formula = find_formula(space, index, &naming);
  VEC_PUSH(&writer.parts, formula);
  while (writer.parts.count) {
    Part part = writer.parts.items[--writer.parts.count];
    write_part(&writer, &part);
  }
  name_all(&writer, formula.tally, naming);
  generator_end_assert(space->generator);
  VEC_FREE(&writer.parts);
  VEC_FREE(&writer.gaps);
}
