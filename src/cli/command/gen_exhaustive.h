/* assay gen --exhaustive: every formula up to a size. */
#ifndef CLI_COMMAND_GEN_EXHAUSTIVE_H
#define CLI_COMMAND_GEN_EXHAUSTIVE_H

#include "cli/option/command.h"
#include "smt/gen/generate.h"

typedef struct {
  const Subcommand *command; /* who speaks */
  const char *folder;        /* NULL: standard output */
  uint32_t max_size;
  uint64_t from, count;
  bool count_only; /* only say how many there are */
} FormulaRange;

/* Writes these formulas, as far as there are any. EXIT_FINE, or the message has been printed. */
int gen_exhaustive(Generator *generator, const FormulaRange *range);

#endif
