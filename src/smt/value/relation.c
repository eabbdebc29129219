/* Relations and tables: sets and bags of tuples. Operators that exist for both have one kernel; the
 * kind of their argument tells which it is. */
#include <assert.h>

#include "smt/value/collection.h"
#include "smt/value/tuple.h"

static const Value one = {.kind = VALUE_INT, .integer = 1};

/* What an operator collects its rows in. */
typedef struct {
  Eval *eval;
  Term term;
  ValueKind kind; /* SET or BAG */
  const MapNode *map;
  Value problem; /* why there is no result, or NONE */
} Rows;

static Rows rows_of_kind(Eval *eval, const Call *call, ValueKind kind)
{
  assert(kind == VALUE_SET || kind == VALUE_BAG);
  return (Rows){.eval = eval, .term = call->term, .kind = kind};
}

/* Adds a row, in a bag so many times. False if something went wrong. */
static bool rows_add(Rows *rows, Value row, Value times)
{
  if (!eval_spend(rows->eval, 1))
    rows->problem = value_unknown(REASON_STEPS, rows->term);
  else if (rows->kind == VALUE_SET)
    rows->problem = collection_put(rows->eval, &rows->map, row, value_bool(true), rows->term);
  else
    rows->problem = collection_add(rows->eval, &rows->map, row, times, rows->term);
  return !rows->problem.kind;
}

static Value rows_result(const Rows *rows)
{
  return rows->problem.kind ? rows->problem : collection_of_map(rows->kind, rows->map);
}

/* Maps each row to another one. */
static Value each_row(Eval *eval, const Call *call, Value from,
                      Value (*image)(Eval *eval, const Call *call, Value row))
{
  Rows rows = rows_of_kind(eval, call, from.kind);
  MapCursor cursor;
  map_start(&cursor, from.map);
  for (const MapNode *node; (node = map_next(&cursor));)
    if (!rows_add(&rows, image(eval, call, node->key), node->value)) break;
  map_stop(&cursor);
  return rows_result(&rows);
}

/* Grouping: rows that agree in some columns. */

typedef struct {
  const MapNode *keys; /* the columns as a tuple, to the number of the group */
  U32Vec last;         /* by group: its last row */
  U32Vec size;         /* by group */
  U32Vec previous;     /* by row: the one before it in its group, or NO_ROW */
  VEC(const MapNode *) rows;
} Groups;

#define NO_ROW UINT32_MAX

static void groups_deinit(Groups *groups)
{
  VEC_FREE(&groups->last);
  VEC_FREE(&groups->size);
  VEC_FREE(&groups->previous);
  VEC_FREE(&groups->rows);
}

/* The number of the group, or that of a new one. */
static bool group_of(Eval *eval, Groups *groups, Value key, uint32_t *group)
{
  const Value *known = map_find(groups->keys, key);
  *group = known ? (uint32_t)known->integer : (uint32_t)groups->last.count;
  if (known) return true;
  VEC_PUSH(&groups->last, NO_ROW);
  VEC_PUSH(&groups->size, 0);
  return map_put(&eval->heap, &groups->keys, key, value_small_int(*group));
}

/* NONE, or why it cannot be done. */
static Value group_rows(Eval *eval, Groups *groups, const MapNode *map, const Numeral *columns,
                        uint32_t count, Term term)
{
  *groups = (Groups){0};
  if (map_count(map) >= NO_ROW) return value_unknown(REASON_MEMORY, term);
  if (!eval_spend(eval, map_count(map))) return value_unknown(REASON_STEPS, term);
  Value problem = {0};
  MapCursor cursor;
  map_start(&cursor, map);
  for (const MapNode *node; !problem.kind && (node = map_next(&cursor));) {
    uint32_t group;
    Value key = tuple_project(eval, node->key, columns, count, term);
    if (value_is_unknown(key)) {
      problem = key;
    } else if (!group_of(eval, groups, key, &group)) {
      problem = value_unknown(REASON_MEMORY, term);
    } else {
      VEC_PUSH(&groups->previous, groups->last.items[group]);
      groups->last.items[group] = (uint32_t)groups->rows.count;
      groups->size.items[group]++;
      VEC_PUSH(&groups->rows, node);
    }
  }
  map_stop(&cursor);
  return problem;
}

/* The last row of the group with this key, or NO_ROW. */
static uint32_t last_row(const Groups *groups, Value key)
{
  const Value *group = map_find(groups->keys, key);
  return group ? groups->last.items[group->integer] : NO_ROW;
}

/* Joining */

/* What to make of two rows that agree in the columns of the join: `drop` leaves out the last column of
 * the first and the first column of the second. */
typedef struct {
  const Numeral *left, *right; /* columns */
  uint32_t count;
  bool drop;
} Join;

static Value joined_row(Eval *eval, Value a, Value b, bool drop, Term term)
{
  assert(a.list->length >= drop && b.list->length >= drop);
  return tuple_concat(eval, a, 0, a.list->length - drop, b, drop, b.list->length, term);
}

