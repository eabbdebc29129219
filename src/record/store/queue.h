/* Statements that wait to be executed, with copies of their values. */
#ifndef RECORD_STORE_QUEUE_H
#define RECORD_STORE_QUEUE_H

#include "base/arena.h"
#include "base/vec.h"
#include "record/store/database.h"

typedef struct {
  unsigned statement;
  uint32_t count; /* of its values */
} QueueEntry;

/* Zeroed: empty. */
typedef struct {
  VEC(QueueEntry) entries;
  VEC(DbValue) values; /* of all entries */
  Arena bytes;
  size_t byte_count;
} Queue;

void queue_deinit(Queue *queue);
void queue_add(Queue *queue, unsigned statement, const DbValue *values, size_t count);
void queue_clear(Queue *queue);
/* In one transaction; `sql` has the text of each statement, whose number is its slot. Nothing is removed. */
Status queue_write(const Queue *queue, Database *db, const char *const *sql, Error *error);

#endif
