/* Systems of linear equations over the bits: checksums, shift registers and permutations of bits are such systems, however
 * they are nested. One evaluation for each bit of the variables tells the system, and elimination solves it. Where the
 * boxes are something else its solution is a candidate like any other. */
#include <assert.h>
#include <string.h>

#include "solve/closedbox/search_state.h"

enum { BITS_MAX = 1024, WORDS_MAX = 64, KERNEL_TRIES = 512, BASES = 2 };

/* A row: how the differences change with a bit of the variables, and which bits have been combined in it. */
typedef struct {
  uint32_t bits;   /* of all variables */
  uint32_t words;  /* of the differences */
  uint32_t length; /* of a row in words */
  uint64_t *rows;  /* one for each bit, and the target last */
  uint64_t *start; /* the differences of the candidate that is changed */
  uint32_t rank;   /* the rows before it are in echelon form; those after it change nothing */
} System;

typedef struct {
  Search *search;
  uint64_t *out;
} DifferencesRun;

static void run_differences(void *context)
{
  DifferencesRun *run = context;
  run->search->code->differences(run->search->in, run->out);
}

static bool differences(Search *search, uint64_t *out)
{
  DifferencesRun run = {search, out};
  search->result->evaluations++;
  if (guard_run(run_differences, &run) == GUARD_FINE) return true;
  search->result->failures++;
  return false;
}

static uint32_t variable_bits(Layout layout)
{
  switch (layout.kind) {
  case LAYOUT_BOOL: return 1;
  case LAYOUT_BITS:
  case LAYOUT_WIDE: return layout.width;
  case LAYOUT_BYTES: return 8u << layout.width;
  default: return 0;
  }
}

/* --- the system --- */

static uint64_t *row_of(const System *system, uint32_t number)
{
  assert(number <= system->bits);
  return system->rows + (size_t)number * system->length;
}

static void add_row(const System *system, uint64_t *to, const uint64_t *from)
{
  for (uint32_t i = 0; i < system->length; i++) to[i] ^= from[i];
}

static bool has_bit(const uint64_t *words, uint32_t bit)
{
  return words[bit / 64] >> bit % 64 & 1;
}

/* Changes the bits of the variables that a row combines. */
static void flip_bits(Search *search, const System *system, const uint64_t *row)
{
  const EmitPlan *plan = search->settings->plan;
  uint32_t bit = 0;
  for (uint32_t i = 0; i < plan->variables.count; i++) {
    const EmitVariable *variable = &plan->variables.items[i];
    uint32_t count = variable_bits(variable->layout);
    for (uint32_t k = 0; k < count; k++, bit++)
      if (has_bit(row + system->words, bit))
        search->in[variable->first + k / 64] ^= UINT64_C(1) << k % 64;
  }
}

/* One evaluation for each bit; false if one fails or there is no time. */
static bool measure_rows(Search *search, System *system)
{
  if (!differences(search, system->start)) return false;
  for (uint32_t i = 0; i < system->bits; i++) {
    uint64_t *row = row_of(system, i);
    row[system->words + i / 64] = UINT64_C(1) << i % 64;
    flip_bits(search, system, row);
    bool fine = differences(search, row) && !search_is_over(search);
    flip_bits(search, system, row);
    if (!fine) return false;
    for (uint32_t k = 0; k < system->words; k++) row[k] ^= system->start[k];
  }
  memcpy(row_of(system, system->bits), system->start, system->words * sizeof *system->start);
  return true;
}

/* Echelon form; false if the target is no combination of rows. */
static bool eliminate(System *system)
{
  uint64_t *target = row_of(system, system->bits);
  for (uint32_t column = 0; column < system->words * 64; column++) {
    uint32_t pivot = system->rank;
    while (pivot < system->bits && !has_bit(row_of(system, pivot), column)) pivot++;
    if (pivot == system->bits) {
      if (has_bit(target, column)) return false;
      continue;
    }
    uint64_t *row = row_of(system, system->rank), *found = row_of(system, pivot);
    for (uint32_t i = 0; i < system->length && row != found; i++) {
      uint64_t old = row[i];
      row[i] = found[i];
      found[i] = old;
    }
    for (uint32_t i = system->rank + 1; i <= system->bits; i++)
      if (has_bit(row_of(system, i), column)) add_row(system, row_of(system, i), row);
    system->rank++;
  }
  return true;
}

/* --- solutions --- */

/* Solutions of the equations differ by what changes no difference; other constraints choose among them. */
static bool try_solutions(Search *search, const System *system)
{
  assert(system->rank <= system->bits);
  flip_bits(search, system, row_of(system, system->bits));
  search->cost = UINT64_MAX;
  search_keep_if_good(search);
  uint32_t free_rows = system->bits - system->rank;
  for (uint32_t i = 0; i < KERNEL_TRIES && search->cost && free_rows && !search_is_over(search);
       i++) {
    search_return_to_best(search);
    uint64_t count = 1 + random_below(&search->random, i % 2 ? 2 : free_rows);
    for (uint64_t k = 0; k < count; k++)
      flip_bits(search, system,
                row_of(system, system->rank + (uint32_t)random_below(&search->random, free_rows)));
    search_keep_if_good(search);
  }
  search_return_to_best(search);
  return search->cost == 0;
}

static bool solve_from_here(Search *search, System *system)
{
  memset(system->rows, 0, (size_t)(system->bits + 1) * system->length * sizeof *system->rows);
  system->rank = 0;
  return measure_rows(search, system) && eliminate(system) && try_solutions(search, system);
}

bool search_linear(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  System system = {.words = plan->difference_words};
  for (uint32_t i = 0; i < plan->variables.count; i++)
    system.bits += variable_bits(plan->variables.items[i].layout);
  if (system.words == 0 || system.words > WORDS_MAX || system.bits == 0 || system.bits > BITS_MAX)
    return false;
  system.length = system.words + (system.bits + 63) / 64;
  system.rows = mem_alloc(((size_t)system.bits + 1) * system.length, sizeof *system.rows);
  system.start = mem_alloc(system.words, sizeof *system.start);
  bool found = false;
  for (uint64_t i = 0; i < BASES && !found && !search_is_over(search); i++) {
    search_restart(search, i);
    *search->code->mode = 0;
    found = search->cost == 0 || solve_from_here(search, &system);
  }
  free(system.rows);
  free(system.start);
  return found;
}