static Value product_of(Eval *eval, Value a, Value b, Term term)
{
  IntView view_a, view_b;
  uint64_t limbs = mpz_size(value_view(a, &view_a)) + mpz_size(value_view(b, &view_b));
  if (!heap_allows(&eval->heap, limbs * sizeof(mp_limb_t)))
    return value_unknown(REASON_MEMORY, term);
  mpz_mul(eval->z[0], view_a.number, view_b.number);
  return value_int(&eval->heap, eval->z[0], term);
}

/* Adds all rows that one row of the left side makes. */
static bool join_row(Rows *rows, const Groups *groups, const MapNode *left, const Join *join)
{
  Eval *eval = rows->eval;
  Value key = tuple_project(eval, left->key, join->left, join->count, rows->term);
  if (value_is_unknown(key)) {
    rows->problem = key;
    return false;
  }
  for (uint32_t i = last_row(groups, key); i != NO_ROW; i = groups->previous.items[i]) {
    const MapNode *right = groups->rows.items[i];
    Value times = one;
    if (rows->kind == VALUE_BAG) times = product_of(eval, left->value, right->value, rows->term);
    Value row = joined_row(eval, left->key, right->key, join->drop, rows->term);
    if (!rows_add(rows, row, times)) return false;
  }
  return true;
}

static Value join_rows(Eval *eval, const Call *call, const Value *args, const Join *join)
{
  Rows rows = rows_of_kind(eval, call, args[0].kind);
  Groups groups;
  rows.problem = group_rows(eval, &groups, args[1].map, join->right, join->count, call->term);
  if (!rows.problem.kind) {
    MapCursor cursor;
    map_start(&cursor, args[0].map);
    for (const MapNode *node; (node = map_next(&cursor));)
      if (!join_row(&rows, &groups, node, join)) break;
    map_stop(&cursor);
  }
  groups_deinit(&groups);
  return rows_result(&rows);
}

static Value product(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return join_rows(eval, call, args, &(Join){NULL, NULL, 0, false});
}

static Value rel_join(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  if (!args[0].map || !args[1].map) return collection_of_map(VALUE_SET, NULL);
  Numeral last = (Numeral)args[0].map->key.list->length - 1, first = 0;
  return join_rows(eval, call, args, &(Join){&last, &first, 1, true});
}

/* The indices are pairs: a column of the first, one of the second. */
static Value join_by_columns(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(call->index_count % 2 == 0);
  (void)count;
  U32Vec left = {0}, right = {0};
  for (uint32_t i = 0; i + 1 < call->index_count; i += 2) {
    VEC_PUSH(&left, call->indices[i]);
    VEC_PUSH(&right, call->indices[i + 1]);
  }
  Join join = {left.items, right.items, call->index_count / 2, false};
  Value result = join_rows(eval, call, args, &join);
  VEC_FREE(&left);
  VEC_FREE(&right);
  return result;
}

/* Other relations */

static Value reversed(Eval *eval, const Call *call, Value row)
{
  uint64_t length = row.list->length;
  ListObject *list = value_list_room(&eval->heap, length);
  if (!list) return value_unknown(REASON_MEMORY, call->term);
  for (uint64_t i = 0; i < length; i++) list->items[i] = row.list->items[length - 1 - i];
  return value_list(VALUE_TUPLE, 0, list);
}

static Value rel_transpose(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return each_row(eval, call, args[0], reversed);
}

static Value doubled(Eval *eval, const Call *call, Value row)
{
  const Numeral twice[] = {0, 0};
  return tuple_project(eval, row, twice, 2, call->term);
}

static Value rel_iden(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return each_row(eval, call, args[0], doubled);
}

static Value projected(Eval *eval, const Call *call, Value row)
{
  return tuple_project(eval, row, call->indices, call->index_count, call->term);
}

static Value project(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return each_row(eval, call, args[0], projected);
}

typedef VEC(Value) Values;

/* Adds to the closure every (a, c) for a new (a, b) and a (b, c) of the relation. */
static bool extend(Rows *closure, const Groups *by_first, Value pair, Values *fresh)
{
  const Numeral second = 1;
  Value b = tuple_project(closure->eval, pair, &second, 1, closure->term);
  if (value_is_unknown(b)) closure->problem = b;
  uint32_t i = closure->problem.kind ? NO_ROW : last_row(by_first, b);
  for (; i != NO_ROW; i = by_first->previous.items[i]) {
    Value row = joined_row(closure->eval, pair, by_first->rows.items[i]->key, true, closure->term);
    if (!value_is_unknown(row) && map_find(closure->map, row)) continue;
    if (!rows_add(closure, row, one)) return false;
    VEC_PUSH(fresh, row);
  }
  return !closure->problem.kind;
}

