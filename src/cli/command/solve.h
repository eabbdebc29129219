/* The options of assay solve, and its ways to solve a script. */
#ifndef CLI_COMMAND_SOLVE_H
#define CLI_COMMAND_SOLVE_H

#include "base/file.h"
#include "cli/option/command.h"

typedef struct {
  CommonOptions common;
  const char *solvers;
  uint64_t timeout_ms;
  uint64_t memory;
  uint64_t jobs;
  bool no_check;
  bool confirm;
  bool verbose;
  OptionList profiles;
} SolveOptions;

/* solve_portfolio.c: by several solvers. Takes the text over; NULL: the script comes from standard input, piece by piece. */
int solve_portfolio(const SolveOptions *given, FileText *text);

#endif
