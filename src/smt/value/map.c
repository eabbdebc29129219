#include "smt/value/map.h"

#include <assert.h>
#include <stdlib.h>

#include "base/index.h"

/* Keys that follow each other have hashes that do as well, so these are stirred once more. */
static uint64_t priority(Value key)
{
  uint64_t x = value_hash(key);
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

static void fill_node(MapNode *node, const MapNode *left, const MapNode *right)
{
  uint64_t hash = hash_mix(5, left ? left->hash : 0);
  hash = hash_mix(hash_mix(hash, value_hash(node->key)), value_hash(node->value));
  node->hash = hash_mix(hash, right ? right->hash : 0);
  node->count = 1 + map_count(left) + map_count(right);
  node->loose = node->value.loose || (left && left->loose) || (right && right->loose);
  node->left = left;
  node->right = right;
}

/* The caller has asked the heap for room. */
static const MapNode *make_node(Heap *heap, Value key, Value value, const MapNode *left,
                                const MapNode *right)
{
  MapNode *node = heap_alloc(heap, 1, sizeof *node);
  assert(node);
  node->key = key;
  node->value = value;
  fill_node(node, left, right);
  return node;
}

/* A way down from the root: each node with the side that was taken. */
typedef struct {
  const MapNode *node;
  bool left;
} Step;
typedef VEC(Step) Path;

static bool has_room(const Heap *heap, uint64_t nodes)
{
  return heap_allows(heap, nodes * arena_rounded(sizeof(MapNode)));
}

/* Copies the nodes of the path, with `below` at its end. Gives the root. */
static const MapNode *copy_path(Heap *heap, const Path *path, const MapNode *below)
{
  for (size_t i = path->count; i-- > 0;) {
    const MapNode *old = path->items[i].node;
    bool left = path->items[i].left;
    below =
        make_node(heap, old->key, old->value, left ? below : old->left, left ? old->right : below);
  }
  return below;
}

/* Parts a tree that does not hold the key. False if there is no room for its nodes and `more`. */
static bool split(Heap *heap, const MapNode *tree, Value key, uint64_t more, const MapNode **left,
                  const MapNode **right)
{
  Path path = {0};
  while (tree) {
    bool goes_right = value_compare(tree->key, key) > 0;
    VEC_PUSH(&path, ((Step){tree, goes_right}));
    tree = goes_right ? tree->left : tree->right;
  }
  bool room = has_room(heap, path.count + more);
  *left = *right = NULL;
  for (size_t i = path.count; room && i-- > 0;) {
    const MapNode *old = path.items[i].node;
    if (path.items[i].left)
      *right = make_node(heap, old->key, old->value, *right, old->right);
    else
      *left = make_node(heap, old->key, old->value, old->left, *left);
  }
  VEC_FREE(&path);
  return room;
}

/* Goes down to the key, or to the node whose place it would take. */
static const MapNode *descend(const MapNode *map, Value key, Path *path, bool *found)
{
  uint64_t wanted = priority(key);
  *found = false;
  while (map) {
    int sign = value_compare(key, map->key);
    *found = sign == 0;
    if (*found) break;
    uint64_t here = priority(map->key);
    if (wanted > here || (wanted == here && sign < 0)) break;
    VEC_PUSH(path, ((Step){map, sign < 0}));
    map = sign < 0 ? map->left : map->right;
  }
  return map;
}

bool map_put(Heap *heap, const MapNode **map, Value key, Value value)
{
  assert(!key.loose);
  Path path = {0};
  bool found;
  const MapNode *place = descend(*map, key, &path, &found);
  bool done = true;
  if (!found || value_compare(place->value, value) != 0) {
    const MapNode *left, *right;
    done = found ? has_room(heap, path.count + 1)
                 : split(heap, place, key, path.count + 1, &left, &right);
    if (found) left = place->left, right = place->right;
    if (done) *map = copy_path(heap, &path, make_node(heap, key, value, left, right));
  }
  VEC_FREE(&path);
  return done;
}

/* Appends to the path the way along which two trees meet, the keys of `left` below all of `right`,
 * and gives what hangs at its end. */
static const MapNode *append_seam(const MapNode *left, const MapNode *right, Path *path)
{
  while (left && right) {
    bool left_above = priority(left->key) >= priority(right->key);
    VEC_PUSH(path, ((Step){left_above ? left : right, !left_above}));
    if (left_above)
      left = left->right;
    else
      right = right->left;
  }
  return left ? left : right;
}

bool map_remove(Heap *heap, const MapNode **map, Value key)
{
  assert(!key.loose);
  Path path = {0};
  bool found;
  const MapNode *place = descend(*map, key, &path, &found);
  bool done = true;
  if (found) {
    const MapNode *end = append_seam(place->left, place->right, &path);
    done = has_room(heap, path.count);
    if (done) *map = copy_path(heap, &path, end);
  }
  VEC_FREE(&path);
  return done;
}

const Value *map_find(const MapNode *map, Value key)
{
  assert(!key.loose);
  while (map) {
    int sign = value_compare(key, map->key);
    if (sign == 0) return &map->value;
    map = sign < 0 ? map->left : map->right;
  }
  return NULL;
}

/* Building */

static int order_entries(const void *a, const void *b)
{
  return value_compare(((const MapEntry *)a)->key, ((const MapEntry *)b)->key);
}

static void drop_doubles(MapEntries *entries)
{
  size_t kept = 0;
  for (size_t i = 0; i < entries->count; i++)
    if (kept == 0 || order_entries(&entries->items[kept - 1], &entries->items[i]) != 0)
      entries->items[kept++] = entries->items[i];
  entries->count = kept;
}

/* Closes the nodes at the end of the right spine whose priority is below the limit, or all of them.
 * Gives the uppermost. */
static const MapNode *close_spine(MapNode **spine, size_t *count, bool all, uint64_t limit)
{
  const MapNode *below = NULL;
  while (*count > 0 && (all || priority(spine[*count - 1]->key) < limit)) {
    MapNode *node = spine[--*count];
    fill_node(node, node->left, below);
    below = node;
  }
  return below;
}

/* The nodes are added in order, each at the end of the right spine (Vuillemin's Cartesian trees). */
bool map_build(Heap *heap, MapEntries *entries, const MapNode **map)
{
  *map = NULL;
  if (entries->count == 0) return true;
  qsort(entries->items, entries->count, sizeof entries->items[0], order_entries);
  drop_doubles(entries);
  MapNode *nodes = heap_alloc(heap, entries->count, sizeof *nodes);
  if (!nodes) return false;
  MapNode **spine = mem_alloc(entries->count, sizeof *spine);
  size_t count = 0;
  for (size_t i = 0; i < entries->count; i++) {
    assert(!entries->items[i].key.loose);
    nodes[i] = (MapNode){.key = entries->items[i].key, .value = entries->items[i].value};
    nodes[i].left = close_spine(spine, &count, false, priority(nodes[i].key));
    spine[count++] = &nodes[i];
  }
  assert(count > 0 && count <= entries->count);
  *map = close_spine(spine, &count, true, 0);
  free(spine);
  return true;
}

/* Walking */

static void push_left(MapCursor *cursor, const MapNode *node)
{
  for (; node; node = node->left) VEC_PUSH(&cursor->path, node);
}

void map_start(MapCursor *cursor, const MapNode *map)
{
  *cursor = (MapCursor){0};
  push_left(cursor, map);
}

const MapNode *map_next(MapCursor *cursor)
{
  if (cursor->path.count == 0) return NULL;
  const MapNode *node = cursor->path.items[--cursor->path.count];
  push_left(cursor, node->right);
  return node;
}

void map_stop(MapCursor *cursor)
{
  VEC_FREE(&cursor->path);
}
