/* What assay eval does with predicates and machines of B. */
#ifndef CLI_SHARED_B_EVAL_H
#define CLI_SHARED_B_EVAL_H

#include "cli/option/command.h"

typedef struct {
  const char *path;  /* NULL: only terms */
  const char *model; /* a file with a conjunction of equations; NULL: none */
  OptionList terms;
  ColorMode color;
  bool json, quiet;
  uint64_t steps, scope;
  int64_t maxint, minint;
} BEvalCommand;

int b_eval_run(const BEvalCommand *given);

#endif
