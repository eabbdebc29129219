#include "language/text_set.h"

#include <assert.h>
#include <string.h>

TextHash text_hash_add(TextHash hash, uint64_t word)
{
  hash.words[0] = hash_mix(hash.words[0], word);
  hash.words[1] = hash_mix(hash.words[1], ~word * 0xD6E8FEB86659FD93u);
  return hash;
}

TextHash text_hash(const char *bytes, size_t length)
{
  TextHash hash = text_hash_add((TextHash){{1, 2}}, length);
  for (size_t at = 0; at < length; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    size_t left = length - at;
    memcpy(&word, bytes + at, left < sizeof word ? left : sizeof word);
    hash = text_hash_add(hash, word);
  }
  return hash;
}

static uint32_t set_key(TextHash hash)
{
  return hash_finish(hash.words[0]);
}

bool text_set_has(const TextSet *set, TextHash hash)
{
  IndexProbe probe = index_probe(&set->index, set_key(hash));
  for (uint32_t id; index_next(&probe, &id);)
    if (memcmp(&set->items.items[id - 1], &hash, sizeof hash) == 0) return true;
  return false;
}

void text_set_add(TextSet *set, TextHash hash)
{
  if (text_set_has(set, hash)) return;
  VEC_PUSH(&set->items, hash);
  index_insert(&set->index, set_key(hash), (uint32_t)set->items.count);
}

void text_set_free(TextSet *set)
{
  VEC_FREE(&set->items);
  index_free(&set->index);
}
