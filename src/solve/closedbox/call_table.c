/* The table of calls. */
#include <assert.h>
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

static const CallRecord *call_table_find(const CallTable *table, const Boxes *boxes, uint32_t box,
                                         const uint64_t *args)
{
  assert(box < boxes->items.count);
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
  assert(box < boxes->items.count);
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

/* --- as bytes --- */

static uint32_t record_words(const Boxes *boxes, uint32_t box)
{
  const Box *one = &boxes->items.items[box];
  return one->words + box_result(one).words;
}

void call_table_put(StrBuf *out, const Boxes *boxes, const CallTable *table)
{
  size_t count = table->records.count < CALL_TABLE_MAX ? table->records.count : CALL_TABLE_MAX;
  bytes_put_u64(out, count);
  for (size_t i = 0; i < count; i++) {
    const CallRecord *record = &table->records.items[i];
    uint32_t words = record_words(boxes, record->box);
    bytes_put_u64(out, record->box);
    bytes_put_u64(out, record->failed);
    for (uint32_t k = 0; k < words; k++) bytes_put_u64(out, table->words.items[record->first + k]);
  }
}

static void get_record(ByteReader *in, const Boxes *boxes, CallTable *table)
{
  uint32_t box = (uint32_t)bytes_get_below(in, boxes->items.count);
  bool failed = bytes_get_bool(in);
  uint32_t words = record_words(boxes, box);
  uint64_t *record = mem_alloc(words, sizeof *record);
  for (uint32_t i = 0; i < words; i++) record[i] = bytes_get_u64(in);
  const CallRecord *other;
  if (!in->failed)
    call_table_add(table, boxes, box, record, record + boxes->items.items[box].words, failed,
                   &other);
  free(record);
}

bool call_table_get(ByteReader *in, const Boxes *boxes, CallTable *table)
{
  size_t count = bytes_get_count(in, 16);
  in->failed |= count > 0 && boxes->items.count == 0;
  for (size_t i = 0; i < count && !in->failed; i++) get_record(in, boxes, table);
  return !in->failed;
}
