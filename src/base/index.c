#include "base/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { INITIAL_SLOTS = 64 };

/* At most five eighths full: a search then looks at three slots on average before an empty one. */
static bool is_full(size_t count, size_t size)
{
  return count > size / 8 * 5;
}

void index_free(Index *index)
{
  free(index->tags);
  free(index->slots);
  *index = (Index){0};
}

void index_detach(Index *index)
{
  if (!index->tags) return;
  size_t size = index->mask + 1;
  uint8_t *tags = mem_alloc(size, sizeof *tags);
  uint64_t *slots = mem_alloc(size, sizeof *slots);
  memcpy(tags, index->tags, size * sizeof *tags);
  /* What has no tag is never read. */
  for (size_t i = 0; i < size; i++)
    if (tags[i]) slots[i] = index->slots[i];
  index->tags = tags;
  index->slots = slots;
}

static void place(Index *index, uint64_t slot)
{
  uint32_t hash = (uint32_t)(slot >> 32);
  size_t at = hash & index->mask;
  while (index->tags[at]) at = (at + 1) & index->mask;
  index->tags[at] = index_tag(hash);
  index->slots[at] = slot;
}

static void resize(Index *index, size_t size)
{
  Index old = *index;
  size_t old_size = old.tags ? old.mask + 1 : 0;
  index->tags = mem_alloc_zero(size, sizeof *index->tags);
  index->slots = mem_alloc(size, sizeof *index->slots); /* only read where a tag is set */
  mem_prefer_huge_pages(index->tags, size * sizeof *index->tags);
  mem_prefer_huge_pages(index->slots, size * sizeof *index->slots);
  index->mask = size - 1;
  for (size_t i = 0; i < old_size; i++)
    if (old.tags[i]) place(index, old.slots[i]);
  free(old.tags);
  free(old.slots);
}

void index_reserve(Index *index, size_t count)
{
  size_t size = index->tags ? index->mask + 1 : INITIAL_SLOTS;
  while (is_full(count, size)) size *= 2;
  if (!index->tags || size > index->mask + 1) resize(index, size);
}

void index_insert(Index *index, uint32_t hash, uint32_t id)
{
  assert(id != 0);
  if (!index->tags || is_full(index->count + 1, index->mask + 1))
    index_reserve(index, index->count + 1);
  place(index, (uint64_t)hash << 32 | id);
  index->count++;
}

uint32_t hash_bytes(const void *bytes, size_t length)
{
  const unsigned char *at = bytes;
  uint64_t hash = hash_mix(0, length);
  uint64_t word;
  size_t left = length;
  for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    hash = hash_mix(hash, word);
  }
  if (left) {
    word = 0;
    memcpy(&word, at, left);
    hash = hash_mix(hash, word);
  }
  return hash_finish(hash);
}
