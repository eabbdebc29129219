/* Finite bags: elements with how often they occur. */
#include <assert.h>

#include "smt/value/collection.h"

static Value bag_of_map(const MapNode *map)
{
  return collection_of_map(VALUE_BAG, map);
}

static Value multiplicity(const MapNode *map, Value element)
{
  const Value *times = map_find(map, element);
  return times ? *times : value_small_int(0);
}

/* Construction */

static Value bag_empty(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return bag_of_map(NULL);
}

/* Without any element if the number is not positive. */
static Value bag_make(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const MapNode *map = NULL;
  Value problem = collection_put(eval, &map, args[0], args[1], call->term);
  return problem.kind ? problem : bag_of_map(map);
}

/* The same elements, each once. */
static Value each_once(Eval *eval, const Call *call, const MapNode *map, ValueKind kind)
{
  assert(kind == VALUE_SET || kind == VALUE_BAG);
  Value once = kind == VALUE_SET ? value_bool(true) : value_small_int(1);
  MapEntries entries = {0};
  MapCursor cursor;
  if (!eval_spend(eval, map_count(map))) return value_unknown(REASON_STEPS, call->term);
  map_start(&cursor, map);
  for (const MapNode *node; (node = map_next(&cursor));)
    VEC_PUSH(&entries, ((MapEntry){node->key, once}));
  map_stop(&cursor);
  return collection_of_entries(eval, kind, &entries, call->term);
}

static Value bag_once(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return each_once(eval, call, args[0].map, VALUE_BAG);
}

static Value bag_to_set(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return each_once(eval, call, args[0].map, VALUE_SET);
}

/* Algebra: a bag is changed for each element of the one that is walked. */

typedef void (*Combine)(mpz_ptr result, mpz_srcptr a, mpz_srcptr b);

static void maximum(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  mpz_set(result, mpz_cmp(a, b) > 0 ? a : b);
}

static void minimum(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  mpz_set(result, mpz_cmp(a, b) < 0 ? a : b);
}

static void remove_all(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)
{
  if (mpz_sgn(b) > 0)
    mpz_set_ui(result, 0);
  else
    mpz_set(result, a);
}

static Value combine(Eval *eval, const Call *call, const MapNode *a, const MapNode *b,
                     const MapNode *walked, Combine operation)
{
  assert(walked == a || walked == b);
  const MapNode *result = a;
  Value problem = {0};
  MapCursor cursor;
  if (!eval_spend(eval, map_count(walked))) return value_unknown(REASON_STEPS, call->term);
  map_start(&cursor, walked);
  for (const MapNode *node; !problem.kind && (node = map_next(&cursor));) {
    IntView view_a, view_b;
    operation(eval->z[0], value_view(multiplicity(a, node->key), &view_a),
              value_view(multiplicity(b, node->key), &view_b));
    Value times = value_int(&eval->heap, eval->z[0], call->term);
    problem = collection_put(eval, &result, node->key, times, call->term);
  }
  map_stop(&cursor);
  return problem.kind ? problem : bag_of_map(result);
}

/* The one with fewer elements first. */
static void order_by_count(const Value *args, const MapNode **small, const MapNode **large)
{
  bool swap = map_count(args[0].map) > map_count(args[1].map);
  *small = args[swap].map;
  *large = args[!swap].map;
}

static Value bag_union_max(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const MapNode *small, *large;
  order_by_count(args, &small, &large);
  return combine(eval, call, large, small, small, maximum);
}

static Value bag_union_disjoint(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const MapNode *small, *large;
  order_by_count(args, &small, &large);
  return combine(eval, call, large, small, small, mpz_add);
}

static Value bag_inter_min(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const MapNode *small, *large;
  order_by_count(args, &small, &large);
  return combine(eval, call, small, large, small, minimum);
}

static Value difference(Eval *eval, const Call *call, const Value *args, Combine operation)
{
  const MapNode *small, *large;
  order_by_count(args, &small, &large);
  return combine(eval, call, args[0].map, args[1].map, small, operation);
}

static Value bag_subtract(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return difference(eval, call, args, mpz_sub);
}

static Value bag_remove(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return difference(eval, call, args, remove_all);
}

/* Predicates and elements */

static Value bag_count(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)count;
  if (!args[1].map) return value_small_int(0);
  if (args[0].loose) return value_unknown(value_doubt(args[0]), call->term);
  return multiplicity(args[1].map, args[0]);
}

static Value bag_member(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  Value times = bag_count(eval, call, args, count);
  if (value_is_unknown(times)) return times;
  return value_bool(times.boxed || times.integer > 0);
}

static Value bag_subbag(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  if (map_count(args[0].map) > map_count(args[1].map)) return value_bool(false);
  Value more = bag_subtract(eval, call, args, count);
  return value_is_unknown(more) ? more : value_bool(!more.map);
}

static Value bag_card(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  MapCursor cursor;
  if (!eval_spend(eval, map_count(args[0].map))) return value_unknown(REASON_STEPS, call->term);
  mpz_set_ui(eval->z[0], 0);
  map_start(&cursor, args[0].map);
  for (const MapNode *node; (node = map_next(&cursor));) {
    IntView view;
    mpz_add(eval->z[0], eval->z[0], value_view(node->value, &view));
  }
  map_stop(&cursor);
  return value_int(&eval->heap, eval->z[0], call->term);
}

static Value bag_is_singleton(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  const MapNode *map = args[0].map;
  return value_bool(map_count(map) == 1 && !map->value.boxed && map->value.integer == 1);
}

