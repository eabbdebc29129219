#include "smt/value/domain.h"

#include <assert.h>

#include "smt/value/array.h"
#include "smt/value/domain_parts.h"
#include "smt/value/field.h"
#include "smt/value/map.h"

/* Numbers that saturate */

static uint64_t larger(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

/* Two sizes, one of which is infinite or unknown, make one that is the same. */
static uint64_t add_sizes(uint64_t a, uint64_t b)
{
  if (larger(a, b) >= DOMAIN_UNKNOWN) return larger(a, b);
  return a + b < DOMAIN_HUGE ? a + b : DOMAIN_HUGE;
}

static uint64_t multiply_sizes(uint64_t a, uint64_t b)
{
  if (larger(a, b) >= DOMAIN_UNKNOWN) return larger(a, b);
  uint64_t product;
  bool huge = __builtin_mul_overflow(a, b, &product) || product >= DOMAIN_HUGE;
  return huge ? DOMAIN_HUGE : product;
}

static uint64_t power_of_sizes(uint64_t base, uint64_t exponent)
{
  if (base == 1) return 1;
  if (base == DOMAIN_UNKNOWN) return DOMAIN_UNKNOWN;
  if (larger(base, exponent) >= DOMAIN_UNKNOWN) return larger(base, exponent);
  uint64_t power = 1;
  for (uint64_t i = 0; i < exponent && power < DOMAIN_HUGE; i++)
    power = multiply_sizes(power, base);
  return power;
}

static uint64_t bits_size(Numeral width)
{
  return width < 62 ? UINT64_C(1) << width : DOMAIN_HUGE;
}

/* The number of patterns that are not negative and not NaN: zero to infinity. */
static uint64_t float_half(const SortTable *sorts, Sort sort)
{
  Numeral exponent = sorts_index(sorts, sort, 0), significand = sorts_index(sorts, sort, 1);
  if (exponent > 64 || significand > 64 || exponent + significand > 64) return DOMAIN_HUGE;
  return ((UINT64_C(1) << exponent) - 1) * (UINT64_C(1) << (significand - 1)) + 1;
}

/* Sizes */

typedef struct {
  Eval *eval;
  uint32_t visits;
} Count;

static uint64_t count_values(Count *count, Sort sort, const DomainChain *outer);

static uint64_t count_lists(Count *count, Sort sort, Fun fun, const DomainChain *chain)
{
  Bank *bank = count->eval->bank;
  uint64_t size = 1;
  for (uint32_t i = 0; i < domain_part_count(bank, sort, fun) && size != DOMAIN_INFINITE; i++)
    size = multiply_sizes(size, count_values(count, domain_part_sort(bank, sort, fun, i), chain));
  return size;
}

static uint64_t count_datatype(Count *count, Sort sort, const DomainChain *chain)
{
  const Bank *bank = count->eval->bank;
  uint64_t size = 0;
  for (uint32_t i = 0; i < domain_constructor_count(bank, sort) && size != DOMAIN_INFINITE; i++)
    size = add_sizes(size, count_lists(count, sort, domain_constructor(bank, sort, i), chain));
  return size;
}

static uint64_t count_universe(Eval *eval, Sort sort)
{
  uint64_t size;
  bool whole;
  eval_universe(eval, sort, &size, &whole);
  return whole && size > 0 ? size : DOMAIN_UNKNOWN;
}

static uint64_t count_compound(Count *count, Sort sort, const DomainChain *outer)
{
  const SortTable *sorts = &count->eval->bank->sorts;
  DomainChain chain = {sort, outer ? outer->depth + 1 : 0, outer};
  if (chain.depth > DOMAIN_MAX_DEPTH || ++count->visits > DOMAIN_MAX_VISITS) return DOMAIN_UNKNOWN;
  switch (sorts_class(sorts, sort)) {
  case SORT_TUPLE: return count_lists(count, sort, 0, &chain);
  case SORT_SET: return power_of_sizes(2, count_values(count, sorts_arg(sorts, sort, 0), &chain));
  case SORT_ARRAY: {
    uint64_t values = count_values(count, sorts_arg(sorts, sort, 1), &chain);
    return power_of_sizes(values, count_values(count, sorts_arg(sorts, sort, 0), &chain));
  }
  default: /* A datatype that holds itself has values of any height. */
    if (domain_is_codatatype(count->eval->bank, sort)) return DOMAIN_UNKNOWN;
    return domain_is_within(outer, sort) ? DOMAIN_INFINITE : count_datatype(count, sort, &chain);
  }
}

static uint64_t count_values(Count *count, Sort sort, const DomainChain *outer)
{
  const Bank *bank = count->eval->bank;
  const SortTable *sorts = &bank->sorts;
  switch (sorts_class(sorts, sort)) {
  case SORT_BOOL: return 2;
  case SORT_BITVEC: return bits_size(sorts_index(sorts, sort, 0));
  case SORT_FLOAT: return add_sizes(multiply_sizes(2, float_half(sorts, sort)), 1);
  case SORT_ROUNDING: return ROUND_RTZ + 1;
  case SORT_FIELD: return field_order(bank, sort, DOMAIN_HUGE);
  case SORT_OTHER: return domain_is_char(bank, sort) ? STRING_ALPHABET : DOMAIN_INFINITE;
  case SORT_UNINTERPRETED: return count_universe(count->eval, sort);
  case SORT_TUPLE:
  case SORT_SET:
  case SORT_ARRAY:
  case SORT_DATATYPE: return count_compound(count, sort, outer);
  default: return DOMAIN_INFINITE;
  }
}

uint64_t domain_size(Eval *eval, Sort sort)
{
  Count count = {.eval = eval};
  return count_values(&count, sort, NULL);
}

/* Values by position */

static Value bits_at(Eval *eval, ValueKind kind, uint32_t width, uint64_t word, Term term)
{
  assert(kind == VALUE_FIELD || width > 0);
  mpz_set_ui(eval->z[0], word);
  return value_bits(&eval->heap, kind, width, eval->z[0], term);
}

/* Zero to infinity, then their negatives, then NaN. */
static Value float_at(Eval *eval, Sort sort, uint64_t position, Term term)
{
  const SortTable *sorts = &eval->bank->sorts;
  Numeral exponent = sorts_index(sorts, sort, 0), significand = sorts_index(sorts, sort, 1);
  uint32_t width = exponent + significand;
  uint64_t half = float_half(sorts, sort);
  if (position < half) return bits_at(eval, VALUE_FLOAT, width, position, term);
  uint64_t sign = UINT64_C(1) << (width - 1);
  if (position < 2 * half) return value_small_bits(VALUE_FLOAT, width, sign | (position - half));
  return value_small_bits(VALUE_FLOAT, width, (half - 1) | UINT64_C(1) << (significand - 2));
}

/* The first part varies fastest. */
static Value list_at(Eval *eval, Sort sort, Fun fun, uint64_t position, Term term, uint32_t depth)
{
  Bank *bank = eval->bank;
  uint32_t count = domain_part_count(bank, sort, fun);
  ListObject *list = value_list_room(&eval->heap, count);
  if (!list) return value_unknown(REASON_MEMORY, term);
  for (uint32_t i = 0; i < count; i++) {
    Sort part = domain_part_sort(bank, sort, fun, i);
    uint64_t size = domain_size(eval, part);
    assert(size > 0 && size < DOMAIN_UNKNOWN);
    Value item = domain_value_at(eval, part, position % size, term, depth);
    if (value_is_unknown(item)) return item;
    list->items[i] = item;
    position /= size;
  }
  return value_list(fun ? VALUE_DATATYPE : VALUE_TUPLE, fun, list);
}

static Value datatype_at(Eval *eval, Sort sort, uint64_t position, Term term, uint32_t depth)
{
  for (uint32_t i = 0;; i++) {
    assert(i < domain_constructor_count(eval->bank, sort));
    Fun fun = domain_constructor(eval->bank, sort, i);
    Count count = {.eval = eval};
    uint64_t size = count_lists(&count, sort, fun, NULL);
    if (position < size) return list_at(eval, sort, fun, position, term, depth);
    position -= size;
  }
}

/* Bit i of the position says whether value i of the element sort is in the set. */
static Value set_at(Eval *eval, Sort sort, uint64_t position, Term term, uint32_t depth)
{
  Sort element_sort = sorts_arg(&eval->bank->sorts, sort, 0);
  const MapNode *map = NULL;
  for (uint64_t i = 0; position >> i != 0; i++) {
    if (!(position >> i & 1)) continue;
    Value element = domain_value_at(eval, element_sort, i, term, depth);
    if (value_is_unknown(element)) return element;
    if (!map_put(&eval->heap, &map, element, value_bool(true)))
      return value_unknown(REASON_MEMORY, term);
  }
  return (Value){.kind = VALUE_SET, .map = map};
}

/* The value of the first index varies fastest. */
static Value array_at(Eval *eval, Sort sort, uint64_t position, Term term, uint32_t depth)
{
  Sort index_sort = sorts_arg(&eval->bank->sorts, sort, 0);
  Sort value_sort = sorts_arg(&eval->bank->sorts, sort, 1);
  uint64_t base = domain_size(eval, value_sort);
  assert(base > 0);
  Value first = domain_value_at(eval, value_sort, 0, term, depth);
  if (value_is_unknown(first)) return first;
  Value array = array_constant(eval, sort, first, term);
  for (uint64_t i = 0; position > 0 && !value_is_unknown(array); i++) {
    Value index = domain_value_at(eval, index_sort, i, term, depth);
    Value value = domain_value_at(eval, value_sort, position % base, term, depth);
    if (value_is_unknown(index)) return index;
    if (value_is_unknown(value)) return value;
    array = array_store(eval, sort, array, index, value, term);
    position /= base;
  }
  return array;
}

Value domain_value_at(Eval *eval, Sort sort, uint64_t position, Term term, uint32_t depth)
{
  assert(bank_has_sort(eval->bank, sort));
  const SortTable *sorts = &eval->bank->sorts;
  if (++depth > DOMAIN_MAX_DEPTH) return value_unknown(REASON_DEPTH, term);
  if (!domain_has_plain_width(sorts, sort)) return value_unknown(REASON_MEMORY, term);
  switch (sorts_class(sorts, sort)) {
  case SORT_BOOL: return value_bool(position);
  case SORT_BITVEC: return bits_at(eval, VALUE_BITVEC, sorts_index(sorts, sort, 0), position, term);
  case SORT_FLOAT: return float_at(eval, sort, position, term);
  case SORT_ROUNDING: return value_rounding((RoundingMode)position);
  case SORT_FIELD: return bits_at(eval, VALUE_FIELD, 0, position, term);
  case SORT_OTHER: return (Value){.kind = VALUE_CHAR, .word = position};
  case SORT_TUPLE: return list_at(eval, sort, 0, position, term, depth);
  case SORT_SET: return set_at(eval, sort, position, term, depth);
  case SORT_ARRAY: return array_at(eval, sort, position, term, depth);
  case SORT_DATATYPE: return datatype_at(eval, sort, position, term, depth);
  case SORT_UNINTERPRETED: {
    uint64_t count;
    bool whole;
    return eval_universe(eval, sort, &count, &whole)[position];
  }
  default: return value_unknown(REASON_INFINITE_DOMAIN, term);
  }
}

Value domain_value(Eval *eval, Sort sort, uint64_t position, Term term)
{
  uint64_t size = domain_size(eval, sort);
  if (size >= DOMAIN_UNKNOWN) return value_unknown(REASON_INFINITE_DOMAIN, term);
  assert(position < size);
  return domain_value_at(eval, sort, position, term, 0);
}
