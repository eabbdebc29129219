/* The commands of a script as far as they tell which responses belong to whom, found in one pass over its text without
 * understanding it. */
#ifndef SOLVE_PORTFOLIO_SCRIPT_OUTLINE_H
#define SOLVE_PORTFOLIO_SCRIPT_OUTLINE_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct {
  VEC(bool) asks_model; /* for each check-sat: is there a get-model between it and the next one? */
  uint64_t end;         /* of the last command that counts: (exit) is the last one */
  uint64_t answered;    /* the end of the last command that has a response */
  size_t successes;     /* silent commands while :print-success is on */
  bool exits;
  bool boxes; /* it declares functions that can only be called, which no solver knows */
} ScriptOutline;

/* A zeroed ScriptOutline is empty. Commands that are not closed are left out. */
void script_outline_read(const char *text, uint64_t length, ScriptOutline *outline);
void script_outline_deinit(ScriptOutline *outline);

#endif
