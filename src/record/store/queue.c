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

static Status execute_all(const Queue *queue, Database *db, const QueueStatement *statements,
                          bool only, unsigned stage, Error *error)
{
  const DbValue *values = queue->values.items;
  Status status = STATUS_OK;
  for (size_t i = 0; i < queue->entries.count && status == STATUS_OK; i++) {
    QueueEntry entry = queue->entries.items[i];
    const QueueStatement *statement = &statements[entry.statement];
    if (!only || statement->stage == stage)
      status = db->class->execute(db, entry.statement, statement->sql, values, entry.count, error);
    values += entry.count;
  }
  return status;
}

/* All rows of the one statement that a stage has. */
static Status append_all(const Queue *queue, Database *db, const QueueStatement *statements,
                         unsigned stage, Error *error)
{
  VEC(const DbValue *) rows = {0};
  const DbValue *values = queue->values.items;
  const char *sql = NULL;
  size_t columns = 0;
  for (size_t i = 0; i < queue->entries.count; i++) {
    QueueEntry entry = queue->entries.items[i];
    if (statements[entry.statement].stage == stage) {
      assert(!sql || sql == statements[entry.statement].sql);
      sql = statements[entry.statement].sql;
      columns = entry.count;
      VEC_PUSH(&rows, values);
    }
    values += entry.count;
  }
  Status status =
      sql ? db->class->append(db, sql, rows.items, rows.count, columns, error) : STATUS_OK;
  VEC_FREE(&rows);
  return status;
}

Status queue_write(const Queue *queue, Database *db, const QueueStatement *statements,
                   unsigned stages, Error *error)
{
  assert(queue->values.count >= queue->entries.count || !queue->values.count);
  if (!db->class->append) return execute_all(queue, db, statements, false, 0, error);
  Status status = STATUS_OK;
  for (unsigned stage = 0; stage < stages && status == STATUS_OK; stage++)
    status = stage > 0 && stage + 1 < stages
                 ? append_all(queue, db, statements, stage, error)
                 : execute_all(queue, db, statements, true, stage, error);
  return status;
}
