/* The ranges of constants, from constraints that compare one with a number. */
#include <assert.h>
#include <stdlib.h>

#include "solve/closedbox/fuzz.h"

bool fuzz_literal_word(Bank *bank, Term term, uint64_t *word)
{
  Layout layout = layout_of_sort(bank, bank_sort(bank, term));
  bool negative = layout.kind == LAYOUT_INT && box_problem_applies(bank, term, "-") &&
                  bank_node(bank, term)->count == 1;
  if (negative) term = bank_args(bank, term)[0];
  if (layout.words != 1 || !call_literal_words(bank, term, word)) return false;
  if (negative) *word = 0 - *word;
  return true;
}

/* Which order a constraint compares in. */
typedef struct {
  const char *name;
  bool greater, equal, with_sign;
} Comparison;

static const Comparison comparisons[] = {
    {"bvult", false, false, false}, {"bvule", false, true, false}, {"bvugt", true, false, false},
    {"bvuge", true, true, false},   {"bvslt", false, false, true}, {"bvsle", false, true, true},
    {"bvsgt", true, false, true},   {"bvsge", true, true, true},   {"<", false, false, true},
    {"<=", false, true, true},      {">", true, false, true},      {">=", true, true, true},
};

/* Of a variable, by the order with and that without a sign: words with their sign turned are ordered like numbers
 * without one. */
typedef struct {
  uint64_t low, high;
} Interval;

typedef struct {
  Interval plain, turned;
} Intervals;

static uint64_t sign_of(Layout layout)
{
  return UINT64_C(1) << (layout.width - 1);
}

static bool has_range(Layout layout)
{
  return layout.kind == LAYOUT_BITS || layout.kind == LAYOUT_INT;
}

/* The word is the largest (or smallest) that the variable may have, or the first that it may not have. */
static void narrow(Interval *interval, bool from_above, bool equal, uint64_t word)
{
  if (from_above) {
    if (!equal && word-- == 0) return; /* nothing is left: others see to that */
    if (word < interval->high) interval->high = word;
  } else {
    if (!equal && word++ == UINT64_MAX) return;
    if (word > interval->low) interval->low = word;
  }
}

/* `variable` stands left of the comparison, the number right of it. */
static void narrow_variable(Fuzz *fuzz, Intervals *all, Term variable, Term number,
                            Comparison comparison)
{
  Bank *bank = fuzz->engine->problem->bank;
  Fun fun = bank_fun(bank, variable);
  uint64_t word;
  for (size_t i = 0; fun && i < fuzz->task.plan.variables.count; i++) {
    const EmitVariable *one = &fuzz->task.plan.variables.items[i];
    if (one->fun != fun || !has_range(one->layout) || !fuzz_literal_word(bank, number, &word))
      continue;
    if (comparison.with_sign)
      narrow(&all[i].turned, !comparison.greater, comparison.equal, word ^ sign_of(one->layout));
    else
      narrow(&all[i].plain, !comparison.greater, comparison.equal, word);
  }
}

/* Also of a chain, and of one that is denied. */
static void narrow_by(Fuzz *fuzz, Intervals *all, Term constraint)
{
  Bank *bank = fuzz->engine->problem->bank;
  bool denied = box_problem_applies(bank, constraint, "not");
  if (denied) constraint = bank_args(bank, constraint)[0];
  uint32_t count = bank_node(bank, constraint)->count;
  if (denied && count != 2) return;
  for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
    if (!box_problem_applies(bank, constraint, comparisons[i].name)) continue;
    Comparison one = comparisons[i], mirrored;
    if (denied) one.greater = !one.greater, one.equal = !one.equal;
    mirrored = one;
    mirrored.greater = !one.greater;
    for (uint32_t k = 0; k + 1 < count; k++) {
      Term left = bank_args(bank, constraint)[k], right = bank_args(bank, constraint)[k + 1];
      narrow_variable(fuzz, all, left, right, one);
      narrow_variable(fuzz, all, right, left, mirrored);
    }
  }
}

/* Numbers of one sign are an interval of words. */
static SearchRange range_of_bits(Layout layout, Intervals intervals)
{
  uint64_t sign = sign_of(layout), mask = layout_mask(layout.width);
  Interval plain = intervals.plain, turned = intervals.turned;
  if (turned.low <= turned.high && (turned.low >= sign || turned.high < sign)) {
    uint64_t low = turned.low ^ sign, high = turned.high ^ sign;
    if (low > plain.low) plain.low = low;
    if (high < plain.high) plain.high = high;
  }
  if (plain.low > plain.high) return (SearchRange){0, mask, true}; /* others see to that */
  return (SearchRange){plain.low, plain.high, true};
}

static SearchRange range_of_int(Interval turned)
{
  uint64_t sign = UINT64_C(1) << 63;
  if (turned.low > turned.high) turned = (Interval){0, UINT64_MAX};
  return (SearchRange){turned.low ^ sign, turned.high ^ sign,
                       turned.low != 0 && turned.high != UINT64_MAX};
}

static SearchRange range_of(Layout layout, Intervals intervals)
{
  switch (layout.kind) {
  case LAYOUT_BITS: return range_of_bits(layout, intervals);
  case LAYOUT_INT: return range_of_int(intervals.turned);
  case LAYOUT_BOOL: return (SearchRange){0, 1, true};
  default: break;
  }
  return (SearchRange){0, layout.words == 1 ? layout_mask(layout.width) : UINT64_MAX,
                       layout.words == 1};
}

void fuzz_find_ranges(Fuzz *fuzz)
{
  size_t count = fuzz->task.plan.variables.count;
  Intervals *all = mem_alloc(count + 1, sizeof *all);
  assert(fuzz->task.ranges.count == 0);
  for (size_t i = 0; i < count; i++) {
    Layout layout = fuzz->task.plan.variables.items[i].layout;
    uint64_t high = has_range(layout) ? layout_mask(layout.width) : UINT64_MAX;
    all[i] = (Intervals){{0, high}, {0, high}};
  }
  for (size_t i = 0; i < fuzz->task.plan.constraints.count; i++)
    narrow_by(fuzz, all, fuzz->task.plan.constraints.items[i]);
  for (size_t i = 0; i < count; i++)
    VEC_PUSH(&fuzz->task.ranges, range_of(fuzz->task.plan.variables.items[i].layout, all[i]));
  free(all);
}
