/* The commands of a script as far as they tell which responses belong to whom, found in one pass over its text without
 * understanding it. */
#ifndef SOLVE_PORTFOLIO_SKETCH_H
#define SOLVE_PORTFOLIO_SKETCH_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct {
  VEC(bool) asks_model; /* for each check-sat: is there a get-model between it and the next one? */
  uint64_t end;         /* of the last command that counts: (exit) is the last one */
  uint64_t answered;    /* the end of the last command that has a response */
  size_t successes;     /* silent commands while :print-success is on */
  bool exits;
  bool boxes; /* it declares functions that can only be called, which no solver knows */
} ScriptSketch;

/* A zeroed ScriptSketch is empty. Commands that are not closed are left out. */
void sketch_read(const char *text, uint64_t length, ScriptSketch *outline);
void sketch_deinit(ScriptSketch *outline);

#endif
