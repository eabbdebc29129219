/* The assertions in force while the commands of a script are gone through one by one. */
#ifndef SMT_EVAL_ASSERTIONS_H
#define SMT_EVAL_ASSERTIONS_H

#include "smt/eval/check.h"

/* Levels that were pushed without an assertion between them. */
typedef struct {
  uint32_t claims; /* before them */
  uint32_t count;
} AssertionLevels;

typedef struct {
  VEC(Claim) claims;
  VEC(AssertionLevels) levels;
  uint32_t queries;   /* check-sat commands so far */
  size_t assumptions; /* the last claims are those of the last check-sat-assuming */
} Assertions;

void assertions_deinit(Assertions *assertions); /* zeroed is empty and valid */
/* Takes the next command into account. True if it is a check-sat. The assumptions of a
 * check-sat-assuming are in force until the next command that changes or checks the assertions. */
bool assertions_take(Assertions *assertions, const Script *script, const Command *command);

#endif
