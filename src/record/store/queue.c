#include "record/store/queue.h"

#include <assert.h>

void queue_deinit(Queue *queue)
{
  VEC_FREE(&queue->entries);
  VEC_FREE(&queue->values);
  arena_deinit(&queue->bytes);
}

void queue_add(Queue *queue, unsigned statement, const DbValue *values, size_t count)
{
  assert(count <= UINT32_MAX && (values || !count));
  VEC_PUSH(&queue->entries, ((QueueEntry){statement, (uint32_t)count}));
  for (size_t i = 0; i < count; i++) {
    DbValue value = values[i];
    if (value.kind == DB_TEXT || value.kind == DB_BYTES) {
      value.bytes = arena_copy_string(&queue->bytes, value.bytes, value.length);
      queue->byte_count += value.length;
    }
    VEC_PUSH(&queue->values, value);
  }
}

void queue_clear(Queue *queue)
{
  queue->entries.count = 0;
  queue->values.count = 0;
  queue->byte_count = 0;
  arena_reset(&queue->bytes);
}

Status queue_write(const Queue *queue, Database *db, const char *const *sql, Error *error)
{
  assert(queue->values.count >= queue->entries.count || !queue->values.count);
  Status status = db->class->begin(db, true, error);
  if (status != STATUS_OK) return status;
  const DbValue *values = queue->values.items;
  for (size_t i = 0; i < queue->entries.count && status == STATUS_OK; i++) {
    QueueEntry entry = queue->entries.items[i];
    status =
        db->class->execute(db, entry.statement, sql[entry.statement], values, entry.count, error);
    values += entry.count;
  }
  if (status == STATUS_OK) return db->class->commit(db, error);
  db->class->rollback(db);
  return status;
}
