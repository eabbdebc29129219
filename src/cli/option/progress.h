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
  bool estimates;   /* say how long the rest may take */
  size_t before;    /* what was done before the start */
  uint64_t start_ns;
} Progress;

/* Nothing is shown in the first second. */
void progress_start(Progress *progress, const char *unit, size_t total);
/* From here on an estimate of the time that is left is shown, too. `done`: what needs no time any more. */
void progress_estimate(Progress *progress, size_t done);
void progress_update(Progress *progress, size_t done);
/* Call this before anything else is printed, and at the end. */
void progress_hide(Progress *progress);

#endif
