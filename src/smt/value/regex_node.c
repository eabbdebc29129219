#include "smt/value/regex_node.h"

#include <assert.h>
#include <string.h>

#include "smt/value/regex.h"

static bool equal_infos(const NodeTable *table, const NodeInfo *x, const NodeInfo *y)
{
  if (x->kind != y->kind || x->b != y->b || x->low != y->low || x->high != y->high) return false;
  if (x->kind != NODE_IS_UNION && x->kind != NODE_IS_INTER) return x->a == y->a;
  return memcmp(table->parts.items + x->a, table->parts.items + y->a, x->b * sizeof(Node)) == 0;
}

static uint32_t info_hash(const NodeTable *table, const NodeInfo *info)
{
  uint64_t hash = hash_mix(hash_mix(hash_mix(info->kind, info->b), info->low), info->high);
  if (info->kind != NODE_IS_UNION && info->kind != NODE_IS_INTER)
    return hash_finish(hash_mix(hash, info->a));
  for (uint32_t i = 0; i < info->b; i++) hash = hash_mix(hash, table->parts.items[info->a + i]);
  return hash_finish(hash);
}

/* Two slots of the index per node. */
enum { NODE_BYTES = sizeof(NodeInfo) + 2 * (sizeof(uint64_t) + 1) };

bool nodes_spend(NodeTable *table, uint64_t steps, uint64_t bytes_outside)
{
  uint64_t bytes = table->items.count * NODE_BYTES + table->parts.count * sizeof(Node) +
                   table->scratch.count * sizeof(Node) + bytes_outside;
  if (!eval_spend(table->eval, steps))
    table->failure = REASON_STEPS;
  else if (!heap_allows(&table->eval->heap, bytes) || table->parts.count > UINT32_MAX / 2 ||
           table->items.count > UINT32_MAX / 2)
    table->failure = REASON_MEMORY;
  else
    return true;
  return false;
}

/* The parts of a union or intersection have been added to the end of table->parts. */
static Node find_or_add(NodeTable *table, NodeInfo info)
{
  bool combined = info.kind == NODE_IS_UNION || info.kind == NODE_IS_INTER;
  uint32_t hash = info_hash(table, &info);
  IndexProbe probe = index_probe(&table->index, hash);
  for (uint32_t id; index_next(&probe, &id);) {
    if (!equal_infos(table, &table->items.items[id], &info)) continue;
    if (combined) table->parts.count = info.a;
    return id;
  }
  if (!nodes_spend(table, 1, 0)) return 0;
  Node node = (Node)table->items.count;
  VEC_PUSH(&table->items, info);
  index_insert(&table->index, hash, node);
  return node;
}

void nodes_init(NodeTable *table, Eval *eval)
{
  *table = (NodeTable){.eval = eval};
  const NodeInfo fixed[] = {
      [NODE_NONE] = {.kind = NODE_IS_NONE},
      [NODE_EMPTY] = {.kind = NODE_IS_EMPTY, .nullable = true},
      [NODE_ANY] = {.kind = NODE_IS_RANGE, .high = STRING_ALPHABET - 1},
      [NODE_ALL] = {.kind = NODE_IS_LOOP, .nullable = true, .a = NODE_ANY, .high = REGEX_UNBOUNDED},
  };
  VEC_APPEND(&table->items, fixed, NODE_FIRST_OTHER);
  for (Node node = 1; node < NODE_FIRST_OTHER; node++)
    index_insert(&table->index, info_hash(table, &fixed[node]), node);
}

void nodes_deinit(NodeTable *table)
{
  VEC_FREE(&table->items);
  VEC_FREE(&table->parts);
  VEC_FREE(&table->texts);
  VEC_FREE(&table->scratch);
  index_free(&table->index);
}

/* Leaves */

Node nodes_string(NodeTable *table, uint32_t text, uint64_t from)
{
  assert(text < table->texts.count && from <= table->texts.items[text].string->length);
  if (from == table->texts.items[text].string->length) return NODE_EMPTY;
  return find_or_add(table, (NodeInfo){.kind = NODE_IS_STRING, .a = text, .low = from});
}

Node nodes_range(NodeTable *table, uint32_t low, uint32_t high)
{
  assert(low <= high && high < STRING_ALPHABET);
  return find_or_add(table, (NodeInfo){.kind = NODE_IS_RANGE, .low = low, .high = high});
}