static Value bag_choose(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  if (map_count(args[0].map) == 1) return args[0].map->key;
  return eval_open(eval, call, args, count, REASON_ANY_ELEMENT);
}

/* Higher order */

static Value bag_map(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const MapNode *result = NULL;
  Value problem = {0};
  MapCursor cursor;
  map_start(&cursor, args[1].map);
  for (const MapNode *node; !problem.kind && (node = map_next(&cursor));) {
    Value image = eval_apply(eval, args[0], &node->key, 1, call->term);
    problem = collection_add(eval, &result, image, node->value, call->term);
  }
  map_stop(&cursor);
  return problem.kind ? problem : bag_of_map(result);
}

/* Partition. The elements one after the other, with the class of each. */

typedef struct {
  Eval *eval;
  const Call *call;
  Value relation;
  VEC(const MapNode *) elements;
  U32Vec classes; /* the first element of the class */
} Partition;

static Value related(const Partition *p, size_t i, size_t j)
{
  assert(i < p->elements.count && j < p->elements.count);
  const Value pair[] = {p->elements.items[i]->key, p->elements.items[j]->key};
  return eval_apply(p->eval, p->relation, pair, 2, p->call->term);
}

static void find_classes(Partition *p)
{
  for (size_t i = 0; i < p->elements.count; i++) {
    uint32_t class = (uint32_t)i;
    for (uint32_t j = 0; j < i && class == i; j++)
      if (p->classes.items[j] == j && value_is_true(related(p, j, i))) class = j;
    VEC_PUSH(&p->classes, class);
  }
}

/* TRUE if elements are related just when they are in the same class: the relation is an equivalence
 * then, and otherwise it is not. */
static Value is_equivalence(const Partition *p)
{
  assert(p->classes.count == p->elements.count);
  for (size_t i = 0; i < p->elements.count; i++)
    for (size_t j = 0; j < p->elements.count; j++) {
      Value truth = related(p, i, j);
      if (value_is_unknown(truth)) return truth;
      if (value_is_true(truth) != (p->classes.items[i] == p->classes.items[j]))
        return value_bool(false);
    }
  return value_bool(true);
}

static Value collect_classes(const Partition *p)
{
  assert(p->classes.count == p->elements.count);
  Eval *eval = p->eval;
  Term term = p->call->term;
  MapEntries classes = {0};
  for (uint32_t i = 0; i < p->elements.count; i++) {
    if (p->classes.items[i] != i) continue;
    MapEntries members = {0};
    for (size_t j = i; j < p->elements.count; j++)
      if (p->classes.items[j] == i)
        VEC_PUSH(&members, ((MapEntry){p->elements.items[j]->key, p->elements.items[j]->value}));
    Value class = collection_of_entries(eval, VALUE_BAG, &members, term);
    VEC_PUSH(&classes, ((MapEntry){class, value_small_int(1)}));
  }
  return collection_of_entries(eval, VALUE_BAG, &classes, term);
}

static Value bag_partition(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  uint64_t size = map_count(args[1].map);
  if (size > UINT16_MAX || !eval_spend(eval, 2 * size * size))
    return value_unknown(REASON_STEPS, call->term);
  Partition p = {.eval = eval, .call = call, .relation = args[0]};
  MapCursor cursor;
  map_start(&cursor, args[1].map);
  for (const MapNode *node; (node = map_next(&cursor));) VEC_PUSH(&p.elements, node);
  map_stop(&cursor);
  find_classes(&p);
  Value result = is_equivalence(&p);
  if (value_is_true(result)) result = collect_classes(&p);
  VEC_FREE(&p.elements);
  VEC_FREE(&p.classes);
  if (!value_is_false(result)) return result;
  return eval_open(eval, call, args, count, REASON_OUTSIDE_DOMAIN);
}

const KernelEntry bag_kernels[] = {
    {"bag.empty", "", bag_empty, KERNEL_PLAIN},
    {"bag", "*i", bag_make, KERNEL_PLAIN},
    {"bag.from_set", "t", bag_once, KERNEL_PLAIN},
    {"bag.union_max", "gg", bag_union_max, KERNEL_PLAIN},
    {"bag.union_disjoint", "gg", bag_union_disjoint, KERNEL_PLAIN},
    {"bag.inter_min", "gg", bag_inter_min, KERNEL_PLAIN},
    {"bag.difference_subtract", "gg", bag_subtract, KERNEL_PLAIN},
    {"bag.difference_remove", "gg", bag_remove, KERNEL_PLAIN},
    {"bag.setof", "g", bag_once, KERNEL_PLAIN},
    {"bag.duplicate_removal", "g", bag_once, KERNEL_PLAIN},
    {"bag.member", "*g", bag_member, KERNEL_PLAIN},
    {"bag.subbag", "gg", bag_subbag, KERNEL_PLAIN},
    {"bag.is_singleton", "g", bag_is_singleton, KERNEL_PLAIN},
    {"bag.count", "*g", bag_count, KERNEL_PLAIN},
    {"bag.card", "g", bag_card, KERNEL_PLAIN},
    {"bag.choose", "g", bag_choose, KERNEL_PLAIN},
    {"bag.to_set", "g", bag_to_set, KERNEL_PLAIN},
    {"bag.map", "hg", bag_map, KERNEL_PLAIN},
    {"bag.filter", "hg", collection_filter, KERNEL_PLAIN},
    {"bag.all", "hg", collection_all, KERNEL_PLAIN},
    {"bag.some", "hg", collection_some, KERNEL_PLAIN},
    {"bag.fold", "h*g", collection_fold, KERNEL_PLAIN},
    {"bag.partition", "hg", bag_partition, KERNEL_PLAIN},
    {0},
};
