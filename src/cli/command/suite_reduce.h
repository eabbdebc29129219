/* Inputs of a suite that are different by what is left of them when they are reduced. */
#ifndef CLI_COMMAND_SUITE_REDUCE_H
#define CLI_COMMAND_SUITE_REDUCE_H

#include "cli/option/command.h"
#include "record/suite/suite.h"

typedef struct {
  const char *target, *reference; /* solvers */
  const OptionList *profiles;
  uint64_t time_ms; /* for each input */
  uint64_t memory, jobs;
} SuiteReduction;

/* Reduces inputs, the largest margin first, until there are `count` with different constructs in their reduced forms. Those that have the
 * constructs of an earlier one go, as do those that are not slow any more; how many is said on standard error. Returns an exit code;
 * messages have been printed. */
int suite_reduce(const SuiteReduction *given, Suite *suite, size_t count);

#endif
