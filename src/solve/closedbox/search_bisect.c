/* Bisection: between two values of a variable for which different constraints hold lies a border, and boxes that only
 * compare have their secrets there. */
#include <assert.h>
#include <string.h>

#include "base/index.h"
#include "solve/closedbox/search_state.h"

enum {
  PURE_EVALUATIONS = 4000,
  CHARACTERS = 40,
  LAST_FEW = 8,
  FIRST = 32,
  LAST = 126,
  PROBES = 160,
  PLATEAUS = 8,
  BORDERS = 6
};

/* What is seen at a value of a variable: its cost, and which constraints do not hold. */
typedef struct {
  uint64_t cost, unmet;
} View;

static View view(Search *search)
{
  View here = {.cost = search_evaluate(search)};
  if (here.cost == UINT64_MAX) return here; /* it failed: nothing was compared */
  for (size_t i = 0; i < search->settings->plan->constraints.count; i++)
    here.unmet = hash_mix(here.unmet, search->costs[i] != 0);
  return here;
}

static View view_at(Search *search, uint64_t *word, uint64_t value)
{
  *word = value;
  return view(search);
}

/* --- one word --- */

/* The view at the value, or at its neighbour where the evaluation fails: some boxes do so for every second number. */
static View view_near(Search *search, uint64_t *word, uint64_t value)
{
  View here = view_at(search, word, value);
  return here.cost == UINT64_MAX ? view_at(search, word, value ^ 1) : here;
}

/* The largest value up to which evaluations end, from one where they do on to one where they do not. */
static uint64_t last_that_ends(Search *search, uint64_t *word, uint64_t low, uint64_t high,
                               uint64_t flip)
{
  while (high - low > 1 && !search_is_over(search)) {
    uint64_t middle = low + (high - low) / 2;
    if (view_near(search, word, middle ^ flip).cost == UINT64_MAX)
      high = middle;
    else
      low = middle;
  }
  return low;
}

typedef struct {
  uint64_t low, high; /* in the order of numbers */
  uint64_t flip;      /* makes words of them: signed numbers are ordered */
  View ends[2];
} Interval;

/* Makes the interval smaller: by the constraints that hold, then by plateaus, then downhill. True if a solution was met. */
static bool narrow(Search *search, uint64_t *word, Interval *interval)
{
  const View *ends = interval->ends;
  uint64_t middle = interval->low + (interval->high - interval->low) / 2;
  uint64_t next = middle + 1 + (interval->high - middle) / 4;
  View here = view_near(search, word, middle ^ interval->flip);
  if (here.cost == 0) return true;
  bool unmet = ends[0].unmet != ends[1].unmet, plateau = ends[0].cost != ends[1].cost;
  if (unmet ? here.unmet == ends[0].unmet : plateau && here.cost == ends[0].cost) {
    interval->low = middle;
  } else if (unmet || (plateau && here.cost == ends[1].cost)) {
    interval->high = middle;
  } else {
    View there = view_near(search, word, next ^ interval->flip);
    if (there.cost == 0) return true;
    if (there.cost < here.cost)
      interval->low = middle;
    else
      interval->high = next;
  }
  return false;
}

/* Halves the interval between two values of a variable, and looks at all of the last few. True if a solution was met, which
 * is the candidate then. */
static bool halve(Search *search, uint32_t number, uint64_t low, uint64_t high, uint64_t flip)
{
  uint64_t *word = search->in + search_variable(search, number)->first;
  Interval interval = {low ^ flip, high ^ flip, flip, {view_near(search, word, low)}};
  if (interval.ends[0].cost == 0) return true;
  interval.ends[1] = view_near(search, word, high);
  if (interval.ends[0].cost != UINT64_MAX && interval.ends[1].cost == UINT64_MAX &&
      interval.high > interval.low) {
    interval.high = last_that_ends(search, word, interval.low, interval.high, flip);
    interval.ends[1] = view_near(search, word, interval.high ^ flip);
  }
  if (interval.ends[1].cost == 0) return true;
  while (interval.high > interval.low && interval.high - interval.low > LAST_FEW &&
         !search_is_over(search))
    if (narrow(search, word, &interval)) return true;
  for (uint64_t at = interval.low + 1; at < interval.high && !search_is_over(search); at++)
    if (view_at(search, word, at ^ flip).cost == 0) return true;
  return false;
}

