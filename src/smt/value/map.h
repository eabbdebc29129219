/* Persistent maps from values to values: arrays, sets, bags and function tables are made of them.
 *
 * A treap ordered by value_compare, with priorities drawn from the hashes of the keys: its shape
 * depends on the contents only, so equal maps are equal node by node, and a change copies only the
 * path to it. Keys must not be loose. NULL is the empty map. */
#ifndef SMT_VALUE_MAP_H
#define SMT_VALUE_MAP_H

#include "smt/value/value.h"

struct MapNode {
  uint64_t hash;  /* of all keys and values below */
  uint64_t count; /* of all nodes below */
  Value key, value;
  const MapNode *left, *right;
  bool loose; /* one of the values is */
};

/* False if the heap's limit is reached; *map is as before then. */
bool map_put(Heap *heap, const MapNode **map, Value key, Value value);
bool map_remove(Heap *heap, const MapNode **map, Value key);

/* Entries for a map that is made at once, which costs no copies of paths. */
typedef struct {
  Value key, value;
} MapEntry;
typedef VEC(MapEntry) MapEntries;
/* The map of these entries, which get sorted; of equal keys any one entry counts. False if the heap's
 * limit is reached. */
bool map_build(Heap *heap, MapEntries *entries, const MapNode **map);

/* The value of a key, or NULL. */
const Value *map_find(const MapNode *map, Value key);
static inline uint64_t map_count(const MapNode *map)
{
  return map ? map->count : 0;
}

/* All nodes in the order of their keys:
 *
 *   MapCursor cursor;
 *   map_start(&cursor, map);
 *   for (const MapNode *node; (node = map_next(&cursor));) ...
 *   map_stop(&cursor); */
typedef struct {
  VEC(const MapNode *) path;
} MapCursor;
void map_start(MapCursor *cursor, const MapNode *map);
const MapNode *map_next(MapCursor *cursor);
void map_stop(MapCursor *cursor);

#endif
