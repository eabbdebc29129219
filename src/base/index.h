/* A hash index: finds 32-bit ids by hash; the caller holds the items and compares them.
 *
 * This is the one hash table of the project. Symbols, sorts, operators and terms keep their items
 * in flat arrays and use an Index to find equal ones:
 *
 *   IndexProbe p = index_probe(&ix, hash);
 *   for (uint32_t id; index_next(&p, &id);)
 *     if (items[id] equals key) return id;
 *   index_insert(&ix, hash, new_id);
 *
 * Open addressing with linear probing. One byte per slot, a part of the hash or 0 for empty, is kept
 * apart from the slots: a search reads only these bytes, which stay in the cache when the slots do
 * not, until one of them matches. Ids must not be 0. There is no removal. A zeroed Index is empty and
 * valid. */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint8_t *tags;
  uint64_t *slots; /* hash in the upper half, id in the lower */
  size_t mask;     /* number of slots - 1; tags and slots are NULL while empty */
  size_t count;
} Index;

typedef struct {
  const Index *index;
  size_t at;
  uint32_t hash;
} IndexProbe;

void index_free(Index *index);
/* Gives an index that was copied by assignment slots of its own. */
void index_detach(Index *index);
/* Makes room for this many ids in all, so that adding them moves nothing. */
void index_reserve(Index *index, size_t count);
void index_insert(Index *index, uint32_t hash, uint32_t id);

static inline uint8_t index_tag(uint32_t hash)
{
  return (uint8_t)(hash >> 24 | 1);
}

static inline IndexProbe index_probe(const Index *index, uint32_t hash)
{
  return (IndexProbe){index, hash & index->mask, hash};
}

/* Steps to the next id stored under the hash. False when there is none. */
static inline bool index_next(IndexProbe *probe, uint32_t *id)
{
  const Index *index = probe->index;
  if (!index->tags) return false;
  uint8_t tag = index_tag(probe->hash);
  for (size_t at = probe->at;; at = (at + 1) & index->mask) {
    if (index->tags[at] == 0) return false;
    if (index->tags[at] != tag) continue;
    uint64_t slot = index->slots[at];
    if ((uint32_t)(slot >> 32) != probe->hash) continue;
    probe->at = (at + 1) & index->mask;
    *id = (uint32_t)slot;
    return true;
  }
}

/* Mixes one more word into a running hash, and closes one. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word)
{
  uint64_t x = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return x ^ (x >> 29);
}

static inline uint32_t hash_finish(uint64_t hash)
{
  hash *= 0xD6E8FEB86659FD93u;
  return (uint32_t)(hash >> 32);
}

/* Hash of bytes, the same on every machine of the same byte order. */
uint32_t hash_bytes(const void *bytes, size_t length);

#endif