/* Concatenation */

static bool is_nullable(const NodeTable *table, Node node)
{
  assert(node && node < table->items.count);
  return table->items.items[node].nullable;
}

static bool is_concat(const NodeTable *table, Node node)
{
  return table->items.items[node].kind == NODE_IS_CONCAT;
}

static Node join(NodeTable *table, Node a, Node b)
{
  if (a == 0 || b == 0) return 0;
  if (a == NODE_NONE || b == NODE_NONE) return NODE_NONE;
  if (a == NODE_EMPTY) return b;
  if (b == NODE_EMPTY) return a;
  bool nullable = is_nullable(table, a) && is_nullable(table, b);
  if (nullable && (a == NODE_ALL || b == NODE_ALL)) return NODE_ALL;
  if (a == NODE_ALL && is_concat(table, b) && nodes_info(table, b)->a == NODE_ALL) return b;
  return find_or_add(table,
                     (NodeInfo){.kind = NODE_IS_CONCAT, .nullable = nullable, .a = a, .b = b});
}

/* (x y) b becomes x (y b), so that few nodes differ by parentheses only. Where the first part is a
 * long concatenation it stays as it is, as copying it every time would take quadratic time. */
Node nodes_concat(NodeTable *table, Node a, Node b)
{
  enum { LONG = 16 };
  if (a == 0 || b == 0) return 0;
  Node parts[LONG];
  uint32_t count = 0;
  Node last = a;
  for (; is_concat(table, last) && count < LONG; last = nodes_info(table, last)->b)
    parts[count++] = nodes_info(table, last)->a;
  if (is_concat(table, last)) return join(table, a, b);
  Node result = join(table, last, b);
  while (count > 0) result = join(table, parts[--count], result);
  return result;
}

Node nodes_expose_head(NodeTable *table, Node concat)
{
  assert(is_concat(table, concat));
  Node head = nodes_info(table, concat)->a;
  Node rest = nodes_info(table, concat)->b;
  while (rest && is_concat(table, head)) {
    if (!nodes_spend(table, 1, 0)) return 0;
    NodeInfo info = *nodes_info(table, head);
    head = info.a;
    rest = join(table, info.b, rest);
  }
  return join(table, head, rest);
}

/* Unions and intersections */

static int compare_nodes(const void *x, const void *y)
{
  Node a = *(const Node *)x, b = *(const Node *)y;
  return (a > b) - (a < b);
}

/* Collects the parts in table->scratch, flat. */
static void collect_parts(NodeTable *table, NodeKind kind, const Node *parts, size_t count)
{
  Node neutral = kind == NODE_IS_UNION ? NODE_NONE : NODE_ALL;
  table->scratch.count = 0;
  for (size_t i = 0; i < count; i++) {
    NodeInfo info = *nodes_info(table, parts[i]);
    if (info.kind == kind)
      VEC_APPEND(&table->scratch, table->parts.items + info.a, info.b);
    else if (parts[i] != neutral)
      VEC_PUSH(&table->scratch, parts[i]);
  }
}

static size_t sort_parts(U32Vec *parts)
{
  size_t kept = 0;
  if (parts->count > 0) qsort(parts->items, parts->count, sizeof(Node), compare_nodes);
  for (size_t i = 0; i < parts->count; i++)
    if (kept == 0 || parts->items[i] != parts->items[kept - 1])
      parts->items[kept++] = parts->items[i];
  return kept;
}

Node nodes_combine(NodeTable *table, NodeKind kind, const Node *parts, size_t count)
{
  assert(kind == NODE_IS_UNION || kind == NODE_IS_INTER);
  bool is_union = kind == NODE_IS_UNION;
  Node absorbing = is_union ? NODE_ALL : NODE_NONE;
  uint64_t size = 0;
  for (size_t i = 0; i < count; i++) {
    if (parts[i] == 0 || parts[i] == absorbing) return parts[i];
    const NodeInfo *info = nodes_info(table, parts[i]);
    size += info->kind == kind ? info->b : 1;
  }
  if (!nodes_spend(table, size, 2 * size * sizeof(Node))) return 0;
  collect_parts(table, kind, parts, count);
  size_t kept = sort_parts(&table->scratch);
  if (kept == 0) return is_union ? NODE_NONE : NODE_ALL;
  if (kept == 1) return table->scratch.items[0];
  bool nullable = !is_union;
  for (size_t i = 0; i < kept; i++)
    if (is_nullable(table, table->scratch.items[i]) == is_union) nullable = is_union;
  NodeInfo info = {.kind = (uint8_t)kind,
                   .nullable = nullable,
                   .a = (uint32_t)table->parts.count,
                   .b = (uint32_t)kept};
  VEC_APPEND(&table->parts, table->scratch.items, kept);
  return find_or_add(table, info);
}

