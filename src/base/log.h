/* Logging to a stream that the caller chose. Only the command line and long-running jobs log; the
 * library below reports through Status and Error. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

typedef enum { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG } LogLevel;

typedef struct {
  FILE *stream;
  LogLevel level; /* the most talkative level that is still written */
  bool colour;
} Log;

/* Writes to `stream`, in colour only if it is a terminal and NO_COLOR is unset or empty. */
Log log_to(FILE *stream, LogLevel level);
void log_write(const Log *log, LogLevel level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
