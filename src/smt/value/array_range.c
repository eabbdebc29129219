/* eqrange: two arrays and a closed range of indices, in the order of Int and Real, the unsigned order
 * of bit-vectors, or fp.leq. */
#include <assert.h>

#include "smt/value/array.h"

/* Indices of other sorts than Real by a number that has the same order. False for NaN, which is in no
 * range. */
static bool ordinal(const SortTable *sorts, Sort sort, Value index, mpz_ptr number)
{
  IntView view;
  mpz_set(number, value_view(index, &view));
  if (sorts_class(sorts, sort) != SORT_FLOAT) return true;
  bool negative = mpz_tstbit(number, index.tag - 1);
  mpz_clrbit(number, index.tag - 1);
  mpz_t infinity;
  mpz_init(infinity);
  mpz_setbit(infinity, sorts_index(sorts, sort, 0));
  mpz_sub_ui(infinity, infinity, 1);
  mpz_mul_2exp(infinity, infinity, sorts_index(sorts, sort, 1) - 1);
  bool number_is_nan = mpz_cmp(number, infinity) > 0;
  mpz_clear(infinity);
  if (negative) mpz_neg(number, number);
  return !number_is_nan;
}

static int compare_reals(Value a, Value b)
{
  RatioView view_a, view_b;
  return mpq_cmp(value_view_real(a, &view_a), value_view_real(b, &view_b));
}

static bool is_at_most(Eval *eval, Sort sort, Value a, Value b)
{
  const SortTable *sorts = &eval->bank->sorts;
  if (sorts_class(sorts, sort) == SORT_REAL) return compare_reals(a, b) <= 0;
  return ordinal(sorts, sort, a, eval->z[0]) && ordinal(sorts, sort, b, eval->z[1]) &&
         mpz_cmp(eval->z[0], eval->z[1]) <= 0;
}

/* The number of indices from low to high, which is not below; UINT64_MAX for that many or more. */
static uint64_t range_size(Eval *eval, Sort sort, Value low, Value high)
{
  assert(low.kind == high.kind);
  const SortTable *sorts = &eval->bank->sorts;
  if (sorts_class(sorts, sort) == SORT_REAL) return compare_reals(low, high) == 0 ? 1 : UINT64_MAX;
  mpz_ptr from = eval->z[0], to = eval->z[1];
  ordinal(sorts, sort, low, from);
  ordinal(sorts, sort, high, to);
  bool both_zeros =
      sorts_class(sorts, sort) == SORT_FLOAT && mpz_sgn(from) <= 0 && mpz_sgn(to) >= 0;
  mpz_sub(to, to, from);
  mpz_add_ui(to, to, both_zeros ? 2 : 1);
  return mpz_fits_ulong_p(to) ? mpz_get_ui(to) : UINT64_MAX;
}

typedef struct {
  Eval *eval;
  const Call *call;
  Value a, b;
  Sort sort; /* of the indices */
  Value low, high;
  uint64_t met;  /* different indices in the range that were compared */
  Value problem; /* one that could not be decided, or NONE */
} Range;

/* False if the arrays differ there. */
static bool agree_at(Range *range, Value index)
{
  Value a = array_select(range->eval, range->a, index, range->call->term);
  Value b = array_select(range->eval, range->b, index, range->call->term);
  range->met++;
  Truth equal = TRUTH_UNKNOWN;
  if (value_is_unknown(a) || value_is_unknown(b))
    range->problem = value_is_unknown(a) ? a : b;
  else if ((equal = value_equal(a, b)) == TRUTH_UNKNOWN)
    range->problem = value_unknown(REASON_FUNCTION_EQUALITY, range->call->term);
  return equal != TRUTH_FALSE;
}

/* False if the arrays differ at one of the changes in the range. Those also in `known` are left out. */
static bool agree_at_changes(Range *range, const MapNode *changes, const MapNode *known)
{
  MapCursor cursor;
  bool agree = true;
  map_start(&cursor, changes);
  for (const MapNode *node; agree && (node = map_next(&cursor));)
    if (!map_find(known, node->key) &&
        is_at_most(range->eval, range->sort, range->low, node->key) &&
        is_at_most(range->eval, range->sort, node->key, range->high))
      agree = agree_at(range, node->key);
  map_stop(&cursor);
  return agree;
}

static bool has_algebraic_index(const MapNode *changes)
{
  MapCursor cursor;
  bool found = false;
  map_start(&cursor, changes);
  for (const MapNode *node; !found && (node = map_next(&cursor));)
    found = node->key.kind == VALUE_ALGEBRAIC;
  map_stop(&cursor);
  return found;
}

/* Are the values at all indices without a change equal? */
static Truth agree_otherwise(const ArrayObject *a, const ArrayObject *b)
{
  if (a->computed || b->computed)
    return a->computed == b->computed && value_compare(a->otherwise, b->otherwise) == 0
               ? TRUTH_TRUE
               : TRUTH_UNKNOWN;
  return value_equal(a->otherwise, b->otherwise);
}

Value array_eqrange(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(args[0].kind == VALUE_ARRAY && args[1].kind == VALUE_ARRAY);
  (void)count;
  const ArrayObject *a = args[0].array, *b = args[1].array;
  if (args[2].loose || args[3].loose)
    return value_unknown(value_doubt(args[2].loose ? args[2] : args[3]), call->term);
  if (args[2].kind == VALUE_ALGEBRAIC || args[3].kind == VALUE_ALGEBRAIC ||
      has_algebraic_index(a->changes) || has_algebraic_index(b->changes))
    return value_unknown(REASON_ALGEBRAIC, call->term);
  Range range = {eval, call, args[0], args[1], call->arg_sorts[2], args[2], args[3], 0, {0}};
  if (!is_at_most(eval, range.sort, range.low, range.high)) return value_bool(true);
  if (!eval_spend(eval, map_count(a->changes) + map_count(b->changes)))
    return value_unknown(REASON_STEPS, call->term);
  if (!agree_at_changes(&range, a->changes, NULL) ||
      !agree_at_changes(&range, b->changes, a->changes))
    return value_bool(false);
  uint64_t size = range_size(eval, range.sort, range.low, range.high);
  if (size == 1 && range.met == 0 && !agree_at(&range, range.low)) return value_bool(false);
  Truth rest = size == range.met ? TRUTH_TRUE : agree_otherwise(a, b);
  if (rest == TRUTH_FALSE) return value_bool(false);
  if (range.problem.kind) return range.problem;
  if (rest == TRUTH_UNKNOWN) return value_unknown(REASON_FUNCTION_EQUALITY, call->term);
  return value_bool(true);
}
