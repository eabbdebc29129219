/* The table of calls. */
#include <string.h>

#include "base/digest.h"
#include "solve/closedbox/caller.h"

void call_table_deinit(CallTable *table)
{
  VEC_FREE(&table->records);
  VEC_FREE(&table->words);
  index_free(&table->index);
}

static uint64_t hash_of(uint32_t box, const uint64_t *args, uint32_t count)
{
  uint64_t hash = hash_mix(box, count);
  for (uint32_t i = 0; i < count; i++) hash = hash_mix(hash, args[i]);
  return hash;
}

const CallRecord *call_table_find(const CallTable *table, const Boxes *boxes, uint32_t box,
                                  const uint64_t *args)
{
  uint32_t count = boxes->items.items[box].words;
  IndexProbe probe = index_probe(&table->index, hash_of(box, args, count));
  for (uint32_t id; index_next(&probe, &id);) {
    const CallRecord *record = &table->records.items[id - 1];
    if (record->box == box &&
        memcmp(table->words.items + record->first, args, count * sizeof *args) == 0)
      return record;
  }
  return NULL;
}

bool call_table_add(CallTable *table, const Boxes *boxes, uint32_t box, const uint64_t *args,
                    const uint64_t *result, bool failed, const CallRecord **other)
{
  const Box *one = &boxes->items.items[box];
  uint32_t size = box_result(one).words;
  const CallRecord *found = call_table_find(table, boxes, box, args);
  if (found) {
    const uint64_t *known = table->words.items + found->first + one->words;
    *other = found;
    return found->failed || failed || memcmp(known, result, size * sizeof *result) == 0;
  }
  CallRecord record = {box, failed, (uint32_t)table->words.count};
  VEC_APPEND(&table->words, args, one->words);
  for (uint32_t i = 0; i < size; i++) VEC_PUSH(&table->words, failed ? 0 : result[i]);
  VEC_PUSH(&table->records, record);
  index_insert(&table->index, hash_of(box, args, one->words), (uint32_t)table->records.count);
  return true;
}
