/* A small cache of resolved applications: which operator a name means on arguments of these sorts,
 * and the result sort. It makes overloaded, polymorphic and indexed operators as cheap as plain
 * ones. */
#ifndef SMT_TEXT_TYPECACHE_H
#define SMT_TEXT_TYPECACHE_H

#include <string.h>

#include "base/index.h"
#include "smt/term/bank.h"

enum { TYPECACHE_SLOTS = 512 };

/* What is asked: the name, the number of arguments, and either the sorts of up to four arguments, or
 * the one sort that more arguments share, or up to two sorts and two indices. */
typedef union {
  uint32_t word[6];
  uint64_t pair[3];
} TypeKey;

typedef struct {
  TypeKey key;
  Op op;
  Sort sort;
} TypeEntry;

typedef struct {
  TypeEntry entries[TYPECACHE_SLOTS];
} TypeCache;

static inline void typecache_clear(TypeCache *cache)
{
  memset(cache, 0, sizeof *cache);
}

static inline TypeEntry *typecache_slot(TypeCache *cache, const TypeKey *key)
{
  uint64_t hash = key->pair[0] * 0x9E3779B97F4A7C15u + key->pair[1] * 0xD6E8FEB86659FD93u +
                  key->pair[2] * 0xC2B2AE3D27D4EB4Fu;
  return &cache->entries[(hash >> 32) % TYPECACHE_SLOTS];
}

static inline bool typecache_hit(const TypeEntry *entry, const TypeKey *key)
{
  return entry->key.pair[0] == key->pair[0] && entry->key.pair[1] == key->pair[1] &&
         entry->key.pair[2] == key->pair[2];
}

/* Key for a plain name. False if the application has no key. The flag bits tell the forms apart. */
static inline bool typekey_of_args(const Bank *bank, Symbol name, const Term *args, uint32_t count,
                                   TypeKey *key)
{
  *key = (TypeKey){{name, count}};
  if (count <= 4) {
    for (uint32_t i = 0; i < count; i++) key->word[2 + i] = bank_sort(bank, args[i]);
    return true;
  }
  Sort first = bank_sort(bank, args[0]);
  for (uint32_t i = 1; i < count; i++)
    if (bank_sort(bank, args[i]) != first) return false;
  /* The result does not depend on how many there are only if it is stored with their number. */
  key->word[2] = first;
  return true;
}

/* Key for a name with one or two indices. */
static inline bool typekey_of_indexed(const Bank *bank, Symbol name, const Numeral *indices,
                                      uint32_t index_count, const Term *args, uint32_t count,
                                      TypeKey *key)
{
  if (count > 2 || index_count == 0 || index_count > 2) return false;
  *key = (TypeKey){{name, UINT32_C(0x80000000) | index_count << 8 | count}};
  for (uint32_t i = 0; i < count; i++) key->word[2 + i] = bank_sort(bank, args[i]);
  for (uint32_t i = 0; i < index_count; i++) key->word[4 + i] = indices[i];
  return true;
}

#endif