static bool halve_range(Search *search, uint32_t number)
{
  SearchRange range = search->settings->ranges[number];
  Layout layout = search_variable(search, number)->layout;
  if (layout.kind == LAYOUT_BITS)
    return halve(search, number, range.low, range.high, 0) ||
           halve(search, number, range.low, range.low + (range.high - range.low) / 2, 0);
  uint64_t top = UINT64_C(1) << 63;
  if (halve(search, number, range.low, range.high, top)) return true;
  return (int64_t)range.low < 0 && (int64_t)range.high > 0 &&
         (halve(search, number, 0, range.high, top) || halve(search, number, range.low, 0, top));
}

/* Values of a variable at which something may change, in the order of numbers. */
typedef struct {
  uint64_t items[PROBES];
  uint32_t count;
  uint64_t flip;
  SearchRange range;
} Probes;

static void add_probe(Probes *probes, uint64_t word)
{
  assert(probes->count <= PROBES);
  uint64_t at = word ^ probes->flip;
  bool inside =
      at >= (probes->range.low ^ probes->flip) && at <= (probes->range.high ^ probes->flip);
  uint32_t i = probes->count;
  if (!inside || i == PROBES) return;
  for (; i > 0 && probes->items[i - 1] > at; i--) continue;
  if (i > 0 && probes->items[i - 1] == at) return;
  memmove(probes->items + i + 1, probes->items + i, (probes->count - i) * sizeof *probes->items);
  probes->items[i] = at;
  probes->count++;
}

/* The ends of the range, powers of two and what other variables are. */
static void find_probes(Search *search, uint32_t number, Probes *probes)
{
  const EmitPlan *plan = search->settings->plan;
  Layout layout = search_variable(search, number)->layout;
  bool number_kind = layout.kind == LAYOUT_INT;
  *probes = (Probes){.range = search->settings->ranges[number],
                     .flip = number_kind ? UINT64_C(1) << 63 : 0};
  add_probe(probes, probes->range.low);
  add_probe(probes, probes->range.high);
  for (uint32_t i = 0; i < plan->variables.count; i++) {
    const EmitVariable *other = search_variable(search, i);
    if (i == number || other->sort != search_variable(search, number)->sort) continue;
    for (uint64_t k = 0; k < 3; k++)
      add_probe(probes, (search->in[other->first] + k - 1) & layout_mask(layout.width));
  }
  for (uint32_t i = 0; i < layout.width; i++) {
    add_probe(probes, UINT64_C(1) << i);
    if (number_kind) add_probe(probes, 0 - (UINT64_C(1) << i));
  }
}

/* Halves the intervals between probes where a few plateaus meet. */
static bool halve_between(Search *search, uint32_t number)
{
  uint64_t *word = search->in + search_variable(search, number)->first;
  Probes probes;
  uint64_t costs[PLATEAUS];
  uint32_t kinds = 0, halved = 0;
  View last = {0}, views[PROBES];
  find_probes(search, number, &probes);
  for (uint32_t i = 0; i < probes.count && !search_is_over(search); i++) {
    views[i] = view_at(search, word, probes.items[i] ^ probes.flip);
    if (views[i].cost == 0) return true;
    uint32_t k = 0;
    while (k < kinds && costs[k] != views[i].cost) k++;
    if (k == PLATEAUS) return false; /* no plateaus */
    if (k == kinds) costs[kinds++] = views[i].cost;
  }
  if (search_is_over(search) || kinds < 2) return false;
  search->plateaus = true;
  last = views[0];
  for (uint32_t i = 1; i < probes.count && halved < BORDERS; last = views[i++]) {
    if (last.cost == views[i].cost && last.unmet == views[i].unmet) continue;
    halved++;
    if (halve(search, number, probes.items[i - 1] ^ probes.flip, probes.items[i] ^ probes.flip,
              probes.flip))
      return true;
  }
  return false;
}

static bool bisect_word(Search *search, uint32_t number)
{
  if (halve_range(search, number)) return true;
  return search->result->price_ns <= SEARCH_SLOW_NS && !search->hangs &&
         halve_between(search, number);
}

