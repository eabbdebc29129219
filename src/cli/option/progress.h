/* A line on stderr that says how far a long job is, for people who watch it. */
#ifndef CLI_OPTION_PROGRESS_H
#define CLI_OPTION_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *unit; /* what is counted: "files" */
  size_t total;
  bool visible;     /* stderr is a terminal */
  bool shown;       /* the line stands there now */
  uint64_t next_ns; /* when to show it again */
} Progress;

/* Nothing is shown in the first second. */
void progress_start(Progress *progress, const char *unit, size_t total);
void progress_update(Progress *progress, size_t done);
/* Call this before anything else is printed, and at the end. */
void progress_hide(Progress *progress);

#endif
