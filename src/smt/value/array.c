#include <assert.h>

#include "smt/value/array.h"

#include "base/index.h"
#include "smt/value/closure.h"
#include "smt/value/domain.h"

/* Over indices whose number is not known, changes may be all there are: the array is loose, then. */
static Value make_array(Eval *eval, Sort index_sort, const MapNode *changes, Value otherwise,
                        bool computed, Term term)
{
  ArrayObject *array = heap_alloc(&eval->heap, 1, sizeof *array);
  if (!array) return value_unknown(REASON_MEMORY, term);
  *array = (ArrayObject){.changes = changes, .otherwise = otherwise, .computed = computed};
  uint64_t hash = hash_mix(hash_mix(7, computed), value_hash(otherwise));
  array->hash = hash_mix(hash, changes ? changes->hash : 0);
  bool loose = computed || otherwise.loose || (changes && changes->loose) ||
               (changes && domain_size(eval, index_sort) == DOMAIN_UNKNOWN);
  return (Value){.kind = VALUE_ARRAY, .loose = loose, .array = array};
}

Value array_constant(Eval *eval, Sort sort, Value value, Term term)
{
  assert(sorts_class(&eval->bank->sorts, sort) == SORT_ARRAY);
  return make_array(eval, sorts_arg(&eval->bank->sorts, sort, 0), NULL, value, false, term);
}

static bool same(Value a, Value b)
{
  return value_compare(a, b) == 0;
}

/* Canonical form over finite sorts of indices */

/* How many of the changes have this value? */
static uint64_t occurrences(const MapNode *changes, Value value)
{
  MapCursor cursor;
  uint64_t count = 0;
  map_start(&cursor, changes);
  for (const MapNode *node; (node = map_next(&cursor));) count += same(node->value, value);
  map_stop(&cursor);
  return count;
}

/* The one value that may be that of more than half of the indices, of which `others` are not among the
 * changes (Boyer and Moore's vote). */
static Value candidate(const MapNode *changes, Value otherwise, uint64_t others)
{
  MapCursor cursor;
  Value leader = otherwise;
  uint64_t lead = others;
  map_start(&cursor, changes);
  for (const MapNode *node; (node = map_next(&cursor));) {
    if (same(node->value, leader)) {
      lead++;
    } else if (lead > 0) {
      lead--;
    } else {
      leader = node->value;
      lead = 1;
    }
  }
  map_stop(&cursor);
  return leader;
}

static Value value_at(const MapNode *changes, Value otherwise, Value index)
{
  const Value *value = map_find(changes, index);
  return value ? *value : otherwise;
}

/* The same array with another `otherwise`. */
static Value change_base(Eval *eval, Sort index_sort, uint64_t size, const MapNode *changes,
                         Value otherwise, Value base, Term term)
{
  assert(size < DOMAIN_HUGE);
  MapEntries entries = {0};
  Value problem = {0};
  for (uint64_t i = 0; i < size; i++) {
    Value index = domain_value(eval, index_sort, i, term);
    if (value_is_unknown(index)) {
      problem = index;
      break;
    }
    Value value = value_at(changes, otherwise, index);
    if (!same(value, base)) VEC_PUSH(&entries, ((MapEntry){index, value}));
  }
  const MapNode *map = NULL;
  if (!problem.kind && !map_build(&eval->heap, &entries, &map))
    problem = value_unknown(REASON_MEMORY, term);
  VEC_FREE(&entries);
  return problem.kind ? problem : make_array(eval, index_sort, map, base, false, term);
}

static Value settle(Eval *eval, Sort index_sort, const MapNode *changes, Value otherwise, Term term)
{
  uint64_t size = domain_size(eval, index_sort), count = map_count(changes);
  bool loose = otherwise.loose || (changes && changes->loose);
  if (loose || size >= DOMAIN_HUGE || count > size || size - count > size / 2)
    return make_array(eval, index_sort, changes, otherwise, false, term);
  if (!eval_spend(eval, 2 * count)) return value_unknown(REASON_STEPS, term);
  Value base = candidate(changes, otherwise, size - count);
  if (occurrences(changes, base) <= size / 2) {
    Value first = domain_value(eval, index_sort, 0, term);
    if (value_is_unknown(first)) return first;
    base = value_at(changes, otherwise, first);
  }
  if (same(base, otherwise)) return make_array(eval, index_sort, changes, otherwise, false, term);
  if (!eval_spend(eval, size)) return value_unknown(REASON_STEPS, term);
  return change_base(eval, index_sort, size, changes, otherwise, base, term);
}