/* --- several words --- */

/* Sets bits from the highest on as long as the candidate stays on the side of 0. */
static bool bisect_wide(Search *search, uint32_t number)
{
  assert(search_variable(search, number)->layout.words > 1);
  const EmitVariable *variable = search_variable(search, number);
  uint64_t *words = search->in + variable->first;
  for (uint32_t i = 0; i < variable->layout.words; i++)
    words[i] = layout_mask(variable->layout.width - 64 * i);
  View high = view(search);
  memset(words, 0, variable->layout.words * sizeof *words);
  View low = view(search);
  if (low.cost == 0) return true;
  for (uint32_t bit = variable->layout.width; bit-- > 0 && !search_is_over(search);) {
    words[bit / 64] |= UINT64_C(1) << bit % 64;
    View here = view(search);
    if (here.cost == 0) return true;
    bool below = low.unmet != high.unmet ? here.unmet == low.unmet
                 : low.cost != high.cost ? here.cost == low.cost
                                         : here.cost < low.cost;
    if (!below) words[bit / 64] &= ~(UINT64_C(1) << bit % 64);
  }
  return false;
}

/* --- strings --- */

/* The largest character that keeps the string, with it at its end, on the side of the empty one; 0 if there is none, and -1
 * if a solution was met. */
static int largest_character(Search *search, uint64_t *words, View low)
{
  uint8_t *end = (uint8_t *)(words + 1) + words[0];
  int from = FIRST - 1, to = LAST + 1;
  words[0]++;
  while (to - from > 1 && !search_is_over(search)) {
    int middle = (from + to) / 2;
    *end = (uint8_t)middle;
    View here = view(search);
    if (here.cost == 0) return -1;
    if (here.unmet == low.unmet && here.cost == low.cost)
      from = middle;
    else
      to = middle;
  }
  words[0]--;
  *end = 0;
  return from < FIRST ? 0 : from;
}

/* For boxes that compare with a secret in the order of strcmp. */
static bool bisect_string(Search *search, uint32_t number)
{
  const EmitVariable *variable = search_variable(search, number);
  uint64_t *words = search->in + variable->first;
  memset(words, 0, variable->layout.words * sizeof *words);
  View low = view(search);
  if (low.cost == 0) return true;
  for (int i = 0; i < CHARACTERS && !search_is_over(search); i++) {
    int character = largest_character(search, words, low);
    if (character < 0) return true;
    if (character == 0 || (i == 0 && character == LAST)) return false;
    ((uint8_t *)(words + 1))[words[0]++] = (uint8_t)character;
  }
  return false;
}

/* --- all --- */

/* Makes the best a candidate for which the constraints without boxes hold, if that is easy. */
static void satisfy_pure(Search *search)
{
  int staged = *search->code->staged;
  *search->code->staged = 1;
  search->cost = UINT64_MAX;
  search_return_to_best(search);
  search_keep_if_good(search);
  for (uint32_t i = 0; i < PURE_EVALUATIONS && search->cost >> SEARCH_STAGED; i++) {
    search_return_to_best(search);
    search_change_one(search);
    search_keep_if_good(search);
    if (i % 64 == 0 && search_is_over(search)) break;
  }
  *search->code->staged = staged;
}

static bool bisect_variable(Search *search, uint32_t number)
{
  switch (search_variable(search, number)->layout.kind) {
  case LAYOUT_BITS:
  case LAYOUT_INT: return bisect_word(search, number);
  case LAYOUT_WIDE: return bisect_wide(search, number);
  case LAYOUT_STRING: return bisect_string(search, number);
  default: return false;
  }
}

bool search_bisect(Search *search, uint64_t first, uint32_t rounds)
{
  const EmitPlan *plan = search->settings->plan;
  int staged = *search->code->staged;
  bool found = false;
  for (uint32_t round = 0; round < rounds && !found && !search_is_over(search); round++) {
    search_restart(search, first + round);
    *search->code->mode = 0;
    if (plan->pure > 0) satisfy_pure(search);
    *search->code->staged = 0;
    for (uint32_t i = 0; i < plan->variables.count && !found; i++) {
      search_return_to_best(search);
      found = bisect_variable(search, i);
    }
    *search->code->staged = staged;
  }
  return found;
}
