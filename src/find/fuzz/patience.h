/* How long references may take before targets are run at all.
 *
 * An input that is hard for all solvers costs as much as a hundred that are easy, and cannot win. Most of what makes a large margin is
 * easy for references: as soon as there was an input that was hard for all, these come first and get a part of the limit, and what they
 * do not decide in it is dropped. Where they need more than that for most inputs, they get twice as much, until it is the whole limit. */
#ifndef FIND_FUZZ_PATIENCE_H
#define FIND_FUZZ_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  double limit; /* of a reference; 0: as long as the result matters, after the targets */
  double first; /* what it will be after an input that is hard for all; 0: none will change it */
  double most;  /* the limit of runs */
  uint32_t tried, dropped;
} Patience;

/* It will be `percent` of the limit of runs, but not less than `least`; with 100 it never changes. */
void patience_init(Patience *patience, double most, double least, uint32_t percent);

/* An input is done for which references had that limit. */
typedef enum {
  PATIENCE_USEFUL,  /* its result says something */
  PATIENCE_DROPPED, /* references took longer than that limit */
  PATIENCE_WASTED   /* neither targets nor a reference decided it in the whole limit */
} PatienceNote;
void patience_note(Patience *patience, double limit, PatienceNote note);

#endif
