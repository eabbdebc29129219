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
/* A statement, whose number is its slot. Where the database takes many rows at once, those of a stage are executed
 * before those of the next. All stages but the first and the last have one statement that inserts a row. */
typedef struct {
  const char *sql;
  unsigned stage;
} QueueStatement;

/* In a transaction. Nothing is removed. */
Status queue_write(const Queue *queue, Database *db, const QueueStatement *statements,
                   unsigned stages, Error *error);

#endif