static Value rel_tclosure(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const Numeral first = 0;
  Rows closure = rows_of_kind(eval, call, VALUE_SET);
  Groups by_first;
  Values fresh = {0};
  closure.problem = group_rows(eval, &by_first, args[0].map, &first, 1, call->term);
  closure.map = args[0].map;
  for (size_t i = 0; i < by_first.rows.count; i++) VEC_PUSH(&fresh, by_first.rows.items[i]->key);
  while (!closure.problem.kind && fresh.count > 0)
    if (!extend(&closure, &by_first, fresh.items[--fresh.count], &fresh)) break;
  VEC_FREE(&fresh);
  groups_deinit(&by_first);
  return rows_result(&closure);
}

/* The elements that are related to at least so many others; to 0 is the universe. */
static Value rel_join_image(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  IntView view;
  const Numeral first = 0;
  mpz_srcptr least = value_view(args[1], &view);
  if (mpz_sgn(least) < 0) return value_unknown(REASON_NO_SEMANTICS, call->term);
  if (mpz_sgn(least) == 0) return value_unknown(REASON_UNIVERSE, call->term);
  Rows rows = rows_of_kind(eval, call, VALUE_SET);
  Groups groups;
  rows.problem = group_rows(eval, &groups, args[0].map, &first, 1, call->term);
  for (size_t i = 0; i < groups.last.count && !rows.problem.kind; i++) {
    if (mpz_cmp_ui(least, groups.size.items[i]) > 0) continue;
    Value row = groups.rows.items[groups.last.items[i]]->key;
    rows_add(&rows, tuple_project(eval, row, &first, 1, call->term), one);
  }
  groups_deinit(&groups);
  return rows_result(&rows);
}

/* Groups and aggregates */

static Value members(Eval *eval, const Groups *groups, size_t group, ValueKind kind, Term term)
{
  assert(group < groups->last.count);
  MapEntries entries = {0};
  for (uint32_t i = groups->last.items[group]; i != NO_ROW; i = groups->previous.items[i])
    VEC_PUSH(&entries, ((MapEntry){groups->rows.items[i]->key, groups->rows.items[i]->value}));
  return collection_of_entries(eval, kind, &entries, term);
}

/* Calls for each group, which is one empty group if there are no rows. */
static Value each_group(Eval *eval, const Call *call, const Value *args, Value from,
                        Value (*image)(Eval *eval, const Call *call, const Value *args, Value group,
                                       bool *open),
                        bool *open)
{
  Rows rows = rows_of_kind(eval, call, from.kind);
  Groups groups;
  *open = false;
  rows.problem = group_rows(eval, &groups, from.map, call->indices, call->index_count, call->term);
  size_t count = from.map ? groups.last.count : 1;
  for (size_t i = 0; i < count && !rows.problem.kind; i++) {
    Value group = from.map ? members(eval, &groups, i, from.kind, call->term) : from;
    rows.problem = value_is_unknown(group) ? group : (Value){0};
    if (!rows.problem.kind) rows_add(&rows, image(eval, call, args, group, open), one);
  }
  groups_deinit(&groups);
  return rows_result(&rows);
}

static Value itself(Eval *eval, const Call *call, const Value *args, Value group, bool *open)
{
  (void)eval, (void)call, (void)args, (void)open;
  return group;
}

static Value group(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  bool open;
  return each_group(eval, call, args, args[0], itself, &open);
}

static Value folded(Eval *eval, const Call *call, const Value *args, Value group, bool *open)
{
  return collection_combine(eval, args[0], args[1], group.map, call->term, open);
}

static Value aggregate(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  bool open;
  Value result = each_group(eval, call, args, args[2], folded, &open);
  return open ? eval_open(eval, call, args, count, REASON_ORDER) : result;
}

const KernelEntry relation_kernels[] = {
    {"rel.transpose", "t", rel_transpose, KERNEL_PLAIN},
    {"rel.tclosure", "t", rel_tclosure, KERNEL_PLAIN},
    {"rel.join", "tt", rel_join, KERNEL_PLAIN},
    {"rel.product", "tt", product, KERNEL_PLAIN},
    {"rel.join_image", "ti", rel_join_image, KERNEL_PLAIN},
    {"rel.iden", "t", rel_iden, KERNEL_PLAIN},
    {"rel.group", "t", group, KERNEL_PLAIN},
    {"rel.project", "t", project, KERNEL_PLAIN},
    {"rel.table_join", "tt", join_by_columns, KERNEL_PLAIN},
    {"rel.aggr", "h*t", aggregate, KERNEL_PLAIN},
    {"table.product", "gg", product, KERNEL_PLAIN},
    {"table.join", "gg", join_by_columns, KERNEL_PLAIN},
    {"table.project", "g", project, KERNEL_PLAIN},
    {"table.group", "g", group, KERNEL_PLAIN},
    {"table.aggr", "h*g", aggregate, KERNEL_PLAIN},
    {0},
};