/* The contract */

Value array_select(Eval *eval, Value array, Value index, Term term)
{
  assert(array.kind == VALUE_ARRAY);
  const ArrayObject *object = array.array;
  if (object->changes) {
    if (index.loose) return value_unknown(value_doubt(index), term);
    const Value *value = map_find(object->changes, index);
    if (value) return *value;
  }
  return object->computed ? eval_apply(eval, object->otherwise, &index, 1, term)
                          : object->otherwise;
}

Value array_store(Eval *eval, Sort sort, Value array, Value index, Value value, Term term)
{
  assert(array.kind == VALUE_ARRAY);
  const ArrayObject *object = array.array;
  bool back = !object->computed && same(value, object->otherwise);
  if (back && !object->changes) return array;
  if (index.loose) return value_unknown(value_doubt(index), term);
  const MapNode *changes = object->changes;
  bool done = back ? map_remove(&eval->heap, &changes, index)
                   : map_put(&eval->heap, &changes, index, value);
  if (!done) return value_unknown(REASON_MEMORY, term);
  if (changes == object->changes) return array;
  Sort index_sort = sorts_arg(&eval->bank->sorts, sort, 0);
  if (object->computed) return make_array(eval, index_sort, changes, object->otherwise, true, term);
  return settle(eval, index_sort, changes, object->otherwise, term);
}

/* The array of the values of a function, each of which is determined; otherwise NONE. */
static Value tabulate(Eval *eval, Sort sort, Sort index_sort, uint64_t size, Value function,
                      Term term)
{
  Value array = {0};
  for (uint64_t i = 0; i < size; i++) {
    Value index = domain_value(eval, index_sort, i, term);
    if (value_is_unknown(index)) return (Value){0};
    Value value = eval_apply(eval, function, &index, 1, term);
    if (value_is_unknown(value)) return (Value){0};
    array = i == 0 ? array_constant(eval, sort, value, term)
                   : array_store(eval, sort, array, index, value, term);
    if (value_is_unknown(array)) return (Value){0};
  }
  return array;
}

Value array_of_function(Eval *eval, Value function, Term term)
{
  assert(function.kind == VALUE_FUNCTION);
  Bank *bank = eval->bank;
  Term binder = function.closure->binder;
  Sort sorts[] = {bank_sort(bank, bank_args(bank, binder)[0]),
                  bank_sort(bank, bank_args(bank, binder)[1])};
  uint64_t size = domain_size(eval, sorts[0]);
  if (size <= ARRAY_TABULATED) {
    Sort sort = sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_ARRAY], NULL, sorts, 2);
    Value array = tabulate(eval, sort, sorts[0], size, function, term);
    if (array.kind) return array;
  }
  return make_array(eval, sorts[0], NULL, function, true, term);
}

/* Kernels */

static Value kernel_select(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return array_select(eval, args[0], args[1], call->term);
}

static Value kernel_store(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return array_store(eval, call->sort, args[0], args[1], args[2], call->term);
}

static Value kernel_const(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return array_constant(eval, call->sort, args[0], call->term);
}

/* z3 says that storing does not change the default. Where the indices are known to be infinitely many
 * that is the value of almost all of them; otherwise it depends on how the array was made, unless it
 * is the same everywhere. */
static Value kernel_default(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(args[0].kind == VALUE_ARRAY);
  const ArrayObject *array = args[0].array;
  const SortTable *sorts = &eval->bank->sorts;
  SortClass index = sorts_class(sorts, sorts_arg(sorts, call->arg_sorts[0], 0));
  bool infinite = index == SORT_INT || index == SORT_REAL || index == SORT_STRING ||
                  index == SORT_SEQ || index == SORT_BAG;
  if (!array->computed && (infinite || !array->changes)) return array->otherwise;
  return eval_open(eval, call, args, count, REASON_OUTSIDE_DOMAIN);
}

const KernelEntry array_kernels[] = {
    {"select", "a*", kernel_select, KERNEL_PLAIN},
    {"store", "a**", kernel_store, KERNEL_PLAIN},
    {"const", "*", kernel_const, KERNEL_PLAIN},
    {"eqrange", "aa**", array_eqrange, KERNEL_PLAIN},
    {"default", "a", kernel_default, KERNEL_PLAIN},
    {0},
};
