#include <assert.h>

#include "smt/value/collection.h"

Value collection_of_map(ValueKind kind, const MapNode *map)
{
  assert(kind == VALUE_SET || kind == VALUE_BAG);
  return (Value){.kind = (uint8_t)kind, .loose = map && map->loose, .map = map};
}

/* Elements must be determined, and not loose. */
static Value refusal(Value element, Term term)
{
  if (value_is_unknown(element)) return element;
  return element.loose ? value_unknown(value_doubt(element), term) : (Value){0};
}

Value collection_of_entries(Eval *eval, ValueKind kind, MapEntries *entries, Term term)
{
  Value problem = {0};
  for (size_t i = 0; i < entries->count && !problem.kind; i++)
    problem = refusal(entries->items[i].key, term);
  const MapNode *map = NULL;
  if (!problem.kind && !map_build(&eval->heap, entries, &map))
    problem = value_unknown(REASON_MEMORY, term);
  VEC_FREE(entries);
  return problem.kind ? problem : collection_of_map(kind, map);
}

Value collection_put(Eval *eval, const MapNode **map, Value element, Value multiplicity, Term term)
{
  Value problem = refusal(element, term);
  if (problem.kind) return problem;
  if (value_is_unknown(multiplicity)) return multiplicity;
  IntView view;
  bool done = mpz_sgn(value_view(multiplicity, &view)) > 0
                  ? map_put(&eval->heap, map, element, multiplicity)
                  : map_remove(&eval->heap, map, element);
  return done ? (Value){0} : value_unknown(REASON_MEMORY, term);
}

Value collection_add(Eval *eval, const MapNode **map, Value element, Value multiplicity, Term term)
{
  Value problem = refusal(element, term);
  if (problem.kind) return problem;
  const Value *old = map_find(*map, element);
  if (old) {
    IntView view_a, view_b;
    mpz_add(eval->z[0], value_view(*old, &view_a), value_view(multiplicity, &view_b));
    multiplicity = value_int(&eval->heap, eval->z[0], term);
  }
  return collection_put(eval, map, element, multiplicity, term);
}

/* Predicates */

/* Does the predicate hold of all elements (or of one, if `some`)? */
static Value quantify(Eval *eval, Value predicate, const MapNode *map, bool some, Term term)
{
  Value result = value_bool(!some);
  MapCursor cursor;
  map_start(&cursor, map);
  for (const MapNode *node; (node = map_next(&cursor));) {
    Value truth = eval_apply(eval, predicate, &node->key, 1, term);
    if (value_is_unknown(truth)) {
      result = truth;
    } else if (truth.word == some) {
      result = truth;
      break;
    }
  }
  map_stop(&cursor);
  return result;
}

Value collection_all(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return quantify(eval, args[0], args[1].map, false, call->term);
}

Value collection_some(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return quantify(eval, args[0], args[1].map, true, call->term);
}

Value collection_filter(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const MapNode *kept = args[1].map;
  Value problem = {0};
  MapCursor cursor;
  map_start(&cursor, args[1].map);
  for (const MapNode *node; !problem.kind && (node = map_next(&cursor));) {
    Value truth = eval_apply(eval, args[0], &node->key, 1, call->term);
    if (value_is_unknown(truth))
      problem = truth;
    else if (value_is_false(truth) && !map_remove(&eval->heap, &kept, node->key))
      problem = value_unknown(REASON_MEMORY, call->term);
  }
  map_stop(&cursor);
  return problem.kind ? problem : collection_of_map((ValueKind)args[1].kind, kept);
}

/* Folding */

/* Every order is tried for so many elements; for more, the result counts as open. */
enum { FOLD_ORDERS = 6 };

typedef struct {
  Eval *eval;
  Value function;
  Term term;
  Value elements[FOLD_ORDERS];
  uint64_t left[FOLD_ORDERS]; /* how often each is still to be used */
  uint32_t count;
  Value result; /* of the first order, NONE before */
  bool open;
} Fold;

static Value step(Fold *fold, Value element, Value so_far)
{
  const Value args[] = {element, so_far};
  if (!eval_spend(fold->eval, 1)) return value_unknown(REASON_STEPS, fold->term);
  return eval_apply(fold->eval, fold->function, args, 2, fold->term);
}

/* Tries all orders of what is left, at most FOLD_ORDERS elements in all. False to stop, with an
 * undetermined result or with an open one. */
static bool try_orders(Fold *fold, Value so_far, uint32_t left)
{
  assert(fold->count <= FOLD_ORDERS);
  if (left == 0) {
    if (!fold->result.kind) fold->result = so_far;
    fold->open = value_equal(fold->result, so_far) != TRUTH_TRUE;
    return !fold->open;
  }
  for (uint32_t i = 0; i < fold->count; i++) {
    if (fold->left[i] == 0) continue;
    Value next = step(fold, fold->elements[i], so_far);
    if (value_is_unknown(next)) {
      fold->result = next;
      return false;
    }
    fold->left[i]--;
    bool proceed = try_orders(fold, next, left - 1);
    fold->left[i]++;
    if (!proceed) return false;
  }
  return true;
}

/* One element, any number of times. */
static Value repeat(Fold *fold, Value element, uint64_t times, Value so_far)
{
  for (uint64_t i = 0; i < times && !value_is_unknown(so_far); i++)
    so_far = step(fold, element, so_far);
  return so_far;
}

/* False if there are more than can be tried in all orders. */
static bool gather(Fold *fold, const MapNode *map, uint64_t *total)
{
  MapCursor cursor;
  *total = 0;
  if (map_count(map) > FOLD_ORDERS) return false;
  map_start(&cursor, map);
  for (const MapNode *node; (node = map_next(&cursor));) {
    bool counted = node->value.kind == VALUE_INT;
    uint64_t times = !counted ? 1 : node->value.boxed ? UINT64_MAX : node->value.word;
    fold->elements[fold->count] = node->key;
    fold->left[fold->count++] = times;
    *total = times > UINT64_MAX - *total ? UINT64_MAX : *total + times;
  }
  map_stop(&cursor);
  return fold->count <= 1 || *total <= FOLD_ORDERS;
}

Value collection_combine(Eval *eval, Value function, Value initial, const MapNode *map, Term term,
                         bool *open)
{
  Fold fold = {.eval = eval, .function = function, .term = term};
  uint64_t total;
  *open = !gather(&fold, map, &total);
  if (*open) return value_unknown(REASON_ORDER, term);
  if (fold.count == 0) return initial;
  if (fold.count == 1) return repeat(&fold, fold.elements[0], total, initial);
  try_orders(&fold, initial, (uint32_t)total);
  *open = fold.open;
  return fold.open ? value_unknown(REASON_ORDER, term) : fold.result;
}

Value collection_fold(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  bool open;
  Value result = collection_combine(eval, args[0], args[1], args[2].map, call->term, &open);
  return open ? eval_open(eval, call, args, count, REASON_ORDER) : result;
}
