/* Status codes and the error record that every fallible function fills.
 *
 * The library never prints and never exits: a function that can fail on outside input returns a
 * Status and, when that is not STATUS_OK, has filled the Error it was given. Running out of memory
 * is not such a failure; it ends the process in one place (see mem.h). */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stdarg.h>
#include <stdint.h>

typedef enum {
  STATUS_OK,
  STATUS_SYNTAX,
  STATUS_SORT,
  STATUS_SCOPE,
  STATUS_LIMIT, /* something is larger than is allowed */
  STATUS_IO,    /* files, programs, stores */
  STATUS_USAGE, /* of a command */
  STATUS_COUNT,
} Status;

/* A description of what went wrong and where. `offset` is a byte offset into the input that was
 * being read; `line` and `column` count from 1 and are 0 when there is no position. */
typedef struct {
  Status status;
  uint32_t line;
  uint32_t column;
  uint64_t offset;
  char message[1000];
} Error;

/* Sets an error without a position and returns `status`, so that callers can write
 * `return error_set(error, STATUS_IO, "cannot open '%s'", path);`. Too long a message is cut at a
 * character boundary; control characters and malformed UTF-8 in it are replaced by '?'. The
 * arguments may point into `error` itself, to wrap one message in another. */
Status error_set(Error *error, Status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with a byte offset. Line and column are filled in by error_locate. */
Status error_set_at(Error *error, Status status, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Computes line and column of error->offset in `text`. Columns count bytes, from 1. */
void error_locate(Error *error, const char *text, uint64_t length);

#endif