Node nodes_complement(NodeTable *table, Node a)
{
  if (a == 0) return 0;
  if (a == NODE_NONE) return NODE_ALL;
  if (a == NODE_ALL) return NODE_NONE;
  NodeInfo info = *nodes_info(table, a);
  if (info.kind == NODE_IS_COMPLEMENT) return info.a;
  return find_or_add(table,
                     (NodeInfo){.kind = NODE_IS_COMPLEMENT, .nullable = !info.nullable, .a = a});
}

Node nodes_loop(NodeTable *table, Node a, uint64_t low, uint64_t high)
{
  assert(low <= high);
  if (a == 0) return 0;
  NodeInfo info = *nodes_info(table, a);
  if (info.nullable) low = 0;
  if (high == 0 || (a == NODE_NONE && low == 0)) return NODE_EMPTY;
  if (a == NODE_NONE || a == NODE_EMPTY || (high == 1 && (low == 1 || info.nullable))) return a;
  if (info.kind == NODE_IS_LOOP && info.low == 0 && info.high == REGEX_UNBOUNDED) return a;
  return find_or_add(
      table,
      (NodeInfo){.kind = NODE_IS_LOOP, .nullable = low == 0, .a = a, .low = low, .high = high});
}

/* Compaction */

/* Calls `visit` for each part of a node. */
static void map_parts(NodeTable *table, NodeInfo *info, void (*visit)(Node *part, Node *map),
                      Node *map)
{
  switch ((NodeKind)info->kind) {
  case NODE_IS_NONE:
  case NODE_IS_EMPTY:
  case NODE_IS_STRING:
  case NODE_IS_RANGE: return;
  case NODE_IS_CONCAT: visit(&info->a, map), visit(&info->b, map); return;
  case NODE_IS_COMPLEMENT:
  case NODE_IS_LOOP: visit(&info->a, map); return;
  case NODE_IS_UNION:
  case NODE_IS_INTER:
    for (uint32_t i = 0; i < info->b; i++) visit(&table->parts.items[info->a + i], map);
  }
}

static void mark_part(Node *part, Node *map)
{
  assert(*part);
  map[*part] = *part;
}

static void rename_part(Node *part, Node *map)
{
  assert(map[*part]);
  *part = map[*part];
}

/* Moves a node down to its new number. The parts of unions stay in ascending order, as the numbers
 * of the nodes that are kept do. */
static void move_node(NodeTable *table, Node node, Node *map)
{
  NodeInfo info = table->items.items[node];
  map_parts(table, &info, rename_part, map);
  if (info.kind == NODE_IS_UNION || info.kind == NODE_IS_INTER) {
    memmove(table->parts.items + table->parts.count, table->parts.items + info.a,
            info.b * sizeof(Node));
    info.a = (uint32_t)table->parts.count;
    table->parts.count += info.b;
  }
  map[node] = (Node)table->items.count;
  table->items.items[table->items.count++] = info;
  index_insert(&table->index, info_hash(table, &info), map[node]);
}

void nodes_compact(NodeTable *table, Node *const *roots, size_t count)
{
  size_t size = table->items.count;
  Node *map = mem_alloc_zero(size, sizeof(Node)); /* 0: not needed */
  for (Node node = 1; node < NODE_FIRST_OTHER; node++) map[node] = node;
  for (size_t i = 0; i < count; i++) map[*roots[i]] = *roots[i];
  for (size_t node = size; node-- > 1;)
    if (map[node]) map_parts(table, &table->items.items[node], mark_part, map);
  index_free(&table->index);
  table->items.count = 1;
  table->parts.count = 0;
  for (Node node = 1; node < size; node++)
    if (map[node]) move_node(table, node, map);
  for (size_t i = 0; i < count; i++) *roots[i] = map[*roots[i]];
  free(map);
}
