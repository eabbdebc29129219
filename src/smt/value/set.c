/* Finite sets. */
#include <assert.h>

#include "smt/value/collection.h"

static Value set_of_map(const MapNode *map)
{
  return collection_of_map(VALUE_SET, map);
}

/* Construction */

static Value set_empty(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return set_of_map(NULL);
}

/* cvc5, whose operators these are, does not take all values of the sort for the universe: it is any set
 * that holds the sets of the script. No default value either: it would have to hold them, too. */
static Value set_universe(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)args, (void)count;
  return value_unknown(REASON_UNIVERSE, call->term);
}

static Value set_insert(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const MapNode *map = args[1].map;
  Value problem = collection_put(eval, &map, args[0], value_bool(true), call->term);
  return problem.kind ? problem : set_of_map(map);
}

static Value set_singleton(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  const Value into_empty[] = {args[0], set_of_map(NULL)};
  return set_insert(eval, call, into_empty, count + 1);
}

/* Algebra: one set is changed for each element of the one that is walked. */

static Value combine(Eval *eval, const Call *call, const MapNode *changed, const MapNode *walked,
                     const MapNode *other, bool (*belongs)(bool in_other))
{
  Value problem = {0};
  MapCursor cursor;
  if (!eval_spend(eval, map_count(walked))) return value_unknown(REASON_STEPS, call->term);
  map_start(&cursor, walked);
  for (const MapNode *node; !problem.kind && (node = map_next(&cursor));) {
    bool stays = belongs(map_find(other, node->key) != NULL);
    problem = collection_put(eval, &changed, node->key, value_bool(stays), call->term);
  }
  map_stop(&cursor);
  return problem.kind ? problem : set_of_map(changed);
}

static bool always(bool in_other)
{
  (void)in_other;
  return true;
}

static bool if_in_other(bool in_other)
{
  return in_other;
}

static bool unless_in_other(bool in_other)
{
  return !in_other;
}

static bool is_smaller(Value a, Value b)
{
  return map_count(a.map) < map_count(b.map);
}

static Value set_union(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  bool first = is_smaller(args[0], args[1]);
  const MapNode *small = args[!first].map, *large = args[first].map;
  return combine(eval, call, large, small, NULL, always);
}

static Value set_inter(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  bool first = is_smaller(args[0], args[1]);
  const MapNode *small = args[!first].map, *large = args[first].map;
  return combine(eval, call, small, small, large, if_in_other);
}

static Value set_minus(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  Value a = args[0], b = args[1];
  if (is_smaller(a, b)) return combine(eval, call, a.map, a.map, b.map, unless_in_other);
  return combine(eval, call, a.map, b.map, b.map, unless_in_other);
}

/* Predicates and elements */

static Value set_member(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)count;
  if (!args[1].map) return value_bool(false);
  if (args[0].loose) return value_unknown(value_doubt(args[0]), call->term);
  return value_bool(map_find(args[1].map, args[0]) != NULL);
}

static Value set_subset(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  if (is_smaller(args[1], args[0])) return value_bool(false);
  Value common = set_inter(eval, call, args, count);
  return value_is_unknown(common) ? common
                                  : value_bool(map_count(common.map) == map_count(args[0].map));
}

static Value set_is_empty(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_bool(!args[0].map);
}

static Value set_is_singleton(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_bool(map_count(args[0].map) == 1);
}

static Value set_card(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_small_int((int64_t)map_count(args[0].map));
}

static Value set_choose(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  if (map_count(args[0].map) == 1) return args[0].map->key;
  return eval_open(eval, call, args, count, REASON_ANY_ELEMENT);
}

/* Higher order */

static Value set_map(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  MapEntries entries = {0};
  MapCursor cursor;
  map_start(&cursor, args[1].map);
  for (const MapNode *node; (node = map_next(&cursor));) {
    Value image = eval_apply(eval, args[0], &node->key, 1, call->term);
    VEC_PUSH(&entries, ((MapEntry){image, value_bool(true)}));
    if (value_is_unknown(image)) break;
  }
  map_stop(&cursor);
  return collection_of_entries(eval, VALUE_SET, &entries, call->term);
}

const KernelEntry set_kernels[] = {
    {"set.empty", "", set_empty, KERNEL_PLAIN},
    {"set.universe", "", set_universe, KERNEL_PLAIN},
    {"set.singleton", "*", set_singleton, KERNEL_PLAIN},
    {"set.insert", "*t", set_insert, KERNEL_PLAIN},
    {"set.union", "tt", set_union, KERNEL_PLAIN},
    {"set.inter", "tt", set_inter, KERNEL_PLAIN},
    {"set.minus", "tt", set_minus, KERNEL_PLAIN},
    {"set.complement", "t", set_universe, KERNEL_PLAIN},
    {"set.member", "*t", set_member, KERNEL_PLAIN},
    {"set.subset", "tt", set_subset, KERNEL_PLAIN},
    {"set.is_empty", "t", set_is_empty, KERNEL_PLAIN},
    {"set.is_singleton", "t", set_is_singleton, KERNEL_PLAIN},
    {"set.card", "t", set_card, KERNEL_PLAIN},
    {"set.choose", "t", set_choose, KERNEL_PLAIN},
    {"set.map", "ht", set_map, KERNEL_PLAIN},
    {"set.filter", "ht", collection_filter, KERNEL_PLAIN},
    {"set.all", "ht", collection_all, KERNEL_PLAIN},
    {"set.some", "ht", collection_some, KERNEL_PLAIN},
    {"set.fold", "h*t", collection_fold, KERNEL_PLAIN},
    {0},
};
